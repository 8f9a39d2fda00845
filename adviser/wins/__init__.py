"""Wins in one that families of games find without trying every move.

They are found by the module named after the package of a family's rules: ``core.goodwin`` has
``adviser.wins.goodwin``. Nothing is registered; in other games every move is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from adviser.families import brought
from core.game import Game, Move, P


class _Finder(Protocol[P]):
    """The interface of a family's module."""

    def at_once(self, game: Game[P], position: P) -> Sequence[Move] | None:
        """Return the moves with which the side to move wins at once; None if only trying every move can tell."""


def known(game: Game[P], position: P) -> Sequence[Move] | None:
    """Return the moves that win *position* at once; None where only trying every move of *game* tells."""
    finder = cast("_Finder[P] | None", brought(__name__, game))
    return None if finder is None else finder.at_once(game, position)
