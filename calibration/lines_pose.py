"""Fits the camera's pose over a ruled board to all its lines at once.

A piece of a line constrains the pose only across the line, not along it. After the first fit,
lines are measured twice more in the picture undistorted by the fitted lens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration.cell_lines import measure_lines
from calibration.edges import places_of
from calibration.lattice import axes_at, project
from calibration.parts import Parts, common_shifts
from calibration.pose import CameraPrior, fit_pose
from calibration.registration import Camera, Registration
from calibration.saddles import Grey
from calibration.undistort import bent, cell_homography, straightened

ANY_LENS = CameraPrior(focal_log_sd=0.3)
"""Camera prior for fits to the lines of a whole board."""

NOISE_PX = 0.5
"""Standard deviation of a line's place in the working picture."""

NEAREST = (0.11, 0.08, 0.06)
"""Search distance for lines in each turn, in cells."""

FEWEST = 12
"""Fewest edges for a fit."""

PLAINLY = 0.3
"""Evidence threshold for a matched line."""

CLOSE = 0.01
"""Distance from its place, in cells, at which a line counts as half matched."""


def pose_by_lines(
    grey: Grey,
    near: Registration,
    parts: Parts,
    *,
    camera: Camera | None = None,
    priors: Sequence[CameraPrior] = (ANY_LENS,),
    filled: bool = False,
    turns: Sequence[float] = NEAREST,
) -> Registration | None:
    """Return *near*, in px of *grey*, with the pose that the lines near its own speak for; None where they are few.

    Args:
        near: where the board is, but for a tenth of a cell.
        parts: which part of the board each cell is on.
        camera: what is known of the camera; then only the pose is looked for.
        priors: the kinds of camera that may have taken the picture.
        filled: whether to leave out the outermost lines: pieces hide the board's own.
        turns: how far from their places lines are looked for, in cells, each time that they are.
    """
    plan, H = near.plan, cell_homography(near)
    side, size = (plan.columns, plan.rows), (grey.shape[1], grey.shape[0])
    found: Registration | None = None
    for nearest in turns:
        straight = grey if found is None else straightened(grey, found.camera)
        lines = measure_lines(straight, H, side, nearest=nearest)
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
            start=found or near,
            noise_px=NOISE_PX * places.doubt,
            priors=priors,
            across=np.column_stack([-along[:, 1], along[:, 0]]),
            shifts=np.stack([u, v], axis=2) @ (2 * shifts),
        )
        if pose is None:
            return None
        found = replace(near, camera=pose.camera, R=pose.R, t=pose.t, error_px=pose.error_px)
        H = cell_homography(found)
    return found


def lines_missed(grey: Grey, place: Registration) -> float:
    """Return how many lines of single cells, parts of one too, are not seen in *grey* where *place* has them."""
    side = (place.plan.columns, place.plan.rows)
    lines = measure_lines(straightened(grey, place.camera), cell_homography(place), side)
    if lines is None:
        return float("inf")
    at, present = (np.concatenate([edges.ravel() for edges in of]) for of in (lines.at, lines.present))
    square = (at / CLOSE) ** 2
    return float(np.sum(np.where(present > PLAINLY, square / (1 + square), 1.0)))
