"""Follows a board from one frame to the next.

The camera is assumed to be the same, so only its pose may change, and only a little: a board
that has moved by half a cell or more must be searched again.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from calibration.boards import ALIKE
from calibration.corners import laid_on_corners, mean_cell_px
from calibration.crossings import laid_on_crossings, with_rim
from calibration.places import Place
from calibration.registration import Registration, resized
from calibration.scaling import working_picture
from calibration.tags import register_tags
from kits.kit import Kit

STILL_PX = 0.7
"""Largest shift of tags' corners, in a picture of usual width, that counts as no movement."""

USUAL_PX = 1280
"""Width of such a picture."""

STILL = 0.05
"""Largest shift of the corners of a board without tags that counts as no movement, in cells."""

OFF = 4.0
"""Tags that fit so many times less well than before are not seen by the same camera, or their picture is turned."""


def relocate(image_bgr: npt.NDArray[np.uint8], place: Place, kit: Kit) -> Place | None:
    """Return where the board of *place* lies in a new frame of the same camera, None where it is not seen there.

    It is *place* itself while nothing has moved, so that a still scene stays still. A board of lines that has moved,
    several boards, and tags that the camera of before would see elsewhere are not followed: they are searched for anew.
    """
    if len(place.boards) > 1:
        return None
    previous = place.boards[0]
    size = (image_bgr.shape[1], image_bgr.shape[0])
    if size != previous.camera.size:
        return None
    if previous.found_by == "tags":
        found, still_px = register_tags(image_bgr, kit, camera=previous.camera, most_looks=1), STILL_PX
        still_px *= max(1.0, size[0] / USUAL_PX)
    else:
        found, still_px = _on_corners(image_bgr, previous, kit), STILL * mean_cell_px(previous)
    if found is None:
        return None
    if np.linalg.norm(found.corners_px - previous.corners_px, axis=1).max() < still_px:
        return place
    if previous.found_by == "tags":
        return Place.of(found) if found.error_px < OFF * max(previous.error_px, still_px) else None
    return Place.of(found) if kit.ground.chequered else None


def _on_corners(image: npt.NDArray[np.uint8], previous: Registration, kit: Kit) -> Registration | None:
    """Return *previous* laid anew on the corners of its cells."""
    grey = working_picture(image)
    there = resized(previous, (grey.shape[1], grey.shape[0]))
    laid = laid_on_corners(grey, there, camera=there.camera)
    if laid is None or laid.agreement < ALIKE:
        return None
    laid = laid_on_crossings(grey, laid, camera=there.camera)
    place = with_rim(grey, laid) if kit.ground.chequered else replace(laid.place, rim_mm=None)
    return resized(place, previous.camera.size)
