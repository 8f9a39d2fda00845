"""Perft in small parts, so that a long count can be cancelled."""

from __future__ import annotations

from collections.abc import Iterator

from core.game import Game, P

_AT_ONCE = 2
"""How many plies one part of the work counts."""


def parts(game: Game[P], position: P, depth: int) -> Iterator[int]:
    """Yield numbers that add up to ``game.perft(position, depth)``, some of them zero. No part takes long.

    >>> from core.games import find
    >>> tink = find("tink")
    >>> sum(parts(tink, tink.start(tink.options()), 3)) == tink.perft(tink.start(tink.options()), 3)
    True
    """
    if depth <= _AT_ONCE:
        yield game.perft(position, depth)
        return
    for action in game.actions(position):
        yield 0
        yield from parts(game, game.play(position, action), depth - 1)
