"""How fast the rules are: ``python -m benchmarks.rules [--seconds 20]``.

Random play of Tink in plies a second, perft in nodes a second, and the milliseconds of
one diagnosis; each beside the plain engine on lists that the tests compare with. Both
take turns in one run, in CPU time of one thread, so that trusting the ratio is safe.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator

from core.games.tink import GAME
from core.goodwin.position import Position
from core.options import RuleOptions
from tests.rules import reference

RULES = RuleOptions()
Rate = tuple[float, float]
"""An amount of work, and the CPU seconds it took."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the rules of Tink.")
    parser.add_argument("--seconds", type=float, default=20.0, help="CPU seconds to spend in all")
    rounds = 8
    share = parser.parse_args().seconds / rounds / 4
    tasks: dict[str, Callable[[int], Iterator[int]]] = {
        "random play, bitboards": _bitboard_games,
        "random play, lists": _list_games,
        "perft(3), bitboards": _bitboard_perft,
        "perft(2), lists": _list_perft,
    }
    rates: dict[str, list[float]] = {name: [] for name in tasks}
    for turn in range(rounds):
        for name, task in tasks.items():
            work, seconds = _measured(task(turn), share)
            rates[name].append(work / seconds)
    for name, found in rates.items():
        unit = "plies" if "play" in name else "nodes"
        print(f"{name:<24}{statistics.median(found):>14,.0f} {unit}/s")
    pairs = zip(rates["random play, bitboards"], rates["random play, lists"], strict=True)
    print(f"ratio of random play    {statistics.median(fast / slow for fast, slow in pairs):>14.1f}")
    print(f"one diagnosis           {1000 * statistics.median(_diagnoses()):>14.2f} ms")


def _measured(task: Iterator[int], share: float) -> Rate:
    began, work = time.process_time(), 0
    for amount in task:
        work += amount
        if time.process_time() - began >= share:
            break
    return work, time.process_time() - began


def _bitboard_games(seed: int) -> Iterator[int]:
    """Yield the plies of every finished game."""
    rng = random.Random(seed)
    while True:
        position = GAME.start(RULES)
        while not position.outcome:
            moves = GAME.moves(position)
            position = GAME.apply(position, moves[int(rng.random() * len(moves))])
        yield position.ply


def _list_games(seed: int) -> Iterator[int]:
    rng = random.Random(seed)
    while True:
        table = reference.start(8, RULES)
        while not table.result:
            actions = reference.legal(table)
            table = reference.play(table, actions[int(rng.random() * len(actions))])
        yield table.ply


def _bitboard_perft(seed: int) -> Iterator[int]:
    rng = random.Random(seed)
    while True:
        yield GAME.perft(_middle(rng), 3)


def _list_perft(seed: int) -> Iterator[int]:
    rng = random.Random(seed)
    while True:
        table = reference.start(8, RULES)
        while table.ply < 10 and not table.result:
            table = reference.play(table, rng.choice(reference.legal(table)))
        yield reference.perft(table, 2)


def _middle(rng: random.Random) -> Position:
    """Return a position in play after ten random plies."""
    while True:
        position = GAME.start(RULES)
        while position.ply < 10 and not position.outcome:
            position = GAME.apply(position, rng.choice(GAME.moves(position)))
        if not position.outcome:
            return position


def _diagnoses() -> Iterator[float]:
    """Yield the CPU seconds of diagnosing boards two actions and a stray piece away."""
    rng = random.Random(1)
    for _ in range(300):
        before = _middle(rng)
        after = GAME.apply(before, rng.choice(GAME.moves(before)))
        if after.outcome:
            continue
        observed = dict(GAME.contents(GAME.apply(after, rng.choice(GAME.moves(after)))))
        if rng.random() < 0.5:
            observed[rng.choice(list(observed))] = "As"
        began = time.process_time()
        GAME.diagnose(before, observed, [before])
        yield time.process_time() - began


if __name__ == "__main__":
    main()
