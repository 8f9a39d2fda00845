"""Counting the sequences of actions in parts, so that a count can be given up."""

from __future__ import annotations

from collections.abc import Iterator

from core.game import Game, P

_AT_ONCE = 2
"""The plies that are counted in one part."""


def parts(game: Game[P], position: P, depth: int) -> Iterator[int]:
    """Yield the parts of ``game.perft(position, depth)``, with a zero now and then; none takes long.

    >>> from core.games import find
    >>> from core.options import RuleOptions
    >>> tink = find("tink")
    >>> sum(parts(tink, tink.start(RuleOptions()), 3)) == tink.perft(tink.start(RuleOptions()), 3)
    True
    """
    if depth <= _AT_ONCE:
        yield game.perft(position, depth)
        return
    for action in game.actions(position):
        yield 0
        yield from parts(game, game.play(position, action), depth - 1)
