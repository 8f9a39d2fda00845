"""A rectangular grid: which cells there are, and which lie beside and in line with which."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from core.board.topology import cell_names

STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))


@dataclass(frozen=True)
class Grid:
    """*columns* × *rows* cells; ``a1`` is at seat A's left hand.

    >>> Grid(3, 2).cells
    ('a1', 'a2', 'b1', 'b2', 'c1', 'c2')
    """

    columns: int
    rows: int

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """All cell names, by column letter, then row number."""
        return cell_names(self.columns, self.rows)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Cell → its place in ``cells``."""
        return {cell: number for number, cell in enumerate(self.cells)}

    def place(self, cell: str) -> tuple[int, int]:
        """Return the column and the row of *cell*, both from 0."""
        return divmod(self.numbers[cell], self.rows)

    def step(self, cell: str, across: int, up: int) -> str | None:
        """Return the cell that many columns and rows from *cell*; None where the board ends before.

        >>> Grid(3, 2).step("b1", 1, 1), Grid(3, 2).step("b1", 0, -1)
        ('c2', None)
        """
        column, row = self.place(cell)
        column, row = column + across, row + up
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return self.cells[column * self.rows + row] if inside else None

    def beside(self, cell: str, *, diagonal: bool = False) -> tuple[str, ...]:
        """Return the cells that share a side with *cell*, with *diagonal* also those that share a corner.

        >>> Grid(3, 2).beside("a1"), Grid(3, 2).beside("a1", diagonal=True)
        (('b1', 'a2'), ('b1', 'a2', 'b2'))
        """
        steps = (*STRAIGHT, *DIAGONAL) if diagonal else STRAIGHT
        return tuple(other for step in steps if (other := self.step(cell, *step)))

    def lines(self, length: int) -> tuple[tuple[str, ...], ...]:
        """Return every run of *length* cells in a column, row or diagonal.

        >>> Grid(3, 2).lines(3)
        (('a1', 'b1', 'c1'), ('a2', 'b2', 'c2'))
        """
        return _lines(self, length)


@cache
def _lines(grid: Grid, length: int) -> tuple[tuple[str, ...], ...]:
    found = []
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for cell in grid.cells:
            run = tuple(filter(None, (grid.step(cell, k * across, k * up) for k in range(length))))
            if len(run) == length:
                found.append(run)
    return tuple(found)
