"""Follows a board from one frame to the next.

The camera is assumed to be the same, so only its pose may change, and only a little: a board
that has moved by half a cell or more must be searched again.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from calibration.chequer import best_window
from calibration.chessboard import INNER, collect, is_board, working_picture
from calibration.lattice import Lattice, homography
from calibration.places import Place
from calibration.pose import fit_pose
from calibration.registration import Array, Registration, resized
from calibration.saddles import Grey, find_saddles
from calibration.tags import register_tags
from kits.kit import Kit

STILL_PX = 0.7
"""Largest median shift of crossings or tag corners, in the working picture, that counts as no movement."""


def relocate(image_bgr: npt.NDArray[np.uint8], place: Place, kit: Kit) -> Place | None:
    """Return where the board of *place* lies in a new frame of the same camera, None where it is not seen there.

    It is *place* itself while nothing has moved, so that a still scene stays still. Boards of lines, and several
    boards, are not followed: they are searched for anew.
    """
    if len(place.boards) > 1:
        return None
    previous = place.boards[0]
    found = _moved(image_bgr, previous, kit)
    return place if found is previous else None if found is None else Place.of(found)


def _moved(image_bgr: npt.NDArray[np.uint8], previous: Registration, kit: Kit) -> Registration | None:
    size = (image_bgr.shape[1], image_bgr.shape[0])
    if size != previous.camera.size:
        return None
    if previous.found_by == "tags":
        found = register_tags(image_bgr, kit, camera=previous.camera, most_looks=1)
        if found is None:
            return None
        shift = np.linalg.norm(found.corners_px - previous.corners_px, axis=1).max()
        return previous if shift < STILL_PX * max(1.0, size[0] / 1280) else found
    if not kit.ground.chequered:
        return None
    grey = working_picture(image_bgr)
    return _followed(grey, previous)


def _followed(grey: Grey, previous: Registration) -> Registration | None:
    size, pitch = previous.camera.size, previous.plan.pitch_mm
    there = resized(previous, (grey.shape[1], grey.shape[0]))
    expected = there.px_from_board(INNER * pitch)
    H = homography(INNER, expected)
    if H is None:
        return None
    cell_px = float(np.sqrt(abs(np.linalg.det(H[:2, :2] - np.outer(expected.mean(axis=0), H[2, :2])))))
    saddles = find_saddles(grey, scale_px=float(np.clip(0.06 * cell_px, 1.0, 3.0)), least=1.5, most=2500)
    tries = [(collect(saddles, expected, H, parity, 0.4), parity) for parity in (1, -1)]
    (seen, which), parity = max(tries, key=lambda got: len(got[0][1]))
    if len(which) < 12 or not _is_this_board(grey, seen, which, parity):
        return None
    shift = np.linalg.norm(seen - expected[which], axis=1)
    if np.median(shift) < STILL_PX:
        return previous
    pose = fit_pose(INNER[which] * pitch, seen, there.camera.size, camera=there.camera, noise_px=0.5)
    if pose is None:
        return None
    return resized(replace(there, R=pose.R, t=pose.t, error_px=pose.error_px), size)


def _is_this_board(grey: Grey, seen: Array, which: npt.NDArray[np.intp], parity: int) -> bool:
    """Return whether the crossings *seen* still belong to the same 8 × 8, not to one a cell or two away."""
    nodes = INNER[which]
    H = homography(nodes, seen)
    if H is None:
        return False
    window = best_window(grey, Lattice(nodes.astype(np.intp), seen, H, parity, which))
    return window is not None and (window.column, window.row) == (0, 0) and is_board(window, fewest=12)
