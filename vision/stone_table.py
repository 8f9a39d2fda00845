"""Infers what lies on a table of stones and rods from all its cells and edges together.

All rods of a table have one colour. Where there is a rod, its place comes near to that, and where there is none, it
does not: how near is normal around one mean where there is a rod and around another where there is none, and spread as
much in both cases. Means and spread are the table's own, and found together with the rods (expectation maximisation).
Each place learns it once.

A rod lies between two stones, so each tells of the other: a stone as pale as its cell is given away by the rods beside
it, and what looks like a rod beside two bare cells has to look much like one. How often rods lie between two stones of
this table, and how often where none belongs, is learned from the table itself. And stones come in pairs, one of each
colour.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt
from scipy.cluster.vq import kmeans2
from scipy.special import expit, logit

from vision.network import STONES, Floats
from vision.views import Array, Views

ROUNDS = 10
"""Rounds after which the joint estimates hardly change."""
STRAY_ROD = 0.01
"""Prior share of empty cells' edges with a rod, where none belongs."""
_ODD = 0.01
"""Prior share of tables with unequal numbers of black and white stones."""
_EMPTY, _COVERED = STONES.index("empty"), STONES.index("covered")
_SURELY = 1e-6
"""Least share of any content of a cell before its edges are examined."""
_ROWS = 21
"""Samples across the place of a rod."""
_COLOURS = 4
"""Most candidate colours for the rods."""
_FAR, _SPREAD = (3.3, 1.85), 0.4
"""Usual log distance from the rods' colour without a rod and with one, and its standard deviation."""
_PLACES = 3.0
"""The number of places on a table that these usual values count as much as."""
_STRANGE = 0.01
"""Share of places that look different for any other reason, such as the shade of a stone."""


