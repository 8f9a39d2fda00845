"""Actions as whole numbers, the same in every position of a game: what learning libraries ask for."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

from core.game import ColourHolders, Game
from core.goodwin.game import Goodwin
from core.options import SEATS
from core.tabik.game import Tabik

_NAME = r"[A-F]?[a-z][0-9]{1,2}"
_GOODWIN = re.compile(rf"([SML])({_NAME})((?:-{_NAME})*)")


_AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
_PAIRS = {frozenset(pair): number for number, pair in enumerate(combinations(_AROUND, 2), 1)}


@dataclass(frozen=True)
class Numbers:
    """The actions of one game from one start; numbers run from 0 to ``size`` − 1."""

    size: int
    number: Callable[[str], int]
    """Return the number of a canonical action."""


def numbers_of(game: Game[Any], start: Any) -> Numbers:
    """Return the numbers of the actions of *game* from *start*; the pass has the last one."""
    if isinstance(game, Goodwin):
        return _goodwin(game.cells(start))
    if isinstance(game, Tabik):
        return _tabik(game.cells(start))
    return _walks(game.cells(start))


def seat_number(position: Any, seat: str) -> int:
    """Return the number of the person who holds *seat*: in Tabik the players may exchange their colours."""
    return SEATS.index(position.holders[seat] if isinstance(position, ColourHolders) else seat)


def returns(position: Any, winners: tuple[str, ...]) -> list[float]:
    """Return what an end is worth to each person: 1 to the only winner; sums to 0; nothing where all share it."""
    return shares(len(position.seats), {seat_number(position, seat) for seat in winners})


def shares(persons: int, winners: Collection[int]) -> list[float]:
    """Return what an end is worth to each of so many *persons*, where those with the numbers *winners* share it."""
    return [((person in winners) / len(winners) - 1 / persons) * persons / (persons - 1) for person in range(persons)]


def _goodwin(cells: tuple[str, ...]) -> Numbers:
    """A kind, a target, and which two of its eight neighbours are spent, or none."""
    side = round(len(cells) ** 0.5)
    place = {name: (number // side, number % side) for number, name in enumerate(cells)}
    return Numbers(3 * len(cells) * (len(_PAIRS) + 1) + 1, partial(_placement, place))


def _placement(place: dict[str, tuple[int, int]], action: str) -> int:
    match = _GOODWIN.fullmatch(action)
    if not match:
        return 3 * len(place) * (len(_PAIRS) + 1)
    kind, target, spent = match.groups()
    x, y = place[target]
    steps = [(place[name][0] - x, place[name][1] - y) for name in spent.split("-") if name]
    pair = _PAIRS[frozenset(steps)] if steps else 0
    row = "SML".index(kind) * len(place) + list(place).index(target)
    return row * (len(_PAIRS) + 1) + pair


def _tabik(names: tuple[str, ...]) -> Numbers:
    """Both placements and the exchange on every edge, the swap, the pass."""
    edges = [name for name in names if "-" in name]
    found = {"swap": 3 * len(edges), "--": 3 * len(edges) + 1}
    for number, edge in enumerate(edges):
        low, high = edge.split("-")
        for kind, action in enumerate((f"{low}+{high}", f"{high}+{low}", f"{low}x{high}")):
            found[action] = 3 * number + kind
    return Numbers(len(found), found.__getitem__)


def _walks(cells: tuple[str, ...]) -> Numbers:
    """From any cell to any cell."""
    place = {name: number for number, name in enumerate(cells)}
    return Numbers(len(cells) ** 2 + 1, partial(_walk, place))


def _walk(place: dict[str, int], action: str) -> int:
    if action == "--":
        return len(place) ** 2
    source, target = action.split(">")
    return place[source] * len(place) + place[target]
