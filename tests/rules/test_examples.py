"""The worked examples of the rules (3.10), with their counts and codes; and what the options change."""

from __future__ import annotations

from typing import Any

import pytest

from core.game import Game
from core.games import find
from core.games.ting import GAME as TING
from core.goodwin.position import Position
from core.verdict import Outcome
from tests.rules.sample import LARGE, NEARLY_DRAWN, RULES, SMALLS, STUCK, TINK, at

NO_SMALL = "1Bs5Bs/8/4Am3/3Am4/As5As1/8/8/As2As2As1 A 0,0 27"


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


OF_THREE = "8/8/8/8/8/8/8/8 A 0,0,0 0"
ONE_OUT = "8/8/1As6/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 A 0,0,x 9"
ALL_OUT = "Bm2Bm3Bm/Bm4As2/5As2/3Bl4/Bs5Bs1/8/8/Bs2Bs2Bs1 B 0,0 48"
LAST = "Bm2Bm3Bm/Bm4As2/5As2/3Bl4/Bs5Bs1/8/8/Bs2Bs4 B 0,0{} 48"
THREE = "2Cs5/2Cs2As2/8/8/Bs5Bs1/8/8/Bs2Bs2Bs1 B 0,1,0 37"
ALONE = "Cs2Cs2Cs1/8/8/Cs2Cs4/Bs5Bs1/8/8/Bs2Bs2Bs1 A 0,1,{} 40"
ENTERING = "8/8/5As2/4As3/2Am5/2AsAm4/8/7Bs A 0,0 30"
FOUR, FIVE = "8/8/8/8/1As1AsAl3/8/8/7Bs A 0,0 30", "8/8/8/8/AsAs1AsAl3/8/8/7Bs A 0,0 30"
FIVE_OF_ONE = "7Am/8/2Am5/1AmAm5/AsAs1AsAs3/1Al6/8/7Bs A 0,0 30"
FOUR_OF_BOTH = "8/2Am5/2Am5/1AmAm5/AsAs1AsAs3/1Al6/8/7Bs A 0,0 30"
TRADED = "7Bs/8/8/8/8/2Am1Am3/8/8 A 0,0 30"
ROUND = "Sd3-c3-e3 -- Sc2 -- Mc3-c2-d3 -- Sd2 -- Se2 -- Me3-d2-e2 -- "
"""A trades its two mediums for a small and brings them back; B passes by choice."""