def slot_profiles(crops: Floats, beside: Views) -> Array:
    """Return (N, ``_ROWS``, 2): the colours (CIE a*b* as OpenCV scales it) of rows along the place of each rod.

    Lightness is left out, for some rods lie in stones' shade. *crops* are the ``network_input`` of *beside*.
    """
    found = np.empty((len(beside.cells), _ROWS, 2))
    for index, (crop, outline) in enumerate(zip(crops[:, :3], beside.outline, strict=True)):
        (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
        rows = np.linspace(top, bottom, _ROWS).round().astype(int).clip(0, crop.shape[1] - 1)
        first, last = max(int(left), 0), min(int(right), crop.shape[2] - 1)
        bgr = np.rint(255 * crop[:, rows, first : last + 1]).astype(np.uint8).transpose(1, 2, 0)
        found[index] = np.median(cv2.cvtColor(np.ascontiguousarray(bgr), cv2.COLOR_BGR2LAB)[..., 1:], axis=1)
    return found


def by_common_colour(rods: Array, profiles: Array, between: Array) -> Array:
    """Return the shares *rods* (N, none | rod | covered) once more, knowing that all rods of a table look alike.

    A rod does not fill its place, and shadows and the sides of stones do not fill it either. So what counts is the row
    of each place that comes closest to the rods' colour: of all colours where there are rods, the one for which the
    network's word tells most. *between* (N,) is how likely stones lie on both sides.
    """
    said = np.log(rods[:, 1] / rods[:, 0])
    rod = expit(said) * between
    surely = rod > 0.5
    if not surely.any():
        return rods.copy()
    seen = profiles[surely].reshape(-1, profiles.shape[2])
    colours, _ = kmeans2(seen, min(_COLOURS, len(np.unique(seen, axis=0))), minit="++", seed=0)
    tried = [_told(_log_distance(profiles, colour), said, rod, between) for colour in colours]
    odds = said + max(tried, key=lambda one: one.worth).odds
    found = expit(np.column_stack([-odds, odds])) * (1 - rods[:, 2:])
    return np.column_stack([found, rods[:, 2]])


class _Told(NamedTuple):
    """The evidence of a colour for N places: log-odds of a rod, and how well it fits the network's, in nats."""

    odds: Array
    worth: float


def _told(far: Array, said: Array, rod: Array, between: Array) -> _Told:
    """Return what the distances *far* (N,) of places from a colour say about rods.

    *said* (N,) are the network's log-odds of a rod, and *rod* (N,) is the probability of one by these alone.
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
    """Return (2, N): the log density of *far* (N,) without and with a rod, as *rod* (N,) says how likely ones are."""
    shares = np.stack([1 - rod, rod])
    means = (_PLACES * np.array(_FAR) + shares @ far) / (_PLACES + shares.sum(axis=1))
    off = (far - means[:, None]) ** 2
    spread = (_PLACES * _SPREAD**2 + (shares * off).sum()) / (_PLACES + len(far))
    alike = -0.5 * off / spread - 0.5 * np.log(spread)
    return np.asarray(np.logaddexp(np.log1p(-_STRANGE) + alike, np.log(_STRANGE)))


def _log_distance(profiles: Array, colour: Array) -> Array:
    far = np.sqrt(((profiles - colour) ** 2).sum(axis=2))
    return np.asarray(np.log1p(((far[:, :-2] + far[:, 1:-1] + far[:, 2:]) / 3).min(axis=1)))


class StoneTable(NamedTuple):
    """Shares of what lies on N cells (N, STONES) and on E edges (E, RODS); each adds up to 1.

    ``between`` (E,) is how likely stones lie on both sides of an edge, ``odd`` how likely one colour has more stones,
    and ``astray`` how often a rod lies beside an empty cell of this table.
    """

    stones: Array
    rods: Array
    between: Array
    odd: float
    astray: float


def together(stones: Array, rods: Array, ends: npt.NDArray[np.int64]) -> StoneTable:
    """Return what lies on a table where cells and edges, each by itself, say *stones* (N, STONES) and *rods*.

    *rods* (E, RODS) are shares for places where a rod is as likely as none. *ends* (E, 2) are the cells beside each
    edge. A covered cell counts as one with a stone. Cells and edges pass what they know on to each other until they
    agree (belief propagation).
    """
    none, rod, covered = 2 * rods[:, 0], 2 * rods[:, 1], rods[:, 2]
    alone = logit(np.clip(1 - stones[:, _EMPTY], _SURELY, 1 - _SURELY))
    often, stray = 0.5, STRAY_ROD
    told = np.zeros(ends.shape)
    for _ in range(ROUNDS):
        by_two = covered + (1 - often) * none + often * rod
        by_fewer = covered + (1 - stray) * none + stray * rod
        each = expit((alone + _sums(told, ends, len(alone)))[ends] - told)
        told = np.log1p(each[:, ::-1] * (by_two / by_fewer - 1)[:, None])
        two = each.prod(axis=1)
        between = two * by_two / (two * by_two + (1 - two) * by_fewer)
        often = ((between * often * rod / by_two).sum() + 1) / (between.sum() + 2)
        beside = 1 - between
        stray = ((beside * stray * rod / by_fewer).sum() + 1) / (beside.sum() + 1 / STRAY_ROD)
    found = stones.copy()
    found[:, _EMPTY] *= np.exp(-_sums(told, ends, len(alone)))
    found /= found.sum(axis=1, keepdims=True)
    rate = two * often + (1 - two) * stray
    laid = np.column_stack([(1 - rate) * none, rate * rod, covered])
    return StoneTable(found, laid / laid.sum(axis=1, keepdims=True), between, 0.0, float(stray))


def _sums(told: Array, ends: npt.NDArray[np.int64], cells: int) -> Array:
    """Return, for each of the *cells*, the sum of what its edges have *told* (E, 2) about it."""
    return np.bincount(ends.ravel(), told.ravel(), cells).astype(np.float64)


def in_pairs(table: StoneTable, before: Array) -> StoneTable:
    """Return *table* with as many black stones as white ones, but for one table in a hundred.

    *before* (STONES,) is what cells hold before looking: it stands for what is under a cover. The count is exact, by
    running over the cells forwards and backwards with how many more black stones than white ones there have been.
    """
    covered = table.stones[:, _COVERED, None]
    uncovered = np.delete(table.stones, _COVERED, axis=1)
    hidden = np.delete(before, _COVERED)
    held = uncovered + covered * hidden / hidden.sum()
    cells = len(held)
    forward = np.zeros((cells + 1, 2 * cells + 3))
    forward[0, cells + 1] = 1.0
    for cell in range(cells):
        forward[cell + 1] = _counted(forward[cell], held[cell])
    even = forward[cells, cells + 1]
    after = forward[0].copy()
    told = np.empty_like(held)
    for cell in reversed(range(cells)):
        told[cell] = [(forward[cell] * shifted).sum() for shifted in (after, np.roll(after, -1), np.roll(after, 1))]
        after = _counted(after, held[cell, [0, 2, 1]])
    odd = _ODD / (_ODD + (1 - _ODD) * even)
    found = uncovered * ((1 - odd) * told / max(even, 1e-300) + odd)
    found *= (1 - covered) / np.maximum(found.sum(axis=1, keepdims=True), 1e-300)
    return table._replace(stones=np.insert(found, _COVERED, covered[:, 0], axis=1), odd=float(odd))


def _counted(more: Array, held: Array) -> Array:
    """Return how likely each surplus *more* of black stones over white ones is, after a cell that *held* this."""
    empty, black, white = held
    return np.asarray(empty * more + black * np.roll(more, 1) + white * np.roll(more, -1))
