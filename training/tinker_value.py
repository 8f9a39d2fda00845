"""What positions of Tinker Tactics promise: ``python -m training.tinker_value --out FILE``.

Searches by random games play games against each other, with a share of random actions. Their values of positions are
what the weights of ``adviser.kernels.tinker_value`` are fitted to (least squares, Adam), but for those of every tenth
game, which tell how good the fit is. How much is to be said for a move is then set so that what the searches visited
is likeliest. The same numbers give the same weights.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from adviser.compiled_tree_search import Manner, grow
from adviser.kernels import Kernel, store
from adviser.kernels.rows import WIDTH
from adviser.kernels.tinker_value import NUMBERS, WORK, describe, flattened, judge
from core.games.tinker_tactics import GAME
from core.tinker.options import TinkerOptions

OPTIONS = TinkerOptions(ply_limit=200, quiet_ply_limit=60)
HELD_BACK = 10
"""One game in this many is not learned from."""
SHARPNESS = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0)
BATCH, RATE, LAST_RATE, DECAY = 256, 3e-3, 1e-4, 1e-4
MOST_RANDOM = 6
"""The most random actions at the start of a game."""


@dataclass(frozen=True)
class Budget:
    """How many *games* to play, with searches of this many *nodes*, a share *noise* of random actions, and *epochs*."""

    games: int
    nodes: int
    noise: float
    epochs: int
    seed: int


class Sample(NamedTuple):
    """A position: its numbers, its state, and a search's value, moves and their visits."""

    game: int
    numbers: Any
    state: Any
    value: float
    moves: Any
    visits: Any


def samples(kernel: Kernel, game: int, nodes: int, noise: float) -> Iterator[Sample]:
    """Yield the positions that are searched in one game, up to the first whose end is proved."""
    rng, position = random.Random(game), GAME.deal(OPTIONS, game)
    opening = rng.randint(0, MOST_RANDOM)
    while not GAME.outcome(position):
        if position.ply < opening or rng.random() < noise:
            position = GAME.play(position, rng.choice(list(GAME.actions(position))))
            continue
        manner = Manner(learned=False)
        found = grow(GAME, kernel, position, expired=lambda: False, max_nodes=nodes, seed=game, manner=manner)
        assert found
        if found.proved:
            return
        state, numbers = kernel.encode(position), np.zeros(NUMBERS, np.float32)
        describe(state, numbers)
        moves = np.array([kernel.code(position, other.action) for other in found.alternatives], np.int64)
        visits = np.array([other.visits for other in found.alternatives], np.float64)
        yield Sample(game, numbers, state, found.value, moves, visits / visits.sum())
        position = GAME.play(position, found.line[0])


def fit(numbers: Any, values: Any, epochs: int, seed: int) -> dict[str, Any]:
    """Return the layers that tell *values* (N,) from *numbers* (N, ``NUMBERS``); see ``tinker_value.flattened``."""
    rng, middle, spread = np.random.default_rng(seed), numbers.mean(0), np.maximum(numbers.std(0), 1e-6)
    table = (numbers - middle) / spread
    layers = [
        rng.normal(0, NUMBERS**-0.5, (NUMBERS, WIDTH)),
        np.zeros(WIDTH),
        rng.normal(0, WIDTH**-0.5, WIDTH),
        np.zeros(1),
    ]
    means, squares = ([np.zeros_like(layer) for layer in layers] for _ in range(2))
    step = 0
    for epoch in range(epochs):
        order = rng.permutation(len(values))
        rate = RATE * (1 - epoch / epochs) + LAST_RATE
        for start in range(0, len(order), BATCH):
            chosen, step = order[start : start + BATCH], step + 1
            slopes = _slopes(layers, table[chosen], values[chosen])
            for layer, mean, square, slope in zip(layers, means, squares, slopes, strict=True):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope**2 - square)
                moved = mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
                layer -= rate * (moved + DECAY * layer)
    hidden, bias, value, value_bias = layers
    bias = bias - (middle / spread) @ hidden
    made = {"hidden.weight": hidden / spread[:, None], "hidden.bias": bias, "value.weight": value}
    return {**made, "value.bias": value_bias, "sharpness": np.ones(1)}


def _slopes(layers: list[Any], table: Any, values: Any) -> list[Any]:
    """Return the gradient of half the mean squared error for each of *layers*."""
    hidden, bias, value, value_bias = layers
    before = table @ hidden + bias
    channels = np.maximum(before, 0)
    told = np.tanh(channels @ value + value_bias)
    wrong = (told - values) * (1 - told**2) / len(values)
    back = np.outer(wrong, value) * (before > 0)
    return [table.T @ back, back.sum(0), channels.T @ wrong, wrong.sum(keepdims=True)]


def told(sample: Sample, weights: Any) -> tuple[float, Any]:
    """Return what *weights* say of a position and of its moves."""
    work = np.zeros(WORK, np.float32)
    value = judge(sample.state, weights, np.zeros(0, np.int64), work, sample.moves, len(sample.moves))
    return float(value), work[: len(sample.moves)].astype(np.float64)


def surprise(found: list[Sample], said: list[Any], sharpness: float) -> float:
    """Return the mean of minus the logarithm of how likely the searches' visits are, by what is *said* of moves."""
    odds = [sharpness * (about - about.max()) for about in said]
    each = [-float(one.visits @ (about - np.log(np.exp(about).sum()))) for one, about in zip(found, odds, strict=True)]
    return float(np.mean(each))


def made(found: list[Sample], budget: Budget) -> tuple[dict[str, Any], dict[str, float]]:
    """Return the layers fitted to *found*, and how good they are for the games held back."""
    learned, held = ([one for one in found if (one.game % HELD_BACK == 0) == back] for back in (False, True))
    numbers, values = (np.array([one[place] for one in learned], np.float64) for place in (1, 3))
    layers = fit(numbers, values, budget.epochs, budget.seed)
    said = [told(one, flattened(layers))[1] for one in learned]
    layers["sharpness"] *= min(SHARPNESS, key=lambda sharpness: surprise(learned, said, sharpness))
    layers = {name: layer.astype(np.float32) for name, layer in layers.items()}
    guesses, rated = zip(*(told(one, flattened(layers)) for one in held), strict=True)
    true = np.array([one.value for one in held])
    return layers, {
        "positions": len(learned),
        "held_back": len(held),
        "correlation": round(float(np.corrcoef(guesses, true)[0, 1]), 3),
        "error": round(float(np.sqrt(np.mean((np.array(guesses) - true) ** 2))), 3),
        "sharpness": float(layers["sharpness"][0]),
        "surprise": round(surprise(held, list(rated), 1.0), 3),
        "surprise_of_even": round(float(np.mean([np.log(len(one.moves)) for one in held])), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the learned value of Tinker Tactics.")
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--nodes", type=int, default=4000, help="random games a search plays")
    parser.add_argument("--noise", type=float, default=0.2, help="the share of random actions")
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=600_000)
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write the layers there, and how they were made beside"
    )
    given = parser.parse_args()
    store.load("tinker")
    kernel = store.find(GAME)
    assert kernel
    began, budget = time.process_time(), Budget(given.games, given.nodes, given.noise, given.epochs, given.seed)
    seeds = range(given.seed, given.seed + given.games)
    found = [one for seed in seeds for one in samples(kernel, seed, given.nodes, given.noise)]
    layers, report = made(found, budget)
    print(json.dumps(report), f"{time.process_time() - began:.0f} s of processor time")
    if given.out:
        np.savez(given.out, **layers)
        card = {"recipe": "training.tinker_value", "budget": asdict(budget), "report": report}
        given.out.with_suffix(".json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
