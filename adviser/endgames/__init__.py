"""Exact values of endings that families of games find on their compiled kernels, before any other search.

They are found by the module named after the package of a family's rules: ``core.tabik`` has
``adviser.endgames.tabik``. Nothing is registered; most families have none.
"""

from __future__ import annotations

from typing import Protocol, cast

from adviser.families import brought
from adviser.findings import Findings
from adviser.forcing import Allowance
from adviser.kernels import Kernel
from core.game import Game, P


class Endgame(Protocol[P]):
    """What such a module has."""

    MOST_POSITIONS: int
    """The default for the most positions to search before leaving the answer to the tree search."""

    def settle(self, game: Game[P], kernel: Kernel, position: P, allowance: Allowance) -> Findings | None:
        """Return the exact value of *position* and of every action; None if that takes more than *allowance*."""


def find(game: Game[P]) -> Endgame[P] | None:
    """Return what solves the endings of the family of *game*, if it has something."""
    return cast("Endgame[P] | None", brought(__name__, game))
