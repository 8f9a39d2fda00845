"""A board in the dark, against a window or behind a veil of glare, with its levels pulled apart as in a good picture.

The networks have learned on boards in all kinds of light, but none of which so little is left: what is exposed for a
window shows a board in a third of all levels. A board as cameras usually show it is left as it is.
"""

from __future__ import annotations

import cv2
import numpy as np

from calibration.places import Place, boards_of
from vision.views import Image

NARROW = 130.0
"""Fewer levels than this between a board's darkest and brightest places are too few; the fewest of 417 pretend tables
and renders are 138."""

NOTHING = 12.0
"""Fewer than this show nothing that could be pulled apart."""

DARK, BRIGHT = 20.0, 235.0
"""Where its darkest and brightest places lie then."""

_OUTLIERS = 0.5
"""Percent of the places at either end that do not count."""
_EVERY = 4
"""Of so many pixels each way one is looked at."""
_AROUND = 1.1
"""How much of the picture counts, in boards: pieces stand up beyond the board."""


def levelled(image: Image, place: Place) -> Image:
    """Return *image* (BGR) with its levels pulled apart, all alike, where those of the board at *place* are few."""
    on = np.zeros(image.shape[:2], dtype=np.uint8)
    for board in boards_of(place):
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
