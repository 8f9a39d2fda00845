"""How fast the search plays: ``python -m benchmarks.playouts [--seconds 20]``.

Uniformly random playouts in plies a second and tree search in playouts a second, of our
compiled kernels and of OpenSpiel's C++ games of like size (``pip install open_spiel``). All take
turns in one run, in CPU time of one thread: trust the ratios. OpenSpiel's playouts are those
of a search with 4 simulations of 100 playouts, their plies the mean length of 200 random games.
"""

from __future__ import annotations

import argparse
import importlib
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from adviser.compiled_tree_search import Manner, grow
from adviser.kernels import Kernel, store
from core import games

OURS = [("tink", 2), ("tink", 4), ("ting", 2), ("ting", 4), ("tabik", 2), ("tinker_tactics", 2)]
THEIRS = ["gomoku(size=8,connect=4)", "gomoku(size=15)", "clobber"]
PAIRS = [
    ("tink 2", THEIRS[0]),
    ("ting 4", "gomoku(size=15)"),
    ("tabik 2", "clobber"),
    ("tinker_tactics 2", "clobber"),
]
_PLAYOUTS = 1000
_SIMULATIONS = 10_000
Task = Callable[[], float]
"""Does some work and returns the amount."""


def playouts(kernel: Kernel, position: Any) -> Task:
    """Return the task of playing *position* out at random, in plies."""
    uniform, start = kernel.uniform, kernel.encode(position)

    def play(start: Any, rng: Any, scratch: Any, times: Any) -> Any:
        total, state = 0, start.copy()
        for _ in range(times):
            state[:] = start
            total += uniform(state, rng, scratch) >> 8
        return total

    rng, scratch = np.array([1], np.uint64), np.zeros(kernel.most_moves, np.int64)
    played: Callable[..., int] = njit(play)
    played(start, rng, scratch, 1)
    return lambda: float(played(start, rng, scratch, _PLAYOUTS))


def simulations(name: str, kernel: Kernel, position: Any) -> Task:
    """Return the task of a tree search with uniform playouts, in playouts."""
    game, manner = games.find(name), Manner(informed=False, learned=False, games=1, trust=1.0)

    def search() -> float:
        found = grow(game, kernel, position, expired=lambda: False, max_nodes=_SIMULATIONS, manner=manner)
        assert found
        return float(found.simulations)

    return search


def their_playouts(spiel: Any, name: str) -> Task:
    game, rng = spiel.load_game(name), random.Random(1)
    lengths = []
    for _ in range(200):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        lengths.append(state.move_number())
    length, times, simulations = statistics.fmean(lengths), 100, 4
    bot = spiel.MCTSBot(game, spiel.RandomRolloutEvaluator(times, 1), 1.4, simulations, 100, False, 1, False)
    start = game.new_initial_state()

    def play() -> float:
        bot.step(start)
        return (length - 1) * times * simulations

    return play


def their_simulations(spiel: Any, name: str) -> Task:
    game = spiel.load_game(name)
    evaluator = spiel.RandomRolloutEvaluator(1, 1)
    bot = spiel.MCTSBot(game, evaluator, 1.4, _SIMULATIONS, 1000, True, 1, False)
    start = game.new_initial_state()

    def search() -> float:
        bot.step(start)
        return float(_SIMULATIONS)

    return search


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure playouts and tree search, beside OpenSpiel where it is.")
    parser.add_argument("--seconds", type=float, default=20.0, help="CPU seconds to spend in all")
    given = parser.parse_args()
    plies: dict[str, Task] = {}
    searches: dict[str, Task] = {}
    for name, players in OURS:
        game = games.find(name)
        family = store.family(game)
        assert family
        store.load(family)
        kernel = store.find(game)
        assert kernel
        position = game.start(game.options(players=players))
        plies[f"{name} {players}"] = playouts(kernel, position)
        searches[f"{name} {players}"] = simulations(name, kernel, position)
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not installed; only our own figures follow")
    else:
        plies |= {name: their_playouts(pyspiel, name) for name in THEIRS}
        searches |= {name: their_simulations(pyspiel, name) for name in THEIRS}
    share = given.seconds / (len(plies) + len(searches))
    for title, tasks in (("random play, plies/s", plies), ("tree search, playouts/s", searches)):
        _report(title, _rates(tasks, share * len(tasks)))


def _rates(tasks: dict[str, Task], seconds: float) -> dict[str, float]:
    """Return how much of each task gets done per CPU second; they take turns for *seconds* altogether."""
    work, spent = dict.fromkeys(tasks, 0.0), dict.fromkeys(tasks, 0.0)
    while sum(spent.values()) < seconds:
        name = min(spent, key=spent.__getitem__)
        began = time.process_time()
        work[name] += tasks[name]()
        spent[name] += time.process_time() - began
    return {name: work[name] / spent[name] for name in tasks}


def _report(title: str, rates: dict[str, float]) -> None:
    print(title)
    for name, rate in rates.items():
        print(f"  {name:<28}{rate:>14,.0f}")
    for ours, theirs in PAIRS:
        if ours in rates and theirs in rates:
            print(f"  {ours} / {theirs}: {rates[ours] / rates[theirs]:.1f}")


if __name__ == "__main__":
    main()
