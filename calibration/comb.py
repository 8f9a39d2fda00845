"""Square lattices of which picture segments are lines, in a plane whose two directions are known.

In the plane rectified by its vanishing points the lines of one family have one
coordinate each; a lattice is an origin and a pitch that these coordinates fall on.
Whether it is a board, and which part of it, is not decided here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.lattice import homography, project
from calibration.saddles import Array
from calibration.segments import Segments, off_angle

LEAST_CELL_PX = 9.0
"""Cells smaller than this, in the working picture, are not looked for."""

ON_LINE = 0.12
"""How far from a grid line, in cells, a segment on it may lie: lines have a width, and two edges."""


@dataclass(frozen=True, slots=True, eq=False)
class Comb:
    """A lattice as its homography, lattice points to px, and its score; its likeliest window begins near (0, 0).

    ``columns`` and ``rows`` say which way round the window lies.
    """

    H_image_lattice: Array
    score: float
    columns: int
    rows: int


@dataclass(frozen=True, slots=True, eq=False)
class _Family:
    """Lines of one direction in the rectified plane: ``at`` (N,) across it, ``low`` and ``high`` (N,) along it."""

    at: Array
    low: Array
    high: Array
    side: npt.NDArray[np.bool_]

    @property
    def middle(self) -> Array:
        return np.asarray((self.low + self.high) / 2)

    @property
    def length(self) -> Array:
        return np.asarray(self.high - self.low)

    def __len__(self) -> int:
        return len(self.at)


def combs(
    segments: Segments,
    K: Array,
    axes: Array,
    sides: tuple[tuple[int, int], ...],
    *,
    rng: np.random.Generator,
    seeds: int = 260,
    most: int = 4,
) -> list[Comb]:
    """Return the likeliest lattices, best first.

    Args:
        sides: the (columns, rows) that a board may have in this plane.
    """
    families = _families(segments, K, axes)
    if min(len(family) for family in families) < 4:
        return []
    H = K @ axes
    tried: list[tuple[float, float, float, float, int, int, int, int]] = []
    for x0, y0, pitch in _seeds(families, H, rng, seeds):
        grid = _tally(families, x0, y0, pitch, max(max(side) for side in sides))
        for columns, rows in sides:
            score, column, row = _best_window(grid, columns, rows)
            tried.append((score, x0, y0, pitch, column, row, columns, rows))
    tried.sort(reverse=True)
    found: list[Comb] = []
    centres: list[Array] = []
    for score, x0, y0, pitch, column, row, columns, rows in tried[: 12 * most]:
        middle = np.array([x0 + (column + columns / 2) * pitch, y0 + (row + rows / 2) * pitch, pitch])
        if any(
            np.abs(middle[:2] - other[:2]).max() < 0.3 * pitch and 0.94 < pitch / other[2] < 1.06 for other in centres
        ):
            continue
        centres.append(middle)
        fitted = _fitted(families, (x0 + column * pitch, y0 + row * pitch, pitch), columns, rows)
        if fitted is None:
            continue
        H_lattice = homography(fitted[0], project(H, fitted[1]))
        if H_lattice is not None:
            found.append(Comb(H_lattice, score, columns, rows))
        if len(found) == most:
            break
    return found


def _families(segments: Segments, K: Array, axes: Array) -> tuple[_Family, _Family]:
    """Return the segments that run along y (their place is an x), and those along x."""
    rays = np.concatenate([(segments.ends - K[:2, 2]) / K[0, 0], np.ones((len(segments), 2, 1))], axis=2)
    plane = rays @ np.linalg.inv(axes).T
    ahead = np.all(plane[..., 2] > 0.12, axis=1)
    flat = plane[..., :2] / np.where(plane[..., 2:] > 0.12, plane[..., 2:], 1.0)
    middle, along = rays.mean(axis=1)[:, :2], rays[:, 1, :2] - rays[:, 0, :2]
    along = along / np.linalg.norm(along, axis=1, keepdims=True)
    off = off_angle(axes[:, :2].T, middle, along)
    out = []
    for across in (0, 1):
        which = np.flatnonzero(ahead & (off[1 - across] < 0.045) & (off[1 - across] < off[across]))
        ends = flat[which]
        runs = ends[:, :, 1 - across]
        side = runs[:, 1] > runs[:, 0]
        out.append(_Family(ends[:, :, across].mean(axis=1), runs.min(axis=1), runs.max(axis=1), side))
    return out[0], out[1]


def _seeds(
    families: tuple[_Family, _Family], H: Array, rng: np.random.Generator, count: int
) -> list[tuple[float, float, float]]:
    """Return (x0, y0, pitch) of lattices set up by two neighbouring lines of one family and one that meets both."""
    out: list[tuple[float, float, float]] = []
    for _ in range(6 * count):
        if len(out) == count:
            break
        which = int(rng.integers(2))
        lines, others = families[which], families[1 - which]
        i = int(rng.integers(len(lines)))
        beside = (np.minimum(lines.high, lines.high[i]) - np.maximum(lines.low, lines.low[i])) > 0
        gap = np.abs(lines.at - lines.at[i])
        beside &= (lines.side == lines.side[i]) & (gap > 0)
        beside[i] = False
        if not np.any(beside):
            continue
        middle = lines.middle[i]
        point = np.array([lines.at[i], middle] if which == 0 else [middle, lines.at[i]])
        ends = project(H, np.array([point - 1e-4, point + 1e-4]))
        px_per_unit = float(np.sqrt(np.abs(np.prod(ends[1] - ends[0])))) / 2e-4
        px_per_unit = max(px_per_unit, float(np.linalg.norm(ends[1] - ends[0])) / 2e-4 / 1.5)
        near = np.flatnonzero(beside & (gap * px_per_unit > LEAST_CELL_PX))
        if len(near) == 0:
            continue
        near = near[np.argsort(gap[near])[:8]]
        pitch = float(gap[near[int(rng.integers(len(near)))]])
        meets = np.flatnonzero(
            (others.low < lines.at[i] + 0.6 * pitch)
            & (others.high > lines.at[i] - 0.6 * pitch)
            & (others.at > lines.low[i] - 0.6 * pitch)
            & (others.at < lines.high[i] + 0.6 * pitch)
        )
        if len(meets) == 0:
            continue
        other = float(others.at[int(rng.choice(meets))])
        x0, y0 = (lines.at[i], other) if which == 0 else (other, lines.at[i])
        out.append((float(x0), float(y0), pitch))
    return out


def _tally(families: tuple[_Family, _Family], x0: float, y0: float, pitch: float, reach: int) -> Array:
    """Return (2 reach + 4, same) how many cells' lengths of line are on the lattice around its origin, by [y, x].

    Segments between the lines count against it.
    """
    size = 2 * reach + 4
    grid = np.zeros(size * size)
    for which, lines in enumerate(families):
        at = (lines.at - (x0, y0)[which]) / pitch
        middle = (lines.middle - (y0, x0)[which]) / pitch
        off = np.abs(at - np.round(at))
        worth = np.maximum(0.0, 1.0 - (off / ON_LINE) ** 2) - 0.25
        length = np.minimum(lines.length / pitch, 3.0 if reach > 6 else 2.0)
        cell = np.floor(at + 1e-6).astype(np.intp) + reach + 2, np.floor(middle).astype(np.intp) + reach + 2
        column, row = (cell[0], cell[1]) if which == 0 else (cell[1], cell[0])
        inside = (column >= 0) & (column < size) & (row >= 0) & (row < size)
        place = row[inside] * size + column[inside]
        grid += np.bincount(place, weights=(worth * length)[inside], minlength=size * size)
    return np.clip(grid, -2.0, 4.0).reshape(size, size)


def _best_window(grid: Array, columns: int, rows: int) -> tuple[float, int, int]:
    sums = np.zeros((grid.shape[0] + 1, grid.shape[1] + 1))
    np.cumsum(np.cumsum(grid, axis=0), axis=1, out=sums[1:, 1:])
    total = sums[rows:, columns:] - sums[:-rows, columns:] - sums[rows:, :-columns] + sums[:-rows, :-columns]
    row, column = np.unravel_index(int(np.argmax(total)), total.shape)
    reach = (len(grid) - 4) // 2
    score = float(total[row, column]) / np.sqrt(columns * rows)
    return score, int(column) - reach - 2, int(row) - reach - 2


def _fitted(
    families: tuple[_Family, _Family], start: tuple[float, float, float], columns: int, rows: int
) -> tuple[Array, Array] | None:
    """Return lattice points (N, 2) and their places (N, 2) in the rectified plane, by all segments that fit."""
    x0, y0, pitch = start
    x, y = np.meshgrid(np.arange(columns + 1.0), np.arange(rows + 1.0))
    points = np.column_stack([x.ravel(), y.ravel()])
    coefficients = [np.array([x0, pitch, 0.0, 0.0]), np.array([y0, pitch, 0.0, 0.0])]
    for turn in range(4):
        for which, lines in enumerate(families):
            own, other = coefficients[which], coefficients[1 - which]
            along = (lines.middle - other[0]) / other[1]
            slope = own[1] + own[3] * along
            index = (lines.at - own[0] - own[2] * along) / np.where(np.abs(slope) > 1e-9, slope, 1e-9)
            line = np.round(index)
            count, run = (columns, rows) if which == 0 else (rows, columns)
            near = (np.abs(index - line) < (0.22, 0.2, 0.15, 0.12)[turn]) & (line >= 0) & (line <= count)
            near &= (along > -0.3) & (along < run + 0.3)
            if np.count_nonzero(near) < 3:
                return None
            line, along, at = line[near], along[near], lines.at[near]
            weight = np.sqrt(np.minimum(lines.length[near], 4 * pitch))
            terms = [np.ones_like(line), line, along, line * along]
            stiff = np.diag([0.0, 0.0, 2.0, 6.0]) * np.sqrt(pitch)
            design = np.vstack([np.column_stack(terms) * weight[:, None], stiff])
            target = np.concatenate([at * weight, np.zeros(4)])
            solved, *_ = np.linalg.lstsq(design, target, rcond=None)
            if not 0.6 < solved[1] / pitch < 1.6:
                return None
            coefficients[which] = solved
    basis = np.column_stack([np.ones(len(points)), points, points[:, 0] * points[:, 1]])
    for_y = np.column_stack([np.ones(len(points)), points[:, 1], points[:, 0], points[:, 0] * points[:, 1]])
    return points, np.column_stack([basis @ coefficients[0], for_y @ coefficients[1]])
