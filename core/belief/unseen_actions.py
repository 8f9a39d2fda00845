"""The search for several unseen actions: the likeliest ways from known positions to a board that fits a look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop
from math import inf
from typing import Generic

from core.belief.explanation import PRIORS, Explained
from core.belief.likelihood import CELL_NATS, Table
from core.belief.traces import contents_of, played_on, successors
from core.game import Game, P
from core.verdict import Played

WIDTHS = (72, 72, 18)
"""Positions followed after one, two, and each further action, from all starts together: this bounds the work.

The first ones are many because a piece placed and spent again unseen may have stood anywhere.
"""
PATIENCE = 2
"""The search ends after this many actions in a row without getting nearer to the board."""
_TOLD = 12
"""The most ways returned."""


@dataclass(frozen=True, slots=True)
class Start(Generic[P]):
    """Where a way may begin: a position, the look as it is explained there, and the position's log weight."""

    position: P
    explained: Explained
    nats: float = 0.0


@dataclass(frozen=True, slots=True)
class Way(Generic[P]):
    """Legal *actions* from the start with this *number* to *position*; *nats* weighs the start and the fit."""

    number: int
    actions: tuple[str, ...]
    position: P
    nats: float


def ways_to(game: Game[P], starts: Sequence[Start[P]], *, longest: int) -> list[Way[P]]:
    """Return the likeliest ways of two to *longest* actions from any of *starts* to a board that fits the look.

    A board fits if it is within ``CELL_NATS`` of the likeliest content of each cell. After each action only the
    likeliest positions are followed, ``WIDTHS`` of them, until no more actions can be likelier.
    """
    tables = [start.explained.table for start in starts]
    best = [table.fit(start.explained.free) for table, start in zip(tables, starts, strict=True)]
    followed = [
        Way(number, (), start.position, start.nats + table.fit({}))
        for number, (table, start) in enumerate(zip(tables, starts, strict=True))
    ]

    def short_of(way: Way[P]) -> float:
        return best[way.number] + starts[way.number].nats - way.nats

    nearest = [min(map(short_of, followed), default=inf)]
    found: list[Way[P]] = []
    for length in range(1, longest + 1):
        further = [
            (-nats, index, action)
            for index, way in enumerate(followed)
            for nats, action in _one_longer(game, way, tables[way.number])
        ]
        heapify(further)
        reached: dict[tuple[int, P], Way[P]] = {}
        while further and len(reached) < WIDTHS[min(length, len(WIDTHS)) - 1]:
            less, index, action = heappop(further)
            way = followed[index]
            after, _ = played_on(game, way.position, action)
            reached.setdefault((way.number, after), Way(way.number, (*way.actions, action), after, -less))
        followed = list(reached.values())
        nearest.append(min(map(short_of, followed), default=inf))
        if length > 1:
            found += [way for way in followed if short_of(way) <= CELL_NATS]
            if nearest[-1] <= -PRIORS.further_action or _leads_nowhere(nearest):
                break
    found.sort(key=lambda way: (-PRIORS.of(Played(way.actions)) - way.nats, way.number, way.actions))
    return found[:_TOLD]


def _leads_nowhere(nearest: Sequence[float]) -> bool:
    """Return whether the latest ``PATIENCE`` actions have brought no way nearer to the board.

    *nearest* holds, after each action, how many nats worse than the likeliest contents the nearest way fits.
    """
    return len(nearest) > PATIENCE and min(nearest[-PATIENCE:]) >= min(nearest[:-PATIENCE])


def _one_longer(game: Game[P], way: Way[P], table: Table) -> Iterator[tuple[float, str]]:
    """Yield each legal action after *way*, with the weight of the way that it extends."""
    board, rows, floor = contents_of(game, way.position), table.rows, table.floor
    for action, change in successors(game, way.position):
        nats = way.nats
        for cell, content in change.items():
            if (row := rows.get(cell)) is not None:
                nats += row.get(content, floor) - row.get(board[cell], floor)
        yield nats, action
