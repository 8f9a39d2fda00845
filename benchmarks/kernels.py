"""Whether the compiled kernels are equal to the rules: ``python -m benchmarks.kernels [--positions 10000]``.

Seeded games of every game with a kernel, under options mixed at random, are played on both; at
every ply the moves, their texts, the state after the action and whether the game is over are
compared. Ends with status 1 at the first difference, after naming the game and the options.
"""

from __future__ import annotations

import argparse
import random
from typing import Any

from adviser.kernels import Kernel, store
from core import games
from core.game import Game
from tests.adviser.kernels.follow import follow
from tests.games.sample import mixed
from tests.rules.test_reference import CHOICES as GOODWIN

OTHERS: dict[str, dict[str, list[Any]]] = {
    "tabik": {
        "board_size": [2, 3, 4, 5, 7, 9],
        "pie_rule": [False],
        "rods_split_groups": [True],
        "explicit_passes": [True],
        "zero_tie_loser": ["draw"],
        "ply_limit": [20],
    },
    "tinker_tactics": {
        "players": [3, 4, 5, 6],
        "voluntary_pass": [True],
        "land_on_start": [True],
        "eliminated_die": ["stay"],
        "no_move": ["lose"],
        "quiet_ply_limit": [10],
        "ring_direction": ["counterclockwise"],
        "ply_limit": [20],
    },
}
PLIES = 60


def compared(game: Game[Any], kernel: Kernel, positions: int) -> int:
    """Return how many positions were compared: at least *positions*."""
    choices = OTHERS.get(game.name) or {name: some for name, some in GOODWIN.items() if name != "repetition_limit"}
    seed = total = 0
    while total < positions:
        rng = random.Random(seed)
        options = game.options.of(mixed(rng, choices))
        start = game.start(options)
        try:
            if kernel.encode(start) is not None:
                total += 1 + follow(game, kernel, start, seed=seed, choose=_choose, plies=PLIES)
        except AssertionError as difference:
            print(f"{game.name} differs, seed {seed}, {options.changed()}: {difference}")
            raise SystemExit(1) from None
        seed += 1
    return total


def _choose(rng: random.Random, actions: list[str]) -> str:
    """Choose an action, often the one that spends or moves most, so that games get rich and stuck."""
    return max(actions, key=lambda action: (action.count("-"), action)) if rng.random() < 0.3 else rng.choice(actions)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the compiled kernels with the rules.")
    parser.add_argument("--positions", type=int, default=10_000, help="how many positions of each game")
    positions = parser.parse_args().positions
    for name in games.names():
        game = games.find(name)
        if family := store.family(game):
            store.load(family)
        kernel = store.find(game)
        told = f"{compared(game, kernel, positions)} positions, no difference" if kernel else "no kernel"
        print(f"{name:<16}{told}", flush=True)


if __name__ == "__main__":
    main()
