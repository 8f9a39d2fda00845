"""A playtest says in plain sentences what its figures show, no more, and which change would even a game out."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from core import games
from playtest.evening import Evening, changes_to_try, evening, jobs_again
from playtest.intervals import Estimate, proportion
from playtest.measures import Group, Measure
from playtest.plan import MOST_GAMES, Job, Plan, variants_of
from playtest.play import Played, play
from playtest.summary import Figure, Summary
from playtest.verdicts import HALVES_ALIKE, evened, verdicts
from tests.added import EVERY


def told(*figures: Figure, games: int = 200, leads: Sequence[Estimate | None] = (None,) * 9) -> list[str]:
    return [*verdicts(Summary("the rules", games, games, figures, (1,) * games, 1, 1, (), {}, tuple(leads)))]


def scores(points: float, seats: int, games: int = 200) -> list[Figure]:
    shares = [points, *[(games - points) / (seats - 1)] * (seats - 1)]
    return [
        Figure(
            Measure("Who wins", f"{seat} player's score", "mean", lambda _: 0.0, is_score=True),
            proportion(share, games),
        )
        for seat, share in zip(("first", "second", "third"), shares, strict=False)
    ]


@pytest.mark.parametrize(
    ("points", "seats", "said"),
    [
        (130, 2, "Going first is an advantage: 65 % of the points (58 % to 71 %), where 50 % is even."),
        (70, 2, "Going first is a disadvantage: 35 %"),
        (105, 2, "No advantage or disadvantage of going first shows: 52 %"),
        (105, 3, "Going first is an advantage: 52 % of the points (46 % to 59 %), where 33 % is even."),
    ],
)
def test_going_first_is_judged_by_its_interval(points: float, seats: int, said: str) -> None:
    (sentence,) = told(*scores(points, seats))
    assert sentence.startswith(said)


@pytest.mark.parametrize(
    ("group", "name", "share", "games", "said"),
    [
        ("Clauses", "paid small", proportion(0, 200), 200, "A dead clause: “paid small” (R7) never"),
        ("Clauses", "paid small", proportion(0, 20), 20, "“paid small” (R7) did"),
        ("Clauses", "paid small", Estimate(0.01, 0.001, 0.03), 200, None),
        ("Endings", "ply_limit", proportion(0, 200), 200, None),
    ],
    ids=["dead", "too few games", "applied", "a limit that is no rule"],
)
def test_a_clause_is_called_dead_only_after_games_enough(
    group: Group, name: str, share: Estimate, games: int, said: str | None
) -> None:
    sentences = told(Figure(Measure(group, name, "share", lambda _: 0.0, "R7"), share), games=games)
    assert [each.startswith(said or "") for each in sentences] == ([True] if said else [])


@pytest.mark.parametrize(
    ("wins", "seats", "said"),
    [
        (
            186,
            2,
            "A runaway leader: whoever is ahead halfway takes 93 % (89 % to 96 %) of the points, where 75 %",
        ),
        (150, 2, "No runaway leader shows: whoever is ahead halfway takes 75 %"),
        (110, 2, "No runaway leader, the second half decides: whoever is ahead halfway takes 55 %"),
        (
            150,
            3,
            "A runaway leader: whoever is ahead halfway takes 75 % (69 % to 80 %) of the points, where 64 %",
        ),
    ],
)
def test_a_runaway_leader_is_named_by_its_interval(wins: int, seats: int, said: str) -> None:
    sentence = told(*scores(200 / seats, seats), leads=[proportion(wins, 200)] * 9)[1]
    assert sentence.startswith(said)


def test_it_is_said_from_when_on_a_game_is_decided() -> None:
    leads = [proportion(wins, 200) for wins in (110, 130, 185, 150, 160, 170, 181, 190, 198)]
    *_, sentence = told(*scores(100, 2), leads=leads)
    assert sentence.startswith("From 70 % of a game on, whoever is ahead takes nine tenths")
    *_, sentence = told(*scores(100, 2), leads=[proportion(120, 200)] * 9)
    assert "nine tenths" not in sentence


def test_nobody_is_said_to_lead_where_nobody_judged() -> None:
    assert len(told(*scores(100, 2))) == 1


@pytest.mark.parametrize("players", HALVES_ALIKE)
def test_halves_that_are_alike_leave_the_leader_what_is_said(players: int) -> None:
    rng, stayed, walks = random.Random(5), 0, 4000
    for _ in range(walks):
        half = [rng.gauss(0, 1) for _ in range(players)]
        whole = [each + rng.gauss(0, 1) for each in half]
        stayed += max(range(players), key=half.__getitem__) == max(range(players), key=whole.__getitem__)
    expected = HALVES_ALIKE[players]
    assert abs(stayed / walks - expected) < 4 * math.sqrt(expected * (1 - expected) / walks)


TABIK = games.find("tabik")
PLAN = Plan("tabik", 200, variants_of("tabik", TABIK.options(), ("pie_rule=false", "board_size=7"), 300))


def games_of(variant: int, wins: int, of: int = 200, *, first: int = 0, drawn: int = 0) -> list[Played]:
    """Return made-up games: *wins* for the first player, spread over the numbers alike in every variant."""
    blank = Played(variant, 0, "", ("a",) * 10, "", False, (0.0, 1.0), 2.0, "", {}, {}, {})
    order = [(number * 67) % of for number in range(of)]
    return [
        replace(
            blank,
            number=first + number + 1,
            drawn=place >= of - drawn,
            scores=(0.5, 0.5) if place >= of - drawn else (1.0, 0.0) if place < wins else (0.0, 1.0),
            actions=(str(variant),),
        )
        for number, place in enumerate(order)
    ]


def found(*played: Sequence[Played]) -> Evening:
    told = evening(PLAN, [game for some in played for game in some])
    assert told
    return told


def fresh(variant: int, wins: int, *, drawn: int = 0) -> list[Played]:
    return games_of(variant, wins, first=MOST_GAMES, drawn=drawn)


@pytest.mark.usefixtures("added_games")
@pytest.mark.parametrize("name", EVERY)
def test_every_option_with_other_choices_is_tried_and_every_change_can_be_played(name: str) -> None:
    game = games.find(name)
    options = game.options()
    changes = changes_to_try(options)
    tried = {change.partition("=")[0] for change in changes}
    chosen = {option.name for option in options.declared() if option.form.choices} - {"first_player"}
    assert chosen <= tried
    assert not tried & {"players", "first_player", "ply_limit"}
    variants = variants_of(name, options, changes, 40)
    for number in range(len(variants)):
        assert play(Plan(name, 1, variants), Job(number, 1)).actions


def test_numbers_are_tried_one_up_and_one_down_within_their_limits() -> None:
    assert {"board_size=7", "board_size=9"} < set(changes_to_try(TABIK.options()))
    smallest = changes_to_try(TABIK.options.of({"board_size": 2}))
    assert "board_size=3" in smallest
    assert "board_size=1" not in smallest


def test_changes_are_ranked_by_how_near_they_come_to_an_equal_share() -> None:
    told = found(games_of(0, 140), games_of(1, 90), games_of(2, 112))
    assert [tried.label for tried in told.ranked] == ["board_size=7", "pie_rule=false"][::-1]
    assert told.best
    assert told.best.label == "pie_rule=false"
    assert [*jobs_again(PLAN, told)][:2] == [Job(0, MOST_GAMES + 1), Job(1, MOST_GAMES + 1)]
    assert told.ranked[0].difference.value == pytest.approx(-0.25)


def test_what_is_said_of_the_best_rests_on_new_games_alone() -> None:
    base = (games_of(0, 140), games_of(1, 100), games_of(2, 120))
    assert "not played again" in " ".join(evened(found(*base)))
    told = " ".join(evened(found(*base, fresh(0, 130), fresh(1, 105))))
    shares = "from 65 % (58 % to 71 %) to 52 % (46 % to 59 %), in new games (200 each)"
    assert f"With pie_rule=false the first player's share falls {shares}; of the changes tried (2), no other" in told
    told = " ".join(evened(found(*base, fresh(0, 130), fresh(1, 132))))
    assert "came nearest to 50 %, but by luck. With it the first player's share goes from 65 %" in told
    told = " ".join(evened(found(*base, fresh(0, 112), fresh(1, 110))))
    assert "So small a difference may be chance" in told


def test_draws_that_even_a_game_out_are_told() -> None:
    told = found(games_of(0, 140), games_of(1, 50, drawn=100), games_of(2, 150), fresh(0, 140), fresh(1, 50, drawn=100))
    assert "Much of that is draws: 50 % of games instead of 0 %." in [*evened(told)]


def test_an_even_game_and_changes_that_do_not_help_are_called_so() -> None:
    even = found(games_of(0, 104), games_of(1, 101), games_of(2, 110))
    assert not [*jobs_again(PLAN, even)]
    assert "Nothing needs evening out, as far as the games played (200) show." in [*evened(even)]
    worse = found(games_of(0, 130), games_of(1, 140), games_of(2, 150))
    assert not [*jobs_again(PLAN, worse)]
    assert "None of the changes tried (2) brought the first player's share nearer to 50 %." in [*evened(worse)]


def test_nothing_is_found_before_every_change_has_been_played() -> None:
    assert evening(PLAN, games_of(0, 100) + games_of(1, 100)) is None
