"""Finds four-sided panels in a picture that stand out from what is around them, as a board does on a checked cloth.

Each channel of the picture is cut at several levels; what is lighter, or darker, and has four straight sides is a
panel. That of a board is seen at several levels. What reaches the picture's edge is none: a board is seen whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.registration import Array

LEVELS = np.arange(5, 100, 5)
"""The levels at which a channel is cut: the percentages of its pixels that are darker."""

LEAST_AREA = 0.03
"""Least area of a panel, as a share of the picture's."""

SOLID, STRAIGHT = 0.85, 0.9
"""Least share of its convex hull that a panel fills, and of its four-sided outline that the hull fills."""

APART = 0.03
"""Corners closer than this share of the picture's longer side are the same, and so are panels with such corners."""

Image = npt.NDArray[np.uint8]
Contour = npt.NDArray[Any]


def find_panels(picture: Image) -> list[Array]:
    """Return the outlines (4, 2), in px, of panels in a small colour *picture*, those seen at most levels first."""
    found: list[Array] = []
    seen: list[int] = []
    for quad in _four_sided(picture):
        near = (n for n, one in enumerate(found) if _farthest(quad, one) < APART * max(picture.shape))
        number = next(near, len(found))
        if number == len(found):
            found.append(quad)
            seen.append(0)
        seen[number] += 1
    return [found[number] for number in np.argsort(-np.array(seen), kind="stable")]


def _four_sided(picture: Image) -> Iterator[Array]:
    """Yield four-sided outlines (4, 2) of what is lighter or darker than some level, each as often as it is seen."""
    least = LEAST_AREA * picture.shape[0] * picture.shape[1]
    for channel in cv2.split(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)):
        smooth = cv2.medianBlur(channel, 3)
        for level in np.unique(np.percentile(smooth, LEVELS).astype(int)):
            for kind in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV):
                _, mask = cv2.threshold(smooth, int(level), 255, kind)
                closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
                for contour in cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
                    quad = None if _at_edge(contour, picture) else _sides_of(contour, least)
                    if quad is not None:
                        yield quad


def _at_edge(contour: Contour, picture: Image) -> bool:
    x, y, width, height = cv2.boundingRect(contour)
    return x == 0 or y == 0 or x + width == picture.shape[1] or y + height == picture.shape[0]


def _sides_of(contour: Contour, least: float) -> Array | None:
    """Return the four corners (4, 2) inside *contour*; None if it has not four, or its area is below *least*."""
    area = cv2.contourArea(contour)
    if area < least:
        return None
    hull = cv2.convexHull(contour)
    filled = cv2.contourArea(hull)
    if area < SOLID * filled:
        return None
    quad = cv2.approxPolyN(hull, 4).reshape(-1, 2)
    if len(quad) != 4 or filled < STRAIGHT * cv2.contourArea(quad.astype(np.float32)):
        return None
    return quad.astype(np.float64)


def _farthest(one: Array, other: Array) -> float:
    """Return the largest distance between matching corners of two outlines, at the best cyclic match."""
    return min(float(np.linalg.norm(np.roll(one, turn, axis=0) - other, axis=1).max()) for turn in range(4))
