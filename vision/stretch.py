"""Stretches the contrast of a board that is too dark, backlit or veiled by glare.

The networks are trained on boards in all kinds of light, but not with so little contrast: a picture exposed for a
window shows the board in a third of the grey levels. A board with normal contrast is left unchanged.
"""

from __future__ import annotations

import cv2
import numpy as np

from calibration.places import Place
from vision.views import Image

NARROW = 130.0
"""Range of grey levels on a board below which it is stretched; the smallest among 417 rendered tables is 138."""

NOTHING = 12.0
"""Range below which there is nothing to stretch."""

DARK, BRIGHT = 20.0, 235.0
"""Levels of the darkest and brightest places after stretching."""

_OUTLIERS = 0.5
"""Percentage of places ignored at each end."""
_EVERY = 4
"""Sampling interval in pixels, in each direction."""
_AROUND = 1.1
"""Size of the measured area relative to the board, because pieces rise beyond it."""


def levelled(image: Image, place: Place) -> Image:
    """Return *image* (BGR) with its levels pulled apart, all alike, where those of the board at *place* are few."""
    on = np.zeros(image.shape[:2], dtype=np.uint8)
    for board in place.boards:
        corners = board.px_from_board(board.plan.corners_mm)
        middle = corners.mean(axis=0)
        around = np.clip(middle + _AROUND * (corners - middle), -1e4, 1e4)
        cv2.fillConvexPoly(on, np.rint(around).astype(np.int32), 1)
    seen = image[::_EVERY, ::_EVERY][on[::_EVERY, ::_EVERY] > 0]
    if not len(seen):
        return image
    dark = float(np.percentile(seen.min(axis=1), _OUTLIERS))
    bright = float(np.percentile(seen.max(axis=1), 100 - _OUTLIERS))
    if not NOTHING < bright - dark < NARROW:
        return image
    levels = DARK + (np.arange(256) - dark) * (BRIGHT - DARK) / (bright - dark)
    return np.asarray(cv2.LUT(image, np.clip(np.rint(levels), 0, 255).astype(np.uint8)), dtype=np.uint8)
