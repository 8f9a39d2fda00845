"""The worked examples of the rules (4.8), every other code, and positions and actions as texts (C15)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from core.tabik.options import TabikOptions
from core.tabik.position import Position
from core.verdict import Outcome, Refused
from tests.tabik.sample import TABIK, at, playthrough


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


PAIR = "4/1wb1/1bw1/4 b2-b3,c2-c3 B 2"
OPTIONS: list[dict[str, object]] = [{}, {"pie_rule": False}, {"explicit_passes": True}]


def written(position: Position) -> Iterator[str]:
    cells = [name for name in TABIK.cells(position) if "-" not in name]
    yield from ("swap", "--")
    for one in cells:
        for other in cells:
            yield f"{one}+{other}"
            if cells.index(one) <= cells.index(other):
                yield f"{one}x{other}"


@pytest.mark.parametrize("values", OPTIONS, ids=str)
def test_legal_exactly_without_an_objection(values: dict[str, object]) -> None:
    codes = set()
    for seed in range(3):
        path, _ = playthrough(seed, board_size=4, **values)
        for position in path:
            met = []
            for action in written(position):
                objection = TABIK.objection(position, action)
                if objection is None:
                    met.append(action)
                    continue
                codes.add(objection.code)
                assert re.fullmatch(r"TB-\d+|GEN-7", objection.code)
                assert objection.message
                assert objection.repair
                assert set(objection.cells) <= set(TABIK.cells(position))
            assert sorted(met) == TABIK.actions(position)
    assert codes >= {"TB-3", "TB-10", "TB-13", "TB-14", "TB-18", "TB-19", "TB-21", "GEN-7"}


def test_an_action_and_the_table_it_would_make_have_the_same_code() -> None:
    compared = set()
    path, _ = playthrough(1, board_size=4)
    for position in path[:-1]:
        before = TABIK.contents(position)
        for action in written(position):
            objection = TABIK.objection(position, action)
            if objection is None or action in ("swap", "--") or objection.code == "TB-21":
                continue
            one, other = re.split(r"[+x]", action)
            after = {one: "b", other: "w"} if "+" in action else {one: before[other], other: before[one]}
            edge = "-".join(sorted((one, other)))
            verdict = TABIK.diagnose(position, after | ({edge: "rod"} if edge in before else {}))
            assert isinstance(verdict, Refused), action
            assert verdict.objection.code == objection.code, action
            compared.add(objection.code)
    assert compared == {"TB-3", "TB-7", "TB-10", "TB-13", "TB-14"}


@pytest.mark.parametrize(
    ("text", "action", "code", "message"),
    [
        (PAIR, "a1+b2", "TB-21", "b2 is occupied."),
        (PAIR, "b2+b3", "TB-21", "b2 is occupied."),
        (PAIR, "a1+a1", "TB-21", "not a1 twice"),
        (PAIR, "a1+a3", "TB-10", "a1 and a3 are not next to each other (corners do not count)."),
        (PAIR, "d1xd2", "TB-21", "There are no stones on d1 and d2"),
        (PAIR, "c2xd2", "TB-3", "The stone on c2 was moved to d2."),
        (PAIR, "a2xb2", "TB-3", "The stone on b2 was moved to a2."),
        ("4/1wb1/1wb1/4 b2-b3,b2-c2,c2-c3 W 3", "c2xc3", "TB-21", "both black"),
        ("4/bwwb/4/4 a3-b3,c3-d3 W 2", "b3xc3", "TB-7", "but no stones were placed or exchanged. Both are white."),
        ("4/bwwb/4/4 a3-b3,c3-d3 W 2", "a3xc3", "TB-13", "so they cannot be exchanged."),
        ("4/4/4/4 - B 0", "swap", "TB-18", "only as White's first action"),
        ("4/4/4/4 - B 1", "swap", "TB-18", "only as White's first action"),
        ("bw/bw a1-b1,a2-b2 B 2", "--", "GEN-7", "The game is over: B wins, as the groups are equal and"),
        ("bw/bw a1-b1,a2-b2 B 2", "swap", "GEN-7", "The game is over"),
    ],
)
def test_codes_of_actions(text: str, action: str, code: str, message: str) -> None:
    objection = TABIK.objection(at(text), action)
    assert objection is not None
    assert objection.code == code
    assert message in objection.message


def test_without_the_pie_rule_nobody_swaps() -> None:
    objection = TABIK.objection(at("4/1w2/1b2/4 b2-b3 W 1", pie_rule=False), "swap")
    assert objection is not None
    assert (objection.code, objection.message) == ("TB-18", "At this table sides are not swapped.")


def test_a_stuck_player_with_explicit_passes_may_only_pass() -> None:
    position = at("bw/bw a1-b1,a2-b2 W 1", explicit_passes=True)
    assert TABIK.actions(position) == ["--"]
    for action, code in (("swap", "TB-18"), ("a1xb1", "TB-14"), ("a1+a2", "TB-21")):
        objection = TABIK.objection(position, action)
        assert objection is not None
        assert objection.code == code
        assert objection.repair == "A legal move would be --."


def test_a_short_box_is_told_of_once() -> None:
    start = TABIK.start(TabikOptions(board_size=4, rod_supply=20))
    first = TABIK.play(start, "a1+a2")
    (said,) = TABIK.announcements(start, "a1+a2", first)
    assert said.message.startswith("There are 20 rods, and a game on this board may need 24.")
    assert not TABIK.announcements(first, "b1+b2", TABIK.play(first, "b1+b2"))
    enough = TABIK.start(TabikOptions(board_size=4, rod_supply=24))
    assert not TABIK.announcements(enough, "a1+a2", TABIK.play(enough, "a1+a2"))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("b3+b2", "b3+b2"), ("c2xb2", "b2xc2"), ("b10xb9", "b9xb10"), ("swap", "swap"), ("--", "--")],
)
def test_canonical_actions(text: str, canonical: str) -> None:
    assert TABIK.canonical_action(text) == canonical


def test_either_order_of_an_exchange_is_played() -> None:
    position = at("4/1wb1/1bw1/4 b2-b3,c2-c3 B 2")
    assert TABIK.play(position, "c2xb2") == TABIK.play(position, "b2xc2")


def test_cells_and_edges_are_in_order() -> None:
    start = TABIK.start(TabikOptions(board_size=10))
    assert TABIK.cells(start)[7:11] == ("a8", "a9", "a10", "b1")
    assert TABIK.cells(start)[100:104] == ("a1-a2", "a1-b1", "a2-a3", "a2-b2")
    assert len(TABIK.cells(start)) == 100 + 180
    assert TABIK.stock(start) == {"b": 50, "w": 50, "rod": 180}


def test_a_cell_that_the_board_has_not() -> None:
    with pytest.raises(ValueError, match="'e1'"):
        TABIK.objection(at("4/4/4/4 - B 0"), "d1+e1")


def test_a_full_board_is_scored_on_reading() -> None:
    assert at("bw/bw a1-b1,a2-b2 W 2").outcome == at("bw/bw a1-b1,a2-b2 W 99").outcome
    over = at("w1w/bbw/1b1 a2-a3,b1-b2,b2-c2,c2-c3 W 1")
    assert over.outcome is not None
    assert over.outcome.winners == ("B",)
    assert TABIK.format_position(over).endswith(" W 1")


def test_explicit_passes_start_at_zero_on_reading() -> None:
    text = "w1w/bbw/1b1 a2-a3,b1-b2,b2-c2,c2-c3 B 4"
    position = at(text, explicit_passes=True)
    assert TABIK.actions(position) == ["--"]
    after = TABIK.play(TABIK.play(position, "--"), "--")
    assert after.outcome == at(text).outcome
    assert TABIK.format_position(after).endswith(" B 6")
