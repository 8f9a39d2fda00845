"""From the confirmed position to what a camera sees: actions, pairs, take-backs, parts, and every row of 4.7."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.verdict import Partial, Refused, Still, TakenBack, Unclear
from tests.games.sample import check_one_or_two_are_found
from tests.tabik.sample import TABIK, at, playthrough

START = "4/4/4/4 - B 0"
ONE = "4/1w2/1b2/4 b2-b3 W 1"
PAIR = "4/1wb1/1bw1/4 b2-b3,c2-c3 B 2"
ROW = "4/bwwb/4/4 a3-b3,c3-d3 B 2"


def code(text: str, observed: str) -> str:
    verdict = TABIK.diagnose(at(text), TABIK.parse_contents(observed))
    assert isinstance(verdict, Refused), verdict
    return verdict.objection.code


@pytest.mark.parametrize("text", [START, ONE, PAIR, ROW])
def test_one_or_two_actions_are_found_as_by_trying_all(text: str) -> None:
    assert Unclear in check_one_or_two_are_found(TABIK, at(text), most=1000)


def test_which_of_two_orders_is_asked() -> None:
    verdict = TABIK.diagnose(at(START), {"a1": "b", "a2": "w", "a1-a2": "rod", "d1": "w", "d2": "b", "d1-d2": "rod"})
    assert isinstance(verdict, Unclear)
    assert verdict.message == "Two actions were made. Which was it: a1+a2 then d2+d1 or d2+d1 then a1+a2?"
    assert verdict.cells == ("a1", "a2", "d1", "d2")


def test_a_take_back_needs_a_history() -> None:
    path, _ = playthrough(4, board_size=4)
    history, now = path[:-1], path[-1]
    for earlier in history:
        seen = TABIK.contents(earlier)
        same = max(position.ply for position in history if TABIK.contents(position) == seen)
        assert TABIK.diagnose(now, seen, history) == TakenBack(now.ply - same)
        verdict = TABIK.diagnose(now, seen)
        assert isinstance(verdict, Refused)
        assert verdict.objection.code == "GEN-7"


def test_what_is_still_to_come_is_no_take_back() -> None:
    path, _ = playthrough(4, board_size=4)
    verdict = TABIK.diagnose(path[1], TABIK.contents(path[-1]), path)
    assert isinstance(verdict, Refused)


def test_the_middle_of_an_exchange() -> None:
    both = TABIK.diagnose(at(PAIR), {"b2": ".", "c2": "."})
    assert isinstance(both, Partial)
    assert both.message == (
        "The stones on b2 and c2 are lifted. To finish the exchange, "
        "put a white stone on b2, put a black stone on c2 and put a rod between b2 and c2."
    )
    assert (both.code, both.cells) == ("TB-4", ("b2", "c2"))
    one = TABIK.diagnose(at(PAIR), {"b2": ".", "c2": "b", "b2-c2": "rod"})
    assert isinstance(one, Partial)
    assert one.message == "The stone on b2 is lifted. To finish the exchange, put a white stone on b2."
    closed = TABIK.diagnose(at(PAIR), {"b2": ".", "b3": "."})
    assert isinstance(closed, Refused)
    assert closed.objection.code == "TB-4"


@pytest.mark.parametrize(
    ("text", "observed", "expected"),
    [
        (PAIR, "4/1wb1/1bw1/4 b2-b3,a1-a2", "TB-1"),
        (PAIR, "4/1wb1/1bw1/wb2 b2-b3", "TB-2"),
        (PAIR, "4/1wb1/b1w1/4 b2-b3", "TB-2"),
        (PAIR, "4/1wb1/w1w1/4 b2-b3,c2-c3", "TB-4"),
        (PAIR, "4/1wb1/1bw1/4 b2-b3,c2-c3,a1-a2", "TB-7"),
        (ONE, "4/1wb1/1b2/4 b2-b3,b3-c3", "TB-8"),
        (ONE, "4/1wb1/1b2/3b b2-b3", "TB-9"),
        (ONE, "4/1wb1/1b2/3w b2-b3", "TB-10"),
        (ONE, "4/1w1b/1bw1/4 b2-b3,b2-c2", "TB-10"),
        (ONE, "4/1bb1/1bw1/4 b2-b3,c2-c3", "TB-11"),
        (ROW, "4/wbbw/4/4 a3-b3,c3-d3", "TB-11"),
        (PAIR, "4/1wb1/1wb1/2bw b2-b3,c2-c3,b2-c2", "TB-11"),
        (ROW, "4/wwbb/4/4 a3-b3,c3-d3", "TB-13"),
        (PAIR, "4/1bb1/1ww1/4 b2-b3,c2-c3", "TB-14"),
        (PAIR, "4/1bb1/1ww1/4 b2-b3,c2-c3,b2-c2", "TB-14"),
        (PAIR, "4/1wb1/1wb1/4 b2-b3,c2-c3,b3-c3", "TB-15"),
        (ONE, "4/1wb1/1bw1/4 b2-b3,b2-c2,a1-a2", "TB-16"),
        (PAIR, "4/1wb1/1bw1/4 b2-b3,c2-c3,a1-a2,b2-c2,b3-c3", "TB-16"),
        (ROW, "4/bbbb/4/4 a3-b3,c3-d3", "TB-21"),
    ],
)
def test_codes_of_changes(text: str, observed: str, expected: str) -> None:
    assert code(text, observed) == expected


@pytest.mark.parametrize(
    ("text", "change", "message", "repair"),
    [
        (PAIR, {"c2-c3": ".", "a1-a2": "rod"}, "A rod moved from c2-c3 to a1-a2. Please put it back on c2-c3.", "Take"),
        (
            ONE,
            {"d4": "w"},
            "Only one stone was placed (d4). A turn places one black and one white stone side by side.",
            "Put a black stone on c4 or d3 and a rod between the two. Or: Take the stone off d4.",
        ),
        (
            ONE,
            {"c3": "b", "c2": "w", "c3-d3": "rod"},
            "The rod lies between c3 and d3; it belongs between c2 and c3.",
            "Move the rod from c3-d3 to c2-c3. Or: ",
        ),
        (PAIR, {"b2": "w", "c2": "b"}, "Rod missing between b2 and c2: mark the edge of the exchange.", "Put a rod"),
        (ROW, {"a3": "w", "b3": "b"}, "There was already a rod between a3 and b3.", "Put a black stone back on a3"),
        (ROW, {"a3": "w", "d3": "w"}, "I cannot make a legal action out of this. Changed: a3, d3, rods: none.", "Put"),
        (ONE, {"a1": "?"}, "I do not recognise the object on a1.", "Take it off a1."),
        (ONE, {"a1-b1": "b"}, "I do not recognise the object on a1-b1.", "Take it off a1-b1."),
        (ONE, {"a1": "rod"}, "I do not recognise the object on a1.", "Take it off a1."),
    ],
)
def test_messages_and_repairs(text: str, change: dict[str, str], message: str, repair: str) -> None:
    verdict = TABIK.diagnose(at(text), change)
    assert isinstance(verdict, Refused)
    assert verdict.objection.message.startswith(message)
    assert verdict.objection.repair.startswith(repair)


@pytest.mark.parametrize("name", ["e1", "a2-a1", "a1-c1", "rim", ""])
def test_an_unknown_name_is_named(name: str) -> None:
    with pytest.raises(ValueError, match=f"'{name}'"):
        TABIK.diagnose(at(ONE), {name: "b"})


def test_a_lone_board() -> None:
    nearly = at("bw/2 a2-b2 W 1")
    survey = TABIK.survey(TABIK.contents(nearly), nearly.options)
    assert survey.result is None
    assert survey.score == {"B": 0, "W": 0}
    assert {(threat.seat, threat.action) for threat in survey.threats} == set()
    last = at("w1w/bwb/1b1 a2-a3,b1-b2,c2-c3 W 3")
    survey = TABIK.survey(TABIK.contents(last), last.options)
    assert survey.faults == ()
    for threat in survey.threats:
        after = TABIK.play(at(f"w1w/bwb/1b1 a2-a3,b1-b2,c2-c3 {threat.seat} 3"), threat.action)
        assert after.outcome is not None
        assert after.outcome.winners == (threat.seat,)
    odd = TABIK.survey({"a1": "b", "c3": "?", "a1-a2": "rod"}, last.options)
    assert [fault.code for fault in odd.faults] == ["GEN-6", "TB-21", "TB-17"]


@pytest.mark.parametrize(
    ("text", "cells", "message"),
    [
        ("4/bwbw/4/4 a3-b3,c3-d3 B 2", set(), ""),
        ("4/bwbw/4/4 a3-b3 W 2", {"c3"}, "No rod joins the stone on c3 to another; every stone has one."),
        ("4/bwwb/4/4 a3-b3,b3-c3,c3-d3 B 3", set(), ""),
        ("4/bbww/4/4 a3-b3,c3-d3 B 2", {"a3", "b3"}, "Rods join 2 black and 0 white stones (a3, b3); they join as"),
    ],
)
def test_a_lone_board_on_which_rods_join_more_of_one_colour_cannot_be(text: str, cells: set[str], message: str) -> None:
    position = at(text)
    faults = TABIK.survey(TABIK.contents(position), position.options).faults
    assert [(fault.code, set(fault.cells)) for fault in faults] == ([("TB-21", cells)] if cells else [])
    assert "".join(fault.message for fault in faults).startswith(message)


NAMES = st.sampled_from(TABIK.cells(at(START)))
CONTENTS = st.sampled_from([".", "b", "w", "rod", "rod", "", "?", "As"])


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(NAMES, CONTENTS, max_size=7), st.sampled_from([START, ONE, PAIR, ROW]))
def test_no_board_stops_it(change: dict[str, str], text: str) -> None:
    position = at(text)
    before = TABIK.contents(position)
    verdict = TABIK.diagnose(position, change, [at(START)])
    assert isinstance(verdict, Still) == all(before[name] == (content or ".") for name, content in change.items())
    if isinstance(verdict, Refused):
        assert verdict.objection.message
        assert verdict.objection.repair
        assert set(verdict.objection.cells) <= set(before)
    assert TABIK.survey(change, position.options) is not None
