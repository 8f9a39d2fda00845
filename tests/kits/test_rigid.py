"""Which glue tabs hold a folded body together."""

from __future__ import annotations

import pytest

from kits.fold import Polyhedron, cube, glued_edges, octahedron, open_box, prism, tetrahedron, unfold
from kits.rigid import fewest_tabs, freedom

BODIES = {
    "tetrahedron": (tetrahedron(21.0), 2),
    "cube": (cube(16.0), 2),
    "octahedron": (octahedron(18.0), 3),
    "pawn": (prism(6, 15.9, 28.6), 2),
    "tray": (open_box((84.0, 56.0, 18.0)), 2),
}


@pytest.mark.parametrize(("shape", "count"), BODIES.values(), ids=BODIES)
def test_a_few_tabs_leave_nothing_loose_and_none_can_be_spared(shape: Polyhedron, count: int) -> None:
    every, kept = glued_edges(shape), fewest_tabs(shape)
    assert len(kept) == count < len(every)
    joined = [(face, every[face, edge]) for face, edge in kept]
    assert freedom(shape, joined) == 0
    assert all(freedom(shape, [pair for pair in joined if pair != left_out]) > 0 for left_out in joined)


def test_an_unglued_net_moves_in_as_many_ways_as_it_has_folds() -> None:
    assert freedom(tetrahedron(21.0), []) == 3
    assert freedom(cube(16.0), []) == 5


def test_a_net_has_only_the_tabs_that_are_asked_for() -> None:
    shape = cube(16.0)
    flat = unfold(shape, tab_mm=4.0, glued=fewest_tabs(shape))
    assert len(flat.tabs) == 2
    assert len(flat.folds) == 5 + 2
