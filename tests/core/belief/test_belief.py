"""One belief over the whole game: histories branch with each look, are weighed, merged and found again."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from core.belief.belief import KEPT, REACH_NATS, Belief, Look, branches, fit, kept
from core.belief.board_evidence import BoardSeen
from core.belief.explanation import PRIORS
from core.belief.history import History, Taken, common, in_common
from core.belief.likelihood import rows_of
from core.belief.recovery import recovered
from core.belief.traces import contents_of, nearest_actions
from core.belief.unseen_actions import Start, ways_to
from core.game import dealt
from core.games import find
from core.play.board_setup import with_board
from core.reading import Reading
from core.verdict import Partial, Refused, Still, TakenBack

TINK = find("tink")
START = TINK.start(TINK.options())


OTHER_START = with_board(TINK, TINK.play(START, "Sc3"), {**TINK.contents(TINK.play(START, "Sc3")), "h8": "Am"})

TAKEN = Taken()


def after(*actions: str, start: Any = START) -> Any:
    position = start
    for action in actions:
        position = TINK.play(position, action)
    return position


def line(*actions: str, start: Any = START) -> list[Any]:
    return [after(*actions[:count], start=start) for count in range(len(actions) + 1)]


def board(*actions: str, **contents: str) -> dict[str, str]:
    return {**TINK.contents(after(*actions)), **contents}


def look(
    shown: Mapping[str, str],
    *,
    nats: float = 12.0,
    doubts: Mapping[str, Mapping[str, float]] | None = None,
    covered: Sequence[str] = (),
    changed: Sequence[str] = (),
    compared: bool = True,
) -> Look:
    """Return a look at the board *shown*, read with *nats* for each cell but those in *doubts*."""
    exact = Reading.exact(shown, TINK.alphabet(START), nats)
    alphabet = TINK.alphabet(START)
    doubtful = {cell: {text: row.get(text, -nats) for text in alphabet} for cell, row in (doubts or {}).items()}
    cells = {cell: row for cell, row in {**exact.cells, **doubtful}.items() if cell not in covered}
    rows = rows_of(Reading(cells, frozenset(covered)))
    return Look(
        rows=lambda _frame, _anchor: rows,
        frames=lambda frame, _opener: [(frame, 0.0)],
        changed=lambda _frame: frozenset(changed),
        touched=lambda _frame: frozenset(changed),
        turned=lambda _frame: [],
        compared=compared,
    )


def certain(positions: Sequence[Any]) -> Belief[Any]:
    """Return the belief that the game has gone through *positions* and no other."""
    return Belief(TINK, [History(tuple(positions))])


def seen(belief: Belief[Any], *looks: Look) -> Belief[Any]:
    for each in looks:
        belief = belief.after(each)
    return belief


def test_a_move_that_is_plain_to_see_leads_over_everything_else() -> None:
    belief = seen(certain([START]), look(board("Sc3")))
    assert belief.best.positions == (START, after("Sc3"))
    assert belief.lead() > 8.0


def test_what_a_look_shows_is_explained_once_to_those_who_know_the_same_positions() -> None:
    one = look(board("Sc3"))
    first = one.explained(TINK, (START,), None)
    assert one.explained(TINK, (START,), None) is first
    assert one.explained(TINK, (START,), None, most_actions=2) is not first
    assert one.explained(TINK, (START, after("Sd3")), None) is not first
    assert look(board("Sd3")).explained(TINK, (START,), None).explanations[0].change == {"d3": "As"}


def test_two_moves_that_look_alike_are_both_kept_until_a_look_tells_them_apart() -> None:
    first = look(board("Sc3", c3=".", d3="."), doubts={"c3": {".": -1.0, "As": 0.0}, "d3": {".": -1.0, "As": 0.0}})
    belief = seen(certain([START]), first)
    assert belief.lead() < 1.0
    assert belief.deciding(3.0) in ("c3", "d3")
    assert max(belief.marginal("c3").values()) < 0.7
    belief = seen(belief, look(board("Sd3"), changed=[]))
    assert belief.best.position == after("Sd3")
    assert belief.lead() > 3.0


def test_a_mistake_that_repeats_itself_counts_once() -> None:
    misread = look(board("Sc3"), doubts={"c3": {"Am": 0.0, "As": -4.0}}, changed=[])
    belief = certain(line("Sc3"))
    weights = []
    for _ in range(6):
        belief = belief.after(misread)
        told = next(h for h in belief.histories if h.position == after("Sc3") and h.is_legal)
        weights.append(told.nats)
    assert weights[-1] - weights[0] == pytest.approx(0.0, abs=0.1)


def test_what_changes_its_looks_is_read_anew() -> None:
    belief = certain(line("Sc3"))
    still = seen(belief, look(board("Sc3"), changed=[]), look(board("Sc3", c3="."), changed=[]))
    moved = seen(belief, look(board("Sc3"), changed=[]), look(board("Sc3", c3="."), changed=["c3"]))

    def told(found: Belief[Any]) -> float:
        return next((h.nats for h in found.histories if h.position == after("Sc3") and h.is_legal), -99.0)

    assert told(moved) < told(still) - 5.0


@pytest.mark.parametrize(("compared", "nats", "again"), [(False, 12.0, True), (False, 3.0, False), (True, 12.0, False)])
def test_a_cell_that_says_quite_another_thing_counts_again_where_nothing_is_compared(
    compared: bool, nats: float, again: bool
) -> None:
    misread = {"c3": {"As": 0.0, ".": -nats}}
    belief = certain([START]).after(look(board("Sc3"), doubts=misread, changed=["c3"]))
    bare = next(history for history in belief.histories if history.position == START and history.is_legal)
    (after_bare, *_) = Belief(TINK, [bare]).after(look(board(), compared=compared)).histories
    assert after_bare.position == START
    assert (after_bare.evidence == pytest.approx(bare.evidence)) == again


def test_equal_positions_merge() -> None:
    ways = [History(tuple(line("Sc3", "Sd4"))), History(tuple(line("Sc3", "Sd4")), prior=-1.0)]
    belief = seen(Belief(TINK, ways), look(board("Sc3", "Sd4")))
    keys = [(h.position, tuple(h.change.items())) for h in belief.histories]
    assert len(keys) == len(set(keys))


def test_a_story_that_is_thought_of_again_counts_once_and_another_way_to_its_position_as_well() -> None:
    one = History(tuple(line("Sc3", "Sd4", "Se5")))
    again = replace(one, prior=-1.0)
    other = History((START, *line("Se5", "Sd4", "Sc3")[1:-1], one.position))
    (alone,) = kept([one, again, one], one)
    assert alone.nats == pytest.approx(0.0)
    (both,) = kept([one, other], one)
    assert both.positions == one.positions
    assert both.nats == pytest.approx(math.log(2))


def test_no_more_histories_are_kept_than_promised_and_none_out_of_reach() -> None:
    vague = {cell: {".": 0.0, "As": -0.1} for cell in board()}
    belief = seen(certain([START]), look(board(), doubts=vague), look(board(), doubts=vague))
    assert 1 < len(belief.histories) <= KEPT
    assert belief.best.nats - belief.histories[-1].nats < REACH_NATS


def test_a_broken_rule_stands_until_it_is_put_right() -> None:
    belief = seen(certain(line("Sc3")), look(board("Sc3", e5="As")))
    assert isinstance(belief.best.standing, Refused)
    assert belief.best.change == {"e5": "As"}
    belief = seen(belief, look(board("Sc3", e5="As")))
    assert belief.best.looks == 1
    belief = seen(belief, look(board("Sc3")))
    assert isinstance(belief.best.standing, Still)
    assert belief.best.position == after("Sc3")


def test_a_piece_that_was_misread_before_is_no_part_of_what_breaks_a_rule() -> None:
    medium = {"c3": {"Am": 0.0, "As": -8.0}}
    belief = seen(certain([START]), look(board("Sc3"), doubts=medium, changed=["c3"]))
    for actions in (("Sc3", "Sh7"), ("Sc3", "Sh7", "Sf3")):
        belief = seen(belief, look(board(*actions), doubts=medium, changed=[actions[-1][1:]]))
        assert belief.best.position == after(*actions)
    belief = seen(belief, look(board(*actions, h7=".", b7="Bs"), doubts=medium, changed=["h7", "b7"]))
    assert belief.best.change == {"b7": "Bs", "h7": "."}
    assert isinstance(belief.best.standing, Refused)
    assert belief.best.standing.objection.code == "GW-7"


@pytest.mark.parametrize("changed", [[], ["c3"]])
def test_only_where_a_misread_piece_looks_changed_it_may_have_been_exchanged(changed: list[str]) -> None:
    medium = {"c3": {"Am": 0.0, "As": -4.0}}
    belief = seen(certain(line("Sc3", "Sh7")), look(board("Sc3", "Sh7"), doubts=medium, changed=["c3"]))
    again = look(board("Sc3", "Sh7"), doubts=medium, changed=changed)
    found = branches(TINK, next(history for history in belief.histories if history.is_legal), again, PRIORS)
    assert any(history.change == {"c3": "Am"} for history in found) is bool(changed)


def test_an_unfinished_move_is_no_broken_rule() -> None:
    moves = ("Sc3", "Sg7", "Sd4", "Sh8")
    belief = seen(certain(line(*moves)), look(board(*moves, c3=".", d4=".")))
    assert isinstance(belief.best.standing, Partial)


def test_a_take_back_shortens_the_history() -> None:
    belief = seen(certain(line("Sc3", "Sd4")), look(board("Sc3")))
    assert belief.best.positions == tuple(line("Sc3"))
    assert belief.best.undone == 1


def test_what_is_hidden_is_named() -> None:
    belief = seen(certain([START]), look(board("Sc3", "Sd4"), covered=["c3"], doubts={"d4": {"Bs": 0.0}}))
    assert "c3" in belief.best.hidden


def test_as_much_is_agreed_as_all_histories_have_in_common() -> None:
    doubt = look(board("Sc3", "Sd4"), doubts={"d4": {".": -0.2, "Bs": 0.0}})
    belief = seen(certain([START]), doubt)
    assert belief.lead() < 3.0
    assert list(belief.agreed(3.0)) == line("Sc3")


def test_of_equal_boards_the_one_most_like_what_was_told_is_preferred() -> None:
    one, other = line("Sc3", "Sd4", "Se5"), line("Se5", "Sd4", "Sc3")
    belief = Belief(TINK, [History(tuple(other)), History(tuple(one), prior=-0.5)])
    assert belief.preferring(one[:2]).best.positions == tuple(one)


def test_common_counts_equal_positions_from_the_start_on() -> None:
    assert common(line("Sc3", "Sd4"), line("Sc3", "Sd5")) == 2
    assert common(line("Sc3"), line("Sc3", "Sd4")) == 2
    assert common([], line("Sc3")) == 0


def test_the_evidence_is_the_fit_of_the_board() -> None:
    shown = look(board("Sc3"))
    (played, *_) = sorted(branches(TINK, History((START,)), shown, PRIORS), key=lambda h: -h.nats)
    assert played.evidence == pytest.approx(fit(shown.rows(None, None), board("Sc3")))
    assert played.prior == pytest.approx(PRIORS.action)


def test_starts_that_differ_do_not_stand_in_the_way_of_the_moves() -> None:
    likely = History((after("Sc3"),), taken=TAKEN)
    belief = seen(
        Belief(TINK, [likely, replace(likely, positions=(OTHER_START,), evidence=-0.5)]), look(board("Sc3", "Sd4"))
    )
    assert belief.lead() > 5.0
    assert belief.deciding(3.0) is None
    assert belief.taking_as([OTHER_START], 20.0).best.positions[0] == OTHER_START
    assert belief.taking_as([OTHER_START], 3.0).best.positions[0] == after("Sc3")


def test_games_from_different_starts_have_in_common_what_was_played_likewise() -> None:
    one, other = (line("Sd4", "Sd5", start=start) for start in (after("Sc3"), OTHER_START))
    assert in_common(TINK, one, other) == 3
    assert in_common(TINK, one, line("Sd4", "Se5", start=OTHER_START)) == 2
    assert in_common(TINK, one, one[:2]) == 2


def test_a_take_back_behind_another_is_as_likely_as_an_action() -> None:
    told = seen(certain([START]), *(look(board(*("Sc3", "Sg7", "Sd4")[:n])) for n in (1, 2, 3)))
    back = seen(Belief(TINK, [replace(told.best, prior=0.0)]), look(board("Sc3", "Sg7"))).best
    assert (back.goes_back, back.prior) == (True, PRIORS.taken_back)
    again = seen(Belief(TINK, [back]), look(board("Sc3"))).best
    assert again.prior - back.prior == pytest.approx(PRIORS.action)
    on = seen(Belief(TINK, [again]), look(board("Sc3", "Sg8"))).best
    assert not on.goes_back


def test_games_in_which_a_later_board_was_taken_otherwise_have_in_common_what_was_played_likewise() -> None:
    boards = (board("Sc3", e5="Bm"), board("Sc3", e5="Bl"))
    ways = [
        [START, after("Sc3"), *line("Sd4", "Sd5", start=with_board(TINK, after("Sc3"), taken, to_move="A"))]
        for taken in boards
    ]
    assert in_common(TINK, *ways) == 5
    assert in_common(TINK, ways[0], [*ways[1][:3], with_board(TINK, ways[1][2], boards[1], to_move="B")]) == 3
    one, other = (
        History(tuple(way), taken=Taken(2), evidence=nats) for way, nats in zip(ways, (0.0, -0.5), strict=True)
    )
    belief = Belief(TINK, [one, other])
    assert belief.lead() == math.inf
    assert belief.deciding(3.0) is None
    assert belief.taking_as(ways[1], 3.0).best is other
    assert one.back_to(3).taken is not None
    assert one.back_to(2).taken is None


def test_dice_that_are_turned_from_values_in_doubt_have_gone_the_same_way() -> None:
    dice = find("tinker_tactics")
    starts = [
        dice.parse_position(f"2 A8a1=8,A4a3={a},A4d1=2,A6d2=1,B6a5=5,B6a6=5,B4c4={b} B 0", dice.options())
        for a, b in ((2, 2), (3, 3))
    ]
    one, other = ([start, dice.play(start, "a5>a4")] for start in starts)
    assert {dice.contents(line[1])["a3"] for line in (one, other)} == {"A4=1", "A4=2"}
    assert in_common(dice, one, other) == 2
    likely, less = History(tuple(one), taken=TAKEN), History(tuple(other), taken=TAKEN, evidence=-0.5)
    belief = Belief(dice, [likely, less])
    assert belief.lead() == math.inf
    assert belief.deciding(3.0) is None
    assert belief.agreed(3.0) == likely.positions


# -- what nobody thought of


def found(told: Sequence[Any], *looks: Look) -> Belief[Any]:
    before = certain(told)
    for each in looks:
        now = before.after(each)
        before = recovered(before, now, each)
    return before


FIVE = ("Sc3", "Sg7", "Sd4", "Sh8", "Se6")


def test_five_unseen_moves_are_found() -> None:
    belief = found([START], look(board(*FIVE)))
    assert contents_of(TINK, belief.best.position) == board(*FIVE)
    assert belief.best.position.to_move == "B"
    assert not belief.best.put


SPENT = ("Sf6", "Sa1", "Sg7", "Sb1", "Mg6-f6-g7")
"""The small on g7 is placed and spent, as it might have been on many other cells."""


def test_a_piece_that_was_placed_and_spent_unseen_is_found() -> None:
    belief = found(line(*SPENT[:2]), look(board(*SPENT)))
    assert contents_of(TINK, belief.best.position) == board(*SPENT)
    assert len(belief.best.positions) == 6
    assert not belief.best.put


def test_a_board_that_was_taken_as_it_stands_does_not_hide_how_it_came_about() -> None:
    told = line(*SPENT[:2])
    taken = with_board(TINK, told[-1], board(*SPENT), to_move="B")
    before = Belief(TINK, [History(tuple(told)), History((*told, taken), put=True, prior=-4.0)])
    shown = look(board(*SPENT))
    ways = recovered(before, before.after(shown), shown).histories
    assert any(len(way.positions) == 6 and not way.put and way.is_legal for way in ways)


def test_a_board_as_it_stands_goes_on_from_what_was_in_order_rather_than_from_what_was_read_askew() -> None:
    actions = ("Sc3", "Sd4", "Sg2", "Sc8", "Sb5", "Sd2", "Sa7", "Md3-d2-d4")
    told = line(*actions[:3])
    askew = with_board(TINK, told[-1], {**TINK.contents(START), "d3": "As", "e4": "Bs", "h2": "As"}, to_move="B")
    before = Belief(TINK, [History((*told, askew), put=True, prior=-30.0)])
    shown = look(board(*actions))
    best = recovered(before, before.after(shown), shown, earlier=[History(tuple(told), prior=-8.0)]).best
    assert best.put
    assert best.positions[:-1] == tuple(told)
    assert TINK.contents(best.position) == board(*actions)


def test_a_piece_that_is_misread_among_unseen_moves_does_not_hide_them() -> None:
    belief = found([START], look(board(*FIVE), doubts={"g7": {".": 0.0, "Bs": -1.0}}))
    assert contents_of(TINK, belief.best.position) == board(*FIVE)


def test_a_move_that_was_read_wrong_is_put_right() -> None:
    first = look(board("Sc3", c3=".", c4="."), doubts={"c4": {"As": 0.0, ".": -1.5}, "c3": {".": 0.0, "As": -3.0}})
    before = certain([START]).after(first)
    assert before.best.position == after("Sc4")
    second = look(board("Sc3"))
    belief = recovered(before, before.after(second), second)
    assert belief.best.positions == (START, after("Sc3"))


def test_the_action_that_is_taken_back_was_the_last_one_whatever_order_was_told() -> None:
    best = found(line("Sc3", "Sg7", "Sd4"), look(board("Sd4", "Sg7"))).best
    assert list(best.positions) == line("Sd4", "Sg7")
    assert best.is_legal
    assert best.undone == 1


def test_of_moves_seen_one_by_one_only_the_last_is_taken_back() -> None:
    belief = seen(certain([START]), *(look(board(*["Sc3", "Sg7", "Sd4"][:count])) for count in (1, 2, 3)))
    away = look(board("Sd4", "Sg7"))
    best = recovered(belief, belief.after(away), away).best
    assert isinstance(best.standing, Refused)
    assert best.standing.objection.code == "GW-2"


@pytest.mark.parametrize("reply", [[], ["Sf4"]])
def test_a_player_may_think_again_before_the_opponent_moves(reply: list[str]) -> None:
    belief = found(line("Se5", "Sd4", "Sh8"), look(board("Se5", "Sd4", "Sd6", *reply), changed=["h8", "d6", "f4"]))
    assert list(belief.best.positions) == line("Se5", "Sd4", "Sd6", *reply)
    assert belief.best.undone == 1
    assert belief.lead() > 3.0
    broken = [history for history in belief.histories if isinstance(history.standing, Refused)]
    assert broken, "that a rule was broken stays possible"


def test_nobody_thinks_again_about_an_earlier_move() -> None:
    belief = found(line("Se5", "Sd4", "Sh8"), look(board("Se5", "Sc6", "Sh8"), changed=["d4", "c6"]))
    assert isinstance(belief.best.standing, Refused)
    assert belief.best.standing.objection.code == "GW-7"


def test_a_board_that_no_moves_lead_to_is_taken_as_it_stands() -> None:
    strange = board(*FIVE, c3=".", d4=".", e6=".", a1="Bs", b1="Am", c1="Am", d1="Bm", h1="Al", f2="Bm")
    belief = found(line(*FIVE), look(strange))
    assert belief.best.put
    assert contents_of(TINK, belief.best.position) == strange
    stands = belief.after(look(strange))
    assert stands.best.put
    assert stands.best.looks == 1


def test_a_board_that_was_turned_is_known_again() -> None:
    right = look(board(*FIVE)).rows(None, None)
    wrong = look({**board(), "f6": "As", "b2": "Bs", "e5": "As", "a1": "Bs", "d3": "As"})
    turned = replace(
        wrong,
        rows=lambda frame, anchor: right if frame == "half" else wrong.rows(frame, anchor),
        turned=lambda frame: [("half", -4.0)] if frame is None else [],
    )
    belief = found(line(*FIVE), turned)
    assert belief.best.frame == "half"
    assert belief.best.positions == tuple(line(*FIVE))


def test_a_board_that_was_turned_is_known_again_though_a_piece_is_misread_for_good() -> None:
    def turned_look(shown: Mapping[str, str]) -> Look:
        """Return a look at a board that is *shown* if it has been turned by half, with a small read as a medium."""
        misread = {"c3": {"Am": 0.0, "As": -8.1}}
        as_it_lies = look({cell: shown[f"{'hgfedcba'['abcdefgh'.index(cell[0])]}{9 - int(cell[1])}"] for cell in shown})
        right = look(shown, doubts=misread).rows(None, None)
        return replace(
            as_it_lies,
            rows=lambda frame, anchor: right if frame == "half" else as_it_lies.rows(frame, anchor),
            turned=lambda frame: [("half", -6.0)] if frame is None else [(None, -6.0)],
            compared=False,
        )

    belief = found(line(*FIVE), turned_look(board(*FIVE)), turned_look(board(*FIVE, "Sa5")))
    assert {history.frame for history in belief.close(6.0)} == {"half"}
    assert belief.best.positions == tuple(line(*FIVE, "Sa5"))


def test_what_is_read_on_a_turned_board_adds_to_what_was_read_before() -> None:
    doubts = {"c3": {"Am": 0.0, "As": -2.0}}
    as_before = look(board(*FIVE), doubts=doubts)
    wrong = look({**board(), "f6": "As", "b2": "Bs", "e5": "As", "a1": "Bs", "d3": "As"})
    turned = replace(
        wrong,
        rows=lambda frame, anchor: (as_before if frame == "half" else wrong).rows(frame, anchor),
        turned=lambda frame: [("half", -4.0)] if frame is None else [],
    )
    told = line(*FIVE)
    assert found(told, as_before, as_before).best.evidence == pytest.approx(-2.0)
    belief = found(told, as_before, turned)
    assert (belief.best.frame, belief.best.position) == ("half", told[-1])
    assert belief.best.evidence == pytest.approx(-4.0)


def test_a_bare_board_is_never_taken_to_be_turned() -> None:
    bare = replace(look(board(a1="As")), turned=lambda _frame: [("half", 0.0)])
    assert all(history.frame is None for history in found([START], bare).histories)


def test_a_start_that_was_read_wrong_is_put_right_and_one_that_was_given_is_not() -> None:
    told = line("Sd4", "Sd5", start=OTHER_START)
    shown = look(board("Sc3", "Sd4", "Sd5", "Se6"))
    first = look(TINK.contents(OTHER_START), doubts={"h8": {"Am": 0.0, ".": -2.0}})
    for read in (True, False):
        before = Belief(TINK, [History(tuple(told), taken=TAKEN if read else None, read={"h8": 0.0})])
        start = BoardSeen.in_look(first.rows(None, None))
        for _ in range(3):
            before = recovered(before, before.after(shown), shown, seen=start)
            start = start.after(TINK, before.best, shown)
        assert (before.best.positions == tuple(line("Sd4", "Sd5", "Se6", start=after("Sc3")))) is read


def test_ways_are_as_short_as_can_be() -> None:
    explained = next(iter(branches(TINK, History((START,)), look(board(*FIVE[:3])), PRIORS))).explained
    assert explained is not None
    way = ways_to(TINK, [Start(START, explained)], longest=6, cell_nats=12.0)[0]
    assert len(way.actions) == 3
    assert TINK.contents(way.position) == board(*FIVE[:3])


def test_the_nearest_legal_actions_share_something_with_what_was_done() -> None:
    moves = ("Sc3", "Sg7", "Sd4", "Sh8")
    nearest = nearest_actions(TINK, after(*moves), {"c4": "Am", "c3": "."})
    assert nearest[0] == "Mc4-c3-d4"
    assert nearest_actions(TINK, after("Sc3"), {"e5": "As"}) == ()


def test_what_breaks_a_rule_is_known_by_the_cells_that_looked_changed_when_it_came_about() -> None:
    wrong = board("Sc3", d4="As")
    came = seen(certain([START, after("Sc3")]), look(wrong, changed=["d4"]))
    assert came.best.witnessed == {"d4"}
    assert seen(came, look(wrong, changed=[])).best.witnessed == {"d4"}
    assert seen(certain([START, after("Sc3")]), look(wrong, changed=[])).best.witnessed == frozenset()


@pytest.mark.parametrize("name", ["tink", "tabik", "tinker_tactics"])
def test_as_many_plies_are_taken_back_as_there_are_positions_though_some_were_not_seen(name: str) -> None:
    game = find(name)
    start = game.start(game.options()) if name != "tinker_tactics" else dealt(game, game.options(), seed=1)
    gone_on = start
    for _ in range(3):
        gone_on = game.play(gone_on, game.actions(gone_on)[0])
    verdict = game.diagnose(gone_on, game.contents(start), [start])
    assert verdict == TakenBack(1)
