"""The referee with a perfect eye, a blurred one and a blocked one: what a correction makes of a look."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from core.belief.referee import judge
from core.games import find
from core.grid import GridPosition
from core.reading import Reading, gather
from core.verdict import Played, Refused, Still, TakenBack, Unclear
from tests.added.games.toy import GAME as TOY

TABIK, TINK = find("tabik"), find("tink")
START = TOY.start(TOY.options())
LETTERS = TOY.alphabet(START)


def seen(row: str, nats: float = 20.0, **rows: Mapping[str, float]) -> Reading:
    """Return a reading of *row*, with the likelihoods of some cells replaced by *rows*."""
    return Reading({**Reading.exact(TOY.parse_contents(row), LETTERS, nats).cells, **rows})


def position(row: str, ply: int) -> GridPosition:
    return TOY.parse_position(f"{row} {'AB'[ply % 2]} {ply}", TOY.options())


def without(reading: Reading, *cells: str) -> Reading:
    return Reading({c: r for c, r in reading.cells.items() if c not in cells}, frozenset(cells))


MIDDLE = position("As1Bs2", 2)


@pytest.mark.parametrize("action", TOY.actions(MIDDLE))
def test_a_sharp_reading_gives_the_action_and_a_blurred_one_less_margin(action: str) -> None:
    after = TOY.contents(TOY.play(MIDDLE, action))
    sharp = judge(TOY, MIDDLE, Reading.exact(after, LETTERS))
    blurred = judge(TOY, MIDDLE, Reading.exact(after, LETTERS, nats=6.0))
    assert isinstance(sharp, Played)
    assert isinstance(blurred, Played)
    assert sharp.actions == blurred.actions == (action,)
    assert sharp.margin_nats > blurred.margin_nats > 3.0


def test_a_confusable_cell_is_asked_about() -> None:
    reading = seen("As1BsAs1", d1={".": -1.0, "As": 0.0, "Bs": -9.0})
    verdict = judge(TOY, MIDDLE, reading)
    assert isinstance(verdict, Unclear)
    assert verdict.cells == ("d1",)
    assert verdict.message == "Please show me d1 again."
    assert verdict.candidates == ("d1",)


def test_more_frames_of_a_still_table_are_no_more_than_one_look() -> None:
    reading = seen("As1BsAs1", d1={".": -2.5, "As": 0.0, "Bs": -4.0})
    assert isinstance(judge(TOY, MIDDLE, reading), Unclear)
    assert isinstance(judge(TOY, MIDDLE, gather([reading] * 3)), Unclear)


def test_a_take_back_is_found_in_the_history() -> None:
    history = [START, position("As4", 1)]
    assert judge(TOY, MIDDLE, seen("As4"), history=history) == TakenBack(1)
    assert judge(TOY, MIDDLE, seen("5"), history=history) == TakenBack(2)


def test_a_broken_rule_is_refused_only_when_every_cell_is_sure() -> None:
    verdict = judge(TOY, MIDDLE, seen("AsAsBsAs1"))
    assert isinstance(verdict, Refused)
    assert verdict.objection.code == "GRID-1"
    unsure = seen("AsAsBsAs1", d1={".": -4.0, "As": 0.0, "Bs": -2.0})
    assert isinstance(judge(TOY, MIDDLE, unsure), Unclear)


def test_a_covered_cell_says_nothing() -> None:
    assert judge(TOY, MIDDLE, without(seen("AsAsBsAs1"), "b1", "d1")) == Still()
    # e1 is new and a1 out of sight: e1 or a1-e1? No verdict, and the hidden cell is named.
    verdict = judge(TOY, MIDDLE, without(seen("As1Bs1As"), "a1"))
    assert isinstance(verdict, Unclear)
    assert "a1" in verdict.cells


def test_a_piece_that_does_not_exist_is_read_as_its_neighbour_in_likelihood() -> None:
    crowded = position("AsAs1As1", 1)
    reading = seen("AsAs1AsAs", e1={".": -9.0, "As": 0.0, "Bs": -1.0})
    assert not isinstance(judge(TOY, crowded, reading), Refused)


def test_gathering_averages_frames_and_keeps_track_of_cover() -> None:
    one, other = (Reading({"a1": {".": 0.0, "As": nats}}) for nats in (-2.0, -4.0))
    assert gather([one, other, one, other]).cells["a1"]["As"] == pytest.approx(-3.0)
    hidden = Reading({}, frozenset({"a1"}))
    assert gather([one, hidden, hidden]).covered == {"a1"}
    assert gather([one, one, hidden]).cells["a1"]["As"] == pytest.approx(-2.0)


def test_a_rod_behind_its_stones_may_stay_unseen_and_a_stone_may_not() -> None:
    start = TABIK.start(TABIK.options())
    after = Reading.exact(TABIK.contents(TABIK.play(start, "c3+d3")), TABIK.alphabet(start))
    verdict = judge(TABIK, start, without(after, "c3-d3"))
    assert isinstance(verdict, Played)
    assert verdict.actions == ("c3+d3",)
    assert isinstance(judge(TABIK, start, without(after, "d3")), Unclear)


def test_two_quick_actions_that_leave_the_same_board_in_either_order_are_no_question() -> None:
    start = TABIK.start(TABIK.options())
    after = TABIK.play(TABIK.play(start, "c3+d3"), "f6+f7")
    verdict = judge(TABIK, start, Reading.exact(TABIK.contents(after), TABIK.alphabet(start)))
    assert isinstance(verdict, Played)
    assert sorted(verdict.actions) == ["c3+d3", "f6+f7"]


def test_a_few_missed_moves_are_made_up_for_and_many_are_asked_about() -> None:
    actions = ["Sc3", "Sd4", "Se3", "Sf6", "Sa1", "Sh8", "Sb7"]
    here = start = TINK.start(TINK.options())
    for count, action in enumerate(actions, start=1):
        here = TINK.play(here, action)
        verdict = judge(TINK, start, Reading.exact(TINK.contents(here), TINK.alphabet(start)))
        if count <= 4:
            assert isinstance(verdict, Played)
            assert sorted(verdict.actions) == sorted(actions[:count])
        else:
            assert isinstance(verdict, Unclear)
