"""Rectifies a plane of the picture, as if seen from straight above, and finds lines in it.

The plane is given by its two directions. Only the part that is near enough to the camera is
rectified.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.lattice import project
from calibration.saddles import Array, Grey

LONGEST_PX = 560
"""Longer side of the rectified plane."""

SHARE = 0.6
"""Most rectified pixels per picture pixel, at the middle of the picture."""

FARTHEST = 0.45
"""Least relative scale of the parts that are rectified."""

AROUND = 0.3
"""Margin around a board that is rectified with it, as a share of its sides."""

ALONG_PX = 7
"""Least length of a piece of a line that stands out from noise."""

_WIDTHS = (2, 3)
_KNEE = 4.0
"""Contrast at which a line counts half, in multiples of the background's median."""


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """A plane laid flat. ``H_image_flat`` maps its pixels to the picture's.

    ``lines`` (two of (rows, columns), 0 … 1) tell where lines run: along y, and along x with both axes swapped.
    """

    H_image_flat: Array
    lines: tuple[Grey, Grey]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.lines[0].shape[0], self.lines[0].shape[1]


def flattened(grey: Grey, H_image_plane: Array) -> Flat | None:
    """Return the plane of *H_image_plane* laid flat; None where too little of it is seen."""
    corners = _seen(grey, H_image_plane)
    if corners is None:
        return None
    low, high, px_per_unit = corners
    return _laid_flat(grey, H_image_plane, low, high, px_per_unit)


def flattened_around(grey: Grey, H_image_board: Array, side: tuple[int, int]) -> Flat | None:
    """Return what is around a board of *side* (columns, rows) laid flat; None where it is too small.

    *H_image_board* maps its corner points to px.
    """
    cells = np.array(side, dtype=np.float64)
    corners = project(H_image_board, cells * [(0, 0), (1, 0), (1, 1), (0, 1)])
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    px_per_cell = float(np.mean(lengths / np.tile(cells, 2)))
    return _laid_flat(grey, H_image_board, -AROUND * cells, (1 + AROUND) * cells, px_per_cell)


def _laid_flat(grey: Grey, H_image_plane: Array, low: Array, high: Array, px_per_unit: float) -> Flat | None:
    """Return the plane from *low* to *high* (x, y) laid flat; None where it is too small."""
    scale = min(SHARE * px_per_unit, LONGEST_PX / float(max(high - low)))
    size = np.ceil((high - low) * scale).astype(int) + 1
    if min(size) < 60:
        return None
    H = H_image_plane @ np.array([[1 / scale, 0, low[0]], [0, 1 / scale, low[1]], [0, 0, 1]])
    to_flat = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(grey, H, size.tolist(), flags=to_flat, borderValue=(float("nan"),))
    flat = np.asarray(seen, dtype=np.float32)
    return Flat(H, (_lines(flat), _lines(np.ascontiguousarray(flat.T))))


def _seen(grey: Grey, H: Array) -> tuple[Array, Array, float] | None:
    """Return the least and the largest x and y of the plane that are seen from near enough, and px to a unit there."""
    height, width = grey.shape
    try:
        inverse = np.asarray(np.linalg.inv(H), dtype=np.float64)
    except np.linalg.LinAlgError:
        return None
    inverse *= np.sign(inverse[2] @ [width / 2, height / 2, 1]) or 1.0
    x, y = np.meshgrid(np.linspace(0, width - 1, 24), np.linspace(0, height - 1, 18))
    points = np.column_stack([x.ravel(), y.ravel()])
    depth = points @ inverse[2, :2] + inverse[2, 2]
    ahead = depth > 1e-6
    if np.count_nonzero(ahead) < 40:
        return None
    px = np.sqrt(depth[ahead] ** 3 / abs(float(np.linalg.det(inverse))))
    usual = float(np.percentile(px, 60))
    near = project(inverse, points[ahead])[px > FARTHEST * usual]
    return near.min(axis=0), near.max(axis=0), usual


def _lines(flat: Grey) -> Grey:
    """Return how much (0 … 1) each place of *flat* looks like a line along y, thin and of either contrast."""
    known = np.isfinite(flat)
    inside = cv2.erode(known.astype(np.uint8), np.ones((ALONG_PX, 2 * _WIDTHS[-1] + 3), np.uint8)) > 0
    smooth = np.asarray(cv2.blur(np.where(known, flat, np.float32(0)), (1, ALONG_PX)), dtype=np.float32)
    out = np.zeros_like(smooth)
    for width in _WIDTHS:
        left, here, right = smooth[:, : -2 * width], smooth[:, width:-width], smooth[:, 2 * width :]
        ridge = np.maximum(np.minimum(left, right) - here, here - np.maximum(left, right))
        np.maximum(out[:, width:-width], ridge, out=out[:, width:-width])
    out[~inside] = 0
    usual = float(np.median(out[inside])) if np.any(inside) else 0.0
    out /= out + np.float32(2.0 + _KNEE * usual)
    return np.asarray(cv2.dilate(out, np.ones((1, 3), np.uint8)), dtype=np.float32)
