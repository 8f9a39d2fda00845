"""Rules of the table as functions: what speaks against a broken rule, which actions are told, faults of a start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from core.belief.belief import Belief
from core.belief.history import History
from core.game import Game
from core.games import find
from core.reading import Reading
from core.verdict import Objection, Refused
from kiebitz.judging.accusing import as_touched, is_far_off, suspicion, untouched
from kiebitz.judging.doubts import shown_again
from kiebitz.table.events import Event, narrate
from kiebitz.table.rules import following, setting_up
from kiebitz.table.rules.playing import all_played
from kiebitz.table.rules.retelling import rewritten
from kiebitz.table.state import TableState, Terms

TINK, TABIK, TINKER = find("tink"), find("tabik"), find("tinker_tactics")
START = TINK.start(TINK.options())
BEGUN = TABIK.play(TABIK.start(TABIK.options.of({"board_size": 6})), "a1+a2")


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


DEAL = "2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0"


def told(game: Game[Any], *positions: Any) -> TableState[Any]:
    """Return the state of a table at which *positions* were told."""
    return TableState.begun(Terms(game, positions[0].options), positions=positions)


def said(state: TableState[Any]) -> list[Event]:
    """Return what is to be told in *state*."""
    return [Event(kind, *moment, fields) for kind, moment, fields in state.said]


@pytest.mark.parametrize(
    ("position", "actions", "events"),
    [
        (
            "8/8/1As6/8/Bs5Bs1/2As5/1As2As3/Bs2Bs2Bs1 B 0,0 10", ("--", "Se5"),
            [("pass", "B"), ("move", "A"), ("result", None)],
        ),
        (
            "8/8/1As6/8/Bs5Bs1/8/1As2As3/Bs2Bs2Bs1 A 0,0 9", ("Sc3", "--", "Se5"),
            [("move", "A"), ("pass", "B"), ("move", "A"), ("result", None)],
        ),
    ],
    ids=["a pass that was forced before the first move is played with it", "a forced pass among others is played once"],
)  # fmt: skip
def test_forced_passes_are_played(position: str, actions: Sequence[str], events: list[object]) -> None:
    state = all_played(told(TINK, TINK.parse_position(position, TINK.options())), actions, 9.0)
    assert [(event.kind, event.fields.get("seat")) for event in said(state)] == events


def test_passes_that_nobody_was_forced_to_and_nobody_saw_are_played_in_their_place() -> None:
    start = TINK.start(TINK.options.of({"voluntary_pass": True}))
    state = all_played(told(TINK, start), ("Sc3", "--", "Sd4"), 9.0)
    assert [event.fields["seat"] for event in said(state)] == ["A", "B", "A"]


@pytest.mark.parametrize(("rests", "unordered"), [((2,), 3), ((2, 3, 4), 0)])
def test_moves_told_again_say_where_nobody_saw_their_order(rests: tuple[int, ...], unordered: int) -> None:
    """Behind the first move blue placed d4 and f3, or f3 and d4, unless the board was seen in between."""
    positions = [START]
    for action in ("Sc3", "Sd4", "Se5", "Sf3"):
        positions.append(TINK.play(positions[-1], action))
    state = told(TINK, START, TINK.play(START, "Sf6"))
    events = said(rewritten(state, positions, undone=False, margin=9.0, rests=rests))
    actions = [event.fields["action"] for event in events if event.kind in ("corrected", "move")]
    assert actions == ["Sc3", "Sd4", "Se5", "Sf3"]
    assert sum(event.fields.get("order") == "unknown" for event in events) == unordered


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        ({"b2": "b"}, "TB-21", "1 black and 0 white"),
        ({"b2": "b", "b3": "w", "b2-b3": "rod", "c1-c2": "rod"}, "TB-17", "Take the rod off c1-c2."),
    ],
)
def test_in_tabik_odd_stones_and_loose_rods_are_named(changes: Mapping[str, str], code: str, words: str) -> None:
    options = TABIK.options.of({"board_size": 4})
    contents = {**TABIK.contents(TABIK.start(options)), **changes}
    state = TableState.begun(Terms(TABIK, options))
    (fault,) = said(setting_up.refused(state, contents, ValueError("it cannot be")))
    assert fault.fields["code"] == code
    assert words in " ".join(narrate(fault, {}).split())


@pytest.mark.parametrize("may_be_played", [False, True])
def test_a_set_up_in_doubt_is_not_made_again_where_a_move_may_have_been_played(may_be_played: bool) -> None:
    start = TINKER.parse_position(DEAL, TINKER.options())
    after = TINKER.play(start, "c2>d5")
    moved = Reading.exact({**TINKER.contents(after), "b4": "B6=2"}, TINKER.alphabet(start))
    broken, played = History((start,), change={"b4": "B6=2"}), History((start, after), prior=-1.0)
    state = replace(told(TINKER, start), faulty=True)
    state = following.begun(state, [broken, played] if may_be_played else [broken])
    assert setting_up.is_made_anew(state, moved) is not may_be_played


def test_an_action_is_not_taken_to_be_meant_where_the_board_shows_something_else() -> None:
    """The look fits a small on a1 by 9 nats better than the only legal history, which has one on c3."""
    table = SimpleNamespace(before=TINK.contents(START), fit=lambda change: 9.0 * ("a1" in change))
    otherwise: Any = SimpleNamespace(table=table, free={"a1": "As"})
    refused = Refused(Objection("GW-1", "It is not that seat's turn.", ("d4",)))
    broken = History((START,), change={"d4": "Bs"}, standing=refused)
    played = History((START, TINK.play(START, "Sc3")), prior=-1.0, explained=otherwise)
    state = following.begun(told(TINK, START), [broken, played])
    sight: Any = None  # nothing is to be looked up once the board is known not to fit
    assert following.lawful(state, sight) is None
