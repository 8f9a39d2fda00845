"""What cannot lie on a board of stones and rods, and so is doubted rather than told."""

from __future__ import annotations

import math
from collections.abc import Mapping

from core.reading import EMPTY, Reading, is_edge
from vision.contents import Row, normalised

_DOUBT = 0.5
"""Share of the certainty that is spread over all contents of a doubted place."""
STRAY_ROD = 0.01
"""How often a rod lies beside an empty cell, where none belongs."""


def doubting(rows: Mapping[str, Row | None]) -> dict[str, Row | None]:
    """Return *rows* with every rod beside an empty cell in doubt, and that cell too.

    A rod lies between two stones only: where it seems to lie beside an empty cell, a stone
    as pale as the board has been missed, or it is no rod.
    """
    seen = {place: row for place, row in rows.items() if row is not None}
    likeliest = {place: max(row, key=lambda content: row[content]) for place, row in seen.items()}
    impossible: set[str] = set()
    for edge in filter(is_edge, seen):
        empty = [cell for cell in edge.split("-") if likeliest.get(cell) == EMPTY]
        if empty and likeliest[edge] != EMPTY:
            impossible.update((edge, *empty))
    return {**rows, **{place: _spread(seen[place]) for place in impossible}}


def told_by_stones(rows: Mapping[str, Row | None]) -> dict[str, Row | None]:
    """Return *rows* with nothing on every edge that is out of sight beside a cell which is empty: rods need stones."""
    empty = {place for place, row in rows.items() if row is not None and max(row, key=lambda what: row[what]) == EMPTY}
    bare = normalised({EMPTY: 1.0 - STRAY_ROD, "rod": STRAY_ROD})
    return {
        place: bare if row is None and is_edge(place) and not empty.isdisjoint(place.split("-")) else row
        for place, row in rows.items()
    }


def _spread(row: Row) -> Row:
    """Return log-likelihoods *row*, normalised, with part of the certainty spread evenly."""
    return {content: math.log((1 - _DOUBT) * math.exp(nats) + _DOUBT / len(row)) for content, nats in row.items()}


def uneven(reading: Reading) -> tuple[str, ...]:
    """Return the least certain cells, as many as one colour outnumbers the other by: stones come in pairs."""
    cells = [place for place in reading.cells if not is_edge(place)]
    stones = [reading.best(cell) for cell in cells]
    surplus = abs(stones.count("b") - stones.count("w"))
    return tuple(sorted(cells, key=reading.certainty)[:surplus]) if not reading.covered else ()
