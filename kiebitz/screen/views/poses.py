"""Where the printed target is to lie in a camera's picture, as outlines that the page draws over the live one.

An outline is four corners as shares of the picture, clockwise from the top left one.
"""

from __future__ import annotations

from kits.target import COLUMNS, ROWS

Outline = list[list[float]]
Size = tuple[int, int]
"""Width and height of a picture, in pixels."""

_LONG, _SHORT = max(COLUMNS, ROWS), min(COLUMNS, ROWS)
_IN_MIDDLE, _IN_CORNER = 0.8, 0.62
"""Largest share of the picture's width and height that the sheet fills, in the middle and in a corner."""
_OFF_EDGE = 0.04
_FAR = 0.62
"""Length of a tilted sheet's far side, as a share of the near side's."""


def in_middle(size: Size) -> Outline:
    """Return the sheet in the middle of a picture of *size*, seen from straight above."""
    width, height = _extent(size, _IN_MIDDLE)
    return _rectangle((1 - width) / 2, (1 - height) / 2, width, height)


def in_corner(size: Size, x: int, y: int) -> Outline:
    """Return the sheet in the corner (0 or 1, 0 or 1) of a picture of *size*."""
    width, height = _extent(size, _IN_CORNER)
    left = 1 - _OFF_EDGE - width if x else _OFF_EDGE
    top = 1 - _OFF_EDGE - height if y else _OFF_EDGE
    return _rectangle(left, top, width, height)


def tilted(size: Size, number: int) -> Outline:
    """Return the sheet in the middle, tilted to one of four sides in turn; *number* counts the turns."""
    corners = in_middle(size)
    side = number % 4
    first, second = corners[side], corners[(side + 1) % 4]
    middle = [(a + b) / 2 for a, b in zip(first, second, strict=True)]
    for corner in (first, second):
        corner[:] = [m + _FAR * (c - m) for m, c in zip(middle, corner, strict=True)]
    return corners


def _extent(size: Size, most: float) -> tuple[float, float]:
    """Return the sheet's width and height as shares of a picture of *size*; its long sides lie along the picture's."""
    across, down = (_LONG, _SHORT) if size[0] >= size[1] else (_SHORT, _LONG)
    scale = most * min(size[0] / across, size[1] / down)
    return scale * across / size[0], scale * down / size[1]


def _rectangle(left: float, top: float, width: float, height: float) -> Outline:
    right, bottom = left + width, top + height
    return [[left, top], [right, top], [right, bottom], [left, bottom]]
