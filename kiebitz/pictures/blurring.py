"""Makes what lies around a board unrecognisable, so that a picture can be shown to strangers."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.places import Place
from kiebitz.pictures.frame import Image

_AROUND = 1.5
"""So many cells around each board stay sharp: the printed frame with its tags."""
_BLOCKS = 12
"""So many blocks of one colour are left along the longer side; a face is one or two of them."""


def blurred_around(image: Image, place: Place) -> Image:
    """Return *image* with everything but the boards at *place*, and what is printed around them, in large blocks."""
    sharp = np.zeros(image.shape[:2], np.uint8)
    for board in place.boards:
        around = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * _AROUND * board.plan.pitch_mm
        corners = board.px_from_board(np.asarray(board.plan.corners_mm) + around)
        cv2.fillConvexPoly(sharp, np.round(corners).astype(np.int32), 1)
    return blurred_outside(image, sharp)


def blurred_outside(image: Image, sharp: Image) -> Image:
    """Return *image* in large blocks where the mask *sharp* (height, width) is 0."""
    height, width = image.shape[:2]
    block = max(height, width) / _BLOCKS
    few = max(1, round(width / block)), max(1, round(height / block))
    small = cv2.resize(image, few, interpolation=cv2.INTER_AREA)
    blurred = cv2.resize(small, (width, height), interpolation=cv2.INTER_NEAREST)
    return np.where(sharp[:, :, np.newaxis] > 0, image, np.asarray(blurred, np.uint8))
