"""Piece shapes: what a camera sees and what a printed net folds into."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Outline = Literal["square", "triangle", "circle"]


@dataclass(frozen=True, slots=True)
class Pyramid:
    """A square pyramid standing point up."""

    kind: str
    base_mm: float
    height_mm: float
    pips: int
    """1, 2 or 3: small, medium or large."""

    @property
    def size(self) -> str:
        """What people call it, beside other pyramids."""
        return ("small", "medium", "large")[self.pips - 1]


@dataclass(frozen=True, slots=True)
class Slab:
    """A flat piece: a square, an equilateral triangle or a disc.

    ``across_mm`` is the side of a square or triangle, the diameter of a disc.
    """

    kind: str
    outline: Outline
    across_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True)
class Pawn:
    """A figure with a foot and a head, round as seen from above."""

    kind: str
    across_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True)
class Die:
    """A regular tetrahedron, cube or octahedron, numbered from 1 to *faces*; or a d10, numbered from 0 to 9.

    A d10 is a trapezohedron as thick between opposite faces as a d6 with the edge *edge_mm*. It may show *tens*, 00
    to 90.
    """

    kind: str
    faces: Literal[4, 6, 8, 10]
    edge_mm: float
    tens: bool = False


@dataclass(frozen=True, slots=True)
class Rod:
    """A straight stick that lies on the edge between two cells."""

    length_mm: float
    width_mm: float
    height_mm: float


Piece = Pyramid | Slab | Pawn | Die


def across_mm(piece: Piece) -> float:
    """Return the side of the smallest square cell that fits *piece*."""
    match piece:
        case Pyramid():
            return piece.base_mm
        case Slab() | Pawn():
            return piece.across_mm
        case Die():
            return piece.edge_mm
