"""The work of the rules' benchmark: our engines, and the plain ones of the tests that they are proved by."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from typing import Any

from core import games
from core.game import HiddenSetup
from core.goodwin.options import GoodwinOptions
from core.options import RuleOptions
from core.tabik.options import TabikOptions
from tests.rules import reference as lists_goodwin
from tests.tabik import reference as lists_tabik
from tests.tinker import reference as lists_tinker
from tests.tinker.test_reference import plain

Task = Callable[[int], Iterator[float]]
"""Takes a seed and yields, for ever, how many plies or nodes were done since the last time."""
POSITIONS = 20
"""How many positions perft starts from in turn; they are made before the time is taken."""
LIMIT = 300
"""Plies after which a random game is stopped."""
CHESS = "perft(3) of python-chess"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table; ``beside`` names the row to which its rate is compared."""

    name: str
    task: Task
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A game at one of its usual sizes."""

    game: str
    players: int = 2
    size: int = 8

    @property
    def title(self) -> str:
        size = f", {self.size} × {self.size}" if self.game == "tabik" else f", {self.players} players"
        return games.find(self.game).title + size

    @property
    def options(self) -> RuleOptions:
        game = games.find(self.game)
        return game.options.of(
            {"ply_limit": LIMIT, **({"board_size": self.size} if self.game == "tabik" else {"players": self.players})}
        )


TABLES = (
    Table("tink"),
    Table("tink", 4),
    Table("ting"),
    Table("ting", 4),
    Table("tingle"),
    Table("tabik"),
    Table("tinker_tactics"),
    Table("tinker_tactics", 4),
)


def rows() -> list[Row]:
    """Return random play, ours and that of the plain engines, then perft, of every table."""
    found = []
    for table in TABLES:
        slow = f"{table.title}, lists"
        found.append(Row(table.title, partial(_play, table), slow))
        found.append(Row(slow, partial(_PLAIN.get(table.game, _play_goodwin), table)))
    return found + [Row(f"perft(3) of {table.title}", partial(_perft, table), CHESS) for table in TABLES]


def start(table: Table, seed: int) -> Any:
    """Return a start position: dealt by *seed* where the players choose theirs in secret."""
    game = games.find(table.game)
    return game.deal(table.options, seed) if isinstance(game, HiddenSetup) else game.start(table.options)


def middle(table: Table, rng: random.Random, plies: int = 10) -> Any:
    """Return a position in play after *plies* random actions."""
    game: Any = games.find(table.game)
    while True:
        position = start(table, rng.randrange(1_000_000))
        while position.ply < plies and not position.outcome:
            position = game.apply(position, rng.choice(game.moves(position)))
        if not position.outcome:
            return position


def _play(table: Table, seed: int) -> Iterator[float]:
    game: Any = games.find(table.game)
    rng = random.Random(seed)
    while True:
        position = start(table, seed)
        while not position.outcome:
            moves = game.moves(position)
            position = game.apply(position, moves[int(rng.random() * len(moves))])
        yield position.ply


def _perft(table: Table, seed: int) -> Iterator[float]:
    game, rng = games.find(table.game), random.Random(seed)
    positions = [middle(table, rng) for _ in range(POSITIONS)]
    return (game.perft(position, 3) for position in cycle(positions))


def _play_goodwin(table: Table, seed: int) -> Iterator[float]:
    rng, side, options = random.Random(seed), 12 if table.game == "ting" else 8, table.options
    assert isinstance(options, GoodwinOptions)
    while True:
        state = lists_goodwin.start(side, options)
        while not state.result:
            state = lists_goodwin.play(state, rng.choice(lists_goodwin.legal(state)))
            yield 1


def _play_tabik(table: Table, seed: int) -> Iterator[float]:
    rng = random.Random(seed)
    while True:
        state = lists_tabik.start(TabikOptions.own(table.options))
        while not state.result:
            state = lists_tabik.play(state, rng.choice(lists_tabik.legal(state)))
            yield 1


def _play_tinker(table: Table, seed: int) -> Iterator[float]:
    rng = random.Random(seed)
    while True:
        state = plain(start(table, seed), table.options.changed())
        while not state.result:
            state = lists_tinker.play(state, rng.choice(lists_tinker.actions(state)))
            yield 1


_PLAIN: dict[str, Callable[[Table, int], Iterator[float]]] = {
    "tabik": _play_tabik,
    "tinker_tactics": _play_tinker,
}
