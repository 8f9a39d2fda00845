"""What the referee says aloud of a move, and what can be said of a lone board."""

from __future__ import annotations

import pytest

from core.goodwin.options import TinkOptions
from core.goodwin.position import Position
from core.verdict import Objection, Outcome
from tests.rules.sample import RULES, TINK, at, positions

LINE = "1Am6/8/2Bs2Al2/2Bs5/2BsAs4/2As5/8/7Am A 0,0 30"
OUT = "2Cs5/2Cs2As2/8/8/Bs5Bs1/8/8/Bs2Bs2Bs1 B 0,1,0 37"
NEARLY_DRAWN = "8/8/1As6/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 A 0,0 9"


def announced(text: str, action: str) -> list[Objection]:
    before = at(text)
    return list(TINK.announcements(before, action, TINK.play(before, action)))


def test_a_long_line_is_announced_in_full() -> None:
    (line,) = announced("8/8/8/8/AsAs1AsAl3/8/8/7Bs A 0,0 30", "Sc4")
    assert line.cells == ("a4", "b4", "c4", "d4", "e4")


def test_players_who_cannot_move_are_announced() -> None:
    (told,) = announced(NEARLY_DRAWN, "Sc3")
    assert (told.code, told.message) == ("GW-24", "B cannot move and will have to pass.")
    (both,) = announced("8/8/1As6/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 A 0,0,x 9", "Sc3")
    assert both.message == told.message


def test_who_is_out_is_announced_while_the_game_goes_on() -> None:
    (told,) = announced(OUT, "--")
    assert (told.code, told.message) == ("3.7", "B is out of the game.")
    assert announced("Bm2Bm3Bm/Bm4As2/5As2/3Bl4/Bs5Bs1/8/8/Bs2Bs2Bs1 B 0,0 48", "--") == []


def test_nothing_else_is_announced() -> None:
    stuck = "1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs B 0,0 22"
    assert announced(stuck, "--") == []
    assert announced(stuck.replace("B 0,0", "A 0,1"), "Lb3-b2-c3") == []
    assert announced(stuck.replace("B 0,0", "A 0,1"), "Sd6") == []
    assert announced("8/8/8/8/8/8/8/8 A 0,0 0", "Sc3") == []
    assert announced(NEARLY_DRAWN, "Se6") == []


def survey(text: str, **values: object) -> tuple[Outcome | None, tuple[tuple[str, ...], ...], list[str], list[str]]:
    found = TINK.survey(TINK.parse_contents(text), TinkOptions.of(values))
    threats = [f"{threat.seat} {threat.action} {' '.join(threat.cells)}" for threat in found.threats]
    return found.result, found.lines, threats, [fault.code for fault in found.faults]


def test_a_lone_board_with_a_line() -> None:
    result, lines, _, faults = survey("8/8/5As2/4As3/3As4/2Al5/8/8")
    assert result == Outcome(("A",), "line")
    assert lines == (("c3", "d4", "e5", "f6"),)
    assert faults == []


def test_lines_of_two_players_decide_nothing() -> None:
    result, lines, _, _ = survey("AsAsAsAs4/8/8/8/8/8/8/BmBmBlBm4")
    assert result is None
    assert set(lines) == {("a8", "b8", "c8", "d8"), ("a1", "b1", "c1", "d1")}


def test_a_lone_board_where_nobody_can_move() -> None:
    result, _, threats, _ = survey("8/8/1As2As3/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1")
    assert result == Outcome(("A", "B"), "all_stuck", drawn=True)
    assert threats == []


def test_threats_of_both() -> None:
    _, _, threats, _ = survey("8/8/8/8/1BsBsBs4/8/8/AsAsAs5")
    assert threats == ["A Sd1 a1 b1 c1 d1", "B Sa4 a4 b4 c4 d4", "B Se4 b4 c4 d4 e4"]


def test_threats_are_exactly_the_winning_actions() -> None:
    found = 0
    lined = (at(LINE), at("8/8/2Bs2Al2/2BsAs4/2BsAmAs3/2Am5/8/8 A 0,0 30"))
    for position in (*positions(40), *lined):
        threats = TINK.survey(TINK.contents(position), RULES).threats
        told = {threat.action for threat in threats if threat.seat == position.to_move}
        wins = {action for action in TINK.actions(position) if _wins(position, action)}
        assert told == wins
        found += len(wins)
    assert found


def _wins(position: Position, action: str) -> bool:
    outcome = TINK.play(position, action).outcome
    return outcome is not None and outcome.reason == "line"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("8/8/8/8/8/8/8/AlAl6", ["GW-21"]),
        ("AsAs1AsAs1AsAs/8/8/8/BmBm1BmBm1Bm1/8/8/8", ["GW-21", "GW-21"]),
        ("8/8/8/8/8/8/8/Cs7", ["GEN-6"]),
        ("8/8/8/8/8/8/8/8", []),
    ],
)
def test_faults_of_a_lone_board(text: str, codes: list[str]) -> None:
    assert survey(text)[3] == codes


def test_a_fault_in_words() -> None:
    (fault,) = TINK.survey(TINK.parse_contents("8/8/8/8/8/8/8/AlAl6"), RULES).faults
    assert fault.message == "A has two larges on the board. Only one exists in the game."
    assert fault.cells == ("a1", "b1")
    assert fault.repair == "Take one of A's larges off the board."


def test_a_third_player_may_be_there() -> None:
    assert survey("8/8/8/8/8/8/8/Cs7", players=3)[3] == []
