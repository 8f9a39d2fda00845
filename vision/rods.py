"""Tells rods from none by what a network says of each place, and by the one colour that all rods of a table have.

Where there is a rod, its place comes near to the rods' colour, and where there is none, it does not: how near is normal
around one mean where there is a rod and around another where there is none, and spread as much in both cases. Means
and spread are the table's own, and found together with the rods (expectation maximisation). Each place is told so once.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from scipy.cluster.vq import kmeans2
from scipy.special import expit, logit

from vision.network import Floats
from vision.stone_table import ROUNDS, STRAY_ROD
from vision.views import Array, Views

_ROWS = 21
"""Samples across the place of a rod."""
_LENGTH = 0.6
"""Share of its length that is sampled."""
_NOISE = 3.0
_LIGHTNESS = 0.2
"""Weight of lightness beside the two colour axes; it counts little, because some rods lie in stones' shade."""
_COLOURS = 4
"""Number of candidate colours for the rods."""
_FAR, _SPREAD = (3.3, 1.85), 0.4
"""The logarithm of the distance from the rods' colour where there usually is no rod and where there is one, and how far
it is off that."""
_PLACES = 3.0
"""So many places of a table say as much as what is usual."""
_STRANGE = 0.01
"""How often a place looks in any other way, say in the shade of a stone."""


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
    of each place that comes closest to the rods' colour: of all colours where there are rods, the one of which the
    network's word tells most. *between* (N,) is how likely stones lie on both sides.
    """
    said = np.log(rods[:, 1] / rods[:, 0])
    rod = expit(said) * between
    surely = rod > 0.5
    if not surely.any():
        return rods.copy()
    seen = profiles * (_LIGHTNESS, 1.0, 1.0)
    colours, _ = kmeans2(seen[surely].reshape(-1, 3), _COLOURS, minit="++", seed=0)
    tried = [_told(_log_distance(seen, colour), said, rod, between) for colour in colours]
    odds = said + max(tried, key=lambda one: one.worth).odds
    found = expit(np.column_stack([-odds, odds])) * (1 - rods[:, 2:])
    return np.column_stack([found, rods[:, 2]])


class _Told(NamedTuple):
    """What a colour says of N places: the log-odds of a rod, and how much the network's word told of it, in nats."""

    odds: Array
    worth: float


def _told(far: Array, said: Array, rod: Array, between: Array) -> _Told:
    """Return what it says of rods how *far* (N,) from a colour places are.

    *said* (N,) are the network's log-odds of a rod, and *rod* (N,) is how likely there is one by these alone.
    """
    often, first = 0.5, rod.clip(1e-9, 1 - 1e-9)
    for _ in range(ROUNDS):
        none, one = _log_densities(far, rod)
        rate = between * often + (1 - between) * STRAY_ROD
        rod = expit(said + one - none + logit(rate))
        often = ((rod * between).sum() + 1) / (between.sum() + 2)
    foreseen, unforeseen = (
        np.logaddexp(none + np.log1p(-share), one + np.log(share)) for share in (first, first.mean())
    )
    return _Told(one - none, float((foreseen - unforeseen).sum()))


def _log_densities(far: Array, rod: Array) -> Array:
    """Return (2, N), how likely each of *far* (N,) is where there is no rod and where there is one, in nats.

    *rod* (N,) is how likely each place is known to have one.
    """
    shares = np.stack([1 - rod, rod])
    means = (_PLACES * np.array(_FAR) + shares @ far) / (_PLACES + shares.sum(axis=1))
    off = (far - means[:, None]) ** 2
    spread = (_PLACES * _SPREAD**2 + (shares * off).sum()) / (_PLACES + len(far))
    alike = -0.5 * off / spread - 0.5 * np.log(spread)
    return np.asarray(np.logaddexp(np.log1p(-_STRANGE) + alike, np.log(_STRANGE)))


def _log_distance(profiles: Array, colour: Array) -> Array:
    far = np.sqrt(((profiles - colour) ** 2).sum(axis=2))
    return np.asarray(np.log(((far[:, :-2] + far[:, 1:-1] + far[:, 2:]) / 3).min(axis=1) + _NOISE))
