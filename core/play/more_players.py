"""The same game with more players, who have sat down before anybody's second turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.game import Game, P


def with_players(
    game: Game[P], positions: Sequence[P], actions: Sequence[str | None], players: int
) -> tuple[P, ...] | None:
    """Return *positions* as they are where so many *players* take part; None where that would be another game.

    It is the same one if it began as games begin and nobody has had a second turn; further seats come last. *actions*
    lead from each position to the next; None in it is a change that no action makes.
    """
    first = positions[0]
    if len(actions) > first.options.players or first != game.start(first.options):
        return None
    found = [game.start(replace(first.options, players=players))]
    for before, action in zip(positions, actions, strict=False):
        if action is None or found[-1].to_move != before.to_move:
            return None
        found.append(game.play(found[-1], action))
    return tuple(found)
