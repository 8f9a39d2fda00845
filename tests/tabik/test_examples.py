"""The worked examples of the rules (4.8), with their counts and codes."""

from __future__ import annotations

import pytest

from core.tabik.options import TabikOptions
from core.tabik.position import Position
from core.verdict import Outcome, Refused
from tests.tabik.sample import TABIK, at


def played(side: int, actions: str, **values: object) -> Position:
    position = TABIK.start(TabikOptions.of({**values, "board_size": side}))
    for action in actions.split():
        assert TABIK.outcome(position) is None
        position = TABIK.play(position, action)
    return position


def code(position: Position, action: str) -> str | None:
    objection = TABIK.objection(position, action)
    return objection.code if objection else None


@pytest.mark.parametrize(("side", "count"), [(8, 224), (9, 288), (4, 48)])
def test_first_actions(side: int, count: int) -> None:
    start = TABIK.start(TabikOptions(board_size=side))
    assert len(TABIK.actions(start)) == TABIK.perft(start, 1) == count


def test_the_second_action() -> None:
    position = played(4, "b2+b3")
    assert TABIK.format_position(position) == "4/1w2/1b2/4 b2-b3 W 1"
    assert len(TABIK.actions(position)) == 35
    assert "swap" in TABIK.actions(position)
    assert len(TABIK.actions(played(4, "b2+b3", pie_rule=False))) == 34
    assert TABIK.format_position(played(4, "b3+b2")) == "4/1b2/1w2/4 b2-b3 W 1"


def test_the_pie_rule() -> None:
    before, after = played(4, "b2+b3"), played(4, "b2+b3 swap")
    assert TABIK.format_position(after) == "4/1w2/1b2/4 b2-b3 W 2"
    assert len(TABIK.actions(after)) == 34
    assert before.holders == {"B": "A", "W": "B"}
    assert after.holders == {"B": "B", "W": "A"}
    assert at("4/1w2/1b2/4 b2-b3 W 2") == after
    assert played(4, "b2+b3 swap", first_player="B").holders == {"B": "A", "W": "B"}


def test_a_rod_closes_an_edge() -> None:
    first = at("4/1wb1/1bw1/4 b2-b3,c2-c3 B 2")
    second = TABIK.play(first, "b2xc2")
    assert TABIK.format_position(second) == "4/1wb1/1wb1/4 b2-b3,b2-c2,c2-c3 W 3"
    assert code(second, "b2xc2") == code(second, "c2xb2") == "TB-14"
    third = TABIK.play(second, "b3xc3")
    assert TABIK.format_position(third) == "4/1bw1/1wb1/4 b2-b3,b2-c2,b3-c3,c2-c3 B 4"
    assert code(third, "b2xb3") == "TB-14"


@pytest.mark.parametrize("actions", ["a1+b1 a2+b2", "a1+b1 b2+a2 a1xa2 b1xb2"])
def test_two_rows(actions: str) -> None:
    position = played(2, actions, pie_rule=False)
    assert TABIK.outcome(position) == Outcome(("B",), "zero_tie")
    drawn = TABIK.outcome(played(2, actions, zero_tie_loser="draw"))
    assert drawn == Outcome(("B", "W"), "zero_tie", drawn=True)


def test_every_game_on_two_rows_ends_after_two_or_four() -> None:
    start = TABIK.start(TabikOptions(board_size=2, pie_rule=False))
    assert [TABIK.perft(start, depth) for depth in range(6)] == [1, 8, 16, 16, 16, 0]


def test_scoring_and_rods_inside_groups() -> None:
    actions = "b1+b2 c2+c3 a2+a3 b2xc2"
    position = played(3, actions)
    assert TABIK.format_position(position) == "w1w/bbw/1b1 a2-a3,b1-b2,b2-c2,c2-c3 B 4"
    assert TABIK.actions(position) == []
    assert TABIK.outcome(position) == Outcome(("B",), "score")
    (said,) = TABIK.announcements(position, "b2xc2", position)
    assert said.code == "TB-20"
    assert said.message == "No more actions: Black 3, White 2. Black wins: one group of 3 against none."
    assert TABIK.survey(TABIK.contents(position), TabikOptions()).score == {"B": 3, "W": 2}
    split = TABIK.survey(TABIK.contents(position), TabikOptions(rods_split_groups=True))
    assert split.score == {"B": 2, "W": 1}


def test_a_missing_rod() -> None:
    verdict = TABIK.diagnose(at("4/1w2/1b2/4 b2-b3 W 1"), TABIK.parse_contents("4/1wb1/1bw1/4 b2-b3 W 1"))
    assert isinstance(verdict, Refused)
    assert verdict.objection.code == "TB-5"
    assert verdict.objection.message == "Rod missing between c2 and c3."
    assert verdict.objection.repair.startswith("Put a rod between c2 and c3.")
