"""Finds an ordinary 8 × 8 chessboard in a picture, empty or in play: search, decision, exact pose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from calibration.chequer import CELLS, Window, best_window
from calibration.lattice import Lattice, axes_at, find_lattices, project
from calibration.pose import PROCESSED, USUAL, Pose, fit_pose
from calibration.registration import Camera, Registration
from calibration.rim import NO_RIM, measure_rim, rim_corners
from calibration.saddles import Array, Grey, Saddles, find_saddles
from kits.kit import Plan

WORKING_PX = 1024
"""Longer side of the working picture, in which boards are searched."""

NOISE_PX = 0.4
"""Standard deviation of a crossing's place in the working picture."""

RIM_NOISE = 0.006
"""Standard deviation of a rim point's place, in cells."""

SCALES_PX = (4.0, 2.5)
"""Scales of crossings, in the order of trying."""

CHESS_PX = (2.5,)
"""The scale at which a chessboard is looked for where another board may lie."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A chessboard seen in the working picture: the crossings' homography and the evidence for it.

    ``H_image_window`` maps the window's corner points (0 … 8) to px; ``parity`` is the
    sign of the twist at its point (0, 0).
    """

    H_image_window: Array
    parity: int
    window: Window


def working_picture(image_bgr: npt.NDArray[np.uint8], *, longer_px: int = WORKING_PX) -> Grey:
    """Return the grey picture in which to search."""
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY) if image_bgr.ndim == 3 else image_bgr
    scale = min(1.0, longer_px / max(grey.shape))
    if scale < 1.0:
        height, width = grey.shape
        size = max(1, round(scale * width)), max(1, round(scale * height))
        grey = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    return grey.astype(np.float32)


def search(grey: Grey, scales_px: Sequence[float] = SCALES_PX) -> Sighting | None:
    """Return the first chessboard beyond doubt, trying crossings of *scales_px*; None if there is none."""
    for sighting in _sightings(grey, scales_px):
        if is_board(sighting.window):
            return sighting
    return None


def is_board(window: Window, *, fewest: int = 16) -> bool:
    """Return whether *window* is a chessboard: its pattern alternates inside, up to the rim, and not beyond."""
    return (
        window.inside > 0.57
        and window.rim > 0.28
        and window.beyond < min(0.5, window.inside - 0.35)
        and window.crossings >= fewest
    )


def _sightings(grey: Grey, scales_px: Sequence[float]) -> Iterator[Sighting]:
    for scale in scales_px:
        saddles = find_saddles(grey, scale_px=scale)
        for lattice in find_lattices(saddles):
            window = best_window(grey, lattice)
            if window is not None:
                yield _sighting(lattice, window)


def _sighting(lattice: Lattice, window: Window) -> Sighting:
    shift = np.array([[1.0, 0, window.column], [0, 1.0, window.row], [0, 0, 1.0]])
    flip = 1 if (window.column + window.row) % 2 == 0 else -1
    H = lattice.H_image_lattice @ shift
    parity = lattice.parity * flip
    middle = project(H, np.array([[4.0, 4], [4.5, 4], [4, 4.5]]))
    across, down = middle[1] - middle[0], middle[2] - middle[0]
    if across[0] * down[1] - across[1] * down[0] < 0:
        mirror = np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, 1]])
        H = H @ mirror
    return Sighting(H, parity, window)


def register(grey: Grey, sighting: Sighting, plan: Plan, *, camera: Camera | None = None) -> Registration | None:
    """Return the registration, in px of the working picture *grey*, of a chessboard seen there; any way round.

    It is laid on its inner crossings alone, then on these and the rim. A picture that fits no ordinary camera may have
    been cropped, or rectified by a program.
    """
    cell_px = _cell_px(sighting)
    saddles = find_saddles(grey, scale_px=float(np.clip(0.09 * cell_px, 1.0, 3.0)), least=1.5, most=3000)
    expected = project(sighting.H_image_window, INNER)
    found: Registration | None = None
    pose: Pose | None = None
    for reach, with_rim in ((0.2, False), (0.12, False), (0.1, True), (0.1, True)):
        seen, which = collect(saddles, expected, sighting.H_image_window, sighting.parity, reach)
        if len(which) < 12:
            return None
        rim = measure_rim(grey, found) if with_rim and found is not None else NO_RIM
        board = np.concatenate([INNER[which] * plan.pitch_mm, rim.board_mm])
        image = np.concatenate([seen, rim.seen_px])
        noise = np.repeat([NOISE_PX, max(NOISE_PX, RIM_NOISE * cell_px)], [len(seen), len(rim.board_mm)])
        size = (grey.shape[1], grey.shape[0])
        pose = fit_pose(board, image, size, camera=camera, start=pose, noise_px=noise, priors=(USUAL, PROCESSED))
        if pose is None:
            return None
        found = Registration(pose.camera, pose.R, pose.t, plan, "chequers", pose.error_px)
        expected = found.px_from_board(INNER * plan.pitch_mm)
    return None if found is None else replace(found, rim_mm=rim_corners(rim, found))


def _cell_px(sighting: Sighting) -> float:
    """Return how long cells of the side that is shortest in the picture are."""
    return float(np.min(np.linalg.norm(np.diff(project(sighting.H_image_window, _RIM), axis=0), axis=1))) / CELLS


INNER = np.array([(x, y) for y in range(1, CELLS) for x in range(1, CELLS)], dtype=np.float64)
_RIM = np.array([[0.0, 0], [8, 0], [8, 8], [0, 8], [0, 0]])


def collect(
    saddles: Saddles, expected: Array, H: Array, parity: int, reach: float
) -> tuple[Array, npt.NDArray[np.intp]]:
    """Return the crossings (N, 2) found within *reach* cells of their *expected* places (49, 2), and their numbers.

    *H* maps cells to px and gives the directions, *parity* the bright diagonals, as in :class:`Sighting`.
    """
    u, v = axes_at(H, INNER)
    to_cell = np.linalg.inv(np.stack([u, v], axis=-1))
    seen, which = [], []
    sign = parity * np.where(INNER.sum(axis=1) % 2 == 0, 1, -1)
    for i in range(len(INNER)):
        off = np.abs((saddles.xy - expected[i]) @ to_cell[i].T).max(axis=1)
        near = np.flatnonzero(off < reach)
        if len(near) == 0:
            continue
        there = saddles.take(near)
        twist = there.twist(np.tile(u[i], (len(near), 1)), np.tile(v[i], (len(near), 1))) * sign[i]
        good = twist > 0.7 * there.strength
        if np.any(good):
            best = int(np.argmax(np.where(good, there.strength, -1.0)))
            seen.append(there.xy[best])
            which.append(i)
    return np.array(seen).reshape(-1, 2), np.array(which, dtype=np.intp)
