"""The boards as a graph: sizes, joins, both names, and where walks can end."""

from __future__ import annotations

import pytest

from core.tinker.board import joined
from tests.tinker import reference

RINGS = ("clockwise", "counterclockwise")


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_joins_are_those_of_the_reference(players: int, ring: str) -> None:
    board = joined(players, ring)
    for place, near in reference.neighbours(players, ring).items():
        cell = board.cell(reference.local_name(place))
        assert board.neighbours[cell] == sum(1 << board.cell(reference.local_name(other)) for other in near)


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_walks_end_where_distance_and_parity_say(players: int, ring: str) -> None:
    board = joined(players, ring)
    for place in reference.neighbours(players, ring):
        for steps in range(1, 9):
            ends = reference.walk_ends(players, ring, place, steps)
            mask = sum(1 << board.cell(reference.local_name(end)) for end in ends)
            assert mask == board.reach[steps][board.cell(reference.local_name(place))], (place, steps)


@pytest.mark.parametrize(("players", "ring"), [(2, "clockwise"), (4, "clockwise"), (4, "counterclockwise")])
def test_flat_names_are_those_of_a_grid(players: int, ring: str) -> None:
    board = joined(players, ring)
    at = [(ord(name[0]), int(name[1:])) for name in board.names]
    for cell, (x, y) in enumerate(at):
        beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
        assert board.neighbours[cell] == sum(1 << other for other, place in enumerate(at) if place in beside)
    assert ("d4" in board.names) == (players == 2)


def test_the_hole_and_the_outside() -> None:
    four, three = joined(4), joined(3)
    assert [four.is_off(name) for name in ("d4", "h1", "a1", "Aa1")] == [True, True, False, False]
    assert [three.is_off(name) for name in ("Ae1", "e1", "Ca3")] == [True, False, False]
    with pytest.raises(ValueError, match="hole"):
        four.cell("d4")
    with pytest.raises(ValueError, match="no cell is called 'a1'"):
        three.cell("a1")
    assert four.distance[four.cell("d3")][four.cell("d5")] == 4
    assert four.cell("Aa3") == four.cell("d3")
