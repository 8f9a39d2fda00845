"""Scales pictures, however narrow they are."""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

T = TypeVar("T", np.uint8, np.float32)


def scaled(picture: npt.NDArray[T], scale: float, way: int = cv2.INTER_AREA) -> npt.NDArray[T]:
    """Return *picture* scaled, at least one pixel wide and high, with OpenCV's interpolation *way*."""
    height, width = picture.shape[:2]
    size = round(scale * width), round(scale * height)
    if min(size) < 1:
        return np.asarray(cv2.resize(picture, (max(1, size[0]), max(1, size[1])), interpolation=way), picture.dtype)
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way), picture.dtype)
