"""The net of a square pyramid, and the marks on its faces.

Net frame: mm, origin at the apex, x right, y down, printed side up. The four faces
fan out below the apex and the base, if there is one, is attached to the second. Face
frame: the same, but with the face's axis straight down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from kits.pieces import Pyramid

Point = tuple[float, float]
Segment = tuple[Point, Point]
Quad = tuple[Point, Point, Point, Point]

_BASE_FACE = 1


@dataclass(frozen=True, slots=True)
class Net:
    """The parts of a net. All folds go backwards, which puts the print on the outside."""

    faces: tuple[tuple[Point, Point, Point], ...]
    """Apex, left foot and right foot of each face, from left to right."""
    face_turns_deg: tuple[float, ...]
    """Clockwise turn of each face from the face frame, in degrees."""
    base: tuple[Point, ...]
    """The base square, whose fold runs between its first and last corners; empty for an open pyramid."""
    tabs: tuple[Quad, ...]
    """Glue tabs: one for the last face, three for a base. Each begins and ends on its fold."""

    @property
    def folds(self) -> tuple[Segment, ...]:
        """The lines to score: between faces, at the base and at every tab."""
        between = tuple((apex, right) for apex, _, right in self.faces[:-1])
        below = ((self.base[0], self.base[-1]),) if self.base else ()
        return (*between, *below, *((tab[0], tab[-1]) for tab in self.tabs))

    @property
    def outline(self) -> tuple[Point, ...]:
        """The line to cut, counter-clockwise as seen from the apex."""
        side, *below = self.tabs
        feet = [self.faces[0][1], *(face[2] for face in self.faces)]
        if below:
            left, far, right = below
            feet[_BASE_FACE : _BASE_FACE + 2] = [*left, *far[1:], *right[1:]]
        return (self.faces[0][0], *feet, *side[1:3])


@dataclass(frozen=True, slots=True)
class FaceMarks:
    """The marks printed on each face, in the face frame.

    ``bands_mm`` are rings around the tip, as many as there are pips, for a camera that
    looks down on the piece. Each is given by its near and far distance from the apex,
    measured along the axis.
    """

    height_mm: float
    pips: tuple[Point, ...]
    pip_radius_mm: float
    bands_mm: tuple[tuple[float, float], ...]
    letter_baseline_mm: float
    letter_cap_mm: float


def edge_mm(solid: Pyramid) -> float:
    """Return the length of an edge from the tip of *solid* to a corner of its base."""
    return math.hypot(solid.height_mm, solid.base_mm / math.sqrt(2))


def slant_mm(solid: Pyramid) -> float:
    """Return the slant height of *solid*: from the tip straight down a face to its foot."""
    return math.hypot(solid.height_mm, solid.base_mm / 2)


def net(solid: Pyramid, *, base: bool = True) -> Net:
    """Return the net of *solid*; without its *base* it is quicker to make, and pyramids nest in each other."""
    edge, side = edge_mm(solid), solid.base_mm
    step = 2 * math.asin(side / 2 / edge)
    tab = min(6.0, 0.28 * side)
    feet = [(edge * math.sin(turn), edge * math.cos(turn)) for turn in (step * k for k in range(-2, 3))]
    apex = (0.0, 0.0)
    square = _square(feet[_BASE_FACE], feet[_BASE_FACE + 1], (_BASE_FACE - 1.5) * step) if base else ()
    return Net(
        faces=tuple((apex, left, right) for left, right in pairwise(feet)),
        face_turns_deg=tuple(-math.degrees((k - 1.5) * step) for k in range(4)),
        base=square,
        tabs=(
            _tab(feet[-1], apex, tab, 0.7 * tab, 2.4 * tab),
            *(_tab(start, end, tab, 0.8 * tab, 0.8 * tab) for start, end in pairwise(square)),
        ),
    )


def _square(left: Point, right: Point, turn: float) -> Quad:
    """Return the base square below the foot *left* to *right*; the face's axis is turned by *turn* radians."""
    side = math.dist(left, right)
    out_x, out_y = side * math.sin(turn), side * math.cos(turn)
    return left, (left[0] + out_x, left[1] + out_y), (right[0] + out_x, right[1] + out_y), right


def _tab(start: Point, end: Point, width: float, slope_start: float, slope_end: float) -> Quad:
    """Return the tab to the right of the line from *start* to *end* (y down), with sloped ends."""
    length = math.dist(start, end)
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    out = -along[1], along[0]

    def at(distance: float) -> Point:
        return (
            start[0] + along[0] * distance + out[0] * width,
            start[1] + along[1] * distance + out[1] * width,
        )

    return start, at(slope_start), at(length - slope_end), end


def face_marks(solid: Pyramid) -> FaceMarks:
    """Return the marks on a face of *solid*: pips at its foot, a letter above them, rings at the tip."""
    height, base = slant_mm(solid), solid.base_mm
    gap = 0.27 * base
    first = -gap * (solid.pips - 1) / 2
    return FaceMarks(
        height_mm=height,
        pips=tuple((first + gap * k, height - 0.15 * base) for k in range(solid.pips)),
        pip_radius_mm=0.08 * base,
        bands_mm=tuple((height * (0.13 + 0.11 * k), height * (0.185 + 0.11 * k)) for k in range(solid.pips)),
        letter_baseline_mm=height - 0.33 * base,
        letter_cap_mm=0.31 * base,
    )
