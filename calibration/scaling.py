"""Scales pictures, however narrow they are; boards without tags are looked for in a working picture, grey and small."""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

T = TypeVar("T", np.uint8, np.float32)

Grey = npt.NDArray[np.float32]
"""A grey picture (height, width) with levels from 0 to 255."""

WORKING_PX = 1024
"""Longer side of the working picture."""


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
    height, width = picture.shape[:2]
    size = round(scale * width), round(scale * height)
    if min(size) < 1:
        return np.asarray(cv2.resize(picture, (max(1, size[0]), max(1, size[1])), interpolation=way), picture.dtype)
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way), picture.dtype)
