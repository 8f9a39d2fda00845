"""Boards as text, and square grids: who touches whom, and what no cell is called."""

from __future__ import annotations

from itertools import pairwise

import pytest

from core import games
from core.board.cells import bits
from core.board.text import WIDTH, board_text
from core.board.topology import square_grid


def contents(name: str, position: str, **values: object) -> dict[str, str]:
    game = games.find(name)
    return dict(game.contents(game.parse_position(position, game.options.of(values))))


def test_rods_lie_between_their_stones() -> None:
    drawn = board_text(contents("tabik", "w1w/bbw/1b1 a2-a3,b1-b2,b2-c2,c2-c3 B 4"), changed=["b2", "c2"])
    assert drawn.splitlines() == [
        " 3  w   .   w",
        "    |       |",
        " 2  b  [b]-[w]",
        "        |",
        " 1  .   b   .",
        "    a   b   c",
    ]


def test_a_hole_is_no_cell() -> None:
    drawn = board_text(contents("tinker_tactics", "4 A4d1=4,A6d3=3,C6a7=2,C4b5=1 A 0"))
    assert drawn.splitlines()[3] == " 4  .     .     .           .     .     ."
    assert drawn.splitlines()[4] == " 3  .     .     .     A6=3  .     .     ."


def test_mini_boards_stand_beside_each_other_as_far_as_there_is_room() -> None:
    seen = contents("tinker_tactics", "3 A8Aa2=3,A4Ad1=4,A6Bd3=2,C4Ca3=2,C8Cb2=6,C6Cd1=3 C 1")
    wide, narrow = board_text(seen, width=100).splitlines(), board_text(seen).splitlines()
    assert wide[0].split() == ["board", "of", "A", "board", "of", "B", "board", "of", "C"]
    assert narrow[0].split() == ["board", "of", "A", "board", "of", "B"]
    assert narrow[1] == " 3  .     .     .     .        3  .     .     .     A6=2"
    assert narrow[6] == "   board of C"


@pytest.mark.parametrize("name", ["ting", "tabik"])
def test_the_largest_board_fits_a_terminal(name: str) -> None:
    game = games.find(name)
    start = game.start(game.options.of({"board_size": 19} if name == "tabik" else {}))
    assert max(map(len, board_text(game.contents(start)).splitlines())) <= WIDTH


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
