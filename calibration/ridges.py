"""Brightness profiles across the edges of a lattice's cells, and ridges in them: printed lines, gaps, shadows."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.registration import Array
from calibration.scaling import Grey

STEP = 0.025
"""Sampling distance across an edge, in cells."""

_SPAN = round(1 / STEP)
"""Steps from one line to the next."""

_ROWS = 12
"""Samples along a cell's edge, excluding its ends, where other lines cross."""

HALF = 18
"""Search distance on either side of an edge, in steps: less than the distance to the next line."""

BITS = 2
"""Number of pieces into which each edge is split, because a game piece may cover part of it."""

THIN, WIDE = 3, 6
"""Distances on either side of a ridge at which the surface is sampled, in steps."""

NOISY = 500 / 6
"""Percentile of all contrasts taken as noise: noise exceeds both sides at one place in three; this is its median."""

LEAST = 1.0
"""Least contrast in grey levels that can be distinguished from noise."""


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
    thin: npt.NDArray[np.bool_]
    """Whether the sides were looked at near by, where gaps between pieces are not over yet."""
    share: Array
    """The ridge's contrast in parts of all contrasts at its bit, noise included."""
    uneven: Array
    """By how much the sides differ, in parts of that and of the contrast."""

    def points(self, line: Array) -> Array:
        """Return the lattice points (N, 2) in the middle of the ridges' bits on lines *line*."""
        upright = self.which == 0
        return np.column_stack([np.where(upright, line, self.middle), np.where(upright, self.middle, line)])

    def __len__(self) -> int:
        return len(self.line)


def find_ridges(grey: Grey, H: Array, side: tuple[int, int]) -> Ridges:
    """Return the ridges across the edges of the *side* (columns, rows) that *H* takes from lattice points to px."""
    profiles = [bit_profiles(grey, H, side, which, half=HALF, bits=BITS) for which in (0, 1)]
    kinds = [(which, width, sign) for which in (0, 1) for width in (THIN, WIDE) for sign in (1.0, -1.0)]
    contrasts = [_contrast(sign * profiles[which], width) for which, width, sign in kinds]
    some = np.concatenate([contrast[np.isfinite(contrast)] for contrast in contrasts])
    noise = max(float(np.percentile(some, NOISY)), LEAST) if len(some) else LEAST
    found = []
    for (which, width, sign), contrast in zip(kinds, contrasts, strict=True):
        before, here, after = contrast[..., :-2], contrast[..., 1:-1], contrast[..., 2:]
        line, bit, place = np.nonzero((here >= before) & (here > after) & (here > noise))
        strength = here[line, bit, place]
        at = (place + 1 + _vertex(before[line, bit, place], strength, after[line, bit, place]) - HALF) * STEP
        profile, place = profiles[which][line, bit], place + 1
        ends = (np.clip(place + way, 0, 2 * HALF)[:, None] for way in (-width, width))
        left, right = (np.take_along_axis(profile, end, axis=1)[:, 0] for end in ends)
        step = np.abs(left - right)
        number = line * side[1 - which] * BITS + bit + which * (side[0] + 1) * side[1] * BITS
        middle = bit // BITS + bit_middles(BITS)[bit % BITS]
        of = [np.full(len(line), value) for value in (which, sign > 0, width == THIN)]
        found.append([of[0], line, middle, at, number, of[1], of[2], strength, step / (step + strength)])
    family, line, middle, at, number, dark, thin, strength, uneven = (
        np.concatenate([part[k] for part in found]) for k in range(9)
    )
    which_bit = np.asarray(np.unique(number, return_inverse=True)[1], dtype=np.intp).ravel()
    share = strength / (np.bincount(which_bit, strength)[which_bit] + 2 * noise) if len(strength) else strength
    return Ridges(family, line.astype(np.float64), middle, at, which_bit, dark, thin, share, uneven)


def _contrast(profile: Array, width: int) -> Array:
    """Return (…, offsets) how much darker each place is than both places *width* steps away, -inf where not known."""
    contrast = np.full(profile.shape, -np.inf)
    left, here, right = profile[..., : -2 * width], profile[..., width:-width], profile[..., 2 * width :]
    contrast[..., width:-width] = np.nan_to_num(np.minimum(left, right) - here, nan=-np.inf)
    return contrast


def _vertex(before: Array, here: Array, after: Array) -> Array:
    """Return where the parabola through three neighbours is highest, in steps from the middle one."""
    known = np.isfinite(before) & np.isfinite(after)
    before, after = np.where(known, before, here), np.where(known, after, here)
    bend = before - 2 * here + after
    shift = np.where(bend < 0, 0.5 * (before - after) / np.where(bend < 0, bend, 1.0), 0.0)
    return np.clip(shift, -0.5, 0.5)


def edge_profiles(grey: Grey, H: Array, side: tuple[int, int], which: int, *, half: int) -> Array:
    """Return brightness (lines, cells, offsets) across the edges of one family; NaN outside the picture.

    It is a mean along each edge without its brightest and its darkest part, so that a piece that stands across one
    end says nothing.

    Args:
        H: from the corners of cells to px.
        side: how many columns and rows of cells there are.
        half: how many steps are taken to either side of an edge.
    """
    rows = _rows(grey, H, side, which, half)[:, 2:-2]
    parts = rows.reshape(len(rows), 4, (_ROWS - 4) // 4, -1).mean(axis=2)
    middle = (parts.sum(axis=1) - parts.max(axis=1) - parts.min(axis=1)) / 2
    return _by_line(middle, side[which] + 1, half)


def bit_profiles(grey: Grey, H: Array, side: tuple[int, int], which: int, *, half: int, bits: int) -> Array:
    """Return brightness (lines, cells × *bits*, offsets) as ``edge_profiles`` does, of so many bits of each edge."""
    rows = _rows(grey, H, side, which, half)[:, 1:-1]
    parts = rows.reshape(len(rows) * bits, (_ROWS - 2) // bits, -1).mean(axis=1)
    return _by_line(parts, side[which] + 1, half)


def bit_middles(bits: int) -> Array:
    """Return how far along an edge, in cells, the middle of each of its bits lies."""
    return np.asarray((1 + (_ROWS - 2) * (np.arange(bits) + 0.5) / bits) / _ROWS)


def _rows(grey: Grey, H: Array, side: tuple[int, int], which: int, half: int) -> Array:
    """Return brightness (cells, samples along an edge, steps across all lines); NaN outside the picture."""
    lines, cells = side[which] + 1, side[1 - which]
    across = np.array([[STEP, 0, -half * STEP], [0, 1 / _ROWS, 0.5 / _ROWS], [0, 0, 1]])
    to_image = H @ (across if which == 0 else across[[1, 0, 2]])
    size = ((lines - 1) * _SPAN + 2 * half + 1, cells * _ROWS)
    flat = cv2.warpPerspective(
        grey, to_image, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderValue=(float("nan"),)
    )
    depth = to_image[2, 0] * np.arange(size[0]) + to_image[2, 1] * np.arange(size[1])[:, None] + to_image[2, 2]
    flat[depth * np.sign(H[2, 2]) <= 0] = np.nan
    return np.asarray(flat.reshape(cells, _ROWS, size[0]))


def _by_line(profiles: Array, lines: int, half: int) -> Array:
    """Return (lines, edges, offsets) of *profiles* (edges, steps across all lines)."""
    columns = np.arange(lines)[:, None] * _SPAN + np.arange(2 * half + 1)
    return np.asarray(np.moveaxis(profiles[:, columns], 0, 1), dtype=np.float64)
