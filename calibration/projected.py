"""Where a board lies in the picture of a projector that lights the table, by four tags in that picture's corners."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.places import Place
from calibration.registration import Array, at_size, seen_px, undistorted
from calibration.tags import read_tags
from kits.codes import PROJECTED

_ASPECT = 16 / 9
"""Width of the projected picture for its height, in which its tags are square; in others they are stretched."""
MODULES, QUIET = 8, 2
"""Modules along a tag's side, and white ones around it."""
_SIDE, _MARGIN = 0.16, 0.045
"""Side of a tag, and its way from the edges of the picture, as shares of the picture's height."""
_MOST_ERROR = 0.003
"""Largest error of an alignment, as a share of the longer side of the camera's picture."""


def _tags() -> Mapping[int, Array]:
    """Return the corners (4, 2) of each tag, clockwise from its top left one, as shares of the projected picture."""
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * _SIDE
    right, low = _ASPECT - _MARGIN - _SIDE, 1 - _MARGIN - _SIDE
    starts = ((_MARGIN, _MARGIN), (right, _MARGIN), (right, low), (_MARGIN, low))
    return {code: (square + start) / (_ASPECT, 1) for code, start in zip(PROJECTED, starts, strict=True)}


TAGS = _tags()
"""The tags that the projector shows: code → corners (4, 2), clockwise, as shares of its picture's width and height."""


@dataclass(frozen=True, slots=True, eq=False)
class Projected:
    """The corners (4, 2) of a board in the contract's order, as shares of the projector's picture.

    ``error_px`` is the root mean square error of the tags' corners in the camera's picture.
    """

    corners: Array
    error_px: float


def projected(image_bgr: npt.NDArray[np.uint8], place: Place) -> Projected | None:
    """Return where the single board at *place* lies in the projector's picture.

    None unless the camera's picture shows each tag once, and they lie flat on the table. Raises ``ValueError`` for
    several boards.
    """
    (board,) = place.boards
    height, width = image_bgr.shape[:2]
    read = read_tags(image_bgr, PROJECTED)
    if len(read) < len(TAGS):
        return None
    camera = at_size(place.camera, (width, height))
    seen = np.concatenate([read[code] for code in TAGS])
    shown = np.concatenate(list(TAGS.values()))
    H_rays_shown, _ = cv2.findHomography(shown, undistorted(camera, seen))
    if H_rays_shown is None:
        return None
    off = seen_px(camera, np.column_stack([shown, np.ones(len(shown))]) @ H_rays_shown.T) - seen
    error_px = float(np.sqrt((off**2).sum(axis=1).mean()))
    if error_px > _MOST_ERROR * max(width, height):
        return None
    placed = board.in_camera(board.plan.corners_mm) @ np.linalg.inv(H_rays_shown).T
    return Projected(placed[:, :2] / placed[:, 2:], error_px)
