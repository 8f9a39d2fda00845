"""A look at a board, compared with what was on it before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from core.belief.traces import Change
from core.reading import Reading, piece_of

Rows = Mapping[str, Mapping[str, float]]
"""Visible cell → content → log-likelihood in nats, 0 for the likeliest content at its best."""

CELL_NATS = 12.0
"""The most nats that one cell can count in one look."""
_HARDLY_NATS = 2.0
"""A cell hardly looks changed if its new content leads by less than this, in nats."""


def rows_of(reading: Reading) -> Rows:
    """Return the visible cells of *reading*, the likeliest content at 0 and none below ``-CELL_NATS``."""
    rows = {}
    for cell, row in reading.cells.items():
        if cell not in reading.covered:
            top = max(row.values())
            rows[cell] = {content: max(value - top, -CELL_NATS) for content, value in row.items()}
    return rows


class Table:
    """A look compared with the previous contents."""

    def __init__(self, rows: Rows, before: Mapping[str, str], cell_nats: float) -> None:
        self.before = before
        self.rows = rows
        self.floor = -cell_nats
        """The log-likelihood of what a row does not name."""
        self._suspicions: dict[str, float] = {}

    def value(self, cell: str, content: str) -> float:
        return self.rows[cell].get(content, self.floor)

    def sees(self, change: Change) -> bool:
        """Return whether any cell of *change* is visible. A change that cannot be seen is never reported."""
        return not self.rows.keys().isdisjoint(change)

    def fit(self, change: Change) -> float:
        """Return the log-likelihood in nats of the board after *change*."""
        board = {**self.before, **change}
        return sum([row.get(board[cell], self.floor) for cell, row in self.rows.items()])

    def gain(self, change: Change) -> float:
        """Return the log-likelihood ratio of *change* to the unchanged board, in nats."""
        gained, floor = 0.0, self.floor
        for cell, content in change.items():
            if (row := self.rows.get(cell)) is not None:
                gained += row.get(content, floor) - row.get(self.before[cell], floor)
        return gained

    def suspicion(self, cell: str) -> float:
        """Return the lead in nats of the best other content over the old one on *cell*; 0 for a hidden cell."""
        if cell not in self._suspicions:
            self._suspicions[cell] = self._suspicion(cell)
        return self._suspicions[cell]

    def _suspicion(self, cell: str) -> float:
        if (row := self.rows.get(cell)) is None:
            return 0.0
        ranked, before = sorted(row.values()), row.get(self.before[cell])
        if before is None:
            return (ranked[-1] if ranked else self.floor) - self.floor
        if before < ranked[-1]:
            return ranked[-1] - before
        return (ranked[-2] if len(ranked) > 1 else self.floor) - before

    def hardly_changes(self, cell: str) -> bool:
        """Return whether *cell* may as well be as it was."""
        return cell in self.rows and self.suspicion(cell) < _HARDLY_NATS

    def near(self, cell: str, nats: float) -> list[str]:
        """Return the contents of *cell* within *nats* of the best."""
        if cell not in self.rows:
            return []
        best, *others = sorted(self.rows[cell], key=lambda content: -self.value(cell, content))
        return [content for content in others if self.value(cell, content) > self.value(cell, best) - nats]

    def lead(self, cell: str) -> float:
        """Return the lead of the best content of *cell* over the second, in nats."""
        if cell not in self.rows:
            return 0.0
        ranked = sorted(self.rows[cell].values(), reverse=True)
        return ranked[0] - (ranked[1] if len(ranked) > 1 else self.floor)

    def free_change(self, stock: Mapping[str, int], nats: float, settled: Collection[str] = ()) -> Change:
        """Return the likeliest content of each cell by itself, for the cells that have changed; not the *settled* ones.

        If that makes more pieces than exist, whatever dice show, the least certain cells fall back to their next
        piece as long as that costs less than *nats*.
        """
        change = {
            cell: max(row, key=lambda content: (row[content], content))
            for cell, row in self.rows.items()
            if row and cell not in settled and row.get(self.before[cell], self.floor) < max(row.values())
        }
        counts = Counter(map(piece_of, {**self.before, **change}.values()))
        for piece, limit in {piece_of(content): limit for content, limit in stock.items()}.items():
            there = (cell for cell, content in change.items() if piece_of(content) == piece)
            surplus = sorted((*self._instead_of(piece, cell), cell) for cell in there)[: max(0, counts[piece] - limit)]
            change |= {cell: other for loss, other, cell in surplus if loss < nats}
        return {cell: content for cell, content in change.items() if content != self.before[cell]}

    def _instead_of(self, piece: str, cell: str) -> tuple[float, str]:
        """Return how many nats *piece* leads by on *cell*, and the likeliest content other than it."""
        row = self.rows[cell]
        lost, other = min((-nats, other) for other, nats in row.items() if piece_of(other) != piece)
        return max(row.values()) + lost, other
