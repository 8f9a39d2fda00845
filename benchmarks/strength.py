"""Who plays better: ``python -m benchmarks.strength GAME ONE OTHER [--pairs 50]``.

A player is a search, its settings and its bound: ``tree@1000`` (playouts), ``tree@0.2s`` (seconds of
processor time), ``tree,informed=0,explore=1.0@1000``, ``alphabeta@0.2s``, ``plain@100``, ``random``.
Every opening, of a few random actions, is played twice, once from each seat, so that luck in
the opening falls out. A draw counts half. The interval is the mean of the pairs ± 1.96 standard
errors. Ctrl-C ends the match and keeps what was played.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from adviser.deepening import deepen
from adviser.fast import Manner, grow
from adviser.kernels import Kernel, store
from adviser.plain import Play
from adviser.plain import grow as grow_plainly
from adviser.pursuit import pursue
from core import games
from core.game import Game
from core.options import RuleOptions

Choose = Callable[[Any, int], str]
"""What a player does: the position and a seed to an action."""


@dataclass(frozen=True, slots=True)
class Bound:
    """How long to search: playouts or positions, or seconds of processor time."""

    nodes: int | None
    seconds: float | None

    @classmethod
    def parse(cls, text: str) -> Bound:
        if text.endswith("s"):
            return cls(None, float(text[:-1]))
        return cls(int(text), None)

    def expiry(self) -> Callable[[], bool]:
        if self.seconds is None:
            return lambda: False
        end = time.process_time() + self.seconds
        return lambda: time.process_time() >= end


def player(game: Game[Any], text: str) -> Choose:
    """Return the player described by *text*. Raises ``ValueError`` for what describes none."""
    what, _, limit = text.partition("@")
    name, *settings = what.split(",")
    if name == "random":
        return lambda position, seed: random.Random(seed).choice(list(game.actions(position)))
    bound, chosen = Bound.parse(limit), dict(pair.split("=") for pair in settings)
    if name in ("tree", "pursuit"):
        compiled = kernel_of(game)
        kinds = {field.name: type(getattr(Manner(), field.name)) for field in fields(Manner)}
        how = {"manner": Manner(**{key: kinds[key](float(value)) for key, value in chosen.items()})}
        search: Any = grow if name == "tree" else pursue
        further = how if name == "tree" else {}

        def searched(position: Any, seed: int) -> str:
            bounds = {"expired": bound.expiry(), "max_nodes": bound.nodes, "seed": seed}
            found = search(game, compiled, position, **bounds, **further)
            return str(found.line[0])

        return searched
    searches: dict[str, Any] = {"alphabeta": deepen, "plain": grow_plainly}
    if name not in searches:
        raise ValueError(f"no player is called {name}; there are tree, pursuit, alphabeta, plain and random")
    plain = searches[name]
    return lambda position, seed: str(
        plain(game, position, expired=bound.expiry(), max_nodes=bound.nodes, seed=seed).line[0]
    )


def kernel_of(game: Game[Any]) -> Kernel:
    """Return the kernel of *game*, compiled if it has to be. Raises ``ValueError`` where there is none."""
    if family := store.family(game):
        store.load(family)
        if kernel := store.find(game):
            return kernel
    raise ValueError(f"there is no compiled kernel of {game.name}, or no numba")


def opening(game: Game[Any], options: RuleOptions, seed: int, plies: int) -> Any:
    """Return a position in play after *plies* random actions."""
    rng, position = random.Random(seed), game.start(options)
    while position.ply < plies:
        position = game.play(position, rng.choice(list(game.actions(position))))
        if game.outcome(position):
            position = game.start(options)
    return position


def played(game: Game[Any], position: Any, sides: dict[int, Choose], seed: int) -> float:
    """Return what a game is worth to the first person of *sides*: 1, ½ or 0."""
    play, first = Play(game), next(iter(sides))
    while not (outcome := game.outcome(position)):
        person = play.person(position, position.to_move)
        position = game.play(position, sides[person](position, seed + position.ply))
    return (play.value(position, outcome)[first] + 1) / 2


def interval(pairs: list[float]) -> str:
    """Return the mean of *pairs* in percent with its 95 % interval."""
    mean = statistics.fmean(pairs)
    error = 1.96 * statistics.stdev(pairs) / math.sqrt(len(pairs)) if len(pairs) > 1 else 0.5
    return f"{100 * mean:.1f} % ± {100 * error:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Let two searches play a match.")
    parser.add_argument("game")
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--opening", type=int, default=3, metavar="PLIES")
    parser.add_argument("--options", default="ply_limit=200")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = games.find(given.game)
    one, other = player(game, given.one), player(game, given.other)
    options = RuleOptions.parse(given.options)
    pairs: list[float] = []
    try:
        for number in range(given.pairs):
            seed = 1000 * (given.seed + number)
            start = opening(game, options, seed, given.opening)
            score = [played(game, start, {0: one, 1: other}, seed), played(game, start, {1: one, 0: other}, seed)]
            pairs.append(sum(score) / 2)
            print(f"\r{len(pairs)} pairs: {interval(pairs)}", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        pass
    print(file=sys.stderr)
    if pairs:
        print(f"{given.game}: {given.one} against {given.other}: {interval(pairs)}, {2 * len(pairs)} games")


if __name__ == "__main__":
    main()
