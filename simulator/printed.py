"""What ``printkit`` prints on the faces of a piece, as polygons to paint when its net is folded."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from kits.fold import Point
from kits.inks import BLACK, PAPER
from kits.pieces import Piece
from printkit.drawing import Area, Disc, Label, Shape, Window, used_for
from printkit.parts import faces, seat_part
from printkit.typeface import CAP
from simulator.looks import Tint
from simulator.numerals import letter
from simulator.scene import Array

_ROUND = 20


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A face in the net: its corners (n, 2) in mm, and the marks on it, each by its rings (even-odd rule)."""

    corners: Array
    marks: tuple[tuple[Array, ...], ...]

    def on(self, corners_mm: Array, tint: Tint) -> Iterator[tuple[Array, Tint, tuple[Array, ...]]]:
        """Yield outline, tint and further rings of the marks, the net's first three corners being at *corners_mm*."""
        a, b, c = self.corners[:3]
        back = np.linalg.inv(np.stack([b - a, c - a]))
        axes = np.stack([corners_mm[1] - corners_mm[0], corners_mm[2] - corners_mm[0]])
        for rings in self.marks:
            first, *others = ((ring - a) @ back @ axes + corners_mm[0] for ring in rings)
            yield first, tint, tuple(others)


@cache
def printed_faces(solid: Piece, seat: str, *, suited: bool) -> tuple[Face, ...]:
    """Return the faces of *seat*'s printed piece, in the order of its net. A *suited* one bears a piecepack suit."""
    marks: list[tuple[Array, list[tuple[Array, ...]]]] = [(np.array(ring), []) for ring in faces(solid)]
    for shape in used_for(seat_part(solid, seat, BLACK, suited=suited).shapes, "print"):
        for rings in _marks(shape):
            middle = rings[0].mean(axis=0)
            for corners, there in marks:
                if _inside(corners, middle):
                    there.append(rings)
    return tuple(Face(corners, tuple(there)) for corners, there in marks)


def _marks(shape: Shape) -> Iterator[tuple[Array, ...]]:
    """Yield the rings of the marks of a face: of what is white in *shape*, drawn on black."""
    match shape:
        case Area(fill=ink) if ink == PAPER:
            yield tuple(np.array(ring) for ring in shape.rings)
        case Disc():
            if shape.fill == PAPER:
                yield (_circle(shape.centre, shape.radius_mm),)
            elif shape.stroke is not None and shape.stroke.ink == PAPER:
                half = shape.stroke.width_mm / 2
                yield tuple(_circle(shape.centre, shape.radius_mm + by) for by in (half, -half))
        case Label(ink=ink) if ink == PAPER:
            yield _letter(shape)
        case Window():
            for inner in shape.shapes:
                yield from _marks(inner)
        case _:
            pass


def _circle(centre: Point, radius: float) -> Array:
    turns = np.arange(_ROUND) * (2 * math.pi / _ROUND)
    return np.asarray(np.column_stack([np.cos(turns), np.sin(turns)]) * radius + centre)


def _letter(label: Label) -> tuple[Array, ...]:
    """Return the outlines of a letter or a digit."""
    turn = math.radians(label.turn_deg)
    c, s = math.cos(turn), math.sin(turn)
    cap = CAP * label.size_mm
    return tuple((ring * cap - [0, cap / 2]) @ np.array([[c, s], [-s, c]]) + label.at for ring in letter(label.text))


def _inside(corners: Array, point: Array) -> bool:
    """Return whether *point* lies inside the convex ring *corners*."""
    edges = np.roll(corners, -1, axis=0) - corners
    to = point - corners
    turns = edges[:, 0] * to[:, 1] - edges[:, 1] * to[:, 0]
    return bool((turns > 0).all() or (turns < 0).all())
