"""Texts of positions and moves, both ways, and every way to get one wrong."""

from __future__ import annotations

import pytest

from core.games.tinker_tactics import GAME
from core.verdict import Outcome
from tests.tinker.sample import RULES, at

FIRST = "2 A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2,B6a6=6,B6b4=3,B8c5=5,B4c6=2,B4d4=1 A 0"


def test_local_and_flat_names_are_the_same() -> None:
    local = "2 A6Aa3=4,A8Ab2=7,A4Ac1=3,A4Ad1=1,A6Ad3=2,B6Bd1=6,B6Bc3=3,B8Bb2=5,B4Bb1=2,B4Ba3=1 A 0"
    assert at(local) == at(FIRST)
    assert GAME.parse_contents(local) == GAME.contents(at(FIRST))
    assert GAME.play(at(FIRST), "Ad3>Ba2") == GAME.play(at(FIRST), "d3>d5")


@pytest.mark.parametrize("ring", ["clockwise", "counterclockwise"])
def test_local_names_of_four_players_wait_for_the_ring(ring: str) -> None:
    text = "4 A4Aa1=1,A4Ab1=2,B4Ba1=1,B4Bb2=2 A 0"
    position = at(text, ring_direction=ring)
    assert GAME.diagnose(position, GAME.parse_contents(text)) == GAME.diagnose(position, GAME.contents(position))


def test_order_does_not_matter() -> None:
    head, dice, *rest = FIRST.split(" ")
    backwards = " ".join([head, ",".join(reversed(dice.split(","))), *rest])
    assert GAME.format_position(at(backwards)) == FIRST


def test_neutral_dice() -> None:
    text = "3 A6Aa3=4,A6Ab1=4,B4Ba1=1,B4Ba2=1,C8Cd1=3! A 0"
    position = at(text, eliminated_die="stay")
    assert GAME.format_position(position) == text
    assert GAME.contents(position)["Cd1"] == "C8=3"
    assert GAME.format_contents(GAME.contents(position), position.options) == text
    with pytest.raises(ValueError, match="some are not"):
        at("2 A6a3=4,A6a4=4!,B4a1=1,B4a2=1 B 0", eliminated_die="stay")


def test_finished_positions() -> None:
    assert at("2 A8c4=2,A6d1=4 - 1").outcome == Outcome(("A",), "last_standing")
    drawn = "2 A6a3=4,A6a4=4,B4a1=1,B4a2=1 - 9"
    ends: dict[str, dict[str, object]] = {
        "ply_limit": {"ply_limit": 9},
        "quiet": {"quiet_ply_limit": 5},
        "repetition": {"repetition_limit": 3},
        "all_passed": {"voluntary_pass": True},
    }
    for reason, options in ends.items():
        assert at(drawn, **options).outcome == Outcome(("A", "B"), reason, drawn=True)
        assert GAME.format_position(at(drawn, **options)) == drawn
    soon = at(drawn.replace("- 9", "- 1"), quiet_ply_limit=5, repetition_limit=1).outcome
    assert soon is not None
    assert soon.reason == "repetition"


WALLED = "4 A4d1=1,A4e1=1,B4d7=1,B4e7=1,C4c1=1!,C4d2=1!,C6e2=1!,C6f1=1!,D4c7=1!,D4d6=1!,D6e6=1!,D6f7=1! {to_move} 4"


def test_a_position_in_which_nobody_can_move_is_drawn() -> None:
    drawn = Outcome(("A", "B"), "all_blocked", drawn=True)
    assert at(WALLED.format(to_move="A"), eliminated_die="stay").outcome == drawn
    assert at(WALLED.format(to_move="-"), eliminated_die="stay").outcome == drawn


def test_who_cannot_move_may_have_to_lose() -> None:
    position = at(WALLED.format(to_move="A"), eliminated_die="stay", no_move="lose")
    assert GAME.actions(position) == ["--"]
    after = GAME.play(position, "--")
    assert after.outcome == Outcome(("B",), "last_standing")
    assert "A4d1=1!,A4e1=1!,B4d7=1," in GAME.format_position(after)


def test_actions_as_text() -> None:
    assert GAME.canonical_action(" d3>d5  c5- d4x ") == "d3>d5"
    assert GAME.canonical_action("--") == "--"
    for wrong in ("d3", "d3>", "d3-d5", "d3>d5 c5", "d3>d5>d6", "", "-", "D3>D5", "d3>d5\0"):
        with pytest.raises(ValueError, match=r"an action is|an effect is"):
            GAME.canonical_action(wrong)
    with pytest.raises(ValueError, match="'z9'"):
        GAME.objection(at(FIRST), "z9>a1")


def test_an_empty_board_has_a_text() -> None:
    text = GAME.format_contents({}, RULES)
    assert text == "2 - A 0"
    assert set(GAME.parse_contents(text).values()) == {"."}
    with pytest.raises(ValueError, match="somebody must be left"):
        at(text)