@pytest.mark.parametrize(
    ("text", "values", "actions", "told"),
    [
        (ENTERING, {}, "Ld4-c4-d3", "A line"),
        (ENTERING, {"large_wild_on_entry": False}, "Ld4-c4-d3", "B 0,0 31"),
        (ENTERING, {"large_wild_on_entry": False}, "Ld4-c4-d3 Sh8 Sb2", "A line"),
        (OF_THREE, {"voluntary_pass": True}, "--", "B 0,0,0 1"),
        (OF_THREE, {"voluntary_pass": True}, "-- -- --", "ABC all_passed"),
        (OF_THREE, {"voluntary_pass": True}, "-- -- Sa1 -- --", "C 0,0,0 5"),
        (OF_THREE, {"voluntary_pass": True}, "-- -- Sa1 -- -- --", "ABC all_passed"),
        (STUCK.replace("B 0,0", "A 0,1"), {"voluntary_pass": True}, "--", "AB all_passed"),
        (STUCK.replace("B 0,0", "A 0,0"), {"voluntary_pass": True}, "--", "B 0,0 23"),
        (STUCK, {"voluntary_pass": True}, "-- Lb3-b2-c3 --", "A 0,1 25"),
        (STUCK, {"pass_limit": 1}, "--", "A last_active"),
        (THREE, {"pass_limit": 3}, "--", "C 0,2,0 38"),
        (STUCK, {"pass_counting": "total"}, "--", "A 0,1p 23"),
        (STUCK, {"pass_counting": "total"}, "-- Lb3-b2-c3 Mb2-a1-c1", "A 0,1 25"),
        (STUCK, {}, "-- Lb3-b2-c3 Mb2-a1-c1", "A 0,0 25"),
        (ALL_OUT, {}, "--", "A last_active"),
        (ALL_OUT, {"out_of_pieces": "when_empty"}, "--", "A last_active"),
        (ALL_OUT, {"out_of_pieces": "never"}, "--", "A 0,1 49"),
        (LAST.format(""), {}, "Sg1", "A 0,0 49"),
        (LAST.format(""), {"out_of_pieces": "when_empty"}, "Sg1", "A last_active"),
        (LAST.format(",0"), {"out_of_pieces": "when_empty"}, "Sg1", "C 0,x,0 49"),
        (STUCK, {}, "-- Sd6", "A mobility"),
        (STUCK, {"mobility_win": "off"}, "-- Sd6", "B 0,1 24"),
        (STUCK, {"mobility_win": "off"}, "-- Sd6 --", "A last_active"),
        (NEARLY_DRAWN, {}, "Sc3", "B 0,0 10"),
        (NEARLY_DRAWN, {"mobility_win": "at_once"}, "Sc3", "A mobility"),
        (ALONE.format(0), {}, "Sh7", "B 0,1,0 41"),
        (ALONE.format(1), {}, "Sh7", "A mobility"),
        (ALONE.format("x"), {}, "Sh7", "A mobility"),
        (NEARLY_DRAWN, {}, "Se6", "AB all_stuck"),
        (NEARLY_DRAWN, {"draw_check": "after_pass_round"}, "Se6 --", "A 0,1 11"),
        (NEARLY_DRAWN, {"draw_check": "after_pass_round"}, "Se6 -- --", "AB all_stuck"),
        (ONE_OUT, {}, "Se6", "AB all_stuck"),
        (ONE_OUT, {"draw_shares": "everyone"}, "Se6", "ABC all_stuck"),
        (FIVE, {}, "Sc4", "A line"),
        (FIVE, {"overline": "ignored"}, "Sc4", "B 0,0 31"),
        (FOUR, {"overline": "ignored"}, "Sc4", "A line"),
        (FOUR_OF_BOTH, {"overline": "ignored"}, "Lc4-b3-b5", "A line"),
        (FIVE_OF_ONE, {}, "Lc4-b3-b5", "A line"),
        (FIVE_OF_ONE, {"overline": "ignored"}, "Lc4-b3-b5", "B 0,0 31"),
        (TRADED, {"repetition_limit": 2, "voluntary_pass": True}, ROUND, "AB repetition"),
        (TRADED, {"repetition_limit": 3, "voluntary_pass": True}, ROUND, "A 0,0 42"),
        (TRADED, {"repetition_limit": 3, "voluntary_pass": True}, 2 * ROUND, "AB repetition"),
        (TRADED, {"voluntary_pass": True}, 2 * ROUND, "A 0,0 54"),
        (OF_THREE, {"ply_limit": 2}, "Sc3", "B 0,0,0 1"),
        (OF_THREE, {"ply_limit": 2}, "Sc3 Sd4", "ABC ply_limit"),
        ("1Am6/8/2Bs2Al2/2Bs5/2BsAs4/2As5/8/7Am A 0,0 30", {"ply_limit": 31}, "Se5", "A line"),
    ],
)
def test_options_change_what_comes_of_actions(text: str, values: dict[str, Any], actions: str, told: str) -> None:
    position = at(text, **values)
    for action in actions.split():
        position = TINK.play(position, action)
    outcome, (_, tail) = position.outcome, TINK.format_position(position).split(" ", 1)
    assert (f"{''.join(outcome.winners)} {outcome.reason}" if outcome else tail) == told
    if not outcome:
        assert TINK.format_position(TINK.parse_position(TINK.format_position(position), position.options)).endswith(
            tail
        )


def test_eliminated_pieces_stay_or_are_removed() -> None:
    stay, gone = (TINK.play(at(THREE, eliminated_pieces=each), "--") for each in ("stay", "remove"))
    assert TINK.format_position(stay) == "2Cs5/2Cs2As2/8/8/Bs5Bs1/8/8/Bs2Bs2Bs1 C 0,x,0 38"
    assert TINK.format_position(gone) == "2Cs5/2Cs2As2/8/8/8/8/8/8 C 0,x,0 38"


@pytest.mark.parametrize("passes", ["0,0p total", "0,p total", "0,1x total", "0,1p consecutive"])
def test_only_counted_passes_are_marked(passes: str) -> None:
    text, counting = passes.split()
    with pytest.raises(ValueError, match="passes of B"):
        at(STUCK.replace("0,0", text), pass_counting=counting)


def test_tingle_kit_names_the_pieces() -> None:
    game = find("tingle")
    objection = game.objection(game.start(game.options.of({"tingle_kit": ["disc", "cube", "king"]})), "Mc3")
    assert objection is not None
    assert objection.message == "The first piece must be a disc."
