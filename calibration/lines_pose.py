"""The camera's pose over a ruled board, from all its lines at once.

A stretch of a line tells where the line runs, not how far along it the stretch lies: only
what is off across the line counts. Lines are looked for twice more in the picture as the lens
that was found would show it without bending them.
"""

from __future__ import annotations

import numpy as np

from calibration.edges import places_of
from calibration.lattice import axes_at, project
from calibration.parts import Parts, common_shifts
from calibration.pose import CameraPrior, Pose, fit_pose
from calibration.registration import Camera, Registration
from calibration.ruled import measure_lines
from calibration.saddles import Array, Grey
from calibration.undistort import bent, cell_homography, straightened
from kits.kit import Plan

ANY_LENS = CameraPrior(focal_log_sd=0.3)
"""What is known of the camera where the lines of a whole board speak."""

NOISE_PX = 0.5
"""Standard deviation of a line's place in the working picture."""

NEAREST = (0.11, 0.08, 0.06)
"""How far from their places, in cells, lines are looked for in each turn."""

FEWEST = 12
"""Edges without which no pose is told."""

PLAINLY = 0.3
"""How plainly a line must be seen to be met."""

CLOSE = 0.01
"""How far from its place, in cells, a line is half met."""


def pose_by_lines(
    grey: Grey,
    H: Array,
    plan: Plan,
    parts: Parts,
    *,
    camera: Camera | None = None,
    prior: CameraPrior = ANY_LENS,
    filled: bool = False,
) -> Registration | None:
    """Return the pose that the lines near *plan*'s speak for, in px of *grey*; None where they are few.

    Args:
        H: from the board, in cells, to px.
        parts: which part of the board each cell is on.
        camera: what is known of the camera; then only the pose is looked for.
        prior: what may be said of one of which nothing is known.
        filled: whether to leave out the outermost lines, and to look once: pieces hide the board's own.
    """
    side, size = (plan.columns, plan.rows), (grey.shape[1], grey.shape[0])
    pose: Pose | None = None
    found: Registration | None = None
    for nearest in NEAREST[:1] if filled else NEAREST:
        straight = grey if found is None else straightened(grey, found.camera)
        lines = measure_lines(straight, H, (0, 0), side, nearest=nearest)
        places = None if lines is None else places_of(lines, side)
        if places is not None and filled:
            places = places.where(np.all((places.belong > 0) & (places.belong < side), axis=1))
        if places is None or len(places) < FEWEST:
            return None
        seen = project(H, places.seen)
        u, v = axes_at(H, places.seen, step=0.5)
        if found is not None:
            u, v = (bent(found.camera, seen + way / 2) - bent(found.camera, seen - way / 2) for way in (u, v))
            seen = bent(found.camera, seen)
        along = np.where(places.upright[:, None], v, u)
        along /= np.linalg.norm(along, axis=1, keepdims=True)
        shifts = common_shifts(places.belong, places.upright, parts)
        pose = fit_pose(
            places.belong * plan.pitch_mm,
            seen,
            size,
            camera=camera,
            start=pose,
            noise_px=NOISE_PX * places.doubt,
            prior=prior,
            across=np.column_stack([-along[:, 1], along[:, 0]]),
            shifts=np.stack([u, v], axis=2) @ (2 * shifts),
        )
        if pose is None:
            return None
        found = Registration(pose.camera, pose.R, pose.t, plan, "lattice", pose.error_px)
        H = cell_homography(found)
    return found


def lines_missed(grey: Grey, place: Registration) -> float:
    """Return how many lines of single cells, parts of one too, are not seen in *grey* where *place* has them."""
    side = (place.plan.columns, place.plan.rows)
    lines = measure_lines(straightened(grey, place.camera), cell_homography(place), (0, 0), side)
    if lines is None:
        return float("inf")
    at, present = (np.concatenate([edges.ravel() for edges in of]) for of in (lines.at, lines.present))
    square = (at / CLOSE) ** 2
    return float(np.sum(np.where(present > PLAINLY, square / (1 + square), 1.0)))
