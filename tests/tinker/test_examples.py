"""The worked examples of the rules (5.8), with their counts and codes; positions and moves as texts, both ways."""

from __future__ import annotations

import pytest

from core.games.tinker_tactics import GAME
from core.verdict import Outcome, Played
from tests.tinker.sample import RULES, at

FIRST = "2 A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2,B6a6=6,B6b4=3,B8c5=5,B4c6=2,B4d4=1 A 0"
WIN = "2 A8b3=2,A6d1=4,B6b4=1,B4c6=2,B4d4=1 A 0"
FOUR = (
    "4 A4d1=4,A6d3=3,A8e2=5,A4f3=1,A6g1=2,B6a1=2,B4a4=4,B8b2=5,B4c2=1,B6c4=3,"
    "C6a7=2,C4b5=1,C8c6=5,C6d5=3,C4d7=4,D6e4=3,D4e6=1,D8f6=5,D4g4=4,D6g7=2 A 0"
)
THREE = "3 A8Aa2=3,A6Ab1=2,A4Ad1=4,B4Ba1=2,B6Bc3=1,C4Ca3=2,C8Cb2=6,C6Cd1=3 A 0"
BLOCKED = "2 A6a1=1,A4b1=1,B8a2=3,B6b2=2,B4c1=2 A 0"


def code(text: str, action: str) -> str | None:
    objection = GAME.objection(at(text), action)
    return objection.code if objection else None


def after(text: str, action: str) -> str:
    return GAME.format_position(GAME.play(at(text), action))


def test_legal_destinations() -> None:
    reached = {
        "b2": "a2 a4 b1 b3 b5 c2 c4 d5",
        "a3": "a1 a5 b6 c3 d2",
        "d3": "b3 c2 c4 d5",
        "c1": "a2 b1 b3 c2 c4",
        "d1": "d2",
    }
    actions = GAME.actions(at(FIRST))
    assert len(actions) == GAME.perft(at(FIRST), 1) == 23
    assert set(actions) == {f"{source}>{target}" for source, cells in reached.items() for target in cells.split()}
    assert code(FIRST, "a3>d4") == "TT-11"
    assert code(FIRST, "b2>b2") == "TT-10"
    assert code(FIRST, "d1>c2") == "TT-9"


def test_hits() -> None:
    one = "2 A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d5=2,B6a6=6,B6b4=3,B8c5=4,B4c6=2 B 1"
    three = "2 A6a3=4,A8b2=7,A4c1=3,A6c4=2,A4d1=1,B6a6=6,B6b4=2,B8c5=4,B4c6=2 B 1"
    assert after(FIRST, "d3>d5") == after(FIRST, "d3>d5 c5- d4x") == one
    assert after(FIRST, "d3>c4") == three
    assert GAME.diagnose(at(FIRST), GAME.parse_contents(one)) == Played(("d3>d5",))
    assert GAME.diagnose(at(FIRST), GAME.parse_contents(three)) == Played(("d3>c4",))


def test_winning() -> None:
    end = GAME.play(at(WIN), "b3>c4")
    assert GAME.outcome(end) == Outcome(("A",), "last_standing")
    assert GAME.format_position(end) == "2 A8c4=2,A6d1=4 - 1"
    assert GAME.actions(end) == []
    assert [o.code for o in GAME.announcements(at(WIN), "b3>c4", end)] == ["TT-25"]


def test_the_ring_of_four() -> None:
    assert len(GAME.actions(at(FOUR))) == 39
    assert code(FOUR, "d3>e5") is None
    seen = GAME.contents(GAME.play(at(FOUR), "d3>e5"))
    assert (seen["e4"], seen["e6"], seen["d5"], seen["e5"]) == ("D6=2", ".", "C6=2", "A6=3")
    assert code(FOUR, "d3>d4") == "TT-12"
    assert code(FOUR, "d3>d5") == "TT-9"
    assert after(FOUR, "Aa3>e5") == after(FOUR, "d3>e5")


def test_elimination_among_three() -> None:
    assert len(GAME.actions(at(THREE))) == 19
    assert after(THREE, "Ab1>Bd3") == "3 A8Aa2=3,A4Ad1=4,A6Bd3=2,C4Ca3=2,C8Cb2=6,C6Cd1=3 C 1"
    (told,) = GAME.announcements(at(THREE), "Ab1>Bd3", GAME.play(at(THREE), "Ab1>Bd3"))
    assert (told.code, told.message) == ("5.5", "B is out of the game.")


def test_blocked() -> None:
    assert GAME.actions(at(BLOCKED)) == ["--"]
    assert len(GAME.actions(GAME.play(at(BLOCKED), "--"))) == 11
    before = at("2 A6a1=1,A4b1=2,B8a2=3,B6b2=2,B4d1=1 B 0")
    announced = GAME.announcements(before, "d1>c1", GAME.play(before, "d1>c1"))
    assert [objection.code for objection in announced] == ["TT-24"]


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
