"""Lattices: chequered crossings that one homography lays out as a square grid.

Grown from single cells. A crossing joins when it lies where the grid expects one, its
lines run along the grid and its bright diagonal alternates. Which part of a lattice is
a board is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
from scipy.spatial import cKDTree

from calibration.saddles import Array, Saddles

Index = npt.NDArray[np.intp]

LEAST_HALF_ANGLE_DEG = 12.0
"""Half of the sharpest angle at which the lines of a board seen obliquely may cross."""

MOST_SKEW_DEG = 20.0
"""How far perspective may turn a diagonal from one crossing to the next."""

ALIKE = 0.25
"""Crossings of one board are at least so strong in comparison: light varies, but not without end."""


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Members of a grid: ``nodes`` (N, 2) whole numbers, their pixels ``xy`` (N, 2), and the map between.

    ``which`` (N,) are the members' numbers among the saddles. ``parity`` is the sign of
    the twist at node (0, 0): positive where the cell right and below of it is bright.
    """

    nodes: Index
    xy: Array
    H_image_lattice: Array
    parity: int
    which: Index

    def __len__(self) -> int:
        return len(self.nodes)

    def densest(self, side: int) -> int:
        """Return the largest number of members in a square of *side* × *side* nodes."""
        low = self.nodes.min(axis=0)
        there = np.zeros(np.ptp(self.nodes, axis=0) + 1 + 2 * side, np.float32)
        there[tuple((self.nodes - low + side).T)] = 1
        return round(float(cv2.boxFilter(there, -1, (side, side), normalize=False).max()))


def project(H: Array, points: npt.ArrayLike) -> Array:
    """Return *points* (N, 2) through the homography *H*; points beyond the horizon become NaN."""
    xy = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    xyw = xy @ H[:, :2].T + H[:, 2]
    w = np.where(np.abs(xyw[:, 2]) > 1e-9, xyw[:, 2], np.nan)
    return np.asarray(xyw[:, :2] / w[:, None])


def homography(source: Array, target: Array) -> Array | None:
    """Return H with *target* ≈ H *source* by least squares; None where the points do not determine it."""
    H, _ = cv2.findHomography(source.reshape(-1, 1, 2), target.reshape(-1, 1, 2), 0)
    if H is None or not np.all(np.isfinite(H)):
        return None
    return np.asarray(H, dtype=np.float64)


def find_lattices(saddles: Saddles, *, most_seeds: int = 160, enough: int = 16, within: int = 7) -> Iterator[Lattice]:
    """Yield lattices with *enough* crossings in some *within* × *within*, grown from the strongest saddles first."""
    if len(saddles) < 4:
        return
    neighbours = _Neighbours(saddles)
    used = np.zeros(len(saddles), bool)
    tried = 0
    for seed in range(len(saddles)):
        if used[seed]:
            continue
        for quad in neighbours.cells(seed):
            tried += 1
            lattice = grow(saddles, quad)
            if lattice is not None and lattice.densest(within) >= enough:
                used[lattice.which] = True
                yield lattice
                break
        if tried >= most_seeds:
            return


class _Neighbours:
    """The chequered neighbours of each saddle, looked up when asked for.

    Seen from a crossing, its four neighbours lie one in each quadrant of its diagonals,
    opposite ones on a line, and adjacent ones at equal angles to the diagonal between
    them; their bright diagonals are its dark one.
    """

    def __init__(self, saddles: Saddles, *, near: int = 24) -> None:
        self._saddles = saddles
        self._axes = saddles.axes()
        self._tree = cKDTree(saddles.xy)
        self._near = min(near + 1, len(saddles))

    def cells(self, seed: int) -> Iterator[Index]:
        """Yield cells as four saddle numbers: the seed, its neighbour along u, the opposite, the neighbour along v."""
        xy = self._saddles.xy
        _, near = self._tree.query(xy[seed], k=self._near)
        near = np.asarray(near)[1:]
        crossed = np.abs(self._axes[near, 0] @ self._axes[seed, 1]) > np.cos(np.radians(MOST_SKEW_DEG))
        near = near[crossed]
        step = (xy[near] - xy[seed]) @ self._axes[seed].T
        angle = np.degrees(np.arctan2(np.abs(step[:, 1]), np.abs(step[:, 0])))
        usable = (np.hypot(step[:, 0], step[:, 1]) > 5.0) & (np.abs(angle - 45.0) < 45.0 - LEAST_HALF_ANGLE_DEG)
        rising = step[:, 0] * step[:, 1] > 0
        ahead = step[:, 0] > 0
        arms = [np.flatnonzero(usable & (rising == r) & (ahead == a))[:3] for r in (True, False) for a in (True, False)]
        for us in arms[:2]:
            for vs in arms[2:]:
                for u in us:
                    for v in vs:
                        if abs(angle[u] - angle[v]) < MOST_SKEW_DEG:
                            yield from self._closed(seed, int(near[u]), int(near[v]))

    def _closed(self, seed: int, u: int, v: int) -> Iterator[Index]:
        xy = self._saddles.xy
        du, dv = xy[u] - xy[seed], xy[v] - xy[seed]
        if not 0.25 < np.linalg.norm(du) / np.linalg.norm(dv) < 4.0:
            return
        reach = 0.35 * float(min(np.linalg.norm(du), np.linalg.norm(dv)))
        distance, opposite = self._tree.query(xy[seed] + du + dv)
        if distance > reach or int(opposite) in (seed, u, v):
            return
        quad = np.array([seed, u, int(opposite), v], dtype=np.intp)
        corners = self._saddles.take(quad)
        if corners.strength.min() < ALIKE * corners.strength.max():
            return
        twist = corners.twist(
            np.stack([du, xy[opposite] - xy[v], xy[opposite] - xy[v], du]),
            np.stack([dv, dv, xy[opposite] - xy[u], xy[opposite] - xy[u]]),
        )
        if np.all(np.sign(twist) == np.sign(twist[0]) * np.array([1, -1, 1, -1])):
            yield quad


