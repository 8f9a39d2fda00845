"""Which part of a lattice is a ruled board, and where exactly its lines run.

Judged by the edges of cells: across each a profile of the picture is taken. A printed
line or a gap between tiles is a dip (or, bright on dark, a bump) at the same place in
profile after profile; the outermost lines may be steps to the table instead. Beyond the
rim the lines do not go on. Pieces hide some edges and forge a few, so only means over
lines count.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.profiles import STEP, edge_profiles
from calibration.saddles import Array, Grey

MARGIN = 2
"""Cells around the expected window that are looked at too."""

_HALF = 12
_OFFSETS = np.arange(-_HALF, _HALF + 1) * STEP
"""Offsets across a line, in cells, at which brightness is taken."""

_FIRST = 5
"""Steps at either end of a profile that are not searched for the end of the board."""

_WIDTHS = (4, 7)
"""How far to either side of a line, in steps, the surface is looked at: lines are thin or thick."""

_NEAREST = 0.11

BESIDE = 0.5
"""How much what looks like a line beside its place counts against a line."""

GOING_ON = 0.25
"""How much lines that go on beyond a side count against a board."""

LIKELIEST = 3
"""How many windows are looked at closely."""

CHEQUERED = 0.4
"""Which part of all steps of brightness must take turns for cells to count as bright and dark ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """What is seen at each edge of a region of a lattice, [line, cell along it]: along y, along x.

    ``present`` is -1 (none) to 1 (as strong as the board's usual line), NaN outside the
    picture; ``step`` the same for steps of brightness; ``at`` where the line is, in
    cells from its place.
    """

    low: tuple[int, int]
    present: tuple[Array, Array]
    step: tuple[Array, Array]
    at: tuple[Array, Array]
    usual: float
    """The usual line's contrast, in grey levels."""
    noise: float
    """The contrast that edges without a line seem to have."""
    ends: tuple[Array, Array]
    """Where brightness first changes on the way out, in cells from the region's first and its last line, (2, cells)."""
    chequered: bool = False
    """Whether bright and dark cells take turns: then ``present`` tells of such edges too."""


@dataclass(frozen=True, slots=True)
class RuledWindow:
    """A part of the lattice whose first corner is lattice point (``column``, ``row``), with its evidence (-1 … 1).

    ``inside`` is the mean over its inner edges, ``weakest`` the mean over the weakest of its inner
    lines but one, ``rim`` that over the weakest of its four sides but one, ``reach`` the
    least of the four sides' evidence that lines reach it or that it is there, and ``beyond`` the
    largest of the four sides' evidence that lines go on.
    """

    column: int
    row: int
    inside: float
    weakest: float
    rim: float
    reach: float
    beyond: float
    usual: float
    score: float
    chequered: bool


def measure_lines(
    grey: Grey, H: Array, low: tuple[int, int], high: tuple[int, int], *, nearest: float = _NEAREST
) -> Lines | None:
    """Return the edges of the region of lattice points *low* to *high*; None where most are outside the picture.

    Args:
        nearest: how far from its place, in cells, a line is looked for.
    """
    profiles = [edge_profiles(grey, H, low, high, which, half=_HALF) for which in (0, 1)]
    found = [_ridges(profile, nearest) for profile in profiles]
    depth = np.concatenate([ridge.ravel() for ridge, _ in found])
    seen = depth[np.isfinite(depth)]
    if len(seen) < 20:
        return None
    usual = float(np.percentile(seen, 75))
    beside = [_beside(profile) for profile in profiles]
    others = np.concatenate([other[np.isfinite(other)] for other in beside])
    noise = float(np.median(others)) if len(others) else 0.0
    scale = max(0.6 * usual, 2.0 * noise, 2.0)
    least = max(noise, 0.8)
    present = [
        np.clip((ridge - np.fmax(BESIDE * other, least)) / max(scale - least, 1.0), -1, 1)
        for (ridge, _), other in zip(found, beside, strict=True)
    ]
    stepped = [_steps(profile) for profile in profiles]
    steps = [np.clip((np.abs(step) - 2 * least) / max(2.0 * scale, 6.0), -1, 1) for step in stepped]
    at, cells = (found[0][1], found[1][1]), _chequers(stepped, low, usual)
    if cells is not None:
        present = [np.fmax(edge, step) for edge, step in zip(present, cells, strict=True)]
    ends = _ends(profiles[0], 2.5 * least), _ends(profiles[1], 2.5 * least)
    return Lines(low, (present[0], present[1]), (steps[0], steps[1]), at, usual, noise, ends, cells is not None)


