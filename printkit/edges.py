"""The position of a print on its paper, measured from the paper's edges in a picture."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.registration import Array
from calibration.sheet_marks import Grey8, SheetView
from printkit.paper import PAPERS

_ROUND_MM = 14.0
"""Half width of the band around each nominal paper edge in which the edge is searched."""
_PX_PER_MM = 5.0
_LEAST_STEP = 25.0
"""Least step in grey levels between table and paper."""
_STRAIGHT_MM = 0.5


def print_shift(image: Grey8, view: SheetView) -> tuple[float, float] | None:
    """Return how far the print lies to the right of and below the middle of its paper, in mm.

    None unless the target and all four edges of the paper are visible, on a darker surface.
    """
    if view.target is None:
        return None
    paper = PAPERS[view.target.paper]
    H_image_sheet, _ = cv2.findHomography(view.belong_mm, view.seen_px)
    shift = np.array([[1 / _PX_PER_MM, 0, -_ROUND_MM], [0, 1 / _PX_PER_MM, -_ROUND_MM], [0, 0, 1.0]])
    size = [round((side + 2 * _ROUND_MM) * _PX_PER_MM) for side in (paper.width_mm, paper.height_mm)]
    flat = cv2.warpPerspective(
        image, H_image_sheet @ shift, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderValue=(255,)
    )
    grey = np.asarray(flat, dtype=np.float64)
    left, right = _edge(grey), _edge(grey[:, ::-1])
    top, bottom = _edge(grey.T), _edge(grey.T[:, ::-1])
    if left is None or right is None or top is None or bottom is None:
        return None
    return (left - right) / 2, (top - bottom) / 2


def _edge(grey: Array) -> float | None:
    """Return how far, in mm, the paper's left edge lies outside its nominal place, at half the picture's height."""
    rim = grey[:, : round(2 * _ROUND_MM * _PX_PER_MM)]
    steps = cv2.GaussianBlur(rim, (0, 0), 1.5)
    steps = steps[:, 4:] - steps[:, :-4]
    places = []
    for row in range(round(rim.shape[0] * 0.15), round(rim.shape[0] * 0.85), 4):
        best = int(steps[row].argmax())
        if steps[row, best] >= _LEAST_STEP:
            around = np.clip(steps[row, max(0, best - 3) : best + 4], 0, None)
            places.append((row, float((around * np.arange(len(around))).sum() / around.sum()) + max(0, best - 3) + 2.5))
    if len(places) < 20:
        return None
    rows, columns = np.array(places).T
    line = np.polyfit(rows, columns, 1)
    for _ in range(3):
        near = np.abs(columns - np.polyval(line, rows)) < 2.0
        if near.sum() < 0.5 * len(rows):
            line = np.polyfit(rows[near], columns[near], 1) if near.sum() > 10 else line
            continue
        line = np.polyfit(rows[near], columns[near], 1)
    left_over = np.abs(columns - np.polyval(line, rows))
    if np.median(left_over) > _STRAIGHT_MM * _PX_PER_MM:
        return None
    return _ROUND_MM - float(np.polyval(line, grey.shape[0] / 2)) / _PX_PER_MM
