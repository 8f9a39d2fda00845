"""What a camera saw on a board, before the rules are applied."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

EMPTY = "."
ROD = "rod"
"""The content of an edge between two cells, in a game that lays rods."""


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


def of_kinds(
    reading: Reading, kinds: Mapping[str, Collection[str]], groups: Iterable[Collection[str]], *, nats: float
) -> Reading:
    """Return *reading* in which pieces whose looks do not tell their kinds are of the kinds known.

    Each of *groups* holds kinds that a piece may be either of by its look: that one of them is there speaks for all,
    and less by *nats* for those that are not among the *kinds* of its cell. Other cells stay as they are.
    """
    told = [frozenset(group) for group in groups]
    cells = {
        cell: _of_kinds(row, frozenset(kinds[cell]), told, nats) if cell in kinds else row
        for cell, row in reading.cells.items()
    }
    return Reading(cells, reading.covered)


def _of_kinds(
    row: Mapping[str, float], kinds: frozenset[str], groups: Sequence[frozenset[str]], nats: float
) -> dict[str, float]:
    found = dict(row)
    for group in groups:
        known = kinds & group or group
        looks: dict[str, float] = {}
        for content, likely in row.items():
            if content[1:2] in group:
                look = content[:1] + content[2:]
                looks[look] = max(likely, looks.get(look, likely))
        for content in row:
            if content[1:2] in group:
                found[content] = looks[content[:1] + content[2:]] - (0.0 if content[1:2] in known else nats)
    return found


def shared_out(
    reading: Reading,
    stock: Mapping[str, int],
    groups: Iterable[Collection[str]],
    known: Mapping[str, str],
    *,
    nats: float = 3.0,
) -> dict[str, str]:
    """Return cell → kind of the pieces whose looks do not tell their kinds, no more of one than its *stock*.

    It makes no difference to a game which of them is which (R36): those that show least are of the lowest kinds.
    A piece may be of a kind that is less likely by *nats*. *known* are the kinds of cells that people have told.
    """
    found: dict[str, str] = {}
    for group in map(frozenset, groups):
        left: dict[str, Counter[str]] = {}
        several: list[tuple[str, int, str, list[str]]] = []
        for cell in reading.cells:
            best = reading.best(cell)
            if best[1:2] not in group:
                continue
            kinds = [known[cell]] if known.get(cell) in group else _kinds(reading.cells[cell], best, group, nats)
            if len(kinds) > 1:
                several.append((best[0], -int(best[3:] or 0), cell, kinds))
            else:
                left.setdefault(best[0], Counter(stock))[kinds[0]] -= 1
            if len(kinds) > 1 or cell in known:
                found[cell] = kinds[0]
        for seat, _, cell, kinds in sorted(several):
            rest = left.setdefault(seat, Counter(stock))
            found[cell] = next((kind for kind in reversed(kinds) if rest[kind] > 0), kinds[0])
            rest[found[cell]] -= 1
    return found


def _kinds(row: Mapping[str, float], best: str, group: Collection[str], nats: float) -> list[str]:
    """Return the kinds of *group* that the piece read as *best* may be by its look, in order."""
    return [kind for kind in sorted(group) if row.get(f"{best[0]}{kind}{best[2:]}", -math.inf) > row[best] - nats]
