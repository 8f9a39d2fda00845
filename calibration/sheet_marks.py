"""Points of a printed sheet in a picture of it: the target's chessboard, or the tags of a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from calibration.registration import Array
from calibration.scaling import for_a_quick_look, in_grey, refined
from calibration.tags import find_tags, is_crowded
from kits.kit import Marker
from kits.target import COLUMNS, ROWS, Target, targets

Grey8 = npt.NDArray[np.uint8]
_FEW = 8
"""Fewer points than this are too few to measure anything."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetView:
    """Points that were found: where they belong (N, 2) mm, and where they are (N, 2) px.

    With a target the millimetres are in the sheet frame, else in that of a board.
    """

    belong_mm: Array
    seen_px: Array
    size_px: tuple[int, int]
    target: Target | None


def find_sheet(image: npt.NDArray[np.uint8], boards: Sequence[Sequence[Marker]] = ()) -> SheetView | None:
    """Return the points of the target in a BGR or grey *image*, or else of the one of *boards* that shows most."""
    grey = in_grey(image)
    side = None if is_crowded(grey) else _side_seen(grey)
    view = None if side is None else _of_target(grey, side)
    return view if view is not None or not boards else _of_tags(grey, boards)


def _side_seen(grey: Grey8) -> Target | None:
    """Return the side of a target with most markers in view, by a quick look."""
    _, codes, _ = _every_marker().detectMarkers(for_a_quick_look(grey)[0])
    if codes is None:
        return None
    numbers = set(np.asarray(codes).reshape(-1).tolist())
    best = max(targets(), key=lambda side: len(numbers.intersection(side.codes)))
    return best if numbers.intersection(best.codes) else None


@cache
def _every_marker() -> cv2.aruco.ArucoDetector:
    return cv2.aruco.ArucoDetector(_dictionary(tuple(code for side in targets() for code in side.codes)))


def _dictionary(codes: tuple[int, ...]) -> cv2.aruco.Dictionary:
    whole = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    return cv2.aruco.Dictionary(np.ascontiguousarray(whole.bytesList[list(codes)]), 4, 0)


def _of_target(grey: Grey8, side: Target) -> SheetView | None:
    corners, codes, _, _ = _charuco(side).detectBoard(grey)
    if corners is None or len(corners) < _FEW:
        return None
    numbers = np.asarray(codes).reshape(-1)
    seen = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
    squares = np.column_stack([numbers % (COLUMNS - 1) + 1, numbers // (COLUMNS - 1) + 1])
    belong = np.asarray(squares * side.square_mm + np.array(side.at_mm), dtype=np.float64)
    return SheetView(belong, seen, (grey.shape[1], grey.shape[0]), side)


@cache
def _charuco(side: Target) -> cv2.aruco.CharucoDetector:
    board = cv2.aruco.CharucoBoard((COLUMNS, ROWS), side.square_mm, side.marker_mm, _dictionary(side.codes))
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.CharucoDetector(board, cv2.aruco.CharucoParameters(), parameters)


def _of_tags(grey: Grey8, boards: Sequence[Sequence[Marker]]) -> SheetView | None:
    """Return the tags' corners of the board that shows most tags."""
    found = find_tags(grey, tuple(sorted({marker.code for board in boards for marker in board})))
    best = max(boards, key=lambda board: sum(marker.code in found for marker in board))
    seen: Mapping[int, Array] = {marker.code: found[marker.code] for marker in best if marker.code in found}
    if 4 * len(seen) < _FEW:
        return None
    belong = np.concatenate([np.array(marker.corners_mm) for marker in best if marker.code in seen])
    corners = np.concatenate([seen[marker.code] for marker in best if marker.code in seen])
    return SheetView(belong, refined(grey, corners, 4), (grey.shape[1], grey.shape[0]), None)
