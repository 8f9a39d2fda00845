"""Lays a board exactly on the inner corners of its cells: there lines, or bright and dark cells, cross."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.polynomial.legendre import legvander

from calibration.corners import Laid, mean_cell_px
from calibration.pose import ANY_LENS, PROCESSED, fit_pose
from calibration.registration import Array, Camera, Registration
from calibration.scaling import Grey, refined

AROUND = 0.16
"""How far around its expected place a crossing is looked for, in cells."""

NOISE_PX = 0.4
"""Standard deviation of a crossing's place in the working picture."""

DOUBT = 0.33
"""A crossing is believed within this many standard deviations of where the network sees the corner."""

OUTLINE = 0.04
"""Further standard deviation of a point on a side of the board, in cells: an outline has a width and a shadow."""

HELD = (9.0, 4.0, 1.0)
"""Weight of the plan, in corners, for a side's place, direction and straightness."""


def laid_on_crossings(grey: Grey, laid: Laid, *, camera: Camera | None = None) -> Laid:
    """Return the board *laid* in *grey* on its corners, inner ones where lines are seen to cross; else as it was."""
    crossed = with_crossings(grey, laid)
    place, corners = crossed.place, crossed.corners
    pose = fit_pose(
        corners.board_mm,
        corners.seen_px,
        (grey.shape[1], grey.shape[0]),
        camera=camera,
        start=place,
        priors=(ANY_LENS, PROCESSED),
        noise_px=corners.sd_px,
    )
    if pose is None:
        return laid
    return replace(crossed, place=replace(place, camera=pose.camera, R=pose.R, t=pose.t, error_px=pose.error_px))


def with_crossings(grey: Grey, laid: Laid) -> Laid:
    """Return the board *laid* in *grey* where it is, but its corners where lines are seen to cross near them."""
    place, corners = laid.place, laid.corners
    within = np.array([place.plan.width_mm, place.plan.height_mm])
    inner = np.all((corners.board_mm > 0) & (corners.board_mm < within), axis=1)
    seen = _crossings(grey, corners.seen_px, max(2, round(AROUND * mean_cell_px(place))))
    crossed = np.linalg.norm(seen - corners.seen_px, axis=1) < DOUBT * corners.sd_px
    noise_px = np.where(inner, NOISE_PX, np.hypot(NOISE_PX, OUTLINE * mean_cell_px(place)))
    return replace(
        laid,
        corners=replace(
            corners,
            seen_px=np.where(crossed[:, None], seen, corners.seen_px),
            sd_px=np.where(crossed, noise_px, corners.sd_px),
        ),
    )


def _crossings(grey: Grey, expected: Array, reach_px: int) -> Array:
    """Return where (N, 2) px lines cross in *grey* near the *expected* places (N, 2); NaN where no crossing is seen."""
    begun = expected.astype(np.float32).astype(np.float64)
    seen, inside = begun.copy(), np.all((expected > 0) & (expected < np.array(grey.shape[::-1]) - 1), axis=1)
    if inside.any():
        seen[inside] = refined(grey, expected[inside], reach_px)
    return np.where(seen == begun, np.nan, seen)  # a search that fails ends where it began


def with_rim(grey: Grey, laid: Laid) -> Registration:
    """Return the place of *laid* with the corners of its playing area where *grey* shows them: mats do not lie flat.

    Each side is a line through the corners on it, hardly bent, held to that of the plan as if by as many there.
    """
    place = laid.place
    outer, pitch = np.array(place.plan.corners_mm), place.plan.pitch_mm
    side = outer.max(axis=0)
    rim = laid.corners.board_mm[np.any((laid.corners.board_mm == 0) | (laid.corners.board_mm == side), axis=1)]
    seen = _crossings(grey, place.px_from_board(rim), max(2, round(AROUND * mean_cell_px(place))))
    off = (place.board_from_px(seen) - rim) / pitch
    near = np.isfinite(off).all(axis=1)
    moved = np.zeros((4, 2))
    for axis in (0, 1):
        for end in (0.0, side[axis]):
            there = near & (rim[:, axis] == end)
            at = outer[:, axis] == end
            bend = _smooth(2 * rim[there, 1 - axis] / side[1 - axis] - 1, off[there, axis])
            moved[at, axis] = legvander(2 * outer[at, 1 - axis] / side[1 - axis] - 1, 2) @ bend
    corners = outer + pitch * moved
    return replace(place, rim_mm=tuple((float(x), float(y)) for x, y in corners))


def _smooth(along: Array, off: Array) -> Array:
    """Return the Legendre coefficients (3,) fitted robustly to how far *off* (N,) a side is *along* it."""
    design = legvander(along, 2)
    bend: Array = np.zeros(3)
    for _ in range(5):
        weighed = design.T / (1 + ((off - design @ bend) / OUTLINE) ** 2) ** 2
        bend = np.asarray(np.linalg.solve(weighed @ design + np.diag(HELD), weighed @ off), dtype=np.float64)
    return bend
