"""The same game with more or fewer players, as long as nobody's turn depends on how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.game import Game, P


def with_players(
    game: Game[P], positions: Sequence[P], actions: Sequence[str | None], players: int
) -> tuple[P, ...] | None:
    """Return *positions* as they are with another number of *players*; None where that would be another game.

    It is the same one if it began as games begin, and those who have moved would have moved then; the last seats are
    the ones that come or go. *actions* lead from each position to the next; None is a change that no action makes.
    """
    first = positions[0]
    if first != game.start(first.options):
        return None
    found = [game.start(replace(first.options, players=players))]
    for before, action in zip(positions, actions, strict=False):
        if action is None or found[-1].to_move != before.to_move:
            return None
        found.append(game.play(found[-1], action))
    return tuple(found)
