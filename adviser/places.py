"""The cells that an action names, and distances between cells, for any game."""

from __future__ import annotations

import re

_CELL = re.compile(r"([A-F]?)([a-z])([0-9]{1,2})")
_ELSEWHERE = 5
"""Distance assumed between cells on different boards, which have no columns in common."""


def cells_of(action: str) -> tuple[str, ...]:
    """Return the cells that *action* names, in its order; none for a pass or a swap.

    >>> cells_of("Me5-d4-f4"), cells_of("Ab1>Bd3"), cells_of("b2xb3"), cells_of("--")
    (('e5', 'd4', 'f4'), ('Ab1', 'Bd3'), ('b2', 'b3'), ())
    """
    return tuple(match[0] for match in _CELL.finditer(action))


def board_of(cell: str) -> str:
    """Return the seat that owns the board of *cell*; empty if all cells are on one grid."""
    return cell[0] if cell[0].isupper() else ""


def place_of(cell: str) -> tuple[int, int]:
    """Return the column and the row of *cell*, both from 0.

    >>> place_of("c3"), place_of("Bd1")
    ((2, 2), (3, 0))
    """
    match = _CELL.fullmatch(cell)
    assert match is not None
    return ord(match[2]) - ord("a"), int(match[3]) - 1


def steps_between(one: str, other: str) -> int:
    """Return the distance between two cells in steps in any of eight directions.

    >>> steps_between("c3", "f4")
    3
    """
    if board_of(one) != board_of(other):
        return _ELSEWHERE
    (a, b), (c, d) = place_of(one), place_of(other)
    return max(abs(a - c), abs(b - d))
