"""A tag frame with few tags that can be read: others are told apart by their places, then cells near tags help.

Where some tags have been read, the others must lie in known places. There a dark square is looked for among those that
no code was found in, because it is too blurred, too small or burnt out, and it counts if it looks at least somewhat
like the tag that belongs there. Tags are taken in from the known ones outwards.

Two tags say little about the far side of the board: half a pixel here is a tenth of a cell there. But close to the
tags, cell corners lie nearly where they are expected, so the corners network finds them, and these predict the next
ones. So corners are added from the tags outward.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from calibration.corners import can_be_laid, corners_seen
from calibration.pose import fit_pose
from calibration.registration import Array, Camera, Registration
from calibration.scaling import Grey
from kits.kit import Kit, Marker

Grey8 = npt.NDArray[np.uint8]

_NEAR = 0.75
"""Largest distance of a corner from its expected place, in tag sides."""
_LIKENESS = 0.45
"""Least correlation between a dark square and the printed tag."""
_MODULES = 8
_PX = 6
"""Size of a tag module in the comparison."""

REACH, FARTHER = 5.0, 2.0
"""Radius in cells around a tag within which corners are first used, and the factor by which each step enlarges it."""

TAG_PX = 0.5
"""Standard deviation of a tag's corner."""

SURER = 0.15
"""Factor on the corners' standard deviation: tags rule out errors that the whole board would share."""

FEWEST = 4


def completed(
    grey: Grey8,
    read: Mapping[int, Array],
    squares: Array,
    kit: Kit,
    *,
    camera: Camera | None = None,
) -> dict[int, Array]:
    """Return the corners (4, 2) in px of the tags *read*, and of *kit*'s others that can be told apart beside them.

    *squares* (N, 4, 2) are corners of dark squares, clockwise from any of them; *read*
    has corners by code.
    """
    known = dict(read)
    free = np.asarray(squares, dtype=np.float64).reshape(-1, 4, 2)
    size = (grey.shape[1], grey.shape[0])
    places = {marker.code: np.array(marker.corners_mm) for marker in kit.markers}
    while known and len(known) < len(places):
        pose = fit_pose(
            np.concatenate([places[code] for code in known]),
            np.concatenate(list(known.values())),
            size,
            camera=camera,
        )
        if pose is None:
            return known
        near = Registration(pose.camera, pose.R, pose.t, kit.plan, "tags", pose.error_px)
        taken = {}
        for code in places.keys() - known.keys():
            square = _nearest(near.px_from_board(places[code]), free)
            if square is not None and likeness(grey, square, code) > _LIKENESS:
                taken[code] = square
        if not taken:
            return known
        known |= taken
    return known


def _nearest(expected: Array, squares: Array) -> Array | None:
    """Return the one of *squares* that lies at *expected* (4, 2), with corners in that order; None if none does."""
    side = float(np.linalg.norm(expected - np.roll(expected, 1, axis=0), axis=1).mean())
    if not len(squares) or not np.isfinite(side):
        return None
    turns = np.stack([np.roll(squares, turn, axis=1) for turn in range(4)])
    off = np.linalg.norm(turns - expected, axis=3).max(axis=2)
    turn, which = np.unravel_index(int(off.argmin()), off.shape)
    return np.asarray(turns[turn, which]) if off[turn, which] < _NEAR * side else None


def likeness(grey: Grey8, quad: Array, code: int) -> float:
    """Return how well the AprilTag 36h11 *code* and what lies between corners *quad* (4, 2) correlate, −1 to 1."""
    printed = _printed(code)
    side = printed.shape[0]
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float32) - 0.5
    H = cv2.getPerspectiveTransform(quad.astype(np.float32), corners)
    seen = cv2.warpPerspective(grey, H, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    a, b = (picture - picture.mean() for picture in (seen.astype(np.float64), printed.astype(np.float64)))
    spread = np.sqrt((a**2).sum() * (b**2).sum())
    return float((a * b).sum() / spread) if spread > 0 else 0.0


@cache
def _printed(code: int) -> Grey8:
    whole = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    tag = cv2.aruco.generateImageMarker(whole, code, _MODULES * _PX)
    return np.asarray(cv2.GaussianBlur(tag, (0, 0), _PX / 2), dtype=np.uint8)


def laid_inside(
    grey: Grey, found: Registration, markers: tuple[Marker, ...], *, camera: Camera | None = None
) -> Registration:
    """Return *found*, by some of its *markers* in *grey*, laid on these and on the corners of its cells.

    It is *found* itself where no corners are seen near tags. *camera* is what is known of the camera.
    """
    from scipy.spatial.distance import cdist  # 0.15 s, which whole tag frames need not wait for

    plan = found.plan
    tags = np.concatenate([marker.corners_mm for marker in markers if marker.code in found.codes])
    tags_px = found.px_from_board(tags)
    size, whole = (grey.shape[1], grey.shape[0]), np.hypot(plan.width_mm, plan.height_mm)
    place, reach = found, REACH * plan.pitch_mm
    while reach < FARTHER * whole:
        if not can_be_laid(grey, place):
            return found
        corners = corners_seen(grey, place)
        near = cdist(corners.board_mm, tags).min(axis=1) < reach
        if np.count_nonzero(near) >= FEWEST:
            pose = fit_pose(
                np.concatenate([tags, corners.board_mm[near]]),
                np.concatenate([tags_px, corners.seen_px[near]]),
                size,
                camera=camera,
                noise_px=np.concatenate([np.full(len(tags), max(TAG_PX, found.error_px)), SURER * corners.sd_px[near]]),
            )
            if pose is None:
                return found
            place = replace(found, camera=pose.camera, R=pose.R, t=pose.t, error_px=pose.error_px)
        reach *= FARTHER
    return place
