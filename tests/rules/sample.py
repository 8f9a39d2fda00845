"""Positions to test with: from seeded games that fill the board, trade pieces and get stuck."""

from __future__ import annotations

import random
from functools import cache

from core.game import Game
from core.games.tink import GAME
from core.goodwin.options import GoodwinOptions, TinkOptions
from core.goodwin.position import Position
from core.options import RuleOptions

RULES = TinkOptions()
TINK: Game[Position] = GAME


def choose(rng: random.Random, actions: list[str]) -> str:
    """Choose an action, often the one that spends and moves most, or a small in a corner."""
    mood = rng.random()
    if mood < 0.3:
        return max(actions, key=lambda action: (action.count("-"), action))
    return min(actions) if mood < 0.4 else rng.choice(actions)


def playthrough(
    options: RuleOptions | None = None, *, seed: int, plies: int = 80, game: Game[Position] = TINK
) -> tuple[list[Position], list[str]]:
    """Return the positions of a seeded game, the start first, and the actions between them."""
    rng = random.Random(seed)
    positions, actions = [game.start(options or game.options())], list[str]()
    while game.outcome(positions[-1]) is None and len(actions) < plies:
        actions.append(choose(rng, list(game.actions(positions[-1]))))
        positions.append(game.play(positions[-1], actions[-1]))
    return positions, actions


@cache
def positions(count: int, options: GoodwinOptions = RULES) -> tuple[Position, ...]:
    """Return *count* positions in play from the middle and the end of several games."""
    found: list[Position] = []
    seed = 0
    while len(found) < count:
        game, _ = playthrough(options, seed=seed)
        found += [position for position in game if not position.outcome][seed % 5 :: 5]
        seed += 1
    return tuple(found[:count])


def at(text: str, **options: object) -> Position:
    return TINK.parse_position(text, TinkOptions.of(options))
