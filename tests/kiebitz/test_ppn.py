"""Portable Piecepack Notation: what programs that know no rules draw of it lies on the board."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core import games
from core.reading import ROD
from kiebitz.archive.ppn import to_ppn
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.test_score_sheet import at_random

PIECES = {f"{seat}{kind}": f"{colour}{size}▲" for seat, colour in zip("AB", "RY", strict=True)
          for size, kind in enumerate("sml", 1)} | {"b": "Ks", "w": "Ws"}  # fmt: skip


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


@pytest.mark.parametrize("name", [name for name in games.names() if name != "tinker_tactics"])
@pytest.mark.parametrize("plies", [0, 17, 60])
def test_a_program_without_rules_sees_the_same_board(name: str, plies: int) -> None:
    record = at_random(name, plies)
    text, contents = to_ppn(record), games.find(name).contents(record.positions()[-1])
    seen = drawn(text)
    lying = {cell: PIECES[content] for cell, content in contents.items() if content not in (".", ROD)}
    assert {place: piece for place, piece in seen.items() if not place.startswith("(")} == lying
    assert sum(place.startswith("(") for place in seen) == [*contents.values()].count(ROD)
    assert re.findall(r"\{(.*?)\}", text) == [*record.actions]


def test_it_is_a_form_of_export(tmp_path: Path, kiebitz: Kiebitz) -> None:
    path = tmp_path / "game.txt"
    path.write_text('[Game "tabik"]\n[Options "board_size=5"]\n[B "Ada"]\n\n1. a1+a2 2. c3+c2\n', encoding="utf-8")
    out = kiebitz("export", path, "--to", "ppn").out
    assert out.startswith('---\nGameType: "Tabik"\nSetUp: "None"\nOptions: "board_size=5"\n')
    assert 'SeatB: "Ada"\n' in out
    assert "m^@(1,1.5)" in out
    path.write_text(at_random("tinker_tactics", 3).format(), encoding="utf-8")
    answer = kiebitz("export", path, "--to", "ppn")
    assert (answer.status, answer.err.count("\n")) == (2, 1)
    assert "PPN has no board for Tinker Tactics" in answer.err
