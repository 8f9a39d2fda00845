"""Which part of a lattice is an 8 × 8 chessboard, if any is.

Judged by the edges between cells: inside a board nearly all of them step from bright to
dark as the pattern says; beyond its rim, frame and table do not go on alternating.
Pieces hide some edges and forge a few, so only sums over many edges count.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lattice import Lattice, project
from calibration.saddles import Array, Grey

CELLS = 8

EDGES = 2 * CELLS * (CELLS - 1)
"""Number of edges between cells of a board."""

CROSSING = 0.004
"""Worth of a crossing seen within a window, beside the mean evidence of its edges."""

FEWEST_CROSSINGS, FEWEST_EDGES = 9, 70
"""Least numbers of crossings and of edges in the picture of a window that is judged."""


@dataclass(frozen=True, slots=True)
class Window:
    """An 8 × 8 part of a lattice whose first corner is lattice point (``column``, ``row``).

    ``inside`` is the mean evidence (-1 … 1) of its inner edges, ``beyond`` the
    largest of the four sides' evidence that the pattern goes on past the rim, ``rim`` the
    least of the four sides' evidence that it reaches the rim, and ``crossings`` the
    number of inner crossings among the lattice's members.
    """

    column: int
    row: int
    inside: float
    rim: float
    beyond: float
    crossings: int


def best_window(grey: Grey, lattice: Lattice) -> Window | None:
    """Return the likeliest 8 × 8 board within and around *lattice*, None where no window is mostly in the picture."""
    low, high = lattice.nodes.min(axis=0) - CELLS, lattice.nodes.max(axis=0) + CELLS
    evidence = _Edges.measure(grey, lattice, low, high)
    if evidence is None:
        return None
    total, count = evidence.inside()
    crossings = _crossings(lattice, low, high)
    score = total / EDGES + CROSSING * crossings
    score[(crossings < FEWEST_CROSSINGS) | (count < FEWEST_EDGES)] = -np.inf
    inner = score[1:-1, 1:-1].T
    x, y = (int(at) + 1 for at in np.unravel_index(np.argmax(inner), inner.shape))
    if not np.isfinite(score[y, x]):
        return None
    return Window(
        int(x + low[0]),
        int(y + low[1]),
        float(total[y, x] / count[y, x]),
        min(evidence.rims(x, y)),
        max(evidence.beyond(x, y)),
        round(float(crossings[y, x])),
    )


def _crossings(lattice: Lattice, low: npt.NDArray[np.intp], high: npt.NDArray[np.intp]) -> Array:
    """Return how many members lie within the window that begins at each lattice point [y, x] from *low* on."""
    there = np.zeros((high - low + 1)[::-1])
    there[tuple((lattice.nodes - low)[:, ::-1].T)] = 1.0
    return _box_sums(there, CELLS - 1, CELLS - 1)[1:-1, 1:-1]


def _box_sums(values: Array, height: int, width: int) -> Array:
    """Return the sums of *values* over all boxes of *height* × *width*, by their first row and column."""
    total = np.pad(values, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)
    return np.asarray(
        total[height:, width:] - total[:-height, width:] - total[height:, :-width] + total[:-height, :-width]
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """Evidence of every cell edge of a region, NaN outside the picture.

    ``across`` (rows, columns - 1) are steps from a cell to its right neighbour,
    ``down`` (rows - 1, columns) to the one below.
    """

    across: Array
    down: Array

    @classmethod
    def measure(
        cls, grey: Grey, lattice: Lattice, low: npt.NDArray[np.intp], high: npt.NDArray[np.intp]
    ) -> _Edges | None:
        columns, rows = (high - low).tolist()
        along = np.linspace(0.14, 0.86, 7)
        x, y = np.meshgrid(np.arange(columns - 1) + 1.0, np.arange(rows) + 0.0)
        across = _steps(grey, lattice, low, np.stack([x, y], -1)[:, :, None] + np.stack([0 * along, along], -1), (1, 0))
        x, y = np.meshgrid(np.arange(columns) + 0.0, np.arange(rows - 1) + 1.0)
        down = _steps(grey, lattice, low, np.stack([x, y], -1)[:, :, None] + np.stack([along, 0 * along], -1), (0, 1))
        contrast = _member_contrast(lattice, low, across, down)
        if contrast is None:
            return None
        return cls(*(_mean_of_most(np.clip(step / (0.6 * contrast), -1, 1)) for step in (across, down)))

    def inside(self) -> tuple[Array, Array]:
        """Return the summed evidence of each window's inner edges, and how many are in the picture, by [y, x]."""
        sides = (self.across, CELLS, CELLS - 1), (self.down, CELLS - 1, CELLS)
        total = sum(_box_sums(np.nan_to_num(edges), *size) for edges, *size in sides)
        count = sum(_box_sums(np.isfinite(edges).astype(np.float64), *size) for edges, *size in sides)
        return np.asarray(total), np.asarray(count)

    def beyond(self, x: int, y: int) -> tuple[float, float, float, float]:
        """Return the evidence that the pattern goes on left, right, above and below the window."""
        return self._strips(x - 1, x + CELLS, y - 1, y + CELLS, x, y, unseen=-1.0)

    def rims(self, x: int, y: int) -> tuple[float, float, float, float]:
        """Return the evidence of the window's left, right, upper and lower row of cells."""
        return self._strips(x, x + CELLS - 1, y, y + CELLS - 1, x, y, unseen=0.0)

    def _strips(
        self, left: int, right: int, top: int, bottom: int, x: int, y: int, *, unseen: float
    ) -> tuple[float, float, float, float]:
        rows, columns = slice(y, y + CELLS - 1), slice(x, x + CELLS - 1)
        strips = self.down[rows, left], self.down[rows, right], self.across[top, columns], self.across[bottom, columns]
        means = [float(np.nanmean(s)) if np.sum(~np.isnan(s)) >= 4 else unseen for s in strips]
        return means[0], means[1], means[2], means[3]


