"""A board laid on the outline that is printed around its cells, where pieces stand on the lines inside."""

from __future__ import annotations

import numpy as np

from calibration.lattice import homography
from calibration.pose import fit_pose
from calibration.registration import Array, Camera, Registration
from calibration.ruled import measure_lines
from calibration.saddles import Grey

SEEN = 0.35
"""Evidence from which a cell's side of the outline counts as seen."""

STRAIGHT = 0.025
"""How far from a straight line, in cells, the sides of single cells may lie."""

LEAST = 0.4
"""Which part of each side of the board must be seen."""

NOISE_PX = 0.5
"""Standard deviation of a side's place in the working picture."""


def on_outline(grey: Grey, near: Registration, *, camera: Camera | None = None) -> Registration | None:
    """Return *near* laid on the outline that is seen within a tenth of a cell; None where a side of it is not."""
    plan = near.plan
    side = (plan.columns, plan.rows)
    x, y = np.meshgrid(np.linspace(0, side[0], 5), np.linspace(0, side[1], 5))
    grid = np.column_stack([x.ravel(), y.ravel()])
    H = homography(grid, near.px_from_board(grid * plan.pitch_mm))
    lines = None if H is None else measure_lines(grey, H, (0, 0), side)
    if lines is None:
        return None
    sides = [_straight(lines.present[which][end], lines.at[which][end]) for which in (0, 1) for end in (0, -1)]
    fits = [fit for fit in sides if fit is not None]
    if len(fits) < len(sides):
        return None
    truths, places = [], []
    for number, (cells, factors) in enumerate(fits):
        which, at = number // 2, float(side[number // 2] if number % 2 else 0)
        first, last = (np.array([1.0, at]) @ fits[2 * (1 - which) + end][1] for end in (0, 1))
        across, along = factors[0] + factors[1] * cells, first + (last - first) * cells / side[1 - which]
        truth = np.column_stack([np.full(len(cells), at), cells])
        truths.append(truth[:, :: 1 if which == 0 else -1])
        places.append((truth + np.column_stack([across, along]))[:, :: 1 if which == 0 else -1])
    board, seen = np.concatenate(truths) * plan.pitch_mm, np.concatenate(places) * plan.pitch_mm
    pose = fit_pose(board, near.px_from_board(seen), near.camera.size, camera=camera, noise_px=NOISE_PX)
    if pose is None:
        return None
    return Registration(pose.camera, pose.R, pose.t, plan, near.method, pose.error_px)


def _straight(present: Array, at: Array) -> tuple[Array, Array] | None:
    """Return which cells' middles (N,) lie on one line along a side, and the line's offset and slope, in cells."""
    cells = np.flatnonzero(np.nan_to_num(present, nan=-1.0) > SEEN)
    best: Array = np.empty(0)
    for i in cells:
        for j in cells[cells > i]:
            slope = (at[j] - at[i]) / (j - i)
            on = cells[np.abs(at[cells] - at[i] - slope * (cells - i)) < STRAIGHT]
            if abs(slope) < STRAIGHT and len(on) > len(best):
                best = on + 0.5
    if len(best) < max(3, LEAST * len(present)):
        return None
    slope, offset = np.polyfit(best, at[np.floor(best).astype(np.intp)], 1)
    return best, np.array([offset, slope])
