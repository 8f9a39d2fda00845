"""What cannot lie on a board of stones and rods, and so is doubted rather than told."""

from __future__ import annotations

from collections.abc import Mapping

from core.reading import EMPTY, Reading, is_edge
from vision.contents import Row, normalised

STRAY_ROD = 0.01
"""How often a rod lies beside an empty cell, where none belongs: the prior with which all edges beside one are read."""


def astray(reading: Reading) -> tuple[str, ...]:
    """Return every edge on which a rod seems to lie beside an empty cell, and those cells.

    A rod lies between two stones only: beside an empty cell, a stone as pale as the board has been missed, or it is no
    rod. Or somebody has broken a rule, so that what is seen there is to be asked about and not to be read otherwise.
    """
    found: dict[str, None] = {}
    for edge in filter(is_edge, reading.cells):
        empty = [cell for cell in edge.split("-") if cell in reading.cells and reading.best(cell) == EMPTY]
        if empty and reading.best(edge) != EMPTY:
            found |= dict.fromkeys((edge, *empty))
    return tuple(found)


def told_by_stones(rows: Mapping[str, Row | None]) -> dict[str, Row | None]:
    """Return *rows* with nothing on every edge that is out of sight beside a cell which is empty: rods need stones."""
    empty = {place for place, row in rows.items() if row is not None and max(row, key=lambda what: row[what]) == EMPTY}
    bare = normalised({EMPTY: 1.0 - STRAY_ROD, "rod": STRAY_ROD})
    return {
        place: bare if row is None and is_edge(place) and not empty.isdisjoint(place.split("-")) else row
        for place, row in rows.items()
    }


def uneven(reading: Reading) -> tuple[str, ...]:
    """Return the least certain cells, as many as one colour outnumbers the other by: stones come in pairs."""
    cells = [place for place in reading.cells if not is_edge(place)]
    stones = [reading.best(cell) for cell in cells]
    surplus, doubted = abs(stones.count("b") - stones.count("w")), set(astray(reading))
    by_doubt = sorted(cells, key=lambda cell: (cell not in doubted, reading.certainty(cell)))
    return tuple(by_doubt[:surplus]) if not reading.covered else ()
