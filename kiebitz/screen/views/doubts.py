"""Which cells are read least surely, for those who wonder what the camera makes of the board."""

from __future__ import annotations

from collections.abc import Mapping

from core.json_types import JsonObject
from core.reading import Reading

_MOST_CELLS = 4
_MOST_CONTENTS = 3
_SURE = 0.995
"""Cells read with at least this certainty are not doubtful."""


def doubts_json(reading: Reading | None) -> list[JsonObject]:
    """Return the doubtful cells of *reading*, the most doubtful first, with shares of 1 of what each may hold.

    >>> doubts_json(Reading({"a1": {".": 0.0, "As": -1.0}, "a2": {".": 0.0, "As": -9.0}}))
    [{'cell': 'a1', 'may_hold': {'.': 0.73, 'As': 0.27}}]
    """
    if reading is None:
        return []
    rows = {cell: reading.probabilities(cell) for cell in reading.cells}
    doubtful = sorted((max(row.values()), cell) for cell, row in rows.items() if max(row.values()) < _SURE)
    return [{"cell": cell, "may_hold": _likeliest(rows[cell])} for _, cell in doubtful[:_MOST_CELLS]]


def _likeliest(row: Mapping[str, float]) -> dict[str, float]:
    return {content: round(share, 2) for content, share in list(row.items())[:_MOST_CONTENTS]}