def _mean_of_most(samples: Array) -> Array:
    """Return the mean over the last axis, NaN where fewer than half of the samples are in the picture."""
    seen = np.isfinite(samples)
    count = seen.sum(axis=-1)
    total = np.where(seen, samples, 0.0).sum(axis=-1)
    return np.asarray(np.where(2 * count >= samples.shape[-1], total / np.maximum(count, 1), np.nan))


def _steps(grey: Grey, lattice: Lattice, low: npt.NDArray[np.intp], points: Array, normal: tuple[int, int]) -> Array:
    """Return the brightness steps over the edge at *points* (…, 2), signed so that the expected pattern is positive."""
    shift = 0.16 * np.array(normal, dtype=np.float64)
    before, after = (_sample(grey, lattice, points + low + s) for s in (-shift, shift))
    cell = np.floor(points + 0.5 * np.array(normal)).sum(axis=-1) + low.sum()
    bright_first = np.where(cell % 2 == 1, 1.0, -1.0) * lattice.parity
    return np.asarray((before - after) * bright_first, dtype=np.float64)


def _sample(grey: Grey, lattice: Lattice, points: Array) -> Array:
    H = lattice.H_image_lattice
    flat = points.reshape(-1, 2)
    centre = lattice.nodes.mean(axis=0)
    ahead = (flat @ H[2, :2] + H[2, 2]) * (centre @ H[2, :2] + H[2, 2]) > 0
    xy = project(H, flat)
    height, width = grey.shape
    with np.errstate(invalid="ignore"):
        seen = ahead & np.all((xy >= 0) & (xy <= (width - 1, height - 1)), axis=1)
    xy = np.where(seen[:, None], xy, 0.0).astype(np.float32)
    values = cv2.remap(grey, xy[:, 0].reshape(-1, 1), xy[:, 1].reshape(-1, 1), cv2.INTER_LINEAR).reshape(-1)
    return np.asarray(np.where(seen, values, np.nan).reshape(points.shape[:-1]), dtype=np.float64)


def _member_contrast(lattice: Lattice, low: npt.NDArray[np.intp], across: Array, down: Array) -> float | None:
    """Return the usual brightness step at the edges that meet in the lattice's members."""
    x, y = (lattice.nodes - low).T
    near = np.concatenate([across[y - 1, x - 1], across[y, x - 1], down[y - 1, x - 1], down[y - 1, x]])
    near = near[np.isfinite(near)]
    if near.size == 0:
        return None
    usual = float(np.median(near))
    return usual if usual > 2.0 else None
