"""Cut and fold lines, crop marks and registration marks, the same on every sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from kits.inks import BLACK, TEXT
from printkit.drawing import Box, Disc, Lines, Point, Shape, Stroke

CUT = Stroke(TEXT, 0.15, use="cut")
"""A line to cut."""
FOLD = Stroke(TEXT, 0.2, (1.6, 1.1), use="fold")
"""A line to score and fold."""
BLEED_MM = 3.0
"""How far colour extends beyond the cut."""
_CROP_GAP_MM, _CROP_MM = 3.5, 3.0
REGISTER_MM = 3.0
_SAME_MM = 1e-3


def crop_marks(box: Box, within: Box) -> tuple[Shape, ...]:
    """Return crop marks that extend the sides of *box*, clear of its bleed. Marks that leave *within* are dropped."""
    left, top, right, bottom = box
    near, far = _CROP_GAP_MM, _CROP_GAP_MM + _CROP_MM
    runs: list[tuple[Point, Point]] = []
    for x in (left, right):
        runs += [((x, top - near), (x, top - far)), ((x, bottom + near), (x, bottom + far))]
    for y in (top, bottom):
        runs += [((left - near, y), (left - far, y)), ((right + near, y), (right + far, y))]
    kept = tuple(run for run in runs if all(_inside(point, within) for point in run))
    return (Lines(kept, Stroke(BLACK, 0.15)),) if kept else ()


def _inside(point: Point, box: Box) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def registration_marks(y: float, inner: Box) -> tuple[Shape, ...]:
    """Return a ringed cross at the left and right margin at height *y*, in the same places on both sides of a sheet."""
    r = REGISTER_MM / 2
    return tuple(shape for x in (inner[0] + r, inner[2] - r) for shape in _cross(x, y, r))


def _cross(x: float, y: float, r: float) -> Iterable[Shape]:
    line = Stroke(BLACK, 0.15)
    yield Disc((x, y), 0.6 * r, stroke=line)
    yield Lines((((x - r, y), (x + r, y)), ((x, y - r), (x, y + r))), line)


def grown(ring: tuple[Point, ...], by_mm: float) -> tuple[Point, ...]:
    """Return the convex *ring* (clockwise as seen) with every side moved outwards by *by_mm*.

    >>> grown(((0, 0), (4, 0), (4, 4), (0, 4)), 1.0)
    ((-1.0, -1.0), (5.0, -1.0), (5.0, 5.0), (-1.0, 5.0))
    """
    moved = []
    for before, here, after in zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True):
        (ax, ay), (bx, by) = _outwards(before, here), _outwards(here, after)
        share = by_mm / (1 + ax * bx + ay * by)
        moved.append((here[0] + (ax + bx) * share, here[1] + (ay + by) * share))
    return tuple(moved)


def slits(ring: Sequence[Point]) -> tuple[tuple[Point, Point], ...]:
    """Return the lines that *ring* runs along there and back, so that both sides belong to what is cut out.

    >>> slits(((0, 0), (4, 0), (4, 2), (2, 2), (2, 1), (2, 2), (0, 2)))
    (((2, 2), (2, 1)),)
    """
    starts = np.array(ring, dtype=float)
    ends = np.roll(starts, -1, axis=0)
    apart = np.linalg.norm(starts[:, None] - ends, axis=2)
    back = np.triu(apart + apart.T < _SAME_MM, k=1).any(axis=1)
    return tuple((ring[k], ring[(k + 1) % len(ring)]) for k in np.flatnonzero(back).tolist())


def _outwards(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = float((dx * dx + dy * dy) ** 0.5)
    return dy / length, -dx / length


def fold_line(start: Point, end: Point) -> Lines:
    """Return a line to score and fold."""
    return Lines(((start, end),), FOLD)