def grow(saddles: Saddles, quad: Index, *, slack: float = 0.18, most: int = 14, rounds: int = 30) -> Lattice | None:
    """Return the lattice that grows from one cell, None when it does not.

    Args:
        slack: how far a crossing may lie from its place, as a part of a cell.
        most: steps after which a side counts as endless and the growth stops.
    """
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)
    H = homography(corners, saddles.xy[quad])
    if H is None:
        return None
    parity = int(np.sign(_twist_at(saddles.take(quad[:1]), H, corners[:1])[0]))
    saddles = saddles.at_least(ALIKE * float(np.median(saddles.strength[quad])))
    which, nodes = quad, corners.astype(np.intp)
    for turn in range(rounds):
        grown = _members(saddles, H, nodes, parity, slack)
        if grown is None or len(grown[0]) < (6 if turn == 0 else 8):
            return None
        settled = set(grown[0].tolist()) == set(which.tolist())
        which, nodes = grown
        refit = homography(nodes.astype(np.float64), saddles.xy[which])
        if refit is None:
            return None
        H = refit
        if settled or max(np.ptp(nodes, axis=0)) >= most:
            break
    if min(np.ptp(nodes, axis=0)) < 1:
        return None
    return Lattice(nodes, saddles.xy[which], H, parity, which)


def _members(saddles: Saddles, H: Array, nodes: Index, parity: int, slack: float) -> tuple[Index, Index] | None:
    """Return numbers and nodes of the saddles that fit the grid, up to two steps beyond *nodes*."""
    try:
        inverse = np.asarray(np.linalg.inv(H), dtype=np.float64)
    except np.linalg.LinAlgError:
        return None
    place = project(inverse, saddles.xy)
    node = np.round(place)
    off = np.abs(place - node).max(axis=1)
    reach = 1 if len(nodes) < 9 else 2
    low, high = nodes.min(axis=0) - reach, nodes.max(axis=0) + reach
    fits = (off < slack) & np.all((node >= low) & (node <= high), axis=1)
    fits &= _side_of_horizon(H, place) > 0
    which = np.flatnonzero(fits)
    if len(which) < 4:
        return None
    node = node[which].astype(np.intp)
    twist = _twist_at(saddles.take(which), H, node.astype(np.float64))
    alternates = twist * parity * np.where(node.sum(axis=1) % 2 == 0, 1, -1) > 0.6 * saddles.strength[which]
    which, node, off = which[alternates], node[alternates], off[which[alternates]]
    order = np.lexsort((off, node[:, 1], node[:, 0]))
    which, node = which[order], node[order]
    first = np.ones(len(node), bool)
    first[1:] = np.any(node[1:] != node[:-1], axis=1)
    return which[first], node[first].astype(np.intp)


def _side_of_horizon(H: Array, points: Array) -> Array:
    """Return (N,) the sign of the third homogeneous coordinate relative to the grid's origin: negative is behind us."""
    w = points @ H[2, :2] + H[2, 2]
    return np.asarray(np.sign(w) * np.sign(H[2, 2]))


def _twist_at(saddles: Saddles, H: Array, nodes: Array) -> Array:
    return saddles.twist(*axes_at(H, nodes))


def axes_at(H: Array, points: Array, *, step: float = 1.0) -> tuple[Array, Array]:
    """Return how far (N, 2) px the image moves when lattice *points* (N, 2) move by *step* along u, and along v."""
    u, v = np.array([step / 2, 0.0]), np.array([0.0, step / 2])
    return project(H, points + u) - project(H, points - u), project(H, points + v) - project(H, points - v)
