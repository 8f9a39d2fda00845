"""Fits the camera's pose over a ruled board to all its lines at once.

A piece of a line constrains the pose only across the line, not along it. After the first fit,
lines are measured twice more in the picture undistorted by the fitted lens.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.cell_lines import measure_lines
from calibration.lattice import axes_at, project
from calibration.parts import Parts, common_shifts
from calibration.pose import ANY_LENS, PROCESSED, fit_pose
from calibration.registration import Camera, Registration
from calibration.saddles import Grey
from calibration.undistort import bent, cell_homography, straightened

NOISE_PX = 0.5
"""Standard deviation of a line's place in the working picture."""

NEAREST = (0.11, 0.08, 0.06)
"""Search distance for lines in each turn, in cells."""

RIM_DOUBT = 2.0
"""Factor on the standard deviation of the outermost lines, because some are a tile's edge or its shadow."""

FEWEST = 6
"""Fewest edges of either direction for a fit."""


def pose_by_lines(
    grey: Grey,
    near: Registration,
    parts: Parts,
    *,
    camera: Camera | None = None,
) -> Registration | None:
    """Return *near*, in px of *grey*, with the pose that the lines near its own speak for; None where they are few.

    Args:
        near: where the board is, but for a tenth of a cell.
        parts: which part of the board each cell is on.
        camera: what is known of the camera; then only the pose is looked for.
    """
    plan, H = near.plan, cell_homography(near)
    side, size = (plan.columns, plan.rows), (grey.shape[1], grey.shape[0])
    found: Registration | None = None
    for nearest in NEAREST:
        straight = grey if found is None else straightened(grey, found.camera)
        edges = measure_lines(straight, H, side, nearest=nearest)
        if edges is None or min(np.count_nonzero(edges.upright == way) for way in (True, False)) < FEWEST:
            return None
        seen = project(H, edges.seen)
        u, v = axes_at(H, edges.seen, step=0.5)
        if found is not None:
            u, v = (bent(found.camera, seen + way / 2) - bent(found.camera, seen - way / 2) for way in (u, v))
            seen = bent(found.camera, seen)
        along = np.where(edges.upright[:, None], v, u)
        along /= np.linalg.norm(along, axis=1, keepdims=True)
        shifts = common_shifts(edges.belong, edges.upright, parts)
        pose = fit_pose(
            edges.belong * plan.pitch_mm,
            seen,
            size,
            camera=camera,
            start=found or near,
            noise_px=NOISE_PX * np.where(edges.rim, RIM_DOUBT, 1.0),
            priors=(ANY_LENS, PROCESSED),
            across=np.column_stack([-along[:, 1], along[:, 0]]),
            shifts=np.stack([u, v], axis=2) @ (2 * shifts),
        )
        if pose is None:
            return None
        found = replace(near, camera=pose.camera, R=pose.R, t=pose.t, error_px=pose.error_px)
        H = cell_homography(found)
    return found
