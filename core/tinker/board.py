"""The joined boards as a graph, without millimetres: adjacency, and the flat and local names of cells (5.2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from core.options import shown

SEAT_LETTERS = "ABCDEF"
HIGHEST_VALUE = 8
CELL_PATTERN = r"[A-Z]?[a-z][0-9]{1,2}"
_COLUMNS = range(4)
_ROWS = range(3)

Place = tuple[int, int, int]
"""A cell of a mini-board: seat, column and row, all from 0."""


@dataclass(frozen=True, slots=True)
class Board:
    """The joined boards of all players; build it with ``joined``.

    Cells are numbered in the order of their canonical names; masks have a cell's bit.
    """

    players: int
    names: tuple[str, ...]
    numbers: Mapping[str, int]
    """Every name, flat or local → its cell."""
    neighbours: tuple[int, ...]
    distance: tuple[tuple[int, ...], ...]
    """The steps of the shortest way between each two cells: ``distance[one][other]``."""
    reach: tuple[tuple[int, ...], ...]
    """``reach[n][cell]``: the other cells where a walk of exactly *n* steps can end, visiting no cell twice.

    These are the cells at most *n* steps away whose distance is even or odd as *n* is (5.5).
    """
    home: tuple[int, ...]
    """For each seat, the cells of its own mini-board."""
    seams: tuple[tuple[str, str], ...]
    """The joins between one player's board and another's."""

    @property
    def flat(self) -> bool:
        """Whether cells are named as on one grid."""
        return self.players in {2, 4}

    @property
    def everywhere(self) -> int:
        return (1 << len(self.names)) - 1

    def cell(self, name: str) -> int:
        """Return the number of the cell called *name*, flat or local. Raises ``ValueError`` naming it.

        >>> joined(2).names[joined(2).cell("Bd3")]
        'a4'
        """
        if name in self.numbers:
            return self.numbers[name]
        hole = "d4 is the hole; " if self.players == 4 and name == "d4" else ""
        first, last = self.names[0], self.names[-1]
        raise ValueError(f"no cell is called {shown(name)} on this board; {hole}cells run from {first} to {last}")

    def is_off(self, name: str) -> bool:
        """Return whether *name* is a place beside the board, or its hole: a cell's name in shape, but of no cell."""
        if name in self.numbers or not re.fullmatch(CELL_PATTERN, name):
            return False
        return self.flat or name[0].isupper()


@cache
def joined(players: int, ring_direction: str = "clockwise") -> Board:
    """Return the boards of *players* joined in a pair or a ring; *ring_direction* is the option's value.

    >>> board = joined(4)
    >>> [board.names[cell] for cell in range(48) if board.neighbours[board.cell("d3")] >> cell & 1]
    ['c3', 'd2', 'e3']
    """
    clockwise = ring_direction == "clockwise"
    places = [(seat, column, row) for seat in range(players) for column in _COLUMNS for row in _ROWS]
    flat = {place: _flat_name(players, place, clockwise) for place in places}
    canonical = {place: flat[place] or _local_name(place) for place in places}
    places.sort(key=lambda place: _name_order(canonical[place]))
    number = {place: cell for cell, place in enumerate(places)}
    seams = _seams(players, clockwise)
    joins = [(number[one], number[other]) for one, other in (*_inner_joins(players), *seams)]
    neighbours = [0] * len(places)
    for one, other in joins:
        neighbours[one] |= 1 << other
        neighbours[other] |= 1 << one
    distance = tuple(_distances(neighbours, cell) for cell in range(len(places)))
    names = {name: number[place] for place in places for name in (flat[place], _local_name(place)) if name}
    return Board(
        players=players,
        names=tuple(canonical[place] for place in places),
        numbers=names,
        neighbours=tuple(neighbours),
        distance=distance,
        reach=tuple(tuple(_reached(row, steps) for row in distance) for steps in range(HIGHEST_VALUE + 1)),
        home=tuple(sum(1 << number[place] for place in places if place[0] == seat) for seat in range(players)),
        seams=tuple((canonical[one], canonical[other]) for one, other in seams),
    )


def _local_name(place: Place) -> str:
    seat, column, row = place
    return f"{SEAT_LETTERS[seat]}{'abcd'[column]}{row + 1}"


def _flat_name(players: int, place: Place, clockwise: bool) -> str:
    """Return the name of *place* on the one grid of two or four players; empty for other numbers (5.2, C11)."""
    seat, c, r = place[0], place[1] + 1, place[2] + 1
    if players == 2:
        x, y = ((c, r), (5 - c, 7 - r))[seat]
    elif players == 4 and clockwise:
        x, y = ((3 + c, r), (r, 5 - c), (5 - c, 8 - r), (8 - r, 3 + c))[seat]
    elif players == 4:
        x, y = ((c, r), (r, 8 - c), (8 - c, 8 - r), (8 - r, c))[seat]
    else:
        return ""
    return f"{chr(ord('a') - 1 + x)}{y}"


def _name_order(name: str) -> tuple[str, int]:
    return name.rstrip("0123456789"), int(name.lstrip("ABCDEFabcdefg"))


def _inner_joins(players: int) -> list[tuple[Place, Place]]:
    across = [((s, c, r), (s, c + 1, r)) for s in range(players) for c in _COLUMNS[:-1] for r in _ROWS]
    along = [((s, c, r), (s, c, r + 1)) for s in range(players) for c in _COLUMNS for r in _ROWS[:-1]]
    return across + along


def _seams(players: int, clockwise: bool) -> list[tuple[Place, Place]]:
    if players == 2:
        return [((0, c, 2), (1, 3 - c, 2)) for c in _COLUMNS]
    if clockwise:
        return [((s, 0, r), ((s + 1) % players, 3 - r, 2)) for s in range(players) for r in _ROWS]
    return [((s, 3, r), ((s - 1) % players, r, 2)) for s in range(players) for r in _ROWS]


def _distances(neighbours: list[int], start: int) -> tuple[int, ...]:
    """Return the steps from *start* to every cell."""
    found = {start: 0}
    ring = [start]
    while ring:
        ring = [
            cell
            for near in ring
            for cell in range(len(neighbours))
            if neighbours[near] >> cell & 1 and found.setdefault(cell, found[near] + 1) == found[near] + 1
        ]
        ring = list(dict.fromkeys(ring))
    return tuple(found[cell] for cell in range(len(neighbours)))


def _reached(distances: tuple[int, ...], steps: int) -> int:
    return sum(1 << cell for cell, far in enumerate(distances) if 0 < far <= steps and far % 2 == steps % 2)
