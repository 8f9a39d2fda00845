"""The pawn of paper: a slim tower with eight sides that narrows to its top, so that it is no disc from above."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kits.fold import Net, Point, Polyhedron, between, glued_edges, prism, unfold
from kits.pieces import Pawn
from kits.rigid import fewest_tabs

SIDES = 8
_FOOT, _TOP = 0.85, 0.5
"""Width of the foot, as a share of the pawn that this stands for, and of the top, as a share of the foot."""
_TAB_MM = 5.0
_MARK_DOWN = 0.72
"""Distance of a wall's mark from the top, as a share of the wall's length."""
_MARK_WIDE = 0.75
"""Size of the mark as a share of the wall's width there."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The place of a mark on a wall, in the net frame; ``head`` is the point that its top faces."""

    at: Point
    head: Point
    size_mm: float


def tower(pawn: Pawn) -> Polyhedron:
    """Return the shape of *pawn*: face 0 on top, then the walls, the last one below."""
    return prism(SIDES, _FOOT * pawn.across_mm, pawn.height_mm, top=_TOP)


def tower_net(pawn: Pawn, *, quick: bool = False) -> Net:
    """Return the net of *pawn*. A *quick* one has as few tabs as hold it; none stands on the short edges of the top."""
    shape = tower(pawn)
    glued = fewest_tabs(shape) if quick else tuple(edge for edge, other in glued_edges(shape).items() if other != 0)
    return unfold(shape, tab_mm=_TAB_MM, glued=glued)


def wall_marks(net: Net) -> Iterator[Mark]:
    """Yield the places of the marks on the walls of a pawn's *net*."""
    for a, b, c, d in net.faces[1:-1]:
        head, foot = between(a, d, 0.5), between(b, c, 0.5)
        wide = abs(complex(*b) - complex(*c)) * _MARK_DOWN + abs(complex(*a) - complex(*d)) * (1 - _MARK_DOWN)
        yield Mark(between(head, foot, _MARK_DOWN), head, _MARK_WIDE * wide)
