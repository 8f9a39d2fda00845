"""Games of a playtest, what actions are called in them, and what is made of them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from core import games
from core.game import holder
from core.goodwin.options import TinkOptions
from core.play.counting import PlainCounting, counting_of, first_of_alike
from core.record import Record
from core.tabik.options import TabikOptions
from playtest.comparison import comparison
from playtest.intervals import mean, paired_proportions, proportion
from playtest.plan import Job, Plan, Player, variants_of
from playtest.play import Played, play
from playtest.report import as_json, report
from playtest.summary import summary
from playtest.text import in_text
from tests.added import EVERY


def plan_of(
    game: str, count: int = 4, *changes: str, players: int = 2, level: int = 0, nodes: int = 0, seed: int = 3
) -> Plan:
    variants = variants_of(game, games.find(game).options(players=players), changes, 80)
    return Plan(game, count, variants, Player(level, nodes, 2), seed)


def games_of(plan: Plan) -> list[Played]:
    return [play(plan, job) for job in plan.jobs()]


@pytest.mark.usefixtures("added_games")
@pytest.mark.parametrize("name", EVERY)
def test_a_game_is_the_same_every_time_and_can_be_replayed(name: str) -> None:
    plan = plan_of(name, players=min(3, games.find(name).options.most_players()))
    game = play(plan, Job(0, 1))
    assert game == play(plan, Job(0, 1))
    assert game.actions != play(plan, Job(0, 2)).actions
    assert Played.from_json(json.loads(json.dumps(game.as_json()))) == game
    record = Record.parse(game.record(plan).format())
    assert record.actions == game.actions
    assert record.outcome
    assert record.outcome.reason == game.reason
    assert sum(game.scores) == pytest.approx(1.0)


def test_who_is_ahead_is_noted_before_every_action_and_the_winner_leads_in_the_end() -> None:
    plan = plan_of("tabik", 6, level=10, nodes=40)
    small = [replace(variant, options=variant.options.altered("board_size=3")) for variant in plan.variants]
    plan, led = replace(plan, variants=tuple(small)), 0
    played = games_of(plan)
    assert played == games_of(plan)
    for game in played:
        assert len(game.ahead) == game.plies
        assert set(game.ahead[:2]) == {-1}
        assert set(game.ahead) <= {-1, 0, 1}
        led += game.scores[game.ahead[-1]] == 1.0
        assert Played.from_json(json.loads(json.dumps(game.as_json()))) == game
    assert led == 6
    assert any(summary(plan, 0, played).leads)
    assert not play(plan_of("tabik"), Job(0, 1)).ahead


def test_after_a_swap_the_first_player_is_still_the_one_who_began() -> None:
    plan = plan_of("tabik", 60)
    board = [replace(variant, options=variant.options.altered("board_size=2")) for variant in plan.variants]
    plan = replace(plan, variants=tuple(board))
    swapped = [game for game in games_of(plan) if "swap" in game.actions]
    assert swapped
    for game in swapped:
        record = game.record(plan)
        last = record.positions()[-1]
        assert record.outcome
        (colour,) = record.outcome.winners
        assert game.scores == ((1.0, 0.0) if holder(last, colour) == "A" else (0.0, 1.0))


def test_games_of_one_number_keep_step_until_the_rules_part_them() -> None:
    plan = plan_of("tink", 3, "overline=ignored")
    for number in (1, 2, 3):
        base, overline = (play(plan, Job(variant, number)) for variant in range(2))
        alike = next((n for n, (a, b) in enumerate(zip(base.actions, overline.actions, strict=False)) if a != b), 999)
        assert alike >= min(base.plies, overline.plies)


def test_a_limit_is_set_where_the_options_have_none() -> None:
    (only,) = variants_of("tabik", TabikOptions(board_size=19), (), 300)
    assert only.options.ply_limit == 19 * 19 + 2 * 19 * 18
    (only,) = variants_of("tink", TinkOptions(ply_limit=7), (), 300)
    assert only.options.ply_limit == 7


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("overline=maybe", "wins or ignored"),
        ("colour=red", "Tink has no option 'colour'"),
        ("overline", "has no value"),
        ("overline=wins", "changes nothing"),
        ("players=6", "from 2 to 4"),
    ],
)
def test_a_change_that_is_none_is_refused(change: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        variants_of("tink", TinkOptions(), (change,), 300)


def test_figures_are_those_of_the_games() -> None:
    plan = plan_of("tink", 12)
    played = games_of(plan)
    found = summary(plan, 0, played)
    figures = {figure.measure.name: figure for figure in found.figures}
    assert figures["first player wins"].estimate.value == sum(game.scores == (1.0, 0.0) for game in played) / 12
    assert figures["actions"].estimate.value == pytest.approx(sum(game.plies for game in played) / 12)
    assert figures["small, a game"].estimate.value == pytest.approx(sum(game.pieces["small"] for game in played) / 12)
    example = figures["medium by trade"].example
    assert example is not None
    assert any("M" in action for action in play(plan, Job(0, example)).actions)
    endings = [figure.estimate.value for figure in found.figures if figure.measure.group == "Endings"]
    assert sum(endings) == pytest.approx(1.0)
    assert sum(opening.games for opening in found.openings) == 12
    assert play(plan, Job(0, found.longest)).plies == max(found.lengths)
    assert found.distinct == 12
    assert all(0.0 <= opening.score.low < opening.score.high <= 1.0 for opening in found.openings)
    assert figures["first player's score"].estimate.value == sum(game.scores[0] for game in played) / 12
    assert summary(plan, 0, [*played, replace(played[0], number=99)]).distinct == 12


def test_a_clause_that_is_switched_off_makes_a_clear_difference() -> None:
    plan = plan_of("tink", 30, "large_self_move=false", "overline=ignored")
    played = games_of(plan)
    found = comparison(plan, 1, played)
    assert found
    clear = {each.measure.name: each for each in found.differences if each.clear}
    assert clear["large moved"].after == 0.0
    assert clear["large moved"].difference.high < 0.0
    same = comparison(plan, 2, played)
    assert same
    assert same.same > 27
    assert comparison(plan, 1, [game for game in played if game.variant == 0]) is None


def test_the_report_says_what_was_found() -> None:
    plan = plan_of("tingle", 3, "paid_small=false")
    found = report(plan, games_of(plan))
    text = in_text(found)
    assert text.startswith("Tingle: 6 games by chance, seed 3.")
    assert "paid coin" in text
    assert "paid_small=false instead of the rules: 3 pairs" in text
    written = json.loads(json.dumps(as_json(found), allow_nan=False))
    assert [each["games"] for each in written["variants"]] == [3, 3]
    assert Plan.from_json(written["plan"]) == plan
    one = report(plan, games_of(plan)[:1])
    assert json.dumps(as_json(one), allow_nan=False)
    assert "1 game " in in_text(one)


def test_games_that_are_alike_are_told() -> None:
    plan = plan_of("tink", 2)
    game = play(plan, Job(0, 1))
    assert "Only 1 of 2 games differ" in in_text(report(plan, [game, replace(game, number=2)]))


def test_intervals_hold_what_they_promise() -> None:
    import random

    rng, held = random.Random(1), [0, 0, 0]
    for _ in range(400):
        values = [rng.random() < 0.3 for _ in range(40)]
        others = [value if rng.random() < 0.8 else rng.random() < 0.3 for value in values]
        low, high = proportion(sum(values), 40)[1:]
        held[0] += low <= 0.3 <= high
        low, high = mean([rng.gauss(5.0, 2.0) for _ in range(8)])[1:]
        held[1] += low <= 5.0 <= high
        low, high = paired_proportions(list(zip(values, others, strict=True)))[1:]
        held[2] += low <= 0.0 <= high
    assert all(366 <= count <= 398 for count in held), held


TINK = games.find("tink")


@pytest.mark.parametrize(
    ("rows", "action", "kinds", "piece"),
    [
        ("8/8/8/8/8/8/8/8 A 0,0 0", "Sd4", {"free small": 1}, "small"),
        ("8/8/8/8/3As1As2/8/8/8 A 0,0 2", "Me5-d4-f4", {"medium by trade": 1}, "medium"),
        ("8/8/8/8/3Am1Am2/8/8/8 A 0,0 2", "Le5-d4-f4", {"large by trade": 1}, "large"),
        ("8/8/8/8/3Am1Al2/8/8/8 A 0,0 2", "Le5-d4-f4", {"large moved": 1}, "large"),
        ("8/8/8/8/3Am1Am2/8/8/8 A 0,0 2", "Se5-d4-f4", {"paid small": 1}, "small"),
        ("8/8/8/8/AsAsAl5/8/8/8 A 0,0 2", "Sd4", {"free small": 1, "line with the large": 1}, "small"),
        ("8/8/8/8/AsAsAs5/8/8/8 A 0,0 2", "Sd4", {"free small": 1}, "small"),
    ],
)
def test_placements_of_the_family(rows: str, action: str, kinds: dict[str, int], piece: str) -> None:
    before = TINK.parse_position(rows, TINK.options())
    deed = counting_of(TINK).deed(before, action, TINK.play(before, action))
    assert (deed.kinds, deed.piece) == (kinds, piece)
    assert deed.cells == (action[1:3],)


def test_a_walk_counts_what_it_weakens_and_removes() -> None:
    game = games.find("tinker_tactics")
    text = "2 A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2,B6a6=6,B6b4=3,B8c5=5,B4c6=2,B4d4=1 A 0"
    before = game.parse_position(text, game.options())
    deed = counting_of(game).deed(before, "d3>c4", game.play(before, "d3>c4"))
    assert deed.kinds == {"die weakened": 2, "die removed": 1, "walk hitting several dice": 1}
    assert (deed.piece, deed.cells) == ("d6", ("c4",))
    assert counting_of(game).opening(before, "d3>c4") == "d6=2"


def test_an_exchange_fills_no_cell() -> None:
    game = games.find("tabik")
    before = game.play(game.start(game.options()), "c4+c5")
    swapped = counting_of(game).deed(before, "swap", game.play(before, "swap"))
    assert swapped.kinds == {"swap": 1}
    before = game.play(before, "d5+d4")
    exchange = next(action for action in game.actions(before) if "x" in action)
    deed = counting_of(game).deed(before, exchange, game.play(before, exchange))
    assert (deed.kinds, deed.cells) == ({"exchange": 1}, ())


def test_symmetric_first_actions_are_one_opening() -> None:
    start = TINK.start(TINK.options())
    openings = {counting_of(TINK).opening(start, action) for action in TINK.actions(start)}
    assert openings == {"Sc3", "Sc4", "Sd4"}
    assert first_of_alike("b1+a1", 4) == "a2+a1"


def test_a_game_that_says_nothing_is_counted_plainly() -> None:
    plain, start = PlainCounting(), TINK.start(TINK.options())
    assert plain.deed(start, "--", start).kinds == {"pass": 1}
    assert plain.deed(start, "a1", start).kinds == {"move": 1}
    assert plain.opening(start, "a1") == "a1"
