"""Every option of the family does what it says, and says what is wrong with a wrong value."""

from __future__ import annotations

from typing import Any

import pytest

from core.game import is_of
from core.games import find
from core.goodwin.game import Goodwin
from core.goodwin.position import Position
from core.verdict import Outcome
from tests.rules.sample import TINK, at

STUCK = "1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs B 0,0 22"
LARGE = "7Bm/1Bs6/1Bs2AmAm2/8/4Al3/3Am4/6As1/8 A 0,0 34"
NEARLY_DRAWN = "8/8/1As6/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 A 0,0 9"
ALL_OUT = "Bm2Bm3Bm/Bm4As2/5As2/3Bl4/Bs5Bs1/8/8/Bs2Bs2Bs1 B 0,0 48"
THREE = "2Cs5/2Cs2As2/8/8/Bs5Bs1/8/8/Bs2Bs2Bs1 B 0,1,0 37"


def start(name: str = "tink", **values: Any) -> Position:
    game = find(name)
    assert is_of(game, Goodwin)
    return game.start(game.options.of(values))


def play(position: Position, *actions: str) -> Position:
    for action in actions:
        position = TINK.play(position, action)
    return position


def tail(position: Position) -> str:
    """Return side to move, passes and ply."""
    return TINK.format_position(position).split(" ", 1)[1]


def test_large_wild_on_entry() -> None:
    text = "8/8/5As2/4As3/2Am5/2AsAm4/8/7Bs A 0,0 30"
    assert play(at(text), "Ld4-c4-d3").outcome == Outcome(("A",), "line")
    late = play(at(text, large_wild_on_entry=False), "Ld4-c4-d3")
    assert late.outcome is None
    assert play(late, "Sh8", "Sb2").outcome == Outcome(("A",), "line")


def test_voluntary_pass() -> None:
    position = start(players=3, voluntary_pass=True)
    assert "--" in TINK.actions(position)
    assert tail(play(position, "--")) == "B 0,0,0 1"
    assert len(TINK.actions(play(position, "--"))) == 65
    assert play(position, "--", "--", "--").outcome == Outcome(("A", "B", "C"), "all_passed", drawn=True)
    assert play(position, "--", "--", "Sa1", "--", "--").outcome is None
    assert play(position, "--", "--", "Sa1", "--", "--", "--").outcome is not None


def test_forced_passes_in_the_text_count_towards_all_passed() -> None:
    text = "1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs A 0,1 23"
    assert play(at(text, voluntary_pass=True), "--").outcome == Outcome(("A", "B"), "all_passed", drawn=True)
    assert play(at(text.replace("0,1", "0,0"), voluntary_pass=True), "--").outcome is None


def test_a_voluntary_pass_is_not_a_forced_one() -> None:
    """The grace of the mobility win asks for a forced pass as the latest action."""
    freed = "1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs B 0,0 22"
    position = play(at(freed, voluntary_pass=True), "--", "Lb3-b2-c3", "--")
    assert tail(position) == "A 0,1 25"
    assert not position.forced


def test_pass_limit() -> None:
    assert play(at(STUCK, pass_limit=1), "--").outcome == Outcome(("A",), "last_active")
    three = at(THREE, pass_limit=3)
    assert tail(play(three, "--")) == "C 0,2,0 38"
    with pytest.raises(ValueError, match="2 eliminate"):
        at(THREE.replace("0,1,0", "0,2,0"))


def test_pass_counting_total() -> None:
    position = play(at(STUCK, pass_counting="total"), "--")
    assert tail(position) == "A 0,1p 23"
    freed = play(position, "Lb3-b2-c3", "Mb2-a1-c1")
    assert tail(freed) == "A 0,1 25"
    assert tail(play(at(STUCK), "--", "Lb3-b2-c3", "Mb2-a1-c1")) == "A 0,0 25"
    for text in ("0,0p", "0,p", "0,1x"):
        with pytest.raises(ValueError, match="passes of B"):
            at(STUCK.replace("0,0", text), pass_counting="total")
    with pytest.raises(ValueError, match="passes of B"):
        at(STUCK.replace("0,0", "0,1p"))


def test_out_of_pieces() -> None:
    assert play(at(ALL_OUT), "--").outcome == Outcome(("A",), "last_active")
    assert play(at(ALL_OUT, out_of_pieces="when_empty"), "--").outcome == Outcome(("A",), "last_active")
    assert tail(play(at(ALL_OUT, out_of_pieces="never"), "--")) == "A 0,1 49"


def test_out_of_pieces_when_empty_ends_it_after_a_placement() -> None:
    last = ALL_OUT.replace("Bs2Bs2Bs1 B", "Bs2Bs4 B")
    assert play(at(last), "Sg1").outcome is None
    assert play(at(last, out_of_pieces="when_empty"), "Sg1").outcome == Outcome(("A",), "last_active")
    three = last.replace("0,0", "0,0,0")
    assert tail(play(at(three, out_of_pieces="when_empty"), "Sg1")) == "C 0,x,0 49"


