"""Convex solids in a frame of their own: z into the table, standing on the plane z = 0."""

from __future__ import annotations

import math

import numpy as np

from simulator.scene import Array

Faces = tuple[tuple[int, ...], ...]


def turn(yaw_deg: float) -> Array:
    """Return the matrix that turns points (n, 3), as ``points @ turn(yaw).T``, about the upright axis."""
    c, s = math.cos(math.radians(yaw_deg)), math.sin(math.radians(yaw_deg))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def ring(n: int, radius: float) -> Array:
    """Return a regular polygon (n, 2)."""
    angles = np.arange(n) * (2 * math.pi / n)
    return np.column_stack([np.cos(angles), np.sin(angles)]) * radius


def rectangle(length: float, width: float, *, cut: float = 0.0) -> Array:
    """Return a rectangle (4, 2), or (8, 2) with its corners *cut* off."""
    x, y = length / 2, width / 2
    if cut == 0:
        return np.array([[-x, -y], [x, -y], [x, y], [-x, y]])
    return np.array(
        [
            [-x + cut, -y],
            [x - cut, -y],
            [x, -y + cut],
            [x, y - cut],
            [x - cut, y],
            [-x + cut, y],
            [-x, y - cut],
            [-x, -y + cut],
        ]
    )


def raised(outline: Array, height: float) -> Array:
    """Return *outline* (n, 2) as points (n, 3) so high above the plane."""
    return np.column_stack([outline, np.full(len(outline), -height)])


def prism(outline: Array, top_outline: Array, height: float) -> tuple[Array, Faces]:
    """Return vertices and faces between two outlines (n, 2): the sides, the top, the bottom."""
    n = len(outline)
    vertices = np.vstack([np.column_stack([outline, np.zeros(n)]), np.column_stack([top_outline, np.full(n, -height)])])
    sides = tuple((i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n))
    return vertices, (*sides, tuple(range(n, 2 * n)), tuple(range(n - 1, -1, -1)))


def lathe(profile: Array, n: int) -> tuple[Array, Faces]:
    """Return the solid of a profile (k, 2) of radii and heights, from the foot up, turned in *n* steps.

    The faces are the bands from below, then the top and the bottom.
    """
    k = len(profile)
    vertices = np.vstack([np.column_stack([ring(n, r), np.full(n, -h)]) for r, h in profile])
    bands = tuple(
        (b * n + i, b * n + (i + 1) % n, (b + 1) * n + (i + 1) % n, (b + 1) * n + i)
        for b in range(k - 1)
        for i in range(n)
    )
    return vertices, (*bands, tuple(range((k - 1) * n, k * n)), tuple(range(n - 1, -1, -1)))
