"""The position of a print on its paper, measured from the paper's edges in a picture."""

from __future__ import annotations

import cv2
import numpy as np
from scipy.optimize import minimize_scalar

from calibration.registration import Array
from calibration.sheet_marks import Grey8, SheetView
from printkit.measure import Share
from printkit.paper import PAPERS

_ROUND_MM = 14.0
"""Half width of the band around each nominal paper edge in which the edge is looked for."""
_PX_PER_MM = 5.0
_LEAST_STEP = 25.0
"""Least difference in grey levels between table and paper."""
_STRAIGHT_MM = 0.5
_CUT_MM = 0.3
"""Standard deviation of a paper's size, and of the place of its edges in a picture."""
_MOST_BEND = 0.15
"""The most that a lens may bend a picture at the middle of its longer sides."""
_STEPS = 6


Edges = tuple[float, float, float, float]
"""How far, in printed mm, the left, right, top and bottom edges of a paper lie outside their nominal places."""


def print_shift(edges: Edges) -> tuple[float, float]:
    """Return how far the print lies to the right of and below the middle of its paper, in mm."""
    left, right, top, bottom = edges
    return (left - right) / 2, (top - bottom) / 2


def print_scale(edges: Edges, paper: str) -> tuple[Share, Share] | None:
    """Return how large the print is across and down, by the size of its paper; None if it may be on more than one."""
    if paper == "both":
        return None
    left, right, top, bottom = edges
    sides = (PAPERS[paper].width_mm, left + right), (PAPERS[paper].height_mm, top + bottom)
    across, down = (Share(side / (side + more), 2 * _CUT_MM / side) for side, more in sides)
    return across, down


def paper_edges(image: Grey8, view: SheetView) -> Edges | None:
    """Return where the edges of a print's paper lie.

    None unless the target and all four edges of the paper are visible, on a darker surface.
    """
    if view.target is None:
        return None
    paper = PAPERS[view.target.paper]
    columns, rows = (round((side + 2 * _ROUND_MM) * _PX_PER_MM) for side in (paper.width_mm, paper.height_mm))
    x, y = np.meshgrid(np.arange(columns) / _PX_PER_MM - _ROUND_MM, np.arange(rows) / _PX_PER_MM - _ROUND_MM)
    px = _px_from_sheet(view, np.column_stack([x.ravel(), y.ravel()])).astype(np.float32).reshape(rows, columns, 2)
    flat = cv2.remap(
        image, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(255,)
    )
    grey = np.asarray(flat, dtype=np.float64)
    left, right = _edge(grey), _edge(grey[:, ::-1])
    top, bottom = _edge(grey.T), _edge(grey.T[:, ::-1])
    if left is None or right is None or top is None or bottom is None:
        return None
    return left, right, top, bottom


def _px_from_sheet(view: SheetView, points_mm: Array) -> Array:
    """Return where *points_mm* (N, 2) of the sheet lie in the picture, given perspective and the lens's distortion."""
    middle, reach = (np.array(view.size_px) - 1) / 2, max(view.size_px) / 2

    def straight(bend: float) -> Array:
        off = (view.seen_px - middle) / reach
        return np.asarray(off * (1 + bend * (off**2).sum(axis=1, keepdims=True)), dtype=np.float64)

    def misfit(bend: float) -> float:
        seen = straight(bend)
        H, _ = cv2.findHomography(view.belong_mm, seen)
        told = cv2.perspectiveTransform(view.belong_mm.reshape(-1, 1, 2), H).reshape(-1, 2)
        return float(((told - seen) ** 2).sum())

    bend = float(minimize_scalar(misfit, bounds=(-_MOST_BEND, _MOST_BEND), method="bounded").x)
    H, _ = cv2.findHomography(view.belong_mm, straight(bend))
    flat = cv2.perspectiveTransform(points_mm.reshape(-1, 1, 2), H).reshape(-1, 2)
    apart = (flat**2).sum(axis=1)
    nearer = np.ones_like(apart)
    for _ in range(_STEPS):
        nearer = 1 / (1 + bend * nearer**2 * apart)
    return np.asarray(flat * nearer[:, None] * reach + middle, dtype=np.float64)


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
