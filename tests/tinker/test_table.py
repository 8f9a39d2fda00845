"""The game among the other layers: the engine, the referee with a camera's reading, and records."""

from __future__ import annotations

import pytest

from core.belief.referee import judge
from core.games.tinker_tactics import GAME
from core.reading import Reading
from core.tinker.options import TinkerOptions
from core.verdict import Partial, Played, Refused
from tests.tinker.test_examples import BLOCKED, FIRST


def test_the_referee_sees_dice_that_are_still_to_be_turned() -> None:
    before = GAME.parse_position(FIRST, TinkerOptions())
    seen = {**GAME.contents(before), "d3": ".", "d5": "A6=2"}
    verdict = judge(GAME, before, Reading.exact(seen, GAME.alphabet(before)))
    assert isinstance(verdict, Partial)
    assert verdict.code == "TT-14"
    seen |= {"c5": "B8=3"}
    verdict = judge(GAME, before, Reading.exact(seen, GAME.alphabet(before)))
    assert isinstance(verdict, Refused)
    assert verdict.objection.code == "TT-15"


def test_an_empty_board_has_a_text() -> None:
    options = TinkerOptions()
    text = GAME.format_contents({}, options)
    assert text == "2 - A 0"
    assert set(GAME.parse_contents(text).values()) == {"."}
    with pytest.raises(ValueError, match="somebody must be left"):
        GAME.parse_position(text, options)


def test_stand_ins_widen_what_a_die_may_show() -> None:
    position = GAME.parse_position(FIRST, TinkerOptions())
    assert "A4=5" not in GAME.alphabet(position)
    assert GAME.stock(position)["A4=4"] == 2
    assert GAME.stock(position)["B8=8"] == 1
    stand_in = GAME.parse_position(FIRST.replace("A4c1=3", "A4c1=7"), TinkerOptions())
    assert set(GAME.contents(stand_in).values()) <= set(GAME.alphabet(stand_in))


def test_a_pass_that_loses_is_seen() -> None:
    before = GAME.parse_position(BLOCKED, TinkerOptions(no_move="lose"))
    after = GAME.play(before, "--")
    assert GAME.diagnose(before, GAME.contents(after)) == Played(("--",))
    assert after.outcome is not None
    assert after.outcome.winners == ("B",)
