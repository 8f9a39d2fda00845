"""A suggestion: the search that suits the game, and why its move is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from adviser import exact, fast
from adviser.deepening import deepen
from adviser.findings import Alternative, Findings
from adviser.kernels import store
from adviser.plain import grow
from adviser.pursuit import pursue
from adviser.reasons import Reason, explain, why
from core.game import Game
from core.goodwin.game import Goodwin

_SHOWN = 10
"""How many alternatives an answer in JSON names."""
_NO_CHOICE = 64
"""Playouts for the value of the only legal move."""
_PLAYOUTS_A_PLY = 200
"""What a bound of one ply means to a search that grows a tree, and knows no depth."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An action, what it is worth to the side to move (−1 to 1), the play expected, and why.

    ``simulations`` counts the positions or playouts looked at. ``proved`` says that the value is
    certain: a win that nobody can stop, or with two players a forced loss or draw.
    ``alternatives`` are the actions that the search looked at, the best first; ``reasons`` the parts of
    ``why``, with the cells that they are about.

    >>> Suggestion("Sc3", 0.25, ("Sc3", "Sd5"), 900, False, "it builds a line").as_json()["line"]
    ['Sc3', 'Sd5']
    """

    action: str
    value: float
    line: tuple[str, ...]
    simulations: int
    proved: bool
    why: str
    alternatives: tuple[Alternative, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @classmethod
    def of(cls, game: Game[Any], position: Any, found: Findings) -> Suggestion:
        """Return what a search of *position* found, put into words."""
        reasons = explain(game, position, found)
        return cls(
            action=found.line[0],
            value=found.value,
            line=found.line,
            simulations=found.simulations,
            proved=found.proved,
            why=why(reasons),
            alternatives=found.alternatives,
            reasons=reasons,
        )

    def as_json(self) -> dict[str, Any]:
        """Return the suggestion as every command and protocol of the project writes it."""
        return {
            "action": self.action,
            "value": round(self.value, 4),
            "line": list(self.line),
            "simulations": self.simulations,
            "proved": self.proved,
            "why": self.why,
            "reasons": [reason.as_json() for reason in self.reasons],
            "alternatives": [other.as_json() for other in self.alternatives[:_SHOWN]],
        }


def suggest(
    game: Game[Any],
    position: Any,
    *,
    expired: Callable[[], bool],
    max_nodes: int | None = None,
    max_depth: int | None = None,
    seed: int = 0,
) -> Suggestion:
    """Return what to play in *position*, of any game.

    Never misses a win in one; never allows a loss in one that can be stopped: so much
    is looked at even when ``expired()`` is true from the start. *max_depth* bounds the plies of
    a search that deepens step by step; one that grows a tree plays 200 games out for each. With
    a bound on nodes and a clock that never expires the answer depends on *seed* alone, and on
    whether a compiled kernel has been loaded (``adviser.kernels.store``), which is then used.
    Raises ``ValueError`` when the game is over.
    """
    if game.outcome(position):
        raise ValueError("the game is over: there is nothing to suggest")
    return Suggestion.of(game, position, _search(game, position, expired, max_nodes, max_depth, seed))


def _search(
    game: Game[Any],
    position: Any,
    expired: Callable[[], bool],
    max_nodes: int | None,
    max_depth: int | None,
    seed: int,
) -> Findings:
    playouts = [] if max_nodes is None else [max_nodes]
    if max_depth is not None:
        playouts.append(max_depth * _PLAYOUTS_A_PLY)
    if len(game.actions(position)) == 1:
        playouts.append(_NO_CHOICE)
    most = max(1, min(playouts)) if playouts else None
    if kernel := store.find(game):
        positions = exact.MOST_POSITIONS if most is None else min(most, exact.MOST_POSITIONS)
        found = exact.settle(game, kernel, position, expired=expired, most_positions=positions)
        if not found and len(position.seats) == 2:
            found = pursue(game, kernel, position, expired=expired, max_nodes=max_nodes, max_depth=max_depth, seed=seed)
        found = found or fast.grow(game, kernel, position, expired=expired, max_nodes=most, seed=seed)
        if found:
            return found
    if isinstance(game, Goodwin):
        depth = {} if max_depth is None else {"max_depth": max_depth}
        return deepen(game, position, expired=expired, max_nodes=max_nodes, seed=seed, **depth)
    return grow(game, position, expired=expired, max_nodes=most, seed=seed)
