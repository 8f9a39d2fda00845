"""What a camera saw on a board, before the rules are applied."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

EMPTY = "."


def is_edge(place: str) -> bool:
    """Return whether *place* is an edge between two cells (``b2-c2``), where a rod can lie, rather than a cell."""
    return "-" in place


@lru_cache(maxsize=4096)
def piece_of(content: str) -> str:
    """Return *content* without the face that a die shows.

    >>> piece_of("A6=4"), piece_of("Bm")
    ('A6', 'Bm')
    """
    return content.partition("=")[0]


def is_bare(contents: Mapping[str, str]) -> bool:
    """Return whether nothing lies on a board with these *contents*."""
    return set(contents.values()) == {EMPTY}


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A piece that lies wrong on *cells*: two for one across a line, else one; *code* is that of the rule."""

    code: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """Per cell, the log-likelihood in nats of each content, up to a constant per cell.

    Contents are written as in positions (``As``, ``Bm``, ``Cl``); ``.`` is an empty cell.
    A covered cell gives no evidence: it is in ``covered`` and not in ``cells``.
    """

    cells: Mapping[str, Mapping[str, float]]
    covered: frozenset[str] = field(default_factory=frozenset)

    @classmethod
    def exact(cls, contents: Mapping[str, str], alphabet: Iterable[str], nats: float = 20.0) -> Reading:
        """Return a perfect reading: *contents* at 0, everything else at ``-nats``."""
        letters = tuple(alphabet)
        return cls({cell: {c: 0.0 if c == seen else -nats for c in letters} for cell, seen in contents.items()})

    def probabilities(self, cell: str) -> dict[str, float]:
        """Return the normalised likelihoods of *cell* (a uniform prior), most likely first."""
        row = self.cells[cell]
        top = max(row.values())
        weights = {content: math.exp(nats - top) for content, nats in row.items()}
        total = sum(weights.values())
        return {c: w / total for c, w in sorted(weights.items(), key=lambda item: (-item[1], item[0]))}

    def certainty(self, cell: str) -> float:
        """Return the probability of the likeliest content of *cell*."""
        return next(iter(self.probabilities(cell).values()))

    @property
    def contents(self) -> dict[str, str]:
        """The likeliest content of every cell (and edge) that is not covered."""
        return {cell: self.best(cell) for cell in self.cells}

    def best(self, cell: str) -> str:
        """Return the likeliest content of *cell*."""
        row = self.cells[cell]
        return max(row, key=lambda content: (row[content], content))


def gather(readings: Sequence[Reading]) -> Reading:
    """Return what several frames of the same still table say together: the mean of their log-likelihoods.

    Frames of a table at which nothing moves repeat each other's mistakes, so together they count as one look. Each
    cell uses the frames that saw it; a cell that most frames did not see is covered.
    """
    cells: dict[str, dict[str, float]] = {}
    covered: set[str] = set()
    names = dict.fromkeys(cell for reading in readings for cell in (*reading.cells, *sorted(reading.covered)))
    for cell in names:
        rows = [r.cells[cell] for r in readings if cell in r.cells and cell not in r.covered]
        if 2 * len(rows) <= len(readings) and len(rows) < len(readings):
            covered.add(cell)
            continue
        cells[cell] = {content: sum(row[content] for row in rows) / len(rows) for content in rows[0]}
    return Reading(cells, frozenset(covered))
