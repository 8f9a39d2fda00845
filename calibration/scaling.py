"""Pictures in grey, scaled, however narrow they are, and corners in them to a fraction of a pixel.

Boards without tags are looked for in a working picture, grey and small.
"""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
T = TypeVar("T", np.uint8, np.float32)

Grey = npt.NDArray[np.float32]
"""A grey picture (height, width) with levels from 0 to 255."""

WORKING_PX = 1024
"""Longer side of the working picture."""

USUAL_PX = 1280
"""Width of the pictures that cameras usually give; limits in px refer to it."""

QUICK_PX = 1600
"""Longer side of the reduced picture in which a printed sheet, or a chessboard to measure a lens by, is looked for."""

_PRECISELY = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.005)


def in_grey(image: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the levels (height, width) of a colour or grey *image*."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8) if image.ndim == 3 else image


def working_picture(image: npt.NDArray[np.uint8], *, longer_px: int = WORKING_PX) -> Grey:
    """Return the grey picture, no longer than that, in which to look for a board in a colour or grey *image*."""
    grey = in_grey(image)
    scale = min(1.0, longer_px / max(grey.shape))
    if scale < 1.0:
        height, width = grey.shape
        size = max(1, round(scale * width)), max(1, round(scale * height))
        grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    return grey.astype(np.float32)


def scaled(picture: npt.NDArray[T], scale: float, way: int = cv2.INTER_AREA) -> npt.NDArray[T]:
    """Return *picture* scaled, at least one pixel wide and high, with OpenCV's interpolation *way*."""
    if scale == 1:
        return picture
    height, width = picture.shape[:2]
    size = round(scale * width), round(scale * height)
    if min(size) < 1:
        return np.asarray(cv2.resize(picture, (max(1, size[0]), max(1, size[1])), interpolation=way), picture.dtype)
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way), picture.dtype)


def for_a_quick_look(grey: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.uint8], float]:
    """Return *grey*, no longer than ``QUICK_PX``, and by what it was multiplied."""
    scale = min(1.0, QUICK_PX / max(grey.shape))
    return scaled(grey, scale), scale


def refined(grey: npt.NDArray[T], corners_px: Array, reach_px: int) -> Array:
    """Return where corners (N, 2) px are in *grey*, looked for no farther away than that, to a fraction of a pixel."""
    start = corners_px.astype(np.float32).reshape(-1, 1, 2)
    seen = cv2.cornerSubPix(grey, start, (reach_px, reach_px), (-1, -1), _PRECISELY)
    return np.asarray(seen, dtype=np.float64).reshape(-1, 2)
