"""What families of games bring along for the adviser: modules named after the package of a game's rules.

``core.tabik`` has ``adviser.reasons.tabik``, ``adviser.solvers.tabik``, ``endgames.tabik`` and so on. Nothing is
registered, and a family may lack any of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from adviser.findings import Findings
from adviser.forcing import Allowance
from adviser.kernels import Kernel
from core.game import Game, Move, P, P_contra


class Solver(Protocol[P_contra]):
    """Solves positions in plain Python; asked before any search."""

    MOST_POSITIONS: int
    """The default for the most positions to search before leaving the answer to others."""

    def settle(self, position: P_contra, allowance: Allowance) -> Findings | None:
        """Return the exact value of *position* and of every action; None where it is not known within *allowance*."""


class Endgame(Protocol[P]):
    """Finds exact values of endings on a compiled kernel, before any other search on it."""

    MOST_POSITIONS: int
    """The default for the most positions to search before leaving the answer to the tree search."""

    def settle(self, game: Game[P], kernel: Kernel, position: P, allowance: Allowance) -> Findings | None:
        """Return the exact value of *position* and of every action; None if that takes more than *allowance*."""


class Value(Protocol[P_contra]):
    """A learned value: what a position promises, without playing on from it."""

    def judged(self, position: P_contra) -> tuple[float, Mapping[Move, float]] | None:
        """Return the value of *position*, in play, to its side to move, −1 to 1, and what is said for its moves.

        That is the logarithm of how likely each is the best, but for a constant; moves may be missing. None for options
        that are not known.
        """


class Wins(Protocol[P]):
    """Finds wins in one without trying every move."""

    def at_once(self, game: Game[P], position: P) -> Sequence[Move] | None:
        """Return the moves with which the side to move wins at once; None if only trying every move can tell."""


def solver_of(game: Game[P]) -> Solver[P] | None:
    return cast("Solver[P] | None", brought("solvers", game))


def endgame_of(game: Game[P]) -> Endgame[P] | None:
    return cast("Endgame[P] | None", brought("endgames", game))


def value_of(game: Game[P]) -> Value[P] | None:
    return cast("Value[P] | None", brought("values", game))


def wins_of(game: Game[P]) -> Wins[P] | None:
    return cast("Wins[P] | None", brought("wins", game))


def brought(package: str, game: Game[P]) -> Any:
    """Return the module in *package* of the adviser that the family of *game* brings along; None if it has none."""
    return _module(package, type(game).__module__)


@cache
def _module(package: str, rules_module: str) -> Any:
    family = rules_module.rpartition(".")[0].rpartition(".")[2]
    name = f"adviser.{package}.{family}"
    return import_module(name) if family and find_spec(name) else None
