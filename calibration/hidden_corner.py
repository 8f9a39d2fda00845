"""Finds a board whose outline has one wrong corner: under a hand, behind a cup, or on a cloth of the same colour.

Three corners and a focal length leave at most four poses (P3P; Grunert, 1841). Each corner in turn is left out, for
several focal lengths, and the corners network decides which of these poses shows a board.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from calibration.corners import TURNS_FROM_AFAR, Laid, can_be_laid, corners_seen, laid_on_corners
from calibration.registration import Camera, Registration, pinhole
from calibration.saddles import Array, Grey
from kits.kit import Plan

FOCALS = (0.65, 0.9, 1.25)
"""Focal lengths to try, as shares of the picture's longer side."""

LOWEST = 0.4
"""Least sine of the camera's elevation above the table."""

FOLLOWED = 3
"""Number of poses that are refined."""


def laid_by_three(grey: Grey, outline: Array, plan: Plan, *, camera: Camera | None = None) -> Laid | None:
    """Return the board of *plan* that is likest one, three of its corners being of *outline*.

    None where no camera sees one there.

    Args:
        outline: corners (4, 2) in px of *grey*, in order around them, clockwise as seen.
        camera: what is known of the camera; then only the pose is looked for.
    """
    size = (grey.shape[1], grey.shape[0])
    places = (place for place in places_by_three(outline, plan, size, camera=camera) if can_be_laid(grey, place))
    tried = sorted(((corners_seen(grey, place), place) for place in places), key=lambda one: -one[0].likeness)
    laid = (laid_on_corners(grey, place, camera=camera, turns=TURNS_FROM_AFAR) for _, place in tried[:FOLLOWED])
    return max((one for one in laid if one is not None), key=lambda one: one.likeness, default=None)


def places_by_three(
    outline: Array, plan: Plan, size: tuple[int, int], *, camera: Camera | None = None
) -> Iterator[Registration]:
    """Yield where in a picture of *size* a board of *plan* lies if three of its outer corners are of *outline*."""
    corners = np.column_stack([np.array(plan.corners_mm)[::-1], np.zeros(4)])
    cameras = [Camera(pinhole(focal * max(size), size), np.zeros(5), size) for focal in FOCALS]
    for first in range(1 if plan.columns == plan.rows else 2):
        for left_out in range(4):
            kept = np.delete(np.arange(4), left_out)
            solid, seen = np.roll(corners, first, axis=0)[kept], outline[kept]
            for lens in cameras if camera is None else [camera]:
                _, turns, shifts = cv2.solveP3P(solid, seen, lens.K, lens.dist, cv2.SOLVEPNP_P3P)
                for turn, shift in zip(turns, shifts, strict=True):
                    R, t = (np.asarray(found, dtype=np.float64) for found in (cv2.Rodrigues(turn)[0], shift))
                    place = Registration(lens, R, t.reshape(3), plan, "three corners", 0.0)
                    if _is_seen_from_above(place, corners):
                        yield place


def _is_seen_from_above(place: Registration, corners: Array) -> bool:
    toward = place.eye_mm - corners.mean(axis=0)
    before = (corners @ place.R.T + place.t)[:, 2] > 0
    return bool(before.all()) and -toward[2] > LOWEST * float(np.linalg.norm(toward))
