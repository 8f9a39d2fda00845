"""Sets of cells against ``frozenset``, and who touches whom."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.board.cells import CellSet
from core.board.topology import square_grid

CELLS = st.frozensets(st.integers(0, 143))


@given(CELLS, CELLS)
def test_cell_sets_are_sets(a: frozenset[int], b: frozenset[int]) -> None:
    one, other = CellSet.of(*a), CellSet.of(*b)
    assert frozenset(one & other) == a & b
    assert frozenset(one | other) == a | b
    assert frozenset(one ^ other) == a ^ b
    assert frozenset(one - other) == a - b
    assert (one <= other, one < other, one >= other, one > other) == (a <= b, a < b, a >= b, a > b)
    assert one.isdisjoint(other) == a.isdisjoint(b)
    assert (one == other, bool(one), len(one)) == (a == b, bool(a), len(a))
    assert list(one) == sorted(a)
    assert all((cell in one) == (cell in a) for cell in range(-1, 145))
    assert eval(repr(one)) == one
    assert hash(one) == hash(CellSet.of(*sorted(a)))


def test_a_set_has_no_bare_complement() -> None:
    with pytest.raises(ValueError, match="complement"):
        CellSet(-1)


@pytest.mark.parametrize("side", [8, 12])
def test_grid_by_distance(side: int) -> None:
    grid = square_grid(side)
    places = [(column, row) for column in range(side) for row in range(side)]
    for cell, (x, y) in enumerate(places):
        near = {n for n, (u, v) in enumerate(places) if max(abs(u - x), abs(v - y)) == 1}
        assert set(grid.neighbours[cell]) == near
        assert grid.cell(grid.name(cell)) == cell
        assert set(grid.fours_through[cell]) == {four for four in grid.fours if cell in four}
    assert len(set(grid.fours)) == len(grid.fours) == 2 * side * (side - 3) + 2 * (side - 3) ** 2
    for four in grid.fours:
        ends = [places[cell] for cell in four]
        ((dx, dy),) = {(x - u, y - v) for (u, v), (x, y) in pairwise(ends)}
        assert max(abs(dx), abs(dy)) == 1
        (a, b), (c, d) = ends[0], ends[-1]
        beyond = {(a - dx, b - dy), (c + dx, d + dy)} & set(places)
        assert {places[cell] for cell in grid.beyond[four]} == beyond


@pytest.mark.parametrize("name", ["", "a", "a0", "i1", "a9", "A1", "a01", "a1 ", "1a", "aa1", "a¹", "ａ1", "a1\n"])
def test_unknown_cells_are_named(name: str) -> None:
    with pytest.raises(ValueError, match="no cell is called"):
        square_grid(8).cell(name)
