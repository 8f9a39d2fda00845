"""How long one diagnosis takes: of what is legal, half done, wrong, or beyond any explanation."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.engines import Table, middle
from core import games
from core.reading import EMPTY

TABLES = (
    *(Table(game, players) for game in ("tink", "ting", "tingle") for players in (2, 3, 4)),
    Table("tabik"),
    Table("tabik", size=19),
    *(Table("tinker_tactics", players) for players in range(2, 7)),
)
REPEATS = 3
Board = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Timing:
    """The CPU seconds of the diagnoses of one game, each the best of ``REPEATS``."""

    name: str
    seconds: tuple[float, ...]
    slowest: str


def timings(cases: int) -> Iterator[Timing]:
    """Yield the timing of *cases* changed boards of every game and number of players."""
    for table in TABLES:
        game, rng = games.find(table.game), random.Random(1)
        timed: list[tuple[float, str]] = []
        while len(timed) < cases:
            before = middle(table, rng, rng.randrange(40))
            history = [middle(table, rng, 5), before]
            for kind, observed in _changes(table, before, rng):
                timed.append((_best(game, before, observed, history), kind))
        yield Timing(table.title, tuple(seconds for seconds, _ in timed), max(timed)[1])


def _best(game: Any, before: Any, observed: Board, history: list[Any]) -> float:
    found = []
    for _ in range(REPEATS):
        began = time.process_time()
        game.diagnose(before, observed, history)
        found.append(time.process_time() - began)
    return min(found)


def _changes(table: Table, before: Any, rng: random.Random) -> Iterator[tuple[str, Board]]:
    """Yield boards that somebody could see after *before*, with what was done."""
    game: Any = games.find(table.game)
    start, alphabet = game.contents(before), game.alphabet(before)
    after = game.apply(before, rng.choice(game.moves(before)))
    one = game.contents(after)
    yield "one action", one
    if not after.outcome:
        two = game.contents(game.apply(after, rng.choice(game.moves(after))))
        yield "two actions", two
        yield "two actions and a stray piece", _altered(two, alphabet, 1, rng)
    differ = [cell for cell in start if start[cell] != one[cell]]
    if differ:
        yield "part of an action", {**one, (cell := rng.choice(differ)): start[cell]}
    lifted = [cell for cell in start if start[cell] != EMPTY]
    if lifted:
        yield "a piece lifted", {**start, rng.choice(lifted): EMPTY}
        yield "many pieces lifted", {**start, **dict.fromkeys(rng.sample(lifted, (len(lifted) + 1) // 2), EMPTY)}
    for cells in (1, 2, 3, 4, 20):
        yield f"{cells} cells changed", _altered(start, alphabet, cells, rng)
    yield "every cell changed", {cell: rng.choice(alphabet) for cell in start}


def _altered(board: Board, alphabet: tuple[str, ...], cells: int, rng: random.Random) -> Board:
    return {**board, **{cell: rng.choice(alphabet) for cell in rng.sample(list(board), cells)}}