def _contrast(profile: Array, width: int) -> tuple[Array, Array]:
    """Return (…, offsets) how much darker, or brighter, each place is than both sides; and 1 for darker, else -1."""
    strength, sign = np.full(profile.shape, np.nan), np.ones(profile.shape)
    left, here, right = profile[..., : -2 * width], profile[..., width:-width], profile[..., 2 * width :]
    dark, bright = np.minimum(left, right) - here, here - np.maximum(left, right)
    strength[..., width:-width] = np.maximum(dark, bright)
    sign[..., width:-width] = np.where(dark >= bright, 1.0, -1.0)
    return strength, sign


def _ridges(profile: Array, nearest: float) -> tuple[Array, Array]:
    """Return (lines, cells) how strong a line is near each profile's middle, and where it is."""
    near = np.flatnonzero(np.abs(_OFFSETS) <= nearest + 1e-9)
    strength, at = np.full(profile.shape[:2], -np.inf), np.zeros(profile.shape[:2])
    for width in _WIDTHS:
        contrast, sign = _contrast(profile, width)
        window = contrast[..., near]
        best = near[np.argmax(np.where(np.isfinite(window), window, -np.inf), axis=-1)]
        ridge, way = (np.take_along_axis(of, best[..., None], axis=-1)[..., 0] for of in (contrast, sign))
        better = ridge > strength
        strength = np.where(better, ridge, strength)
        at = np.where(better, _centre(profile, best, width, way), at)
    outside = ~np.all(np.isfinite(profile), axis=-1)
    strength[outside] = np.nan
    return strength, at


def _centre(profile: Array, best: npt.NDArray[np.intp], width: int, sign: Array) -> Array:
    """Return where the middle of each line at about offset *best* lies: the centroid of what differs from its sides."""
    index = best[..., None] + np.arange(-width, width + 1)
    values = np.take_along_axis(profile, np.clip(index, 0, len(_OFFSETS) - 1), axis=-1) * -sign[..., None]
    level = np.maximum(values[..., :1], values[..., -1:])
    weight = np.nan_to_num(np.maximum(values - level, 0.0))
    total = weight.sum(axis=-1)
    centroid = (weight * (index - _HALF)).sum(axis=-1) * STEP / np.maximum(total, 1e-9)
    return np.asarray(np.where(total > 0, centroid, (best - _HALF) * STEP))


def _steps(profile: Array) -> Array:
    """Return (lines, cells) by how much brightness rises across each line."""
    return np.asarray(profile[..., _HALF + 5 :].mean(axis=-1) - profile[..., : _HALF - 4].mean(axis=-1))


def _ends(profile: Array, least: float) -> Array:
    """Return (2, cells) where the surface ends at the first and at the last line; NaN where it changes too little."""
    inward = np.stack([profile[0, :, ::-1], profile[-1]])
    change = np.abs(inward - np.median(inward[..., :6], axis=-1, keepdims=True))[..., _FIRST:-_FIRST]
    half = change.max(axis=-1, keepdims=True) / 2
    first = np.maximum(np.argmax(change >= half, axis=-1), 1)[..., None]
    before, after = (np.take_along_axis(change, first - back, axis=-1) for back in (1, 0))
    part = np.clip((half - before) / np.maximum(after - before, 1e-9), 0, 1)
    at = (first - 1 + part + _FIRST - _HALF)[..., 0] * STEP
    at[0] *= -1
    return np.where(half[..., 0] > max(least, 3.0), at, np.nan)


def _chequers(steps: list[Array], low: tuple[int, int], usual: float) -> list[Array] | None:
    """Return the evidence (-1 … 1) for edges between bright and dark cells; None where they do not take turns."""
    turns = []
    for which, step in enumerate(steps):
        number = np.add.outer(np.arange(step.shape[0]) + low[which], np.arange(step.shape[1]) + low[1 - which])
        turns.append(step * np.where(number % 2 == 0, 1, -1))
    every = np.concatenate([step.ravel() for step in turns])
    every = every[np.isfinite(every)]
    total = float(np.abs(every).sum())
    if abs(float(every.sum())) < CHEQUERED * total or total < usual * len(every):
        return None
    sign = np.sign(every.sum())
    scale = max(0.5 * float(np.percentile(sign * every, 75)), 4.0)
    return [np.clip(sign * step / scale - 1, -1, 1) for step in turns]


def _beside(profile: Array) -> Array:
    """Return (lines, cells) the lines that chance makes: those beside the middle of each edge, NaN off the picture."""
    contrast, _ = _contrast(profile, _WIDTHS[0])
    return np.asarray(np.max(contrast[..., (np.abs(_OFFSETS) > _NEAREST) & (np.abs(_OFFSETS) < 0.19)], axis=-1))


