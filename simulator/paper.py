"""What the printed kit's pyramids show on their faces: pips, a letter, rings at the tip."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from kits.pieces import Pyramid
from kits.pyramid import face_marks
from simulator.looks import Tint
from simulator.scene import Array

_LETTERS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "A": (((0, 0), (0.5, 1), (1, 0)), ((0.2, 0.36), (0.8, 0.36))),
    "B": (
        ((0.05, 0), (0.05, 1), (0.6, 1), (0.88, 0.86), (0.88, 0.66), (0.6, 0.53), (0.05, 0.53)),
        ((0.6, 0.53), (0.95, 0.37), (0.95, 0.16), (0.65, 0), (0.05, 0)),
    ),
    "C": (((1, 0.8), (0.72, 1), (0.35, 1), (0.05, 0.7), (0.05, 0.3), (0.35, 0), (0.72, 0), (1, 0.2)),),
    "D": (((0.05, 0), (0.05, 1), (0.5, 1), (0.9, 0.75), (0.9, 0.25), (0.5, 0), (0.05, 0)),),
}
"""Strokes of the seats' letters in a box one high, y up."""


def printed_marks(solid: Pyramid, seat: str, corners: Array, tint: Tint) -> list[tuple[int, Array, Tint]]:
    """Return face number, outline (n, 3) and tint of all that is printed on a pyramid with *corners* (5, 3)."""
    flat = _flat_marks(solid, seat)
    marks = face_marks(solid)
    found: list[tuple[int, Array, Tint]] = []
    for face in range(4):
        a, b, apex = corners[face], corners[(face + 1) % 4], corners[4]
        right, down = (a - b) / solid.base_mm, ((a + b) / 2 - apex) / marks.height_mm
        found += [(face, apex + np.outer(ring[:, 0], right) + np.outer(ring[:, 1], down), tint) for ring in flat]
    return found


def _flat_marks(solid: Pyramid, seat: str) -> list[Array]:
    """Return the outlines (n, 2) of a face's marks in the face frame of kits.pyramid."""
    marks = face_marks(solid)
    turn = np.arange(8) * (math.pi / 4)
    circle = np.column_stack([np.cos(turn), np.sin(turn)]) * marks.pip_radius_mm
    outlines = [circle + pip for pip in marks.pips]
    for near, far in marks.bands_mm:
        a, b = (distance / marks.height_mm * solid.base_mm / 2 for distance in (near, far))
        outlines.append(np.array([[-a, near], [a, near], [b, far], [-b, far]]))
    for stroke in _LETTERS.get(seat, ()):
        points = (np.asarray(stroke) - [0.5, 0]) * [0.75, -1] * marks.letter_cap_mm + [0, marks.letter_baseline_mm]
        for start, end in pairwise(points):
            along = (end - start) / np.linalg.norm(end - start)
            side = np.array([-along[1], along[0]]) * 0.1 * marks.letter_cap_mm
            more = along * 0.07 * marks.letter_cap_mm
            outlines.append(np.array([start - more + side, end + more + side, end + more - side, start - more - side]))
    return outlines
