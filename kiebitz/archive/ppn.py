"""Portable Piecepack Notation (Trevor L. Davis): what lies on the board, move by move, for programs that draw it.

PPN knows pieces and places, but no rules: each move puts pieces on the board and takes them off, with the action in
braces. docs/record-format.md has the pieces.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from core import games
from core.reading import EMPTY
from core.record import Record
from core.record.writing import options_text
from kiebitz.kits import kit_of
from kits.kit import Kit

_SEATS = dict(zip("ABCDEF", "RYGBKW", strict=True))
"""Seat → the letter that PPN has for its colour; PPN has only these six."""
_PYRAMID = "▲"
_STONES = {"b": "Ks", "w": "Ws"}
_MATCHSTICK = "m"
_TAGS = ("Event", "Date", "Round")
_BOARD = "■"


def to_ppn(record: Record) -> str:
    """Return *record* as PPN, without comments and branches. Raises ``ValueError`` for a game that PPN cannot show."""
    game, positions = games.find(record.game), record.positions()
    kit = kit_of(game.name, record.options)
    if kit.minis:
        raise ValueError(f"PPN has no board for {game.title}")
    fields = {"GameType": game.title, "SetUp": "None"}
    fields |= {"Options": options_text(record.options), "Start": record.start}
    fields |= {f"Seat{seat}": record.tags[seat] for seat in positions[0].seats if seat in record.tags}
    fields |= {name: record.tags[name] for name in _TAGS if name in record.tags}
    head = "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields.items() if value)
    empty = dict.fromkeys(game.contents(positions[0]), EMPTY)
    board = f"{_BOARD},r{kit.plan.rows},checkers1'@({(kit.plan.columns + 1) / 2:g},{(kit.plan.rows + 1) / 2:g})"
    rows = [" ".join(["0.", board, *_changes(kit, empty, game.contents(positions[0]))])]
    for before, after, action in zip(positions, positions[1:], record.actions, strict=False):
        changes = _changes(kit, game.contents(before), game.contents(after))
        rows.append(" ".join([f"{before.ply + 1}.", *changes, f"{{{action}}}"]))
    return f"---\n{head}...\n" + "\n".join(rows) + "\n"


def _changes(kit: Kit, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    changed = [cell for cell, content in after.items() if content != before[cell]]
    yield from (f"*{_place(cell)}" for cell in changed if before[cell] != EMPTY)
    yield from (f"{_piece(kit, cell, after[cell])}@{_place(cell)}" for cell in changed if after[cell] != EMPTY)


def _piece(kit: Kit, cell: str, content: str) -> str:
    """Return how PPN writes *content*: a pyramid of its size, a stone, or a rod in its direction."""
    if content in _STONES:
        return _STONES[content]
    if "-" in cell:
        one, other = cell.split("-")
        return f"{_MATCHSTICK}^" if one[0] == other[0] else f"{_MATCHSTICK}>"
    return f"{_SEATS[content[0]]}{1 + [*kit.pieces].index(content[1:])}{_PYRAMID}"


def _place(cell: str) -> str:
    """Return where *cell* is: its name, or the middle of an edge as coordinates."""
    x, y = _middle(cell)
    return f"({x:g},{y:g})" if "-" in cell else cell


def _middle(cell: str) -> tuple[float, float]:
    """Return the middle of *cell*, or of an edge, in cells; the middle of a1 is (1, 1)."""
    ends = [_xy(end) for end in cell.split("-")]
    return sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends)


def _xy(cell: str) -> tuple[float, float]:
    return float(ord(cell[0]) - ord("a") + 1), float(cell[1:])
