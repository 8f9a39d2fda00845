"""Fits a board to its printed cells when few tags of its frame are visible.

Two tags say little about the far side of the board: half a pixel here is a tenth of a cell there. But close to the
tags, cell corners lie nearly where they are expected, so the corners network finds them, and these predict the next
ones. So corners are added from the tags outward.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.spatial.distance import cdist

from calibration.corners import can_be_laid, corners_seen
from calibration.pose import fit_pose
from calibration.registration import Camera, Registration
from calibration.scaling import Grey
from kits.kit import Marker

REACH, FARTHER = 5.0, 2.0
"""Radius around a tag for the first corners, in cells, and the factor by which it grows in each step."""

TAG_PX = 0.5
"""Standard deviation of a tag's corner."""

SURER = 0.15
"""Factor on the corners' standard deviation: tags prevent errors common to the whole board."""

FEWEST = 4


def laid_inside(
    grey: Grey, found: Registration, markers: tuple[Marker, ...], *, camera: Camera | None = None
) -> Registration:
    """Return *found*, by some of its *markers* in *grey*, laid on these and on the corners of its cells.

    It is *found* itself where no corners are seen near tags. *camera* is what is known of the camera.
    """
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
