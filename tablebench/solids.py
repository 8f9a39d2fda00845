"""The shapes of boards and pieces, in mm: x along the files, y along the ranks, z up. No Blender."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Point = tuple[float, float]
Vectors = npt.NDArray[np.float64]
"""One vector (3) or several (N, 3)."""
Box = tuple[float, float, float, float]
"""Least x, least y, greatest x, greatest y."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where a body stands: its own origin in the board frame, and its turn anticlockwise."""

    at: tuple[float, float, float]
    turn_deg: float = 0.0

    def turned(self, vectors: npt.ArrayLike) -> Vectors:
        """Return directions of the body's own frame as they are in the board frame."""
        c, s = math.cos(math.radians(self.turn_deg)), math.sin(math.radians(self.turn_deg))
        turned: Vectors = np.asarray(vectors, float) @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        return turned

    def moved(self, points: npt.ArrayLike) -> Vectors:
        """Return points of the body's own frame as they are in the board frame."""
        return self.turned(points) + self.at


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A body with flat faces, each the numbers of its corners, anticlockwise from outside."""

    vertices: Vectors
    faces: tuple[tuple[int, ...], ...]

    def moved(self, pose: Pose) -> Solid:
        """Return the body at *pose*."""
        return Solid(pose.moved(self.vertices), self.faces)


def regular(corners: int, radius: float, first_deg: float = 0.0) -> list[Point]:
    """Return the corners of a regular polygon about the origin, anticlockwise."""
    turns = (math.radians(first_deg) + 2 * math.pi * k / corners for k in range(corners))
    return [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]


def square(side: float) -> list[Point]:
    """Return the corners of a square about the origin, anticlockwise."""
    half = side / 2
    return [(-half, -half), (half, -half), (half, half), (-half, half)]


def prism(ring: Sequence[Point], low: float, high: float) -> Solid:
    """Return what stands between the heights *low* and *high* on *ring*, which goes anticlockwise."""
    return _between(ring, ring, low, high, closed=True)


def box(edges: Box, low: float, high: float) -> Solid:
    """Return a box between the heights *low* and *high*."""
    left, near, right, far = edges
    return prism([(left, near), (right, near), (right, far), (left, far)], low, high)


def pyramid(base: float, height: float, tip: float) -> Solid:
    """Return a hollow pyramid, open below; it ends in a square of side *tip*."""
    return _between(square(base), square(tip), 0.0, height, closed=False)


def _between(ring: Sequence[Point], top: Sequence[Point], low: float, high: float, *, closed: bool) -> Solid:
    n = len(ring)
    vertices = np.array([(*p, low) for p in ring] + [(*p, high) for p in top], float)
    sides = [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    below = [tuple(reversed(range(n)))] if closed else []
    return Solid(vertices, (*below, tuple(range(n, 2 * n)), *sides))


def pyramid_pips(base: float, height: float, count: int) -> list[tuple[float, float, float]]:
    """Return where *count* pips are on each side of a pyramid: in a row low down, beginning near a corner."""
    up = 2.2
    out = base / 2 * (1 - up / height)
    row = [(-base / 2 + 3.6 + 3.0 * k, -out, up) for k in range(count)]
    return [tuple(pip) for side in range(4) for pip in Pose((0, 0, 0), 90.0 * side).moved(row).tolist()]
