"""How dice are numbered: which value stands where on which face.

A d6 and a d8 have their value in the middle of a face, opposite faces adding up to 7
and 9. A d4 has its value at each tip, on all three faces that meet there, so that the
value of a standing die is at its top and can be read from above.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kits.fold import Point, Polyhedron, cube, octahedron, tetrahedron
from kits.pieces import Die

_TIP_SHARE = 0.45
"""How far from the middle of a d4's face to its corner a number stands."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """A value on a face: its middle, and the point that its head looks at, both in the net frame."""

    value: int
    at: Point
    head: Point


def body(die: Die) -> Polyhedron:
    """Return the shape of *die*."""
    return {4: tetrahedron, 6: cube, 8: octahedron}[die.faces](die.edge_mm)


def numerals(die: Die, shape: Polyhedron, face: int, corners: Sequence[Point]) -> tuple[Numeral, ...]:
    """Return what stands on *face* of *die*, whose flat corners are given in the order of the shape's ring."""
    middle = sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
    if die.faces != 4:
        head = corners[-1] if die.faces == 8 else _between(corners[0], corners[1], 0.5)
        return (Numeral(face + 1, middle, head),)
    return tuple(
        Numeral(vertex + 1, _between(middle, corner, _TIP_SHARE), corner)
        for vertex, corner in zip(shape.faces[face], corners, strict=True)
    )


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
