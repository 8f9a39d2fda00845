"""The adjacency of cells on square grids, without millimetres.

Cells are numbered by column letter, then row (``a1`` is 0, ``a2`` is 1): the same order
in which notation lists them. Sets of cells are the bits of integers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from core.board.cells import bits, union
from core.options import shown

_CELL = re.compile(r"([a-z])([1-9][0-9]?)")
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True, slots=True)
class Topology:
    """A square grid; build it with ``square_grid``. Tuples are indexed by cell number."""

    side: int
    names: tuple[str, ...]
    neighbours: tuple[int, ...]
    """For each cell, its neighbours by side or corner (at most eight)."""
    fours: tuple[int, ...]
    """Every run of four cells in a row, column or diagonal."""
    fours_through: tuple[tuple[tuple[int, ...], int], ...]
    """For each cell, the runs of four that contain it, and all their cells together."""
    beyond: Mapping[int, int]
    """For each run of four, the cells that would extend it (at most two)."""

    @property
    def everywhere(self) -> int:
        return (1 << self.side * self.side) - 1

    def cell(self, name: str) -> int:
        """Return the number of the cell *name*. Raises ``ValueError`` if there is no such cell.

        >>> square_grid(8).cell("b1")
        8
        """
        return cell_number(name, self.side)

    def name(self, cell: int) -> str:
        return self.names[cell]

    def named(self, mask: int) -> tuple[str, ...]:
        """Return the names of the cells in *mask*, ordered by column letter, then row number."""
        return tuple(self.names[cell] for cell in bits(mask))

    def mask_of(self, names: Iterable[str]) -> int:
        """Return the set of the cells named *names*."""
        return union(1 << self.cell(name) for name in names)


@lru_cache(maxsize=1024)
def cell_number(name: str, side: int) -> int:
    """Return the number of the cell *name* on *side* × *side* cells. Raises ``ValueError`` if there is no such cell."""
    match = _CELL.fullmatch(name)
    if match:
        column, row = ord(match[1]) - ord("a"), int(match[2]) - 1
        if column < side and row < side:
            return column * side + row
    raise ValueError(f"no cell is called {shown(name)} on this board; cells run from a1 to {cell_names(side)[-1]}")


@cache
def cell_names(columns: int, rows: int | None = None) -> tuple[str, ...]:
    """Return the names of *columns* × *rows* cells, in the order of their numbers; square without *rows*."""
    return tuple(f"{chr(ord('a') + column)}{row + 1}" for column in range(columns) for row in range(rows or columns))


@cache
def square_grid(side: int) -> Topology:
    """Return the grid of *side* × *side* cells.

    >>> grid = square_grid(8)
    >>> grid.named(grid.neighbours[grid.cell("a1")])
    ('a2', 'b1', 'b2')
    """
    places = [(column, row) for column in range(side) for row in range(side)]
    number = {place: cell for cell, place in enumerate(places)}

    def cells(found: Iterable[tuple[int, int]]) -> int:
        return union(1 << number[place] for place in found if place in number)

    def around(column: int, row: int) -> int:
        return cells((column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)

    beyond = {
        cells((column + k * dx, row + k * dy) for k in range(4)): cells(
            (column + k * dx, row + k * dy) for k in (-1, 4)
        )
        for dx, dy in _DIRECTIONS
        for column, row in places
        if (column + 3 * dx, row + 3 * dy) in number
    }
    through = [tuple(four for four in beyond if four >> cell & 1) for cell in range(len(places))]
    return Topology(
        side=side,
        names=cell_names(side),
        neighbours=tuple(around(*place) for place in places),
        fours=tuple(beyond),
        fours_through=tuple((fours, union(fours)) for fours in through),
        beyond=beyond,
    )
