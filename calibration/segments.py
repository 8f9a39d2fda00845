"""Straight line segments of a picture, and the two directions of the plane that a ruled board lies in.

Knows nothing of boards: only that the lines of a square grid vanish in two directions
which a camera sees at right angles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.pose import CameraPrior
from calibration.saddles import Array, Grey

SHORTEST_PX = 10.0
"""Segments shorter than this, in the working picture, say too little about their direction."""

MOST_SEGMENTS = 1200
"""How many of the longest segments are kept."""

_FOCALS = np.linspace(-0.6, 0.9, 61)
_FOCAL_LOG_SD = 0.35
_RIGHT_ANGLE_SD = 0.02
"""Focal lengths that are tried, as logarithms in parts of the usual one; how far they and the two directions stray."""


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """N segments, longest first: ``ends`` (N, 2, 2) px, the bright side to the same hand, and ``length`` (N,) px."""

    ends: Array
    length: Array

    def __len__(self) -> int:
        return len(self.length)


def find_segments(grey: Grey) -> Segments:
    """Return the straight segments along which brightness steps in *grey*, none without contrast."""
    found = cv2.createLineSegmentDetector().detect(np.clip(grey, 0, 255).astype(np.uint8))[0]
    ends = np.empty((0, 2, 2)) if found is None else np.asarray(found, dtype=np.float64).reshape(-1, 2, 2)
    length = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    order = np.argsort(-length)[:MOST_SEGMENTS]
    order = order[length[order] >= SHORTEST_PX]
    return Segments(ends[order], length[order])


def plane_directions(
    segments: Segments, size: tuple[int, int], *, rng: np.random.Generator, tries: int = 1500, most: int = 6
) -> Iterator[tuple[Array, Array]]:
    """Yield likely pairs (K, axes): camera matrix (3, 3) and unit directions of the grid's x, y and normal as columns.

    Three segments make a guess: two of one family meet in its vanishing point, and the other
    direction is at right angles to it, through some lens, and in the plane of the third.
    """
    focal = CameraPrior().focal * max(size)
    K = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1.0]])
    rays = np.concatenate([(segments.ends - K[:2, 2]) / focal, np.ones((len(segments), 2, 1))], axis=2)
    normals = np.cross(rays[:, 0], rays[:, 1])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    middle = rays.mean(axis=1)[:, :2]
    along = rays[:, 1, :2] - rays[:, 0, :2]
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    chance = segments.length / segments.length.sum()
    i, j, k = rng.choice(len(segments), (3, tries), p=chance)
    first = np.cross(normals[i], normals[j])
    first /= np.maximum(np.linalg.norm(first, axis=1, keepdims=True), 1e-12)
    nearer = np.exp(-2 * rng.normal(0.0, _FOCAL_LOG_SD, tries))
    second = np.cross(first * np.column_stack([nearer, nearer, np.ones(tries)]), normals[k])
    second /= np.maximum(np.linalg.norm(second, axis=1, keepdims=True), 1e-12)
    upright = np.abs(np.cross(first, second)[:, 2])
    usable = (upright > 0.35) & (np.abs(np.einsum("ij,ij->i", normals[i], normals[j])) < 0.99999)
    first, second = first[usable], second[usable]
    weight = np.minimum(segments.length, 120.0)
    sums = [_fit(directions, middle, along) @ weight for directions in (first, second)]
    score = np.sqrt(sums[0] * sums[1])
    given: list[Array] = []
    for _ in range(4 * most):
        if len(given) == most or len(score) == 0 or score.max() <= 0:
            return
        best = int(np.argmax(score))
        a, b = first[best], second[best]
        for _ in range(3):
            a, b = (_refined(d, normals, middle, along, segments.length) for d in (a, b))
        if float(np.linalg.norm(np.cross(a, b))) < 0.4:
            score[best] = 0.0
            continue
        seen, axes = _squared(K, a, b)
        if not any(np.abs(np.sum(axes * other, axis=0)).min() > 0.9995 for other in given):
            given.append(axes)
            yield seen, axes
        same = np.abs(first @ first[best]) * np.abs(second @ second[best]) > 0.996
        crossed = np.abs(first @ second[best]) * np.abs(second @ first[best]) > 0.996
        score = np.where(same | crossed, 0.0, score)


def off_angle(direction: Array, middle: Array, along: Array) -> Array:
    """Return (…, N) the sine of the angle between segments and the way to the vanishing point of *direction* (…, 3)."""
    way = direction[..., None, :2] - direction[..., None, 2:] * middle
    length = np.linalg.norm(way, axis=-1)
    return np.asarray(np.abs(way[..., 0] * along[:, 1] - way[..., 1] * along[:, 0]) / np.maximum(length, 1e-9))


def _fit(direction: Array, middle: Array, along: Array, *, reach: float = 0.025) -> Array:
    return np.asarray(np.maximum(0.0, 1.0 - (off_angle(direction, middle, along) / reach) ** 2))


def _refined(direction: Array, normals: Array, middle: Array, along: Array, length: Array) -> Array:
    """Return the direction that the segments near *direction* agree on."""
    weight = _fit(direction, middle, along, reach=0.03) * length
    if np.count_nonzero(weight) < 3:
        return direction
    _, vectors = np.linalg.eigh((normals.T * weight) @ normals)
    return np.asarray(vectors[:, 0] * np.sign(vectors[:, 0] @ direction))


def _squared(K: Array, a: Array, b: Array) -> tuple[Array, Array]:
    """Return the likeliest camera matrix for which directions *a* and *b* are at right angles, and ``_axes`` there."""
    longer = np.exp(_FOCALS)[:, None]
    turned = [np.column_stack([d[:2] / longer, np.full(len(longer), d[2])]) for d in (a, b)]
    turned = [d / np.linalg.norm(d, axis=1, keepdims=True) for d in turned]
    cost = (np.sum(turned[0] * turned[1], axis=1) / _RIGHT_ANGLE_SD) ** 2 + (_FOCALS / _FOCAL_LOG_SD) ** 2
    best = int(np.argmin(cost))
    seen = K.copy()
    seen[[0, 1], [0, 1]] *= longer[best]
    return seen, _axes(turned[0][best], turned[1][best])


def _axes(a: Array, b: Array) -> Array:
    """Return the directions as columns x, y, normal: x the one that runs more from left to right, y clockwise of it."""
    if abs(a[0]) < abs(b[0]):
        a, b = b, a
    a, b = a * np.sign(a[0] or 1.0), b * np.sign(b[1] or 1.0)
    normal = np.cross(a, b)
    if normal[2] < 0:
        b, normal = -b, -normal
    return np.column_stack([a, b, normal / np.linalg.norm(normal)])