def ruled_windows(
    lines: Lines, columns: int, rows: int, *, hole: frozenset[tuple[int, int]] = frozenset()
) -> RuledWindow:
    """Return the likeliest *columns* × *rows* board among the edges *lines*; *hole* are its cells without lines."""
    scores = _quick_scores(lines, columns, rows)
    likeliest = np.argsort(-scores, axis=None)[:LIKELIEST]
    x, y = np.unravel_index(likeliest, scores.shape)
    windows = [_window(lines, int(i), int(j), columns, rows, hole) for i, j in zip(x, y, strict=True)]
    return max(windows, key=lambda window: window.score)


def _quick_scores(lines: Lines, columns: int, rows: int) -> Array:
    """Return the scores of all windows, by column and row, as if no cell were missing."""
    total = np.zeros((lines.present[0].shape[0] - columns, lines.present[1].shape[0] - rows))
    for which, (count, run) in enumerate(((columns, rows), (rows, columns))):
        present = lines.present[which]
        known = np.where(np.isfinite(present), present, 0.0)
        inner = _sliding(_sliding(known, count - 1, 0)[1:-1], run, 1) / ((count - 1) * run)
        rims = _sliding_mean(np.fmax(present, lines.step[which]), run, 1)
        beyond = np.maximum(_sliding_mean(present, count - 1, 0)[1:-1], 0.0)
        beside = np.pad(beyond, ((0, 0), (1, 1)))
        score = inner * (count - 1) * run / ((columns - 1) * rows + (rows - 1) * columns)
        score += 0.0625 * (rims[:-count] + rims[count:])
        score -= GOING_ON * (beside[:, : score.shape[1]] + beside[:, run + 1 : run + 1 + score.shape[1]])
        total += score if which == 0 else score.T
    return total


def _sliding(values: Array, length: int, axis: int) -> Array:
    """Return the sums of all *length* neighbours along *axis*."""
    sums = np.cumsum(np.insert(values, 0, 0.0, axis=axis), axis=axis)
    last = np.arange(length, sums.shape[axis])
    return np.asarray(np.take(sums, last, axis) - np.take(sums, last - length, axis))


def _sliding_mean(values: Array, length: int, axis: int) -> Array:
    """Return the means of all *length* neighbours along *axis*, 0 where most of them are not known."""
    known = np.isfinite(values)
    count = _sliding(known.astype(np.float64), length, axis)
    means = _sliding(np.where(known, values, 0.0), length, axis) / np.maximum(count, 1)
    return np.where(2 * count >= length, means, 0.0)


def _window(lines: Lines, x: int, y: int, columns: int, rows: int, hole: frozenset[tuple[int, int]]) -> RuledWindow:
    means, inner, rims, reach, beyond = [], [], [], [], []
    for which, (first, count, start, run) in enumerate(((x, columns, y, rows), (y, rows, x, columns))):
        block = lines.present[which][first : first + count + 1, start : start + run].copy()
        steps = lines.step[which][first : first + count + 1, start : start + run]
        for column, row in hole:
            line, cell = (column, row) if which == 0 else (row, column)
            block[line, cell] = block[line + 1, cell] = np.nan
        edge = np.fmax(block[[0, -1]], steps[[0, -1]])
        means.append(block[1:-1])
        inner += [_mean(line) for line in block[1:-1]]
        rims += [_mean(line) for line in edge]
        reach += [_mean(block[1:-1, cell]) for cell in (0, -1)]
        for cell in (start - 1, start + run):
            inside_image = 0 <= cell < lines.present[which].shape[1]
            beyond.append(_mean(lines.present[which][first + 1 : first + count, cell]) if inside_image else -1.0)
    held = min(max(rims[side], reach[(side + 2) % 4]) for side in range(4))
    everything = np.concatenate([block.ravel() for block in means])
    inside = _mean(everything)
    inner.sort()
    rims.sort()
    score = (
        float(np.nansum(everything)) / everything.size
        + 0.25 * float(np.mean(rims))
        - GOING_ON * float(np.sum(np.maximum(beyond, 0.0)))
    )
    return RuledWindow(
        lines.low[0] + x,
        lines.low[1] + y,
        inside,
        inner[1],
        rims[1],
        held,
        max(beyond),
        lines.usual,
        score,
        lines.chequered,
    )


def _mean(values: Array) -> float:
    seen = values[np.isfinite(values)]
    return float(seen.sum()) / len(seen) if 2 * len(seen) >= len(values) and len(seen) else 0.0
