"""Crossings of a chequered pattern: points where two dark and two bright corners meet.

There the smoothed picture is a saddle, so its Hessian says everything: where the point
is (to a fraction of a pixel), along which two lines the pattern runs, and which of the
two diagonals is the bright one. Knows nothing of boards.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Grey = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Saddles:
    """N saddle points, strongest first.

    ``xy`` (N, 2) px; ``hessian`` (N, 2, 2) grey levels per scale², with the scale at which
    the point was seen; ``strength`` (N,) is the root of its negated determinant.
    """

    xy: Array
    hessian: Array
    strength: Array

    def __len__(self) -> int:
        return len(self.xy)

    def take(self, index: npt.NDArray[np.intp] | npt.NDArray[np.bool_]) -> Saddles:
        return Saddles(self.xy[index], self.hessian[index], self.strength[index])

    def at_least(self, strength: float) -> Saddles:
        """Return the saddles of at least *strength*; those that stay keep their numbers."""
        count = int(np.searchsorted(-self.strength, -strength, side="right"))
        return Saddles(self.xy[:count], self.hessian[:count], self.strength[:count])

    def twist(self, u: Array, v: Array) -> Array:
        """Return (N,) the mixed second derivative along *u* and *v* (N, 2), each as a unit vector.

        Its sign says which diagonal between u and v is bright; at neighbouring
        crossings of a chequered pattern the signs differ.
        """
        u = u / np.maximum(np.linalg.norm(u, axis=-1, keepdims=True), 1e-9)
        v = v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-9)
        return np.asarray(np.einsum("...i,...ij,...j->...", u, self.hessian, v), dtype=np.float64)

    def axes(self) -> Array:
        """Return (N, 2, 2) unit vectors along the bright and the dark diagonal of each point, as rows.

        Through a round Gaussian the Hessian's eigenvectors halve the angles between the
        two lines that cross, whatever these are; it does not tell the angles themselves.
        """
        _, vectors = np.linalg.eigh(self.hessian)
        return np.asarray(np.stack([vectors[:, :, 1], vectors[:, :, 0]], axis=1), dtype=np.float64)


def find_saddles(grey: Grey, *, scale_px: float, least: float = 2.0, most: int = 1500) -> Saddles:
    """Return the saddles of *grey* seen through a Gaussian of *scale_px*.

    Args:
        least: smallest strength, in grey levels; a clean crossing of contrast c has about c / 3.
        most: how many of the strongest are kept.
    """
    smooth = cv2.GaussianBlur(grey, (0, 0), scale_px) * np.float32(scale_px * scale_px)
    ixx = cv2.sepFilter2D(smooth, cv2.CV_32F, np.array([1.0, -2.0, 1.0]), np.array([1.0]))
    iyy = cv2.sepFilter2D(smooth, cv2.CV_32F, np.array([1.0]), np.array([1.0, -2.0, 1.0]))
    half = np.array([-0.5, 0.0, 0.5])
    ixy = cv2.sepFilter2D(smooth, cv2.CV_32F, half, half)
    response = ixy * ixy - ixx * iyy
    size = 2 * round(scale_px) + 1
    peak = cv2.dilate(response, np.ones((size, size), np.uint8))
    margin = 2
    peak[:margin], peak[-margin:], peak[:, :margin], peak[:, -margin:] = np.inf, np.inf, np.inf, np.inf
    rows, columns = np.nonzero((response >= peak) & (response > least * least))
    order = np.argsort(-response[rows, columns])[: 2 * most]
    rows, columns = rows[order], columns[order]

    xx, yy, xy = (d[rows, columns].astype(np.float64) for d in (ixx, iyy, ixy))
    gx = (smooth[rows, columns + 1] - smooth[rows, columns - 1]).astype(np.float64) / 2
    gy = (smooth[rows + 1, columns] - smooth[rows - 1, columns]).astype(np.float64) / 2
    determinant = xx * yy - xy * xy
    dx, dy = -(yy * gx - xy * gy) / determinant, -(xx * gy - xy * gx) / determinant
    near = np.hypot(dx, dy) < 0.75 * scale_px + 0.5
    hessian = np.stack([np.stack([xx, xy], -1), np.stack([xy, yy], -1)], -2)
    found = Saddles(np.column_stack([columns + dx, rows + dy]), hessian, np.sqrt(-determinant))
    return found.take(np.flatnonzero(near)[:most])
