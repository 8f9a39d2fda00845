"""Converts observed boards, possible or not, to the form of positions."""

from __future__ import annotations

from collections.abc import Mapping

from core.goodwin.notation import Notation
from core.goodwin.position import KIND_LETTERS, SEAT_LETTERS, Position
from core.reading import EMPTY


def completed(notation: Notation, before: Position, observed: Mapping[str, str]) -> dict[str, str]:
    """Return *observed* with what *before* holds on the cells left out, in the order of the cells.

    Raises ``ValueError`` naming a cell that the board has not.
    """
    seen = notation.contents(before)
    for cell, content in observed.items():
        if cell not in seen:
            notation.topology.cell(cell)
        seen[cell] = content or EMPTY
    return seen


def bitboards(contents: Mapping[str, str], players: int) -> tuple[int, ...] | None:
    """Return *contents*, every cell in order, as bitboards; None if a cell holds what this game has not."""
    boards = [0] * (3 * players)
    for cell, content in enumerate(contents.values()):
        if content != EMPTY:
            if not is_piece(content, players):
                return None
            boards[3 * SEAT_LETTERS.index(content[0]) + KIND_LETTERS.index(content[1])] |= 1 << cell
    return tuple(boards)


def is_piece(content: str, players: int) -> bool:
    """Return whether *content* is a piece in a game of *players*."""
    return len(content) == 2 and 0 <= SEAT_LETTERS.find(content[0]) < players and content[1] in KIND_LETTERS
