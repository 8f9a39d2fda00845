"""Learned values that families of games bring along: what a position promises, without playing on from it.

The value of a family is the module named after the package of its rules: ``core.tabik`` has ``adviser.values.tabik``.
Nothing is registered; a game without one is searched by random games alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, cast

from adviser.families import brought
from core.game import Game, Move, P, P_contra


class Value(Protocol[P_contra]):
    """What a learned value's module has."""

    def judged(self, position: P_contra) -> tuple[float, Mapping[Move, float]] | None:
        """Return the value of *position*, in play, to its side to move, −1 to 1, and what is said for its moves.

        That is the logarithm of how likely each is the best, but for a constant; moves may be missing. None for options
        that are not known.
        """


def find(game: Game[P]) -> Value[P] | None:
    """Return the learned value of the family of *game*, if it has one."""
    return cast("Value[P] | None", brought(__name__, game))
