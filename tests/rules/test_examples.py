"""The worked examples of the rules (3.10), with their counts and codes."""

from __future__ import annotations

from core.game import Game
from core.games.ting import GAME as TING
from core.games.tink import GAME as TINK
from core.goodwin.options import TinkOptions
from core.goodwin.position import Position
from core.verdict import Outcome

RULES = TinkOptions()

SMALLS = "8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/8 A 0,0 6"
LARGE = "7Bm/1Bs6/1Bs2AmAm2/8/4Al3/3Am4/6As1/8 A 0,0 34"
NO_SMALL = "1Bs5Bs/8/4Am3/3Am4/As5As1/8/8/As2As2As1 A 0,0 27"
STUCK = "1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs B 0,0 22"
NEARLY_DRAWN = "8/8/1As6/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 A 0,0 9"


def at(text: str) -> Position:
    return TINK.parse_position(text, RULES)


def after(text: str, action: str) -> str:
    return TINK.format_position(TINK.play(at(text), action))


def result(text: str, *actions: str) -> Outcome | None:
    position = at(text)
    for action in actions:
        position = TINK.play(position, action)
    return TINK.outcome(position)


def code(position: Position, action: str, game: Game[Position] = TINK) -> str | None:
    objection = game.objection(position, action)
    return objection.code if objection else None


def test_opening() -> None:
    start = TINK.start(RULES)
    assert TINK.format_position(start) == "8/8/8/8/8/8/8/8 A 0,0 0"
    assert len(TINK.actions(start)) == TINK.perft(start, 1) == 16
    assert code(start, "Sc3") is None
    assert code(start, "Sb2") == "GW-11"
    assert code(start, "Mc3-d4-e4") == "GW-10"
    assert after("8/8/8/8/8/8/8/8 A 0,0 0", "Sc3") == "8/8/8/8/8/2As5/8/8 B 0,0 1"


def test_opening_of_ting() -> None:
    start = TING.start(TING.options())
    assert TING.actions(start) == ["Se5", "Se8", "Sh5", "Sh8"]
    assert code(start, "Sb2", TING) == code(start, "Sf5", TING) == "GW-11"


def test_two_smalls_for_a_medium() -> None:
    mediums = ["Mc5-d4-d6", "Md5-d4-d6", "Me5-d4-d6", "Me5-d4-f4", "Me5-d6-f4", "Me3-d4-f4", "Me4-d4-f4"]
    actions = TINK.actions(at(SMALLS))
    assert len(actions) == TINK.perft(at(SMALLS), 1) == 65
    assert {action for action in actions if action[0] == "M"} == set(mediums)
    assert after(SMALLS, "Me5-d4-f4") == after(SMALLS, "Me5-f4-d4") == "8/6Bs1/3AsBs3/4Am3/8/2Bs5/8/8 B 0,0 7"
    assert code(at(SMALLS), "Mf5-d4-f4") == "GW-17"
    assert code(at(SMALLS), "Me5-d4-d6-f4") == "GW-16"


def test_the_large_on_the_board() -> None:
    actions = TINK.actions(at(LARGE))
    kinds = [("free" if "-" not in action else "paid") + action[0] for action in actions]
    assert len(actions) == TINK.perft(at(LARGE), 1) == 75
    assert {kind: kinds.count(kind) for kind in kinds} == {"freeS": 56, "paidM": 1, "paidL": 7, "paidS": 11}
    assert after(LARGE, "Le3-d3-e4") == "7Bm/1Bs6/1Bs2AmAm2/8/8/4Al3/6As1/8 B 0,0 35"
    assert code(at(LARGE), "Le5-e6-f6") == "GW-21"
    assert code(at(LARGE), "Mf3-e4-g2") is None
    assert code(at(LARGE), "Lf3-e4-g2") == "GW-19"
    assert len({after(LARGE, action) for action in ("Sf5-e6-f6", "Sf5-e4-f6", "Sf5")}) == 3


def test_no_small_left() -> None:
    assert TINK.actions(at(NO_SMALL)) == ["Ld6-d5-e6", "Le5-d5-e6"]
    assert code(at(NO_SMALL), "Sd6-d5-e6") == "GW-20"
    assert code(at(NO_SMALL), "--") == "GW-3"


def test_lines() -> None:
    wild = "1Am6/8/2Bs2Al2/2Bs5/2BsAs4/2As5/8/7Am A 0,0 30"
    mixed = "8/8/2Bs2Al2/2BsAs4/2BsAmAs3/2Am5/8/8 A 0,0 30"
    assert result(wild, "Se5") == Outcome(("A",), "line")
    assert result(mixed, "Se5") is None
    assert result(mixed, "Me5-d5-e4") == Outcome(("A",), "line")


def test_stuck_pass_mobility() -> None:
    assert TINK.actions(at(STUCK)) == ["--"]
    passed = TINK.play(at(STUCK), "--")
    assert TINK.format_position(passed).endswith(" A 0,1 23")
    assert len(TINK.actions(passed)) == 60
    assert result(STUCK, "--", "Lb3-b2-c3") is None
    assert "Mb2-a1-c1" in TINK.actions(TINK.play(passed, "Lb3-b2-c3"))
    assert result(STUCK, "--", "Sd6") == Outcome(("A",), "mobility")


def test_draw() -> None:
    assert result(NEARLY_DRAWN, "Se6") == Outcome(("A", "B"), "all_stuck", drawn=True)
    assert result(NEARLY_DRAWN, "Sc3") is None
    assert TINK.actions(TINK.play(at(NEARLY_DRAWN), "Sc3")) == ["--"]


def test_elimination() -> None:
    three = "2Cs5/2Cs2As2/8/8/Bs5Bs1/8/8/Bs2Bs2Bs1 B 0,1,0 37"
    two = "Bm2Bm3Bm/Bm4As2/5As2/3Bl4/Bs5Bs1/8/8/Bs2Bs2Bs1 B 0,0 48"
    assert after(three, "--") == "2Cs5/2Cs2As2/8/8/Bs5Bs1/8/8/Bs2Bs2Bs1 C 0,x,0 38"
    assert TINK.actions(at(two)) == ["--"]
    assert result(two, "--") == Outcome(("A",), "last_active")
