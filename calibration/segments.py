"""Straight line segments of a picture, and the two directions of the plane that a ruled board lies in.

Knows nothing of boards: only that the lines of a square grid vanish in two directions
which a camera sees at right angles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.pose import CameraPrior
from calibration.registration import pinhole
from calibration.saddles import Array, Grey

Index = npt.NDArray[np.intp]

SHORTEST_PX = 10.0
"""Segments shorter than this, in the working picture, say too little about their direction."""

MOST_SEGMENTS = 1200
"""Number of longest segments to keep."""

_LONGEST_PX = 120.0
"""Longer segments count no more than this."""

_REGIONS = (0.3, 0.12)
"""Radii around a place within which segments are used, as shares of the picture's longer side."""

_FAINTEST, _FEWEST = 0.1, 12
"""Least weight of a segment, and fewest segments at a place."""

_TRIES, _KEPT = 100, 3
"""Guesses made around each place, and guesses kept."""

_NO_NEWS = 0.8
"""A guess is a duplicate if known directions reach this share of its score at its place."""

_FOCALS = np.linspace(-0.6, 0.9, 61)
_FOCAL_LOG_SD = 0.35
_RIGHT_ANGLE_SD = 0.02
"""Log focal lengths to try, relative to the usual one; standard deviations of these and of the right angle."""


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
    segments: Segments, size: tuple[int, int], *, rng: np.random.Generator, most: int = 6
) -> Iterator[tuple[Array, Array]]:
    """Yield likely pairs (K, axes): camera matrix (3, 3) and unit directions of the grid's x, y and normal as columns.

    Three segments make a guess: two of one family meet in its vanishing point, and the other
    direction is at right angles to it, through some lens, and in the plane of the third. A board is
    a place in the picture, so the three lie near each other, and those near by say what the guess is worth.
    """
    focal = CameraPrior().focal * max(size)
    K = pinhole(focal, size)
    rays = _Rays.of(segments, K)
    guesses = [guess for near in _regions(segments, size) for guess in _guesses(rays, near, rng)]
    guesses.sort(key=lambda guess: -guess.score)
    given: list[tuple[Array, Array]] = []
    for guess in guesses:
        if len(given) == most:
            return
        if any(guess.is_known(rays, *known) for known in given):
            continue
        a, b = guess.first, guess.second
        for _ in range(3):
            a, b = (_refined(d, rays.take(guess.there), guess.worth) for d in (a, b))
        if (
            float(np.linalg.norm(np.cross(a, b))) >= 0.4
            and _worth(rays.take(guess.there), guess.worth, a, b) > guess.score / 2
        ):
            given.append((a, b))
            yield _squared(K, a, b)


@dataclass(frozen=True, slots=True, eq=False)
class _Rays:
    """N segments before the usual camera: the ``normal`` of the plane through each, where it is, which way it runs."""

    normal: Array
    middle: Array
    along: Array

    @classmethod
    def of(cls, segments: Segments, K: Array) -> _Rays:
        rays = np.concatenate([(segments.ends - K[:2, 2]) / K[0, 0], np.ones((len(segments), 2, 1))], axis=2)
        normal, along = np.cross(rays[:, 0], rays[:, 1]), rays[:, 1, :2] - rays[:, 0, :2]
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
        along /= np.linalg.norm(along, axis=1, keepdims=True)
        return cls(normal, rays.mean(axis=1)[:, :2], along)

    def take(self, which: Index) -> _Rays:
        return _Rays(self.normal[which], self.middle[which], self.along[which])


@dataclass(frozen=True, slots=True, eq=False)
class _Guess:
    """Two directions, what they are worth, the numbers of the segments ``there``, and how much each of these counts."""

    score: float
    first: Array
    second: Array
    there: Index
    worth: Array

    def is_known(self, rays: _Rays, first: Array, second: Array) -> bool:
        """Return whether two other directions say as much of the segments there, or nearly."""
        return float(_worth(rays.take(self.there), self.worth, first, second)) > _NO_NEWS * self.score


