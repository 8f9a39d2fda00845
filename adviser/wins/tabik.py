"""When an action of Tabik cannot end the game yet."""

from __future__ import annotations

from collections.abc import Sequence

from core.tabik.game import Tabik
from core.tabik.position import Move, Position

_CALM = 14
"""The most by which one action lowers the number of legal actions; with more left, the next cannot be the last."""


def at_once(game: Tabik, position: Position) -> Sequence[Move] | None:
    """Return no moves while none can win at once; None towards the end, where every one must be tried."""
    return [] if len(game.moves(position)) > _CALM else None
