"""How dice are numbered: the values on each face, and where they stand.

A d6 and a d8 have one value in the middle of each face; opposite faces add up to 7
and 9. A d4 has a value at each tip, repeated on the three faces that meet there. Its
top tip shows the value, which can be read from above.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kits.fold import Point, Polyhedron, between, cube, octahedron, tetrahedron
from kits.pieces import Die

_TIP_SHARE = 0.45
"""Where a d4's numbers stand, as a share of the way from the middle of the face to its corner."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """A value on a face: its centre, and the point its top faces, both in the net frame."""

    value: int
    at: Point
    head: Point


def body(die: Die) -> Polyhedron:
    """Return the shape of *die*."""
    return {4: tetrahedron, 6: cube, 8: octahedron}[die.faces](die.edge_mm)


def numerals(die: Die, shape: Polyhedron, face: int, corners: Sequence[Point]) -> tuple[Numeral, ...]:
    """Return the numerals on *face* of *die*; *corners* are the net corners, in ring order."""
    middle = sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
    if die.faces != 4:
        head = corners[-1] if die.faces == 8 else between(corners[0], corners[1], 0.5)
        return (Numeral(face + 1, middle, head),)
    return tuple(
        Numeral(vertex + 1, between(middle, corner, _TIP_SHARE), corner)
        for vertex, corner in zip(shape.faces[face], corners, strict=True)
    )
