"""Corners of a board, given by hand."""

from __future__ import annotations

from collections.abc import Sequence

Point = tuple[float, float]

_FURTHEST_PX = 1e6
_LEAST_PX2 = 50.0
"""Least area, in square pixels and doubled, of the triangle formed by a corner and its two neighbours."""


def check_corners(corners_px: Sequence[Point], name: str = "corners") -> None:
    """Raise ``ValueError`` unless *corners_px* are four points round a board; messages call them *name*.

    >>> check_corners([(0, 0), (9, 9), (9, 0), (0, 9)])
    Traceback (most recent call last):
    ValueError: corners do not form a convex quadrilateral; give them in order: a1, h1, h8, a8
    >>> check_corners([(0, 0), (9, 0), (9, 9), (0, 9)])
    Traceback (most recent call last):
    ValueError: corners run round the board as in a mirror; give them in order: a1, h1, h8, a8
    """
    if len(corners_px) != 4 or not all(abs(value) < _FURTHEST_PX for point in corners_px for value in point):
        raise ValueError(f"{name} must be four points in the picture: a1, h1, h8, a8, each as x, y in pixels")
    turns = [_turn(corners_px[n - 2], corners_px[n - 1], corners_px[n]) for n in range(4)]
    if min(turns) > _LEAST_PX2:
        raise ValueError(f"{name} run round the board as in a mirror; give them in order: a1, h1, h8, a8")
    if max(turns) > -_LEAST_PX2:
        raise ValueError(f"{name} do not form a convex quadrilateral; give them in order: a1, h1, h8, a8")


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return twice the area of the triangle a, b, c, negative if it turns the other way."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
