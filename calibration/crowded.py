"""Whether a picture holds more squares than a search for tags can afford.

OpenCV compares every candidate square with every other one, so its time grows with the square
of their number: 71 in a photograph of a table, 12,000 in a fine checked pattern, where a look
takes 39 s. Such a picture is refused here first, at a hundredth of a look's cost.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

WINDOWS_PX = (7, 23)
"""Sides of the windows of the adaptive threshold under which tags are looked for."""
LEAST_PERIMETER = 0.012
"""The least perimeter of a tag, as a share of the picture's longer side."""
MOST_SQUARES = 2_000
"""Candidates beyond which no tags are looked for; comparing so many takes about a second."""
_MOST_OUTLINES = 4_000
"""Outlines in the bands beyond which they are not counted one by one."""
_BAND_PX, _EVERY = 64, 6
"""Height of the bands that are looked at, and of how many bands one is."""
_DARKER = 7


def is_crowded(grey: npt.NDArray[np.uint8]) -> bool:
    """Return whether *grey* (height, width) holds more than ``MOST_SQUARES`` candidates for tags, by its bands."""
    bands = _bands(grey)
    return _squares(bands, int(LEAST_PERIMETER * max(grey.shape))) * len(grey) > MOST_SQUARES * len(bands)


def _bands(grey: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return every ``_EVERY``-th band of rows of *grey*, one below the other; a low picture is its own band."""
    step = _EVERY * _BAND_PX
    tops = range((step - _BAND_PX) // 2, len(grey) - _BAND_PX, step)
    return np.concatenate([grey[top : top + _BAND_PX] for top in tops]) if tops else grey


def _squares(grey: npt.NDArray[np.uint8], least_px: int) -> int:
    """Return the number of outlines of *least_px* and more with four corners; where outlines are too many, of all."""
    squares = 0
    for side in WINDOWS_PX:
        dark = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, side, _DARKER)
        outlines, _ = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        long = [outline for outline in outlines if len(outline) >= least_px]
        if len(long) > _MOST_OUTLINES:
            return len(long)
        squares += sum(len(cv2.approxPolyDP(outline, 0.03 * len(outline), True)) == 4 for outline in long)
    return squares
