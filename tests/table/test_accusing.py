"""What speaks against telling that a rule is broken: cells that were not touched, or touched without a word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.belief.belief import Belief
from core.belief.history import History
from core.games import find
from core.verdict import Refused
from kiebitz.judging.accusing import as_touched, is_far_off, suspicion, untouched
from kiebitz.judging.doubts import shown_again

TABIK, TINKER = find("tabik"), find("tinker_tactics")
START = TABIK.start(TABIK.options.of({"board_size": 6}))
BEGUN = TABIK.play(START, TABIK.actions(START)[0])


def breaking(game: Any, position: Any, change: dict[str, str], *touched: str) -> History[Any]:
    """Return a history in which *change* breaks a rule after *position*, and the cells *touched* looked changed."""
    verdict = game.diagnose(position, {**game.contents(position), **change})
    assert isinstance(verdict, Refused)
    return History((position,), change=change, standing=verdict, witnessed=frozenset(touched))


def code(history: History[Any]) -> str:
    assert isinstance(history.standing, Refused)
    return history.standing.objection.code


def free(count: int) -> list[str]:
    """Return cells far from what stands in BEGUN."""
    contents = TABIK.contents(BEGUN)
    return [cell for cell in reversed(TABIK.cells(BEGUN)) if "-" not in cell and contents[cell] == "."][:count]


def stone() -> str:
    contents = TABIK.contents(BEGUN)
    return next(cell for cell, content in contents.items() if content in "bw")


def test_a_stone_that_is_gone_from_a_cell_that_looks_as_it_did_was_misread() -> None:
    history = breaking(TABIK, BEGUN, {stone(): "."})
    assert untouched(TABIK, history) == [stone()]
    assert untouched(TABIK, replace(history, witnessed=frozenset({stone()}))) == []


def test_what_was_misread_does_not_hide_the_rule_that_the_rest_breaks() -> None:
    one, other = free(2)
    history = breaking(TABIK, BEGUN, {stone(): ".", one: "w", other: "b"}, one, other)
    rest = as_touched(TABIK, history)
    assert rest.change == {one: "w", other: "b"}
    assert code(history) == "TB-4"
    assert code(rest) == "TB-5"


def test_where_the_rest_breaks_no_rule_the_history_stays_to_be_asked_about() -> None:
    history = breaking(TABIK, BEGUN, {stone(): "."})
    assert as_touched(TABIK, history) is history


@pytest.mark.parametrize(("content", "other_piece"), [("A6=2", False), ("A4=2", True)])
def test_a_die_that_shows_another_face_need_not_look_changed_much(content: str, other_piece: bool) -> None:
    position = TINKER.deal(TINKER.options.of({}), 3)  # type: ignore[attr-defined]
    cell = next(cell for cell, held in TINKER.contents(position).items() if held[:2] == "A6")
    history = History((position,), change={cell: content})
    assert untouched(TINKER, history) == ([cell] if other_piece else [])


def test_a_rule_is_suspected_if_it_is_likelier_broken_than_not() -> None:
    one, other = free(2)
    broken = breaking(TABIK, BEGUN, {one: "w", other: "b"}, one, other)
    legal = History((BEGUN,), prior=-1.0)
    found = suspicion(Belief(TABIK, [broken, legal]), [], 3.0)
    assert found is not None
    assert found.history is broken
    question = found.carried_by(shown_again([one]))
    assert question.suspected is not None
    assert (question.suspected.code, question.likely) == ("TB-5", True)
    equal = Belief(TABIK, [broken, legal, replace(legal, prior=-0.5), replace(legal, prior=-0.5)])
    assert suspicion(equal, [stone()], 3.0) is None


def test_a_rule_that_is_less_likely_broken_is_carried_by_the_question_whose_cell_tells() -> None:
    one, other = free(2)
    broken = breaking(TABIK, BEGUN, {one: "w", other: "b"}, one, other)
    legal = History((BEGUN,))
    belief = Belief(TABIK, [legal, replace(broken, prior=-2.0)])
    found = suspicion(belief, [one], 3.0)
    assert found is not None
    assert not found.carried_by(shown_again([one])).likely
    assert suspicion(belief, [stone()], 3.0) is None
    assert suspicion(belief, [], 3.0) is None
    assert suspicion(Belief(TABIK, [legal, replace(broken, prior=-4.0)]), [one], 3.0) is None
    assert suspicion(Belief(TABIK, [legal, replace(broken, prior=-2.0, hidden=(one,))]), [one], 3.0) is None


def test_of_two_rules_that_may_be_broken_the_question_carries_the_likelier() -> None:
    one, other = free(2)
    two = breaking(TABIK, BEGUN, {one: "w", other: "b"}, one, other)
    single = replace(breaking(TABIK, BEGUN, {one: "w"}, one), prior=-0.5)
    legal = History((BEGUN,), prior=-0.5)
    found = suspicion(Belief(TABIK, [two, single, legal]), [other], 3.0)
    assert found is not None
    assert (found.objection.code, found.lead > 0.0) == ("TB-5", False)


def test_a_board_with_far_too_many_changes_is_no_broken_rule() -> None:
    assert not is_far_off(TABIK, breaking(TABIK, BEGUN, dict.fromkeys(free(3), "w")))
    assert is_far_off(TABIK, breaking(TABIK, BEGUN, dict.fromkeys(free(9), "w")))
    stones = [cell for cell, content in TABIK.contents(BEGUN).items() if content != "."]
    assert is_far_off(TABIK, breaking(TABIK, BEGUN, dict.fromkeys(stones, ".")))
