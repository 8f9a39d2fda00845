"""Which part of a lattice is a ruled board, and where exactly its lines run.

Judged by the edges of cells: across each a profile of the picture is taken. A printed
line or a gap between tiles is a dip (or, bright on dark, a bump) at the same place in
profile after profile; the outermost lines may be steps to the table instead. Beyond the
rim the lines do not go on. Pieces hide some edges and forge a few, so only means over
lines count.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.lattice import project
from calibration.saddles import Array, Grey

MARGIN = 2
"""Cells around the expected window that are looked at too."""

_REACH, _STEP = 0.24, 0.02
_OFFSETS = np.arange(-_REACH, _REACH + _STEP / 2, _STEP)
_ALONG = np.linspace(-0.34, 0.34, 9)
_NEAREST = 0.11


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


def measure_lines(
    grey: Grey, H: Array, low: tuple[int, int], high: tuple[int, int], *, nearest: float = _NEAREST
) -> Lines | None:
    """Return the edges of the region of lattice points *low* to *high*; None where most are outside the picture.

    Args:
        nearest: how far from its place, in cells, a line is looked for.
    """
    profiles = [_profiles(grey, H, low, high, which) for which in (0, 1)]
    found = [_dips(profile, nearest) for profile in profiles]
    depth = np.concatenate([dip.ravel() for dip, _, _ in found])
    seen = depth[np.isfinite(depth)]
    if len(seen) < 20:
        return None
    usual = float(np.percentile(seen, 75))
    noise = float(np.median(np.concatenate([_other_dips(profile) for profile in profiles])))
    scale = max(0.6 * usual, 2.0 * noise, 2.0)
    least = max(noise, 0.8)
    present = [np.clip((dip - least) / max(scale - least, 1.0), -1, 1) for dip, _, _ in found]
    steps = [np.clip((step - 2 * least) / max(2.0 * scale, 6.0), -1, 1) for _, step, _ in found]
    return Lines(low, (present[0], present[1]), (steps[0], steps[1]), (found[0][2], found[1][2]), usual, noise)


def _profiles(grey: Grey, H: Array, low: tuple[int, int], high: tuple[int, int], which: int) -> Array:
    """Return brightness (lines, cells, along, offsets) across the edges of one family; NaN outside the picture."""
    lines = np.arange(low[which], high[which] + 1.0)
    cells = np.arange(low[1 - which], high[1 - which]) + 0.5
    across = lines[:, None, None, None] + _OFFSETS
    along = cells[None, :, None, None] + _ALONG[:, None]
    shape = np.broadcast_shapes(across.shape, along.shape)
    u, v = np.broadcast_to(across, shape), np.broadcast_to(along, shape)
    points = np.stack([u, v] if which == 0 else [v, u], axis=-1).reshape(-1, 2)
    ahead = points @ H[2, :2] + H[2, 2]
    xy = project(H, points)
    height, width = grey.shape
    with np.errstate(invalid="ignore"):
        seen = (ahead * np.sign(H[2, 2]) > 0) & np.all((xy >= 0) & (xy <= (width - 1, height - 1)), axis=1)
    table = np.where(seen[:, None], xy, 0.0).astype(np.float32).reshape(-1, len(_OFFSETS), 2)
    values = cv2.remap(grey, table[..., 0], table[..., 1], cv2.INTER_LINEAR).reshape(-1)
    return np.asarray(np.where(seen, values, np.nan), dtype=np.float64).reshape(shape)


def _dips(profiles: Array, nearest: float) -> tuple[Array, Array, Array]:
    """Return (lines, cells) how deep a dip is near each profile's middle, how high a step, and where the dip is."""
    profile = np.median(profiles, axis=2)
    reach = round(0.1 / _STEP)
    depth = np.full(profile.shape, -np.inf)
    ahead = np.minimum(profile[..., 2 * reach :], profile[..., : -2 * reach]) - profile[..., reach:-reach]
    depth[..., reach:-reach] = np.where(np.isfinite(ahead), ahead, np.nan)
    near = np.flatnonzero(np.abs(_OFFSETS) <= nearest + 1e-9)
    window = depth[..., near]
    best = np.argmax(np.where(np.isfinite(window), window, -np.inf), axis=-1)
    dip = np.take_along_axis(window, best[..., None], axis=-1)[..., 0]
    at = _OFFSETS[near][best]
    left = np.median(profile[..., _OFFSETS < -0.12], axis=-1)
    right = np.median(profile[..., _OFFSETS > 0.12], axis=-1)
    return dip, np.abs(right - left), _centre(profile, at, reach)


def _centre(profile: Array, at: Array, reach: int) -> Array:
    """Return where the middle of each dip at about *at* lies: the centroid of what is darker than its two sides."""
    distance = np.abs(_OFFSETS - at[..., None])
    side = np.where(np.isclose(distance, reach * _STEP), profile, np.nan)
    level = np.nanmin(np.where(np.isfinite(side), side, np.inf), axis=-1)
    weight = np.where(distance < reach * _STEP + 1e-9, np.maximum(level[..., None] - profile, 0.0), 0.0)
    weight = np.where(np.isfinite(weight), weight, 0.0)
    total = weight.sum(axis=-1)
    return np.asarray(np.where(total > 0, (weight * _OFFSETS).sum(axis=-1) / np.maximum(total, 1e-9), at))


def _other_dips(profiles: Array) -> Array:
    """Return the dips that chance makes: taken across the same places, away from the middle of the edge."""
    profile = np.median(profiles, axis=2)
    reach = round(0.1 / _STEP)
    ahead = np.minimum(profile[..., 2 * reach :], profile[..., : -2 * reach]) - profile[..., reach:-reach]
    off = _OFFSETS[reach:-reach]
    out = np.max(ahead[..., np.abs(off) > _NEAREST], axis=-1) if np.any(np.abs(off) > _NEAREST) else ahead[..., 0]
    out = out[np.isfinite(out)]
    return np.asarray(out if len(out) else np.zeros(1))


def ruled_windows(
    lines: Lines, columns: int, rows: int, *, hole: frozenset[tuple[int, int]] = frozenset()
) -> RuledWindow:
    """Return the likeliest *columns* × *rows* board among the edges *lines*; *hole* are its cells without lines."""
    best: RuledWindow | None = None
    for x in range(lines.present[0].shape[0] - columns):
        for y in range(lines.present[1].shape[0] - rows):
            window = _window(lines, x, y, columns, rows, hole)
            if best is None or window.score > best.score:
                best = window
    assert best is not None
    return best


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
        - 0.12 * float(np.sum(np.maximum(beyond, 0.0)))
    )
    return RuledWindow(
        lines.low[0] + x, lines.low[1] + y, inside, inner[1], rims[1], held, max(beyond), lines.usual, score
    )


def _mean(values: Array) -> float:
    seen = values[np.isfinite(values)]
    return float(seen.mean()) if 2 * len(seen) >= len(values) and len(seen) else 0.0
