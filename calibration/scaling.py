"""A picture made smaller or larger, however narrow it is."""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

T = TypeVar("T", np.uint8, np.float32)


def scaled(picture: npt.NDArray[T], scale: float, way: int = cv2.INTER_AREA) -> npt.NDArray[T]:
    """Return *picture* so many times as large, a pixel wide and high at least, by one of OpenCV's *way*s."""
    height, width = picture.shape[:2]
    size = round(scale * width), round(scale * height)
    if min(size) < 1:
        return np.asarray(cv2.resize(picture, (max(1, size[0]), max(1, size[1])), interpolation=way), picture.dtype)
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way), picture.dtype)
