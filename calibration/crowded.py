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
_SUSPICIOUS = 3_000
"""Spots from which squares are counted one by one; nine in ten photographs have fewer."""
_MOST_OUTLINES = 20_000
_EVERY_ROW = 16
_DARKER = 7


def is_crowded(grey: npt.NDArray[np.uint8]) -> bool:
    """Return whether *grey* (height, width) holds more than ``MOST_SQUARES`` candidates for tags."""
    return _spots(grey) > _SUSPICIOUS and _squares(grey) > MOST_SQUARES


def _spots(grey: npt.NDArray[np.uint8]) -> float:
    """Return an estimate of the number of dark spots, or of bright ones between dark lines, whichever are more.

    A spot of height h is met by h rows, in runs about as long.
    """
    rows = np.ascontiguousarray(grey[_EVERY_ROW // 2 :: _EVERY_ROW])
    if not rows.size:
        return 0.0
    dark = rows.astype(np.int16) < cv2.blur(rows, (max(WINDOWS_PX), 1)).astype(np.int16) - _DARKER
    return max(_runs(spots, _least_perimeter_px(grey) / 8) for spots in (dark, ~dark))


def _runs(spots: npt.NDArray[np.bool_], least_px: float) -> float:
    """Return the estimate by the runs of *spots* in every ``_EVERY_ROW``-th row that are *least_px* long or longer."""
    steps = np.diff(np.pad(spots, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    lengths = np.nonzero(steps == -1)[1] - np.nonzero(steps == 1)[1]
    return float(_EVERY_ROW * (1.0 / lengths[lengths >= least_px]).sum())


def _squares(grey: npt.NDArray[np.uint8]) -> int:
    """Return the number of outlines with four corners; that of all outlines where these are too many to look at."""
    squares, least = 0, _least_perimeter_px(grey)
    for side in WINDOWS_PX:
        dark = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, side, _DARKER)
        outlines, _ = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        long = [outline for outline in outlines if len(outline) >= least]
        if len(long) > _MOST_OUTLINES:
            return len(long)
        squares += sum(len(cv2.approxPolyDP(outline, 0.03 * len(outline), True)) == 4 for outline in long)
    return squares


def _least_perimeter_px(grey: npt.NDArray[np.uint8]) -> int:
    """Return the least perimeter in whole pixels, rounded down as OpenCV does."""
    return int(LEAST_PERIMETER * max(grey.shape))
