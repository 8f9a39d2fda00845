"""The places of a table's boards in a picture: one board in most games, several for mini-boards in a ring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.registration import Array, Camera, Method, Registration


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """One or more boards, each with its own pose, seen by one camera."""

    boards: tuple[Registration, ...]

    @property
    def camera(self) -> Camera:
        return self.boards[0].camera

    @property
    def method(self) -> Method:
        return self.boards[0].method

    @property
    def error_px(self) -> float:
        """The largest of the boards' errors."""
        return max(board.error_px for board in self.boards)

    @property
    def corners_px(self) -> Array:
        """Outer corners (4 n, 2), board by board, each in the order of the contract."""
        return np.concatenate([board.corners_px for board in self.boards])


Place = Registration | Places
"""The place of a single board, or of several."""


def boards_of(place: Place) -> tuple[Registration, ...]:
    """Return the boards of *place*, each with its pose."""
    return place.boards if isinstance(place, Places) else (place,)


def cells_of(place: Place) -> tuple[str, ...]:
    """Return the cells of all boards of *place*."""
    return tuple(cell for board in boards_of(place) for cell in board.plan.cells)


def board_with(place: Place, cells: Sequence[str]) -> Registration:
    """Return the board that has all of *cells*. Raises ``ValueError`` where none has."""
    for board in boards_of(place):
        if set(cells) <= set(board.plan.cells):
            return board
    raise ValueError(f"no board has {' and '.join(cells)}")


def overlap(one: Place, other: Place) -> bool:
    """Return whether a board of *one* has its middle on a board of *other*, or the other way round."""
    pairs = [(a.corners_px, b.corners_px) for a in boards_of(one) for b in boards_of(other)]
    return any(_inside(a, b.mean(axis=0)) or _inside(b, a.mean(axis=0)) for a, b in pairs)


def _inside(corners_px: Array, point_px: Array) -> bool:
    return cv2.pointPolygonTest(corners_px.astype(np.float32), point_px.tolist(), False) >= 0


def cell_px(place: Place) -> float:
    """Return how long the near side of a cell is in px, on the first board."""
    board = boards_of(place)[0]
    corners = board.corners_px
    return float(np.linalg.norm(corners[1] - corners[0])) / board.plan.columns
