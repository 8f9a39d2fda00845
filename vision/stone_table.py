"""Infers what lies on a table of stones and rods from all its cells and edges together.

A rod lies between two stones, so each tells of the other: a stone as pale as its cell is given away by the rods beside
it, and what looks like a rod beside two bare cells has to look much like one. How often rods lie between two stones of
this table, and how often where none belongs, is learned from the table itself. And stones come in pairs, one of each
colour.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import expit, logit

from vision.network import STONES
from vision.views import Array

ROUNDS = 10
"""Rounds after which what is found together hardly changes."""
STRAY_ROD = 0.01
"""How often a rod lies beside an empty cell, where none belongs, before looking."""
_ODD = 0.01
"""How often a table has not as many stones of one colour as of the other."""
_EMPTY, _COVERED = STONES.index("empty"), STONES.index("covered")
_SURELY = 1e-6
"""Nothing is surer than this of a cell before its edges are looked at."""


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
    """Return what lies on a table of which cells and edges, each by itself, say *stones* (N, STONES) and *rods*.

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
    """Return what edges have *told* (E, 2) to each of so many *cells*."""
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
    """Return how likely there are so many *more* black stones than white ones, with a cell that *held* these."""
    empty, black, white = held
    return np.asarray(empty * more + black * np.roll(more, 1) + white * np.roll(more, -1))
