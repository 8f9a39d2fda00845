"""Evidence for rods from colour: all rods on a table look alike."""

from __future__ import annotations

import cv2
import numpy as np
from scipy.cluster.vq import kmeans2

from vision.alike_cells import witness
from vision.network import Floats
from vision.views import Array, Views

_SURELY = 4
"""Power of the network's certainty in a place's weight: doubtful places say little about the rods' colour."""
_ROWS = 21
"""Samples across the place of a rod."""
_LENGTH = 0.6
"""Share of its length that is sampled."""
_NOISE = 3.0
_LIGHTNESS = 0.2
"""Weight of lightness beside the two colour axes; it counts little, because some rods lie in stones' shade."""
_COLOURS = 4
"""Number of candidate colours for the rods."""
_ROUNDS = 3
_WIDTH = 0.3
"""Difference of the logarithms of distances from the rods' colour at which two places look half alike."""


def slot_profiles(crops: Floats, beside: Views) -> Array:
    """Return (N, ``_ROWS``, 3): the colours (CIE L*a*b* as OpenCV scales it) of rows along the place of each rod.

    *crops* are the ``network_input`` of the places *beside*.
    """
    found = np.empty((len(beside.cells), _ROWS, 3))
    for index, (crop, outline) in enumerate(zip(crops[:, :3], beside.outline, strict=True)):
        (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
        spare = (right - left) * (1 - _LENGTH) / 2
        rows = np.linspace(top, bottom, _ROWS).round().astype(int).clip(0, crop.shape[1] - 1)
        first, last = max(int(left + spare), 0), min(int(right - spare), crop.shape[2] - 1)
        bgr = np.rint(255 * crop[:, rows, first : last + 1]).astype(np.uint8).transpose(1, 2, 0)
        found[index] = np.median(cv2.cvtColor(np.ascontiguousarray(bgr), cv2.COLOR_BGR2LAB), axis=1)
    return found


def by_common_colour(rods: Array, profiles: Array, between: Array) -> Array:
    """Return the shares *rods* (N, none | rod | covered) once more, knowing that all rods of a table look alike.

    A rod does not fill its place, and shadows and the sides of stones do not fill it either. So what counts is the row
    of each place that comes closest to the rods' colour: of all colours where rods are certain, the one that comes
    closer to these places than to those where it is certain that there are none. *between* (N,) is how likely stones
    lie on both sides. What is found tells the colour again, or places that are taken for rods vouch for each other.
    """
    seen, said = profiles * (_LIGHTNESS, 1.0, 1.0), rods
    for _ in range(_ROUNDS):
        weights = said[:, :2] ** _SURELY * between[:, None]
        if (weights.sum(axis=0) < 0.5).any():
            return rods.copy()
        found = seen[weights[:, 1] > 0.5 * weights[:, 1].max()].reshape(-1, 3)
        colours, _ = kmeans2(found, _COLOURS, minit="++", seed=0)
        distance = max((_log_distance(seen, colour) for colour in colours), key=lambda far: _apart(far, weights))
        said = rods * np.exp(witness(said, distance[:, None] / _WIDTH))
        said = np.asarray(said / said.sum(axis=1, keepdims=True))
    return said


def _log_distance(profiles: Array, colour: Array) -> Array:
    far = np.sqrt(((profiles - colour) ** 2).sum(axis=2))
    return np.asarray(np.log(((far[:, :-2] + far[:, 1:-1] + far[:, 2:]) / 3).min(axis=1) + _NOISE))


def _apart(distance: Array, weights: Array) -> float:
    """Return by how many deviations places without a rod are further off than those with one."""
    shares = weights / weights.sum(axis=0)
    none, rod = shares.T @ distance
    spread = shares[:, 0] @ (distance - none) ** 2 + shares[:, 1] @ (distance - rod) ** 2
    return float((none - rod) / np.sqrt(spread + 1e-9))
