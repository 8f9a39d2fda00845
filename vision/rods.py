"""Evidence for rods from colour: all rods on a table look alike."""

from __future__ import annotations

import cv2
import numpy as np
from scipy.cluster.vq import kmeans2

from vision.network import leaning
from vision.views import Array, Image, Views, crops

_SURELY = 4
"""Power of the network's certainty in a place's weight: doubtful places say little about the rods' colour."""
_ROWS = 21
"""Samples across the place of a rod."""
_LENGTH = 0.6
"""Share of its length that is sampled."""
_FEW = 0.5
"""Least total weight of rods, or of empty gaps, to learn the colour from."""
_NOISE = 3.0
_USUAL = (float(np.log(40.0)), float(np.log(8.0)))
"""Prior means of the log distance from the rods' colour, for places without and with a rod."""
_SPREAD = 0.5
_PRIOR_MEAN, _PRIOR_SPREAD = 5.0, 10.0
"""Weight of these priors, in places."""
_TAIL = 3.0
"""Degrees of freedom of the t distributions, which limit the influence of outliers."""
_WITNESS = 0.9
_WITNESS_NATS = 4.0
_SHINE = (0.2, 1.0, 1.0)
"""Weights of lightness and the two colour axes; lightness counts little, because some rods lie in stones' shade."""
_COLOURS = 8
"""Number of candidate colours for the rods."""
_TELLING = 0.2
_LEAST_SPREAD = 0.05


def slot_profiles(image: Image, beside: Views) -> Array:
    """Return (N, ``_ROWS``, 3): the colours (CIE L*a*b* as OpenCV scales it) of rows along the place of each rod."""
    found = np.empty((len(beside.cells), _ROWS, 3))
    for index, (crop, outline) in enumerate(zip(crops(image, beside), beside.outline, strict=True)):
        (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
        spare = (right - left) * (1 - _LENGTH) / 2
        rows = np.linspace(top, bottom, _ROWS).round().astype(int).clip(0, crop.shape[0] - 1)
        first, last = max(int(left + spare), 0), min(int(right - spare), crop.shape[1] - 1)
        lab = cv2.cvtColor(np.ascontiguousarray(crop[rows, first : last + 1]), cv2.COLOR_BGR2LAB)
        found[index] = np.median(lab, axis=1)
    return found


def by_common_colour(rods: Array, profiles: Array, between: Array) -> Array:
    """Return the shares *rods* (N, none | rod | covered) once more, knowing that all rods of a table look alike.

    A rod does not fill its place, and shadows and the sides of stones do not fill it either. So what counts is the row
    of each place that comes closest to the rods' colour: of all colours where the network is sure of rods, the one that
    comes closer to these places than to those where it is sure of none. Bells of that distance, of places with a
    rod, of places between stones without and of others without, are a second witness, up to ``_WITNESS_NATS``.
    *between* (N,) is how likely stones lie on both sides.
    """
    sure = rods[:, :2] ** _SURELY
    weights = sure * between[:, None]
    if (weights.sum(axis=0) < _FEW).any():
        return rods.copy()
    distance = _from_rods(profiles * _SHINE, weights)
    rod = _bell_of(distance, weights[:, 1], _USUAL[1])
    lead = np.zeros(len(rods))
    for part in (between, 1.0 - between):
        none = _bell_of(distance, sure[:, 0] * part, _USUAL[0])
        lead += np.clip(_WITNESS * (rod - none), -_WITNESS_NATS, _WITNESS_NATS) * part
    return leaning(rods, lead)


def _bell_of(distance: Array, weight: Array, usual: float) -> Array:
    """Return how well (N,), in nats, each distance fits the places that *weight* (N,) tells."""
    count = weight.sum()
    mean = (weight @ distance + _PRIOR_MEAN * usual) / (count + _PRIOR_MEAN)
    square = weight @ (distance - mean) ** 2 + _PRIOR_SPREAD * _SPREAD**2
    spread = np.sqrt(square / (count + _PRIOR_SPREAD))
    return np.asarray(-0.5 * (_TAIL + 1) * np.log1p(((distance - mean) / spread) ** 2 / _TAIL) - np.log(spread))


def _from_rods(profiles: Array, weights: Array) -> Array:
    """Return how far (N,), as a logarithm, each place is from the rods' colour; *weights* (N, none | rod)."""
    rods = profiles[weights[:, 1] > _TELLING].reshape(-1, 3)
    if not len(rods):
        rods = profiles[weights[:, 1].argmax()]
    centres, _ = kmeans2(rods, min(_COLOURS, len(rods)), minit="++", seed=0)
    centres = np.vstack([centres, [_nearest(profiles, weights[:, 1], centre) for centre in centres]])
    far = [_log_distance(profiles, centre) for centre in centres]
    return max(far, key=lambda distance: _apart(distance, weights))


def _nearest(profiles: Array, weight: Array, colour: Array) -> Array:
    """Return the mean of the rows that come closest to *colour*, of the places that *weight* (N,) tells."""
    closest = ((profiles - colour) ** 2).sum(axis=2).argmin(axis=1)
    return np.asarray(weight @ profiles[np.arange(len(profiles)), closest] / weight.sum())


def _log_distance(profiles: Array, colour: Array) -> Array:
    far = np.sqrt(((profiles - colour) ** 2).sum(axis=2))
    return np.asarray(np.log(((far[:, :-2] + far[:, 1:-1] + far[:, 2:]) / 3).min(axis=1) + _NOISE))


def _apart(distance: Array, weights: Array) -> float:
    """Return by how many deviations places without a rod are further off than those with one."""
    shares = weights / weights.sum(axis=0)
    none, rod = shares.T @ distance
    spread = shares[:, 0] @ (distance - none) ** 2 + shares[:, 1] @ (distance - rod) ** 2
    return float((none - rod) / np.sqrt(spread / 2 + _LEAST_SPREAD))
