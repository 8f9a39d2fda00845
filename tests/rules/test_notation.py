"""Texts both ways: what is written is read back, and what cannot be read says which part is wrong."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.game import is_of
from core.games import find
from core.goodwin.game import Goodwin
from core.goodwin.options import TinkOptions
from tests.rules.sample import RULES, TINK, at, playthrough
from tests.rules.test_reference import VARIANTS, label

START = "8/8/8/8/8/8/8/8 A 0,0 0"
SMALLS = "8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/8 A 0,0 6"
OVER = "8/8/1As2As3/8/Bs5Bs1/8/1As2As2As/Bs2Bs2Bs1 - 0,0 10"


@pytest.mark.parametrize("name", ["tink", "ting", "tingle"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_are_read_back(name: str, players: int) -> None:
    game = find(name)
    assert is_of(game, Goodwin)
    for seed in range(5):
        path, _ = playthrough(game.options(players=players), seed=seed, plies=150, game=game)
        for position in path:
            text = game.format_position(position)
            again = game.parse_position(text, game.options())
            assert again == position
            assert game.format_position(again) == text
            assert game.parse_contents(text) == game.contents(position)


@pytest.mark.parametrize("values", VARIANTS, ids=label)
def test_texts_are_kept_under_every_option(values: dict[str, object]) -> None:
    options = TinkOptions.of(values)
    late_draw = options.draw_check == "after_pass_round"
    for seed in range(3):
        path, _ = playthrough(options, seed=seed, plies=80)
        for position in path:
            text = TINK.format_position(position)
            again = TINK.parse_position(text, options)
            if not late_draw:
                assert TINK.format_position(again) == text
                assert TINK.actions(again) == TINK.actions(position)


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
        ("-", "starts with"),
        ("---", "starts with"),
        ("Te5-d4-f4", "starts with"),
        ("se4", "starts with"),
        ("S", "a cell is missing"),
        ("Si1", "'i1'"),
        ("Se9", "'e9'"),
        ("SE4", "'E4'"),
        ("Se4 ", "'e4 '"),
        ("Se4-", "a cell is missing"),
        ("Me5-d4--f4", "a cell is missing"),
        ("Me5-d4-d4", "d4 is spent twice"),
        ("Me5\x00", "e5\\x00"),
        ("Мe5", "starts with"),
        ("S" + "e4-" * 1_000_000, "too long"),
    ],
)
def test_what_is_no_action_says_why(action: str, part: str) -> None:
    for read in (TINK.canonical_action, lambda text: TINK.objection(at(START), text)):
        with pytest.raises(ValueError, match=re.escape(part)) as caught:
            read(action)
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "four parts"),
        ("8/8/8/8/8/8/8/8", "four parts"),
        (START + " 1", "not 5"),
        ("8/8/8/8/8/8/8 A 0,0 0", "8 rows"),
        ("8/8/8/8/8/8/8/8/8 A 0,0 0", "has 9"),
        ("7/8/8/8/8/8/8/8 A 0,0 0", "row 8, '7', has 7 cells"),
        ("8/9/8/8/8/8/8/8 A 0,0 0", "row 7, '9', has more than 8"),
        ("8/8/8/8/8/8/8/7AsAs A 0,0 0", "row 1"),
        ("8/8/8/8/8/8/8/0As7 A 0,0 0", "row 1 cannot be read at '0As7'"),
        ("8/8/8/8/8/8/8/As07 A 0,0 0", "row 1"),
        ("8/8/8/8/8/8/8/As6Es A 0,0 0", "'Es'"),
        ("8/8/8/8/8/8/8/As6AS A 0,0 0", "row 1"),
        ("8/8/8/8/8/8/8/as7 A 0,0 0", "row 1"),
        ("8/8/8/8/8/8/8/A7 A 0,0 0", "row 1"),
        ("8/8/8/8/8/8/8/٨ A 0,0 0", "row 1"),
        ("8/8/8/8/8/8/8/Cs7 A 0,0 0", "a1 holds a piece of C"),
        ("8/8/8/8/8/8/8/AlAl6 A 0,0 0", "A has 2 pieces Al"),
        ("8/8/8/8/8/8/8/AsAsAsAsAsAs2 A 0,0 0", "only 5 exist"),
        ("8/8/8/8/8/8/8/BmBmBmBmBm3 A 0,0 0", "B has 5 pieces Bm"),
        ("8/8/8/8/8/8/8/8 C 0,0 0", "side to move must be one of A, B or -"),
        ("8/8/8/8/8/8/8/8 a 0,0 0", "side to move"),
        ("8/8/8/8/8/8/8/8 AB 0,0 0", "side to move"),
        ("8/8/8/8/8/8/8/8 A 0 0", "2 to 4 players"),
        ("8/8/8/8/8/8/8/8 A 0,0,0,0,0 0", "has 5"),
        ("8/8/8/8/8/8/8/8 A 0,-1 0", "passes of B"),
        ("8/8/8/8/8/8/8/8 A 0,,0 0", "passes of B"),
        ("8/8/8/8/8/8/8/8 A 0,2 0", "B cannot have 2"),
        ("8/8/8/8/8/8/8/8 A x,0,0 0", "A is eliminated"),
        ("8/8/8/8/8/8/8/8 A 0,x 0", "written -"),
        ("8/8/8/8/8/8/8/8 - x,x 0", "somebody must be left"),
        ("8/8/8/8/8/8/8/8 - 0,0 0", "nothing here ends a game"),
        ("8/8/8/8/8/8/8/8 A 0,0 -1", "ply"),
        ("8/8/8/8/8/8/8/8 A 0,0 1.5", "ply"),
        ("8/8/8/8/8/8/8/8 A 0,0 ٣", "ply"),
        ("8/8/8/8/8/8/8/8 A 0,0 " + "9" * 30, "ply"),
        ("8/8/8/8/8/8/8/8\x00 A 0,0 0", "row 1"),
        ("8" * 1_000_000, "characters long"),
        ("\x00" * 5, "four parts"),
    ],
)
def test_what_is_no_position_says_why(text: str, part: str) -> None:
    with pytest.raises(ValueError, match=re.escape(part)) as caught:
        TINK.parse_position(text, RULES)
    assert len(str(caught.value)) < 300
    assert str(caught.value).isprintable()


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


def test_a_line_already_on_the_board_does_not_end_a_position_in_play() -> None:
    assert at("8/8/5Al2/4As3/3As4/2As5/8/8 B 0,0 31").outcome is None


def test_the_number_of_players_comes_from_the_text() -> None:
    position = TINK.parse_position("8/8/8/8/8/8/8/8 C 0,0,0 0", TinkOptions(players=2))
    assert position.seats == ("A", "B", "C")
    assert position.options.players == 3


ALPHABET = "ABCDEsmlx-,/p 0123456789\n\x00é"


@given(st.text() | st.text(alphabet=ALPHABET))
@example("8/8/8/8/8/8/8/8 A 0,0 0")
def test_no_text_breaks_the_readers(text: str) -> None:
    for read in (
        lambda: TINK.parse_position(text, RULES),
        lambda: TINK.parse_contents(text),
        lambda: TINK.canonical_action(text),
    ):
        with contextlib.suppress(ValueError):
            assert read()


@settings(max_examples=300)
@given(st.sampled_from([START, SMALLS, OVER]), st.integers(0, 60), st.integers(0, 3), st.text(ALPHABET, max_size=3))
def test_a_damaged_position_is_read_or_refused(text: str, place: int, cut: int, patch: str) -> None:
    damaged = text[:place] + patch + text[place + cut :]
    try:
        position = TINK.parse_position(damaged, RULES)
    except ValueError:
        return
    assert TINK.parse_position(TINK.format_position(position), RULES) == position
    if not position.outcome:
        assert TINK.actions(position)
