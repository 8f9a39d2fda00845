"""Positions of Tabik to test with: from seeded games; some of them exchange as much as they place."""

from __future__ import annotations

import random

from core.game import Game
from core.games.tabik import GAME
from core.tabik.options import TabikOptions
from core.tabik.position import Position

TABIK: Game[Position] = GAME


def choose(rng: random.Random, actions: list[str]) -> str:
    """Choose an action; every other time an exchange or a swap, where there is one."""
    odd = [action for action in actions if "+" not in action]
    return rng.choice(odd if odd and rng.random() < 0.5 else actions)


def playthrough(seed: int, **values: object) -> tuple[list[Position], list[str]]:
    """Return the positions of a seeded game, the start first, and the actions between them."""
    rng = random.Random(seed)
    path, actions = [TABIK.start(TabikOptions.of(values))], list[str]()
    while TABIK.outcome(path[-1]) is None:
        actions.append(choose(rng, list(TABIK.actions(path[-1]))))
        path.append(TABIK.play(path[-1], actions[-1]))
    return path, actions


def at(text: str, **values: object) -> Position:
    return TABIK.parse_position(text, TabikOptions.of(values))
