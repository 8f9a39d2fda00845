"""Texts both ways: what is written is read back, and what cannot be read says which part is wrong."""

from __future__ import annotations

import re

import pytest

from core.games import find
from core.goodwin.options import TinkOptions
from core.verdict import Outcome
from tests.rules.sample import TINK, at

START = "8/8/8/8/8/8/8/8 A 0,0 0"
OVER = "8/8/1As2As3/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 - 0,0 10"


def test_actions_are_canonical() -> None:
    assert TINK.canonical_action("Me5-f4-d4") == "Me5-d4-f4"
    assert TINK.canonical_action("--") == "--"
    ting = find("ting")
    assert ting.canonical_action("Tc10-b10-b9") == "Mc10-b9-b10"
    assert ting.canonical_action("Ca1-b2-a2") == "La1-a2-b2"
    assert ting.canonical_action("Mc10-b9-b10") == "Mc10-b9-b10"


@pytest.mark.parametrize(
    ("action", "part"),
    [
        ("", "starts with one of S, M, L"),
        ("Te5-d4-f4", "starts with"),
        ("S", "a cell is missing"),
        ("Si1", "'i1'"),
        ("Se4 ", "'e4 '"),
        ("Me5-d4--f4", "a cell is missing"),
        ("Me5-d4-d4", "d4 is spent twice"),
        ("S" + "e4-" * 1_000_000, "too long"),
    ],
)
def test_what_is_no_action_says_why(action: str, part: str) -> None:
    for read in (TINK.canonical_action, lambda text: TINK.objection(at(START), text)):
        with pytest.raises(ValueError, match=re.escape(part)) as caught:
            read(action)
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "winners", "reason"),
    [
        (OVER, ("A", "B"), "all_stuck"),
        (OVER.replace("-", "A"), ("A", "B"), "all_stuck"),
        ("8/8/8/8/8/8/8/8 - 0,x 60", ("A",), "last_active"),
        ("8/8/5Al2/4As3/3As4/2As5/8/8 - 0,0 31", ("A",), "line"),
        ("1As6/As6Bs/3As4/8/7Bs/2Am5/1Am6/BsAsBs4Bs - 0,1 24", ("A",), "mobility"),
    ],
)
def test_finished_positions(text: str, winners: tuple[str, ...], reason: str) -> None:
    position = at(text)
    assert position.outcome is not None
    assert (position.outcome.winners, position.outcome.reason) == (winners, reason)
    assert position.to_move is None
    assert TINK.actions(position) == []
    assert TINK.format_position(position).split(" ")[1] == "-"


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"ply_limit": 15}, "ply_limit"),
        ({"repetition_limit": 2}, "repetition"),
        ({"voluntary_pass": True}, "all_passed"),
    ],
)
def test_draws_that_no_board_shows_follow_from_the_options(values: dict[str, object], reason: str) -> None:
    drawn = Outcome(("A", "B"), reason, drawn=True)
    assert at("8/8/8/8/8/2As5/8/8 - 0,0 15", **values).outcome == drawn


def test_a_line_already_on_the_board_does_not_end_a_position_in_play() -> None:
    assert at("8/8/5Al2/4As3/3As4/2As5/8/8 B 0,0 31").outcome is None


def test_the_number_of_players_comes_from_the_text() -> None:
    position = TINK.parse_position("8/8/8/8/8/8/8/8 C 0,0,0 0", TinkOptions(players=2))
    assert position.seats == ("A", "B", "C")
    assert position.options.players == 3
