"""Which cells are hidden by pieces that stand before them, and not by a hand."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from calibration.places import Place
from core.reading import EMPTY, Reading
from kiebitz.judging.evidence import BESIDE, plain

_A_PIECE = 0.8
"""Least certainty of a piece that counts as hiding what is behind it."""


def hidden_by_pieces(place: Place, reading: Reading, covered: Collection[str]) -> bool:
    """Return whether the doubtful ones of the *covered* cells are all in sight, behind pieces on the others."""
    doubtful = [cell for cell in covered if not plain(reading, [cell])]
    if not reading.cells.keys() >= set(doubtful):
        return False
    pieces = [cell for cell in covered if plain(reading, [cell], sure=_A_PIECE) and reading.best(cell) != EMPTY]
    return all(cell in pieces or any(_is_behind(place, cell, piece) for piece in pieces) for cell in doubtful)


def _is_behind(place: Place, cell: str, piece: str) -> bool:
    """Return whether *cell* is next to *piece*, on the side away from the camera."""
    for board in place.boards:
        if cell in board.plan.cells and piece in board.plan.cells:
            at, front = (np.array(board.plan.centre_mm(each)) for each in (cell, piece))
            away = front - board.eye_mm[:2]
            return float(np.linalg.norm(at - front)) < BESIDE * board.plan.pitch_mm and float((at - front) @ away) > 0
    return False
