"""The pawn of paper is no disc from above, and can be glued."""

from __future__ import annotations

import math

from kits.pawn import tower, tower_net, wall_marks
from kits.pieces import Pawn
from kits.tingle import KIT

_PIECE = KIT.pieces["l"]
assert isinstance(_PIECE, Pawn)
PAWN = _PIECE


def test_most_of_what_is_seen_of_a_pawn_from_above_are_its_walls() -> None:
    shape = tower(PAWN)
    top, foot = ([shape.vertices[k] for k in shape.faces[face]] for face in (0, -1))
    share = (max(math.hypot(x, y) for x, y, _ in top) / max(math.hypot(x, y) for x, y, _ in foot)) ** 2
    assert share < 0.3


def test_no_tab_of_a_pawn_is_too_short_to_be_glued() -> None:
    assert min(math.dist(tab[0], tab[-1]) for tab in tower_net(PAWN).tabs) > 5


def test_the_marks_of_a_pawn_stand_inside_its_walls() -> None:
    net = tower_net(PAWN)
    marks = list(wall_marks(net))
    assert len(marks) == len(net.faces) - 2
    for (_, b, c, _), mark in zip(net.faces[1:-1], marks, strict=True):
        foot = (b[0] + c[0]) / 2, (b[1] + c[1]) / 2
        assert mark.size_mm / 2 < math.dist(mark.at, foot) < math.dist(mark.head, foot)
        assert mark.size_mm < math.dist(b, c)
