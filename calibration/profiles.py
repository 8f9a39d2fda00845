"""Samples brightness profiles across the edges of a lattice's cells."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.saddles import Array, Grey

STEP = 0.025
"""Sampling distance across an edge, in cells."""

_SPAN = round(1 / STEP)
"""Steps from one line to the next."""

_ROWS = 12
"""Samples along a cell's edge, excluding its ends, where other lines cross."""


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
