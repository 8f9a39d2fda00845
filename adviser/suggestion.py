"""Suggestions: the best search for the game, and the reasons for its move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from adviser import compiled_tree_search, defence, exact
from adviser.compiled_alphabeta import pursue
from adviser.deepening import deepen
from adviser.findings import Alternative, Findings
from adviser.kernels import store
from adviser.reasons import Reason, explain, why
from adviser.tree_search import grow
from core.game import Game
from core.goodwin.game import Goodwin

_SHOWN = 10
"""Most alternatives in a JSON answer."""
_NO_CHOICE = 64
"""Playouts for the value of the only legal move."""
_PLAYOUTS_A_PLY = 200
"""Playouts that stand for one ply of *max_depth* in a tree search, which has no depth of its own."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An action, its value for the side to move (−1 to 1), the expected play, and the reasons.

    ``simulations`` counts the positions or playouts examined. If ``proved``, the value is
    certain: a win that nobody can stop, or with two players a forced loss or draw.
    ``alternatives`` are the actions that the search examined, the best first; ``reasons`` are the
    parts of ``why``, each with its cells.

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
        """Put the result of a search of *position* into words."""
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
        """Return the suggestion as JSON, in the form that all commands and protocols share."""
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
    """Return what to play in *position*, in any game.

    Never misses a win in one, and never allows a loss in one that can be stopped: that much
    is searched even if ``expired()`` is true from the start. *max_depth* limits the plies of an
    iterative-deepening search; a tree search gets 200 playouts for each ply instead. With a
    limit on nodes and a clock that never expires, the answer depends only on *seed*, and on
    whether a compiled kernel has been loaded (``adviser.kernels.store``), which is then used.
    Raises ``ValueError`` if the game is over.
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
        found = found or compiled_tree_search.grow(game, kernel, position, expired=expired, max_nodes=most, seed=seed)
        if found and found.proved and found.value < 0 and len(position.seats) == 2:
            positions = defence.MOST_POSITIONS if most is None else min(most, defence.MOST_POSITIONS)
            return defence.put_off(game, kernel, position, found, expired=expired, most_positions=positions)
        if found:
            return found
    if isinstance(game, Goodwin):
        depth = {} if max_depth is None else {"max_depth": max_depth}
        return deepen(game, position, expired=expired, max_nodes=max_nodes, seed=seed, **depth)
    return grow(game, position, expired=expired, max_nodes=most, seed=seed)
