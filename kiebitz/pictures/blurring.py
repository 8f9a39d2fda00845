"""Makes what lies around a board unrecognisable, so that a picture can be shown to strangers."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import cv2
import numpy as np
import numpy.typing as npt

from calibration.places import Place
from calibration.registration import Registration
from kiebitz.pictures.frame import Image

_AROUND = 1.5
"""Width of the margin around each board that stays sharp, in cells: the printed frame with its tags."""
_BLOCKS = 12
"""Number of plain blocks along the picture's longer side; a face is one or two of them."""


def blurred_around(image: Image, place: Place, covered: Collection[str] = ()) -> Image:
    """Return *image* in large blocks, except for the boards at *place* and what is printed around them.

    So are the cells that are *covered*, by a hand, and those around them.
    """
    sharp = np.zeros(image.shape[:2], np.uint8)
    for board in place.boards:
        around = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * _AROUND * board.plan.pitch_mm
        corners = board.px_from_board(np.asarray(board.plan.corners_mm) + around)
        cv2.fillConvexPoly(sharp, np.round(corners).astype(np.int32), 1)
        for cell in set(cells_near(place, covered)) & set(board.plan.cells):
            cv2.fillConvexPoly(sharp, np.round(board.px_from_board(_reach(board, cell))).astype(np.int32), 0)
    return blurred_outside(image, sharp)


def cells_near(place: Place, cells: Collection[str]) -> Iterator[str]:
    """Yield *cells* of the boards at *place* and those around them: a hand does not end where a cell does."""
    for board in place.boards:
        reach = 1.5 * board.plan.pitch_mm
        named = [board.plan.centre_mm(cell) for cell in board.plan.cells if cell in cells]
        for cell in board.plan.cells:
            x, y = board.plan.centre_mm(cell)
            if any(max(abs(x - there[0]), abs(y - there[1])) < reach for there in named):
                yield cell


def _reach(board: Registration, cell: str) -> npt.NDArray[np.float64]:
    """Return the corners (4, 2) in mm of *cell*; at the board's edge they include what is printed around it."""
    (x, y), plan, pitch = board.plan.centre_mm(cell), board.plan, board.plan.pitch_mm
    half, more = pitch / 2, _AROUND * pitch
    left, right = x - half - more * (x < pitch), x + half + more * (x > plan.width_mm - pitch)
    top, bottom = y - half - more * (y < pitch), y + half + more * (y > plan.height_mm - pitch)
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def blurred_outside(image: Image, sharp: Image) -> Image:
    """Return *image* in large blocks where the mask *sharp* (height, width) is 0."""
    height, width = image.shape[:2]
    block = max(height, width) / _BLOCKS
    few = max(1, round(width / block)), max(1, round(height / block))
    small = cv2.resize(image, few, interpolation=cv2.INTER_AREA)
    blurred = cv2.resize(small, (width, height), interpolation=cv2.INTER_NEAREST)
    return np.where(sharp[:, :, np.newaxis] > 0, image, np.asarray(blurred, np.uint8))
