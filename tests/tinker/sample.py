"""Positions to test with: from seeded games in which dice are hunted."""

from __future__ import annotations

import random

from core.games.tinker_tactics import GAME
from core.tinker.options import TinkerOptions
from core.tinker.position import Position

RULES = TinkerOptions()


def at(text: str, **options: object) -> Position:
    return GAME.parse_position(text, TinkerOptions.of(options))


def playthrough(options: TinkerOptions = RULES, *, seed: int, plies: int = 60) -> tuple[list[Position], list[str]]:
    """Return the positions of a seeded game, the start first, and the actions between them.

    Two in three actions are the one that leaves the others weakest.
    """
    rng = random.Random(seed)
    positions, actions = [GAME.deal(options, seed)], list[str]()
    while not positions[-1].outcome and len(actions) < plies:
        before = positions[-1]
        legal = list(GAME.actions(before))
        chosen = rng.choice(legal)
        if rng.random() < 0.67:
            weakest = min(strength(GAME.play(before, action)) for action in legal)
            chosen = rng.choice([action for action in legal if strength(GAME.play(before, action)) == weakest])
        actions.append(chosen)
        positions.append(GAME.play(before, chosen))
    return positions, actions


def strength(position: Position) -> int:
    """Return what all dice show together."""
    return sum(int(content[3:]) for content in GAME.contents(position).values() if content != ".")
