"""Who touches whom on square grids, and what no cell is called."""

from __future__ import annotations

from itertools import pairwise

import pytest

from core.board.cells import bits
from core.board.topology import square_grid


@pytest.mark.parametrize("side", [8, 12])
def test_grid_by_distance(side: int) -> None:
    grid = square_grid(side)
    places = [(column, row) for column in range(side) for row in range(side)]
    for cell, (x, y) in enumerate(places):
        near = {n for n, (u, v) in enumerate(places) if max(abs(u - x), abs(v - y)) == 1}
        assert set(bits(grid.neighbours[cell])) == near
        assert grid.cell(grid.name(cell)) == cell
        assert set(grid.fours_through[cell][0]) == {four for four in grid.fours if four >> cell & 1}
    assert len(set(grid.fours)) == len(grid.fours) == 2 * side * (side - 3) + 2 * (side - 3) ** 2
    for four in grid.fours:
        ends = [places[cell] for cell in bits(four)]
        ((dx, dy),) = {(x - u, y - v) for (u, v), (x, y) in pairwise(ends)}
        assert max(abs(dx), abs(dy)) == 1
        (a, b), (c, d) = ends[0], ends[-1]
        beyond = {(a - dx, b - dy), (c + dx, d + dy)} & set(places)
        assert {places[cell] for cell in bits(grid.beyond[four])} == beyond


@pytest.mark.parametrize("name", ["", "a", "a0", "i1", "a9", "A1", "a01", "a1 ", "1a", "aa1", "a¹", "ａ1", "a1\n"])
def test_unknown_cells_are_named(name: str) -> None:
    with pytest.raises(ValueError, match="no cell is called"):
        square_grid(8).cell(name)
