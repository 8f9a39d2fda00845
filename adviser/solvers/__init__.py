"""Solvers that families of games bring along: asked before any search, with or without a kernel.

The solver of a family is the module named after the package of its rules: ``core.tabik`` has ``adviser.solvers.tabik``.
Nothing is registered; most families have none.
"""

from __future__ import annotations

from typing import Protocol, cast

from adviser.families import brought
from adviser.findings import Findings
from adviser.forcing import Allowance
from core.game import Game, P, P_contra


class Solver(Protocol[P_contra]):
    """What a solver's module has."""

    MOST_POSITIONS: int
    """The default for the most positions to search before leaving the answer to others."""

    def settle(self, position: P_contra, allowance: Allowance) -> Findings | None:
        """Return the exact value of *position* and of every action; None where it is not known within *allowance*."""


def find(game: Game[P]) -> Solver[P] | None:
    """Return the solver of the family of *game*, if it has one."""
    return cast("Solver[P] | None", brought(__name__, game))
