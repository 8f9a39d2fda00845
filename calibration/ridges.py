"""Brightness profiles across the edges of a lattice's cells, and ridges in them: printed lines, gaps, shadows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.corners import seen_flat
from calibration.registration import Array, Registration
from calibration.scaling import Grey

PER_CELL, ALONG = 40, 12
"""Samples per cell across an edge and along it; the ends of an edge, where other lines cross, are left out."""

HALF = 18
"""Search distance on either side of an edge, in samples: less than the distance to the next line."""

BITS = 2
"""Number of pieces into which each edge is split, because a game piece may cover part of it."""

BESIDE = 3
"""Distance on either side of a ridge at which the surface is sampled, in samples."""

NOISY = 500 / 6
"""The percentile of all contrasts that is the median of noise: it exceeds both its sides at one place in three."""

LEAST = 1.0
"""Least contrast that can be told from noise, in grey levels."""


@dataclass(frozen=True, slots=True, eq=False)
class Ridges:
    """N places where a profile across a cell's edge is darker, or brighter, than on both sides.

    They lie beside line ``line`` of family ``which`` (0: along y), ``at`` from it, at the middle ``middle`` of a bit of
    an edge, all in cells. ``bit`` numbers the bits.
    """

    which: npt.NDArray[np.intp]
    line: Array
    middle: Array
    at: Array
    bit: npt.NDArray[np.intp]
    dark: npt.NDArray[np.bool_]
    share: Array
    """The ridge's contrast as a share of all contrasts at its bit, noise included."""
    uneven: Array
    """How much its two sides differ, as a share of the difference and the contrast together."""

    def points(self, line: Array) -> Array:
        """Return the lattice points (N, 2) in the middle of the ridges' bits on lines *line*."""
        upright = self.which == 0
        return np.column_stack([np.where(upright, line, self.middle), np.where(upright, self.middle, line)])

    def __len__(self) -> int:
        return len(self.line)


def find_ridges(grey: Grey, near: Registration) -> Ridges:
    """Return the ridges in *grey* across the edges of the cells of the board *near*."""
    side = (near.plan.columns, near.plan.rows)
    profiles = [_bits(grey, near, which) for which in (0, 1)]
    kinds = [(which, sign) for which in (0, 1) for sign in (1.0, -1.0)]
    contrasts = [_contrast(sign * profiles[which]) for which, sign in kinds]
    some = np.concatenate([contrast[np.isfinite(contrast)] for contrast in contrasts])
    noise = max(float(np.percentile(some, NOISY)), LEAST) if len(some) else LEAST
    found = []
    for (which, sign), contrast in zip(kinds, contrasts, strict=True):
        before, here, after = contrast[..., :-2], contrast[..., 1:-1], contrast[..., 2:]
        line, bit, place = np.nonzero((here >= before) & (here > after) & (here > noise))
        strength = here[line, bit, place]
        at = (place + 1 + _vertex(before[line, bit, place], strength, after[line, bit, place]) - HALF) / PER_CELL
        profile, place = profiles[which][line, bit], place + 1
        ends = (np.clip(place + way, 0, 2 * HALF)[:, None] for way in (-BESIDE, BESIDE))
        left, right = (np.take_along_axis(profile, end, axis=1)[:, 0] for end in ends)
        step = np.abs(left - right)
        number = line * side[1 - which] * BITS + bit + which * (side[0] + 1) * side[1] * BITS
        middle = bit // BITS + (1 + (ALONG - 2) * (bit % BITS + 0.5) / BITS) / ALONG
        of = [np.full(len(line), value) for value in (which, sign > 0)]
        found.append([of[0], line, middle, at, number, of[1], strength, step / (step + strength)])
    family, line, middle, at, number, dark, strength, uneven = (
        np.concatenate([part[k] for part in found]) for k in range(8)
    )
    which_bit = np.asarray(np.unique(number, return_inverse=True)[1], dtype=np.intp).ravel()
    share = strength / (np.bincount(which_bit, strength)[which_bit] + 2 * noise)
    return Ridges(family, line.astype(np.float64), middle, at, which_bit, dark, share, uneven)


def _contrast(profile: Array) -> Array:
    """Return (…, offsets) how much darker each place is than both places next to it; -inf where that is unknown."""
    contrast = np.full(profile.shape, -np.inf)
    left, here, right = profile[..., : -2 * BESIDE], profile[..., BESIDE:-BESIDE], profile[..., 2 * BESIDE :]
    contrast[..., BESIDE:-BESIDE] = np.nan_to_num(np.minimum(left, right) - here, nan=-np.inf)
    return contrast


def _vertex(before: Array, here: Array, after: Array) -> Array:
    """Return where the parabola through three neighbours peaks, in samples from the middle one."""
    known = np.isfinite(before) & np.isfinite(after)
    before, after = np.where(known, before, here), np.where(known, after, here)
    bend = before - 2 * here + after
    shift = np.where(bend < 0, 0.5 * (before - after) / np.where(bend < 0, bend, 1.0), 0.0)
    return np.clip(shift, -0.5, 0.5)


def _bits(grey: Grey, near: Registration, which: int) -> Array:
    """Return brightness (lines, bits, samples) across edges along y (*which* 0) or x (1); NaN outside the picture."""
    plan = near.plan
    lines, cells = (plan.columns, plan.rows) if which == 0 else (plan.rows, plan.columns)
    low, per_cell = np.array([-HALF / PER_CELL, 0.5 / ALONG]), np.array([PER_CELL, ALONG])
    order = [which, 1 - which]

    def px_of(places: Array) -> Array:
        return near.px_from_board(places[:, order] * plan.pitch_mm)

    levels, seen = seen_flat(grey, px_of, low, per_cell, (lines * PER_CELL + 2 * HALF + 1, cells * ALONG))
    samples = np.where(seen, levels, np.nan).reshape(cells, ALONG, -1)[:, 1:-1]
    bits = samples.reshape(cells * BITS, (ALONG - 2) // BITS, -1).mean(axis=1)
    across = np.arange(lines + 1)[:, None] * PER_CELL + np.arange(2 * HALF + 1)
    return np.asarray(np.moveaxis(bits[:, across], 0, 1), dtype=np.float64)
