"""One belief over the whole game: histories branch with each look, are weighed, merged and found again."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from core.belief.belief import KEPT, Belief, kept
from core.belief.branching import REACH_NATS, branches
from core.belief.explanation import PRIORS
from core.belief.history import History, Taken, in_common
from core.games import find
from core.play.board_setup import with_board
from core.verdict import Refused
from tests.core.belief.stories import OTHER_START, START, TAKEN, TINK, after, board, certain, line, look, seen


def test_two_moves_that_look_alike_are_both_kept_until_a_look_tells_them_apart() -> None:
    first = look(board("Sc3", c3=".", d3="."), doubts={"c3": {".": -1.0, "As": 0.0}, "d3": {".": -1.0, "As": 0.0}})
    belief = seen(certain([START]), first)
    assert belief.lead() < 1.0
    assert belief.deciding(3.0) in ("c3", "d3")
    assert max(belief.marginal("c3").values()) < 0.7
    belief = seen(belief, look(board("Sd3"), changed=[]))
    assert belief.best.position == after("Sd3")
    assert belief.lead() > 3.0


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


def test_as_much_is_agreed_as_all_histories_have_in_common() -> None:
    doubt = look(board("Sc3", "Sd4"), doubts={"d4": {".": -0.2, "Bs": 0.0}})
    belief = seen(certain([START]), doubt)
    assert belief.lead() < 3.0
    assert list(belief.agreed(3.0)) == line("Sc3")


def test_of_equal_boards_the_one_most_like_what_was_told_is_preferred() -> None:
    one, other = line("Sc3", "Sd4", "Se5"), line("Se5", "Sd4", "Sc3")
    belief = Belief(TINK, [History(tuple(other)), History(tuple(one), prior=-0.5)])
    assert belief.preferring(one[:2]).best.positions == tuple(one)


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
