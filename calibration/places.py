"""The place of a table's boards in a picture: one board in most games, several for mini-boards in a ring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.orientation import turned
from calibration.registration import Array, Camera, FoundBy, Method, Registration


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One or more boards, each with its own pose, seen by one camera."""

    boards: tuple[Registration, ...]
    whole: bool = True
    """Whether these are all the boards of the table, each wholly in the picture."""

    @classmethod
    def of(cls, *boards: Registration) -> Place:
        """Return the place of *boards*, at least one. Raises ``ValueError`` for none."""
        if not boards:
            raise ValueError("a place has at least one board")
        return cls(boards)

    @property
    def camera(self) -> Camera:
        """The camera that sees all boards."""
        return self.boards[0].camera

    @property
    def found_by(self) -> FoundBy:
        """What the boards were found by."""
        return self.boards[0].found_by

    @property
    def method(self) -> Method:
        """The kind of what the boards were found by, as it is written down."""
        return self.boards[0].method

    @property
    def error_px(self) -> float:
        """The largest of the boards' errors."""
        return max(board.error_px for board in self.boards)

    @property
    def corners_px(self) -> Array:
        """Outer corners (4 n, 2), board by board, each in the order of the contract."""
        return np.concatenate([board.corners_px for board in self.boards])

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of all boards."""
        return tuple(cell for board in self.boards for cell in board.plan.cells)

    @property
    def cell_px(self) -> float:
        """How long the near side of a cell is in px, on the first board."""
        corners = self.boards[0].corners_px
        return float(np.linalg.norm(corners[1] - corners[0])) / self.boards[0].plan.columns

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats whose mini-boards these are, where each has a place of its own; of other boards an empty name."""
        return tuple(board.plan.prefix for board in self.boards)

    @property
    def way_round_is_known(self) -> bool:
        """Whether printed tags say which way round the boards lie."""
        return self.found_by == "tags"

    @property
    def is_cut(self) -> bool:
        """Whether a corner of a board lies beyond the picture."""
        return bool(((self.corners_px < 0) | (self.corners_px > np.array(self.camera.size) - 1)).any())

    def board_with(self, cells: Sequence[str]) -> Registration:
        """Return the board that has all of *cells*. Raises ``ValueError`` where none has."""
        for board in self.boards:
            if set(cells) <= set(board.plan.cells):
                return board
        raise ValueError(f"no board has {' and '.join(cells)}")

    def turned(self, quarters: int) -> Place:
        """Return this place of a single board, its frame turned clockwise by *quarters* as seen from above.

        Raises ``ValueError`` for several boards, and for odd *quarters* of a board that is not square.
        """
        if len(self.boards) > 1:
            raise ValueError("several boards are not turned together")
        return Place.of(turned(self.boards[0], quarters))


def overlap(one: Registration, other: Registration) -> bool:
    """Return whether the middle of one board lies on the other."""
    a, b = one.corners_px, other.corners_px
    return _inside(a, b.mean(axis=0)) or _inside(b, a.mean(axis=0))


def _inside(corners_px: Array, point_px: Array) -> bool:
    return cv2.pointPolygonTest(corners_px.astype(np.float32), point_px.tolist(), False) >= 0
