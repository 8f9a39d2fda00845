"""Portable Piecepack Notation: written for programs that draw it, and read by what lies on the board."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core import games
from core.record import Record
from kiebitz.archive.ppn import from_ppn, to_ppn
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.test_score_sheet import at_random

ON_ONE_BOARD = [name for name in games.names() if name != "tinker_tactics"]
FOREIGN = """---
GameType: "Tink"
SetUp: None
...
1. R1▲x@c3 {a good cell}
2. Y1/\\@d6 3. R1▲@d4 4. Y1▲@e6
5. *c3 *d4 R2▲@c4
"""


def drawn(text: str) -> dict[str, str]:
    """Return what lies where at the end of the PPN *text*, as a program that knows no rules puts it."""
    pieces: dict[str, str] = {}
    for token in re.sub(r"\{[^}]*\}", "", text.partition("\n...\n")[2]).split():
        piece, at, place = token.partition("@")
        if at:
            pieces[place] = piece
        elif token.startswith("*"):
            del pieces[token[1:]]
    return {place: piece for place, piece in pieces.items() if not piece.startswith("■")}


@pytest.mark.parametrize("name", ON_ONE_BOARD)
@pytest.mark.parametrize("plies", [0, 17, 60])
def test_what_is_written_is_read_again(name: str, plies: int) -> None:
    record = at_random(name, plies)
    found = from_ppn(to_ppn(record))
    assert (found.game, found.actions, found.positions()[-1]) == (name, record.actions, record.positions()[-1])
    assert to_ppn(found) == to_ppn(record)


def test_passes_swaps_options_and_a_start_in_the_middle_come_back() -> None:
    swapped = Record.parse('[Game "tabik"]\n[Options "board_size=5"]\n\n1. a1+a2 2. swap 3. c3+c2\n')
    middle = Record.parse('[Game "tink"]\n[Start "8/8/8/3Bs4/8/2As5/8/8 A 0,0 2"]\n[A "red"]\n\n1. Sd3 2. Se6\n')
    for record in (swapped, middle):
        found = from_ppn(to_ppn(record))
        assert (found.actions, found.start, dict(found.tags)) == (record.actions, record.start, dict(record.tags))


def test_a_program_without_rules_sees_the_same_board() -> None:
    record = at_random("tink", 30)
    last = record.positions()[-1]
    contents = {cell: content for cell, content in games.find("tink").contents(last).items() if content != "."}
    pieces = {"As": "R1▲", "Am": "R2▲", "Al": "R3▲", "Bs": "Y1▲", "Bm": "Y2▲", "Bl": "Y3▲"}
    seen = {cell: pieces[content] for cell, content in contents.items()}
    assert drawn(to_ppn(record)) == seen


def test_moves_without_our_actions_are_found_by_the_rules() -> None:
    assert from_ppn(FOREIGN).actions == ("Sc3", "Sd6", "Sd4", "Se6", "Mc4-c3-d4")


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ("...\n", "", "a PPN file begins with ---"),
        ('"Tink"', "Chess", "no game is called 'chess'"),
        ('"Tink"', '"Tinker Tactics"', "PPN has no board for Tinker Tactics"),
        ('"Tink"', '"Tink', "the field GameType is not a text in quotes"),
        ("R1▲x@c3", "R1▲x@z9", "move 1: 'z9' is not on the board"),
        ("R1▲x@c3", "R4s@c3", "move 1: 'R4s' is not a piece of this game"),
        ("R1▲x@c3", "R1▲x@aa1", "@aa1', which is not read"),
        ("R1▲x@c3", "R1▲x@(1.2.3,4)", "@(1.2.3,4)', which is not read"),
        ("R1▲x@c3", "c3#d4", "move 1 has 'c3#d4', which is not read"),
        ("R1▲x@c3", "R1▲@a1", "move 1 The first piece must go on one of the marked inner cells."),
        ("*c3 *d4 ", "*c3 ", "move 5 "),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(
    was: str, now: str, says: str, tmp_path: Path, kiebitz: Kiebitz
) -> None:
    path = tmp_path / "game.ppn"
    path.write_text(FOREIGN.replace(was, now, 1), encoding="utf-8")
    answer = kiebitz("replay", path)
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert says in answer.err


def test_it_is_a_form_of_export_and_a_record(tmp_path: Path, kiebitz: Kiebitz) -> None:
    path, made = tmp_path / "game.txt", tmp_path / "game.ppn"
    path.write_text('[Game "tink"]\n[A "red"]\n\n1. Sc3 2. Sd6\n', encoding="utf-8")
    assert kiebitz("export", path, "--to", "ppn", "--out", made).status == 0
    assert kiebitz("export", made, "--to", "record").out.endswith('[A "red"]\n\n1. Sc3 2. Sd6 *\n')
    path.write_text(at_random("tinker_tactics", 3).format(), encoding="utf-8")
    answer = kiebitz("export", path, "--to", "ppn")
    assert (answer.status, answer.err.count("\n")) == (2, 1)
    assert "PPN has no board for Tinker Tactics" in answer.err
