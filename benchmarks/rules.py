"""How fast the rules are: ``make bench-rules``, or ``python -m benchmarks.rules [--seconds 60]``.

Random play in plies a second and perft(3) in nodes a second, for every game, beside python-chess. All take turns in
one run, in CPU time of one thread, so that a ratio is between neighbours in time. Ctrl-C ends the run early and prints
what was measured.
"""

from __future__ import annotations

import argparse
import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from itertools import cycle
from typing import Any

from core import games
from core.game import HiddenSetup
from core.options import RuleOptions

ROUNDS = 5
Rates = dict[str, list[float]]
Task = Callable[[int], Iterator[float]]
"""Takes a seed and yields endlessly how many plies or nodes were done since the last time."""
POSITIONS = 20
"""How many positions perft starts from in turn; they are made before timing begins."""
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
    """Return random play and perft of every table, and perft of chess, if python-chess is there."""
    found = [Row(table.title, partial(_play, table)) for table in TABLES]
    found += [Row(f"perft(3) of {table.title}", partial(_perft, table), CHESS) for table in TABLES]
    if find_spec("chess") is not None:
        found.append(Row(CHESS, partial(_chess_perft, importlib.import_module("chess"))))
    return found


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


def _chess_perft(chess: Any, seed: int) -> Iterator[float]:
    """Count from positions ten random plies into the game, the last ply without playing it, as our perft does."""

    def perft(board: Any, depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += perft(board, depth - 1)
            board.pop()
        return total

    rng, boards = random.Random(seed), []
    for _ in range(POSITIONS):
        board = chess.Board()
        while board.ply() < 10 and any(board.legal_moves):
            board.push(rng.choice(list(board.legal_moves)))
        boards.append(board)
    return (perft(board, 3) for board in cycle(boards))


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the rules of every game.")
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU seconds for play and perft together")
    given = parser.parse_args()
    measured = rows()
    if CHESS not in {row.name for row in measured}:
        print("python-chess is not installed, so its row is left out; pip install '.[bench]' brings it")
    rates: Rates = {row.name: [] for row in measured}
    try:
        _take_turns(measured, rates, given.seconds / ROUNDS / len(measured))
    except KeyboardInterrupt:
        print("interrupted: this is what was measured", file=sys.stderr)
    _tell("")
    _print_rates(measured, rates)


def _take_turns(rows: Sequence[Row], rates: Rates, share: float) -> None:
    for turn in range(ROUNDS):
        for row in rows:
            _tell(f"round {turn + 1} of {ROUNDS}: {row.name}")
            task, work = row.task(turn), 0.0
            began = spent = time.process_time()
            while spent - began < share:
                work += next(task)
                spent = time.process_time()
            rates[row.name].append(work / (spent - began))


def _print_rates(rows: Sequence[Row], rates: Rates) -> None:
    print(f"{'':<34}{'a second':>14}  times")
    for row in rows:
        if found := rates[row.name]:
            ratio = ""
            if row.beside and (other := rates.get(row.beside)):
                ratio = f"  {statistics.median(a / b for a, b in zip(found, other, strict=False)):.1f} × {row.beside}"
            print(f"{row.name:<34}{statistics.median(found):>14,.0f}{ratio}")


def _tell(text: str) -> None:
    """Show the progress if somebody is looking."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
