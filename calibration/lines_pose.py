"""Fits the camera's pose over a ruled board to all its lines at once.

A brightness profile is taken across each edge of a cell. A printed line or a gap between tiles is a dip (or, bright on
dark, a bump) at the same place in every profile. A piece of a line constrains the pose only across the line, not along
it. After the first fit, lines are measured again in the picture undistorted by the fitted lens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from calibration.parts import Parts, common_shifts
from calibration.pose import ANY_LENS, PROCESSED, fit_pose
from calibration.registration import Array, Camera, Registration
from calibration.ridges import STEP, edge_profiles
from calibration.scaling import Grey
from calibration.undistort import axes_at, bent, cell_homography, project, straightened

NOISE_PX = 0.5
"""Standard deviation of a line's place in the working picture."""

NEAREST = (0.11, 0.06)
"""Search distance for lines in each turn, in cells."""

RIM_DOUBT = 2.0
"""Factor on the standard deviation of the outermost lines, because some are a tile's edge or its shadow."""

FEWEST = 6
"""Fewest edges of either direction for a fit."""

_HALF = 12
_OFFSETS = np.arange(-_HALF, _HALF + 1) * STEP
"""Sampling offsets across a line, in cells."""

_WIDTHS = (4, 7)
"""Distances on either side of a line at which the surface is sampled, in steps, for thin and thick lines."""

_NEAREST = 0.11

CLEAR = 0.35
"""Evidence, of 1 at most, with which an edge counts as seen."""

BESIDE = 0.5
"""Weight of lines beside the expected place as evidence against a line."""


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


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """N edges of a board's cells at which a line is seen: where it belongs and where it is seen (N, 2), in cells.

    Both are at the middle of the edge; a line tells its place across itself only. ``upright`` (N,) are those along y,
    ``rim`` (N,) the outermost.
    """

    belong: Array
    seen: Array
    upright: npt.NDArray[np.bool_]
    rim: npt.NDArray[np.bool_]


def measure_lines(grey: Grey, H: Array, side: tuple[int, int], *, nearest: float) -> Edges | None:
    """Return the edges of a board of *side* (columns, rows) cells that are seen; None where most are off the picture.

    An edge is seen if the line there is plainer than those beside it, and as plain as the board's usual line.

    Args:
        H: from the corners of cells to px.
        nearest: how far from its place, in cells, a line is looked for.
    """
    profiles = [edge_profiles(grey, H, side, which, half=_HALF) for which in (0, 1)]
    found = [_ridges(profile, nearest) for profile in profiles]
    depth = np.concatenate([ridge.ravel() for ridge, _ in found])
    seen = depth[np.isfinite(depth)]
    if len(seen) < 20:
        return None
    usual = float(np.percentile(seen, 75))
    beside = [_beside(profile) for profile in profiles]
    others = np.concatenate([other[np.isfinite(other)] for other in beside])
    noise = float(np.median(others)) if len(others) else 0.0
    scale = max(0.6 * usual, 2.0 * noise, 2.0)
    least = max(noise, 0.8)
    present = [
        np.clip((ridge - np.fmax(BESIDE * other, least)) / max(scale - least, 1.0), -1, 1)
        for (ridge, _), other in zip(found, beside, strict=True)
    ]
    return _edges(present, [at for _, at in found])


def _edges(present: Sequence[Array], at: Sequence[Array]) -> Edges:
    """Return the edges whose lines are *present* (lines, cells) enough, *at* (lines, cells) from their places."""
    parts = []
    for which in (0, 1):
        line, cell = np.nonzero(np.nan_to_num(present[which], nan=-1.0) > CLEAR)
        order = [which, 1 - which]
        places = line, line + at[which][line, cell]
        belong, seen = (np.column_stack([place, cell + 0.5])[:, order] for place in places)
        rim = (line == 0) | (line == len(present[which]) - 1)
        parts.append((belong, seen, np.full(len(line), which == 0), rim))
    return Edges(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def _contrast(profile: Array, width: int) -> tuple[Array, Array]:
    """Return (…, offsets) how much darker, or brighter, each place is than both sides; and 1 for darker, else -1."""
    strength, sign = np.full(profile.shape, np.nan), np.ones(profile.shape)
    left, here, right = profile[..., : -2 * width], profile[..., width:-width], profile[..., 2 * width :]
    dark, bright = np.minimum(left, right) - here, here - np.maximum(left, right)
    strength[..., width:-width] = np.maximum(dark, bright)
    sign[..., width:-width] = np.where(dark >= bright, 1.0, -1.0)
    return strength, sign


def _ridges(profile: Array, nearest: float) -> tuple[Array, Array]:
    """Return (lines, cells) how strong a line is near each profile's middle, and where it is."""
    near = np.flatnonzero(np.abs(_OFFSETS) <= nearest + 1e-9)
    strength, at = np.full(profile.shape[:2], -np.inf), np.zeros(profile.shape[:2])
    for width in _WIDTHS:
        contrast, sign = _contrast(profile, width)
        window = contrast[..., near]
        best = near[np.argmax(np.where(np.isfinite(window), window, -np.inf), axis=-1)]
        ridge, way = (np.take_along_axis(of, best[..., None], axis=-1)[..., 0] for of in (contrast, sign))
        better = ridge > strength
        strength = np.where(better, ridge, strength)
        at = np.where(better, _centre(profile, best, width, way), at)
    outside = ~np.all(np.isfinite(profile), axis=-1)
    strength[outside] = np.nan
    return strength, at


def _centre(profile: Array, best: npt.NDArray[np.intp], width: int, sign: Array) -> Array:
    """Return where the middle of each line at about offset *best* lies: the centroid of what differs from its sides."""
    index = best[..., None] + np.arange(-width, width + 1)
    values = np.take_along_axis(profile, np.clip(index, 0, len(_OFFSETS) - 1), axis=-1) * -sign[..., None]
    level = np.maximum(values[..., :1], values[..., -1:])
    weight = np.nan_to_num(np.maximum(values - level, 0.0))
    total = weight.sum(axis=-1)
    centroid = (weight * (index - _HALF)).sum(axis=-1) * STEP / np.maximum(total, 1e-9)
    return np.asarray(np.where(total > 0, centroid, (best - _HALF) * STEP))


def _beside(profile: Array) -> Array:
    """Return (lines, cells) the lines that chance makes: those beside the middle of each edge, NaN off the picture."""
    contrast, _ = _contrast(profile, _WIDTHS[0])
    return np.asarray(np.max(contrast[..., (np.abs(_OFFSETS) > _NEAREST) & (np.abs(_OFFSETS) < 0.19)], axis=-1))