def test_mobility_win() -> None:
    assert play(at(STUCK), "--", "Sd6").outcome == Outcome(("A",), "mobility")
    assert play(at(STUCK, mobility_win="off"), "--", "Sd6").outcome is None
    assert play(at(STUCK, mobility_win="off"), "--", "Sd6", "--").outcome == Outcome(("A",), "last_active")
    text = NEARLY_DRAWN
    assert play(at(text), "Sc3").outcome is None
    assert play(at(text, mobility_win="at_once"), "Sc3").outcome == Outcome(("A",), "mobility")


def test_everybody_else_must_have_passed() -> None:
    text = "Cs2Cs2Cs1/8/8/Cs2Cs4/Bs5Bs1/8/8/Bs2Bs2Bs1 A 0,1,0 40"
    assert play(at(text), "Sh7").outcome is None
    assert play(at(text.replace("0,1,0", "0,1,1")), "Sh7").outcome == Outcome(("A",), "mobility")
    assert play(at(text.replace("0,1,0", "0,1,x")), "Sh7").outcome == Outcome(("A",), "mobility")


def test_draw_check() -> None:
    assert play(at(NEARLY_DRAWN), "Se6").outcome == Outcome(("A", "B"), "all_stuck", drawn=True)
    late = play(at(NEARLY_DRAWN, draw_check="after_pass_round"), "Se6")
    assert late.outcome is None
    assert TINK.parse_position(TINK.format_position(late), late.options) == late
    assert play(late, "--").outcome is None
    assert play(late, "--", "--").outcome == Outcome(("A", "B"), "all_stuck", drawn=True)


def test_eliminated_pieces() -> None:
    stay = play(at(THREE), "--")
    remove = play(at(THREE, eliminated_pieces="remove"), "--")
    assert TINK.format_position(stay).startswith("2Cs5/2Cs2As2/8/8/Bs5Bs1/8/8/Bs2Bs2Bs1 ")
    assert TINK.format_position(remove) == "2Cs5/2Cs2As2/8/8/8/8/8/8 C 0,x,0 38"


def test_draw_shares() -> None:
    text = NEARLY_DRAWN.replace("0,0", "0,0,x")
    drawn = Outcome(("A", "B"), "all_stuck", drawn=True)
    assert play(at(text), "Se6").outcome == drawn
    everyone = Outcome(("A", "B", "C"), "all_stuck", drawn=True)
    assert play(at(text, draw_shares="everyone"), "Se6").outcome == everyone


def test_overline() -> None:
    five = "8/8/8/8/AsAs1AsAl3/8/8/7Bs A 0,0 30"
    assert play(at(five), "Sc4").outcome == Outcome(("A",), "line")
    assert play(at(five, overline="ignored"), "Sc4").outcome is None
    exact = "8/8/8/8/1As1AsAl3/8/8/7Bs A 0,0 30"
    assert play(at(exact, overline="ignored"), "Sc4").outcome == Outcome(("A",), "line")


def test_an_overline_of_one_reading_does_not_hide_a_four_of_the_other() -> None:
    both = "8/2Am5/2Am5/1AmAm5/AsAs1AsAs3/1Al6/8/7Bs A 0,0 30"
    assert play(at(both, overline="ignored"), "Lc4-b3-b5").outcome == Outcome(("A",), "line")
    five_only = "7Am/8/2Am5/1AmAm5/AsAs1AsAs3/1Al6/8/7Bs A 0,0 30"
    assert play(at(five_only), "Lc4-b3-b5").outcome == Outcome(("A",), "line")
    assert play(at(five_only, overline="ignored"), "Lc4-b3-b5").outcome is None


ROUND = ("Sd3-c3-e3", "--", "Sc2", "--", "Mc3-c2-d3", "--", "Sd2", "--", "Se2", "--", "Me3-d2-e2", "--")
"""A trades its two mediums for a small and brings them back; B passes by choice."""


@pytest.mark.parametrize("limit", [2, 3])
def test_repetition_limit(limit: int) -> None:
    text = "7Bs/8/8/8/8/2Am1Am3/8/8 A 0,0 30"
    position = at(text, repetition_limit=limit, voluntary_pass=True)
    for lap in range(1, limit):
        assert position.outcome is None
        position = play(position, *ROUND)
        assert TINK.format_position(position).startswith(text.split(" ")[0])
        assert position.ply == 30 + 12 * lap
    assert position.outcome == Outcome(("A", "B"), "repetition", drawn=True)
    assert play(at(text, voluntary_pass=True), *ROUND, *ROUND).outcome is None


def test_ply_limit() -> None:
    position = play(start(ply_limit=2), "Sc3")
    assert position.outcome is None
    assert play(position, "Sd4").outcome == Outcome(("A", "B"), "ply_limit", drawn=True)
    line = at("1Am6/8/2Bs2Al2/2Bs5/2BsAs4/2As5/8/7Am A 0,0 30", ply_limit=31)
    assert play(line, "Se5").outcome == Outcome(("A",), "line")


def test_tingle_kit_names_the_pieces() -> None:
    game = find("tingle")
    options = game.options.of({"tingle_kit": ["disc", "cube", "king"]})
    objection = game.objection(game.start(options), "Mc3")
    assert objection is not None
    assert objection.message == "The first piece must be a disc."