def _worth(rays: _Rays, worth: Array, first: Array, second: Array) -> Array:
    """Return (…) what pairs of directions (…, 3) are worth: how much of the segments runs in each of the two."""
    sums = [_fit(directions, rays.middle, rays.along) @ worth for directions in (first, second)]
    return np.asarray(np.sqrt(sums[0] * sums[1] / worth.sum()))


def _regions(segments: Segments, size: tuple[int, int]) -> Iterator[Array]:
    """Yield how much each segment counts (N,) in the whole picture, then around places all over it."""
    length = np.minimum(segments.length, _LONGEST_PX)
    yield length
    middle = segments.ends.mean(axis=1)
    for share in _REGIONS:
        reach = share * max(size)
        counts = [max(round(side / reach), 1) for side in size]
        across, down = (np.arange(0.5, count) * side / count for side, count in zip(size, counts, strict=True))
        for x in across:
            for y in down:
                near = length * np.exp(-0.5 * np.sum((middle - [x, y]) ** 2, axis=1) / reach**2)
                near[near < _FAINTEST * length] = 0.0
                if np.count_nonzero(near) >= _FEWEST:
                    yield near


def _guesses(rays: _Rays, weight: Array, rng: np.random.Generator) -> Iterator[_Guess]:
    """Yield the best guesses of some three segments each, drawn by *weight* (N,)."""
    there = np.flatnonzero(weight)
    if len(there) < 3:
        return
    some, worth = rays.take(there), weight[there]
    i, j, k = rng.choice(len(there), (3, _TRIES), p=worth / worth.sum())
    first = np.cross(some.normal[i], some.normal[j])
    first /= np.maximum(np.linalg.norm(first, axis=1, keepdims=True), 1e-12)
    nearer = np.exp(-2 * rng.normal(0.0, _FOCAL_LOG_SD, _TRIES))
    second = np.cross(first * np.column_stack([nearer, nearer, np.ones(_TRIES)]), some.normal[k])
    second /= np.maximum(np.linalg.norm(second, axis=1, keepdims=True), 1e-12)
    usable = (np.abs(np.cross(first, second)[:, 2]) > 0.35) & (
        np.abs(np.einsum("ij,ij->i", some.normal[i], some.normal[j])) < 0.99999
    )
    first, second = first[usable], second[usable]
    score = _worth(some, worth, first, second)
    for best in np.argsort(-score)[:_KEPT]:
        yield _Guess(float(score[best]), first[best], second[best], there, worth)


def _sine_squared(direction: Array, middle: Array, along: Array) -> Array:
    """Return (…, N) the squared sine of the angle between segments and the way to where *direction* (…, 3) vanishes.

    That way is (x, y) - z m from a segment's middle m; products with it are products of matrices.
    """
    x, y, z = np.moveaxis(direction, -1, 0)
    moment = middle[:, 1] * along[:, 0] - middle[:, 0] * along[:, 1]
    across = direction @ np.stack([along[:, 1], -along[:, 0], moment])
    terms = np.stack([x * x + y * y, -2 * x * z, -2 * y * z, z * z], axis=-1)
    square = terms @ np.stack([np.ones(len(middle)), middle[:, 0], middle[:, 1], np.sum(middle**2, axis=1)])
    return np.asarray(across**2 / np.maximum(square, 1e-18))


def _fit(direction: Array, middle: Array, along: Array, *, reach: float = 0.025) -> Array:
    return np.asarray(np.maximum(0.0, 1.0 - _sine_squared(direction, middle, along) / reach**2))


def _refined(direction: Array, rays: _Rays, worth: Array) -> Array:
    """Return the direction that the segments near *direction* agree on."""
    weight = _fit(direction, rays.middle, rays.along, reach=0.03) * worth
    if np.count_nonzero(weight) < 3:
        return direction
    _, vectors = np.linalg.eigh((rays.normal.T * weight) @ rays.normal)
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
