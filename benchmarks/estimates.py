"""What positions promise: ``python -m benchmarks.estimates [GAME] --games N --keep FILE [--nodes 400] [--noise 0.2]``.

Plays games of alpha-beta against itself, with a share of random actions, and fits to how all games in FILE ended the
weights of ``adviser.kernels.promise`` (logistic regression, five-fold cross-validation by game). Positions with a
four to be had at once are left out, since the search does not estimate those. Ctrl-C ends the playing.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from adviser.alphabeta import traits, winning_moves
from adviser.compiled_alphabeta import pursue
from adviser.kernels import store
from core import games
from core.game import is_of
from core.goodwin.game import Goodwin
from core.goodwin.options import TinkOptions
from core.goodwin.position import ELIMINATED
from kiebitz.programs import warming
from training.logistic import logistic, loss

OPTIONS = TinkOptions(ply_limit=120)
LOG_ODDS = 60.0
"""The estimate of a position that is won *e* times as often as it is lost."""
FOLDS = 5


def play(game: Goodwin, seed: int, nodes: int, noise: float) -> dict[str, Any]:
    """Return who shares the end of a game, and its positions in which a search chose the action."""
    kernel, rng, seen = store.find(game), random.Random(seed), list[str]()
    assert kernel
    position, opening = game.start(OPTIONS), rng.randint(2, 6)
    while not (outcome := game.outcome(position)):
        if position.ply < opening or rng.random() < noise:
            action = rng.choice(game.actions(position))
        else:
            found = pursue(game, kernel, position, expired=lambda: False, max_nodes=nodes, seed=seed)
            assert found
            seen.append(game.format_position(position))
            action = found.line[0]
        position = game.play(position, action)
    return {"winners": outcome.winners, "positions": seen}


def rows(game: Goodwin, kept: list[dict[str, Any]]) -> Iterator[tuple[int, list[float], float]]:
    """Yield of each position the number of its game, the features of the mover less the other's, and the result."""
    for number, played in enumerate(kept):
        for text in played["positions"]:
            position = game.parse_position(text, OPTIONS)
            mover, winners = position.mover, played["winners"]
            if ELIMINATED not in position.passes and not winning_moves(game.rules, position, mover):
                pairs = zip(*(traits(game.rules, position, seat) for seat in (mover, 1 - mover)), strict=True)
                won = (position.to_move in winners) / len(winners)
                yield number, [*(own - other for own, other in pairs), 1.0], won


def fit(table: Any, won: Any) -> Any:
    """Return the weights of the columns that make the results likeliest, each held back as its column's spread asks."""
    scale = table.std(axis=0)
    scale[scale == 0.0] = 1.0
    return logistic(table / scale, won, stiff=1.0) / scale


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the estimate of positions to how games end.")
    parser.add_argument("game", nargs="?", default="tink")
    parser.add_argument("--games", type=int, default=0, help="how many to play before the fit")
    parser.add_argument("--keep", type=Path, required=True, metavar="FILE", help="where games are added and taken from")
    parser.add_argument("--nodes", type=int, default=400, help="positions a search looks at")
    parser.add_argument("--noise", type=float, default=0.2, help="the share of random actions")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    game = games.find(given.game)
    family = store.family(game)
    assert is_of(game, Goodwin)
    assert family
    try:
        if given.games:
            warming.compile_here(family)
        for seed in range(given.seed, given.seed + given.games):
            with given.keep.open("a", encoding="utf-8") as file:
                print(json.dumps(play(game, seed, given.nodes, given.noise)), file=file)
    except KeyboardInterrupt:
        print("interrupted: this is what was played", file=sys.stderr)
    kept = [json.loads(line) for line in given.keep.read_text(encoding="utf-8").splitlines()]
    numbers, table, won = (np.array(column) for column in zip(*rows(game, kept), strict=True))
    _report(len(kept), numbers % FOLDS, table, won)


def _report(played: int, fold: Any, table: Any, won: Any) -> None:
    lost = [loss(table[fold == k] @ fit(table[fold != k], won[fold != k]), won[fold == k]) for k in range(FOLDS)]
    print(f"{played} games, {len(won)} positions; {np.concatenate(lost).mean():.4f} nats a position (a coin: 0.6931)")
    names = ("few 1", "few 2", "few 3", "many 1", "many 2", "many 3", "large", "room", "crowd", "turn")
    for name, weight in zip(names, LOG_ODDS * fit(table, won), strict=True):
        print(f"{name:>8}{weight:8.1f}")


if __name__ == "__main__":
    main()
