"""The search for several unseen actions: the likeliest ways from known positions to a board that fits a look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from core.explaining import PRIORS, Explained, Table, contents_of, successors
from core.game import Game, P
from core.playing import played_through
from core.verdict import Played

WIDTH = 18
"""Positions that are followed after each action: what bounds the work, whatever the number of starts."""
_TOLD = 12
"""Ways that are told."""


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


def ways_to(game: Game[P], starts: Sequence[Start[P]], *, longest: int, cell_nats: float) -> list[Way[P]]:
    """Return the likeliest ways of two to *longest* actions from any of *starts* to a board that fits the look.

    A board fits if it is within *cell_nats* of the likeliest content of each cell. After each action only the ``WIDTH``
    likeliest positions are followed, until one fits as well as can be.
    """
    tables = [start.explained.table for start in starts]
    best = [table.fit(start.explained.free) for table, start in zip(tables, starts, strict=True)]
    followed = [
        Way(number, (), start.position, start.nats + table.fit({}))
        for number, (table, start) in enumerate(zip(tables, starts, strict=True))
    ]
    found: list[Way[P]] = []
    for length in range(1, longest + 1):
        further = [longer for way in followed for longer in _one_longer(game, way, tables[way.number])]
        further.sort(key=lambda way: (-way.nats, way.number, way.actions))
        reached: dict[tuple[int, P], Way[P]] = {}
        for way in further:
            *_, after = played_through(game, way.position, way.actions[-1:])
            reached.setdefault((way.number, after), Way(way.number, way.actions, after, way.nats))
            if len(reached) == WIDTH:
                break
        followed = list(reached.values())
        short = {way: best[way.number] + starts[way.number].nats - way.nats for way in followed} if length > 1 else {}
        found += [way for way, nats in short.items() if nats <= cell_nats]
        if any(nats <= 0.5 for nats in short.values()):
            break
    found.sort(key=lambda way: (-PRIORS.of(Played(way.actions)) - way.nats, way.number, way.actions))
    return found[:_TOLD]


def _one_longer(game: Game[P], way: Way[P], table: Table) -> list[Way[P]]:
    """Return *way* with each legal action behind it, still with the position before that."""
    board = contents_of(game, way.position)
    return [
        Way(
            way.number,
            (*way.actions, action),
            way.position,
            way.nats
            + sum(
                table.value(cell, content) - table.value(cell, board[cell])
                for cell, content in change.items()
                if cell in table.rows
            ),
        )
        for action, change in successors(game, way.position)
    ]
