"""What the options of the family change where games seldom come; the reference plays every option beside the rules."""

from __future__ import annotations

from typing import Any

import pytest

from core.games import find
from tests.rules.sample import TINK, at

START = "8/8/8/8/8/8/8/8 A 0,0,0 0"
STUCK = "1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs B 0,0 22"
NEARLY_DRAWN = "8/8/1As6/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 A 0,0 9"
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
        (START, {"voluntary_pass": True}, "--", "B 0,0,0 1"),
        (START, {"voluntary_pass": True}, "-- -- --", "ABC all_passed"),
        (START, {"voluntary_pass": True}, "-- -- Sa1 -- --", "C 0,0,0 5"),
        (START, {"voluntary_pass": True}, "-- -- Sa1 -- -- --", "ABC all_passed"),
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
        (START, {"ply_limit": 2}, "Sc3", "B 0,0,0 1"),
        (START, {"ply_limit": 2}, "Sc3 Sd4", "ABC ply_limit"),
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
