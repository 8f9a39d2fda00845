"""Finding a board in a picture: by its tag frame, by its outline and cells, or by corners set by hand.

Once found it is followed from one frame to the next. The camera is then assumed to be the same, so only its pose may
change, and only a little: a board that has moved by half a cell or more must be searched again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from calibration.boards import ALIKE, BOUGHT_PITCH_MM, find_board
from calibration.corners import laid_on_corners, mean_cell_px
from calibration.crossings import laid_on_crossings, with_rim
from calibration.orientation import facing, quarters_by_labels, quarters_by_tags, turned
from calibration.outline import find_outlines
from calibration.places import Place
from calibration.pose import PROCESSED, fit_pose
from calibration.registration import Camera, Registration, at_size, resized
from calibration.scaling import USUAL_PX, working_picture
from calibration.tags import register_each, register_tags
from kits.kit import Kit, Plan

Image = npt.NDArray[np.uint8]

BY_HAND_PX = 3.0
"""Standard deviation of a corner set by hand."""

STILL_PX = 0.7
"""Largest shift of tags' corners that counts as no movement, in px of a picture of usual width (``USUAL_PX``)."""

STILL = 0.05
"""Largest shift of the corners of a board without tags that counts as no movement, in cells."""

OFF = 4.0
"""If tags fit worse than before by this factor, another camera sees them or the picture has been turned."""


def locate(
    image_bgr: Image,
    kit: Kit,
    *,
    near: str | None = None,
    players: int = 2,
    camera: Camera | None = None,
    corners_px: npt.ArrayLike | None = None,
) -> Place | None:
    """Return where *kit*'s board, or one without tags in its stead, lies in a picture; None where there is none.

    Mini-boards that lie in no common grid are found each by its own tags, and those that are not seen are left out.

    Args:
        near: the seat that sits nearest the camera, where not even one tag tells; without it printed
            coordinates do, and on a board without them it is A.
        players: how many seats there are, which says where each of them sits.
        camera: what is known of the camera; its picture size may differ by a scale.
        corners_px: the playing area's corners (4, 2), set by hand, in the order of the contract.
    """
    size = (image_bgr.shape[1], image_bgr.shape[0])
    camera = None if camera is None else at_size(camera, size)
    if corners_px is not None:
        boards = [from_corners(corners_px, kit.plan, size, camera=camera)]
    elif kit.has_whole:
        boards = [_whole(image_bgr, kit, near, players, camera)]
    else:
        boards = list(_minis(image_bgr, kit, camera).values())
    seen = tuple(board for board in boards if board is not None)
    return Place(seen) if seen else None


def _minis(image_bgr: Image, kit: Kit, camera: Camera | None) -> Mapping[str, Registration]:
    """Return where each mini-board of *kit* that is in view lies, by seat."""
    alone = {mini.seat: replace(kit, plan=mini.plan, markers=mini.markers, minis=()) for mini in kit.minis}
    return register_each(image_bgr, alone, camera=camera)


def _whole(image_bgr: Image, kit: Kit, near: str | None, players: int, camera: Camera | None) -> Registration | None:
    """Return where the single board of *kit* lies: by its tags or, if there are too few, by what else is seen."""
    framed, tags = register_tags(image_bgr, kit, camera=camera)
    registration = _without_tags(image_bgr, kit, camera) if framed is None else None
    if registration is None:
        return framed
    registration = resized(registration, (image_bgr.shape[1], image_bgr.shape[0]))
    quarters = quarters_by_tags(registration, kit, tags)
    if quarters is None and near is None and (kit.plan.columns, kit.plan.rows) == (8, 8):
        quarters = quarters_by_labels(image_bgr, registration)
    if quarters is not None:
        return turned(registration, quarters)
    return replace(facing(registration, near, players=players), row_1_assumed=near is None)


def _without_tags(image: Image, kit: Kit, camera: Camera | None) -> Registration | None:
    """Return the registration, in px of the working picture, of a board found by its outline and its cells' corners."""
    grey = working_picture(image)
    size = (grey.shape[1], grey.shape[0])
    bought = kit.on_board(BOUGHT_PITCH_MM) if kit.ground.chequered and kit.markers else kit
    outlines = find_outlines(image, (kit.plan.columns, kit.plan.rows))
    there = (outline.at_scale(size[0] / image.shape[1]) for outline in outlines)
    return find_board(grey, bought, there, camera=None if camera is None else at_size(camera, size))


def from_corners(
    corners_px: npt.ArrayLike, plan: Plan, size: tuple[int, int], *, camera: Camera | None = None
) -> Registration | None:
    """Return the registration by four corners (4, 2) in the order of the contract; None where no camera sees them so.

    The corners of the answer are those given; ``error_px`` tells how far the camera is from seeing them so.

    Args:
        size: the picture's width and height in px.
    """
    corners = np.asarray(corners_px, dtype=np.float64).reshape(4, 2)
    pose = fit_pose(plan.corners_mm, corners, size, camera=camera, priors=(PROCESSED,), noise_px=BY_HAND_PX)
    if pose is None or not np.all(np.isfinite(pose.residual_px)):
        return None
    error_px = float(np.sqrt(np.mean(pose.residual_px**2)))
    place = Registration(pose.camera, pose.R, pose.t, plan, "hand", error_px)
    rim = place.board_from_px(corners)
    return replace(place, rim_mm=tuple((float(x), float(y)) for x, y in rim))


def relocate(image_bgr: Image, place: Place, kit: Kit) -> Place | None:
    """Return where the board of *place* lies in a new frame of the same camera, None where it is not seen there.

    It is *place* itself while nothing has moved, so that a still scene stays still. A board of lines that has moved,
    several boards, and tags that the camera of before would see elsewhere are not followed: they are searched again.
    """
    previous, size = place.boards[0], (image_bgr.shape[1], image_bgr.shape[0])
    if len(place.boards) > 1 or size != previous.camera.size:
        return None
    if previous.found_by == "tags":
        still_px = STILL_PX * max(1.0, size[0] / USUAL_PX)
        camera = replace(previous.camera, doubt=None)
        found, _ = register_tags(image_bgr, kit, camera=camera, most_looks=1, before=previous)
        may_move = found is not None and found.error_px < OFF * max(previous.error_px, still_px)
    else:
        still_px, may_move = STILL * mean_cell_px(previous), kit.ground.chequered
        found = _laid_anew(image_bgr, previous, kit)
    if found is None:
        return None
    if np.linalg.norm(found.corners_px - previous.corners_px, axis=1).max() < still_px:
        return place
    return Place.of(found) if may_move else None


def _laid_anew(image: Image, previous: Registration, kit: Kit) -> Registration | None:
    """Return *previous* fitted again to the corners of its cells."""
    grey = working_picture(image)
    there = resized(previous, (grey.shape[1], grey.shape[0]))
    camera = replace(there.camera, doubt=None)
    laid = laid_on_corners(grey, there, camera=camera)
    if laid is None or laid.corners.agreement < ALIKE:
        return None
    laid = laid_on_crossings(grey, laid, camera=camera)
    place = with_rim(grey, laid) if kit.ground.chequered else replace(laid.place, rim_mm=None)
    return resized(place, previous.camera.size)
