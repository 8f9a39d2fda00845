"""Suggestions: the best search for the game, and the reasons for its move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from adviser import compiled_tree_search, defence, openings
from adviser.compiled_alphabeta import pursue
from adviser.families import endgame_of, solver_of
from adviser.findings import Alternative, Findings, standard_error
from adviser.forcing import Allowance
from adviser.kernels import Kernel, store
from adviser.reasons import Reason, explain, why
from adviser.tree_search import grow
from core.game import Game, P
from core.json_types import JsonObject

_SHOWN = 10
"""The most alternatives in a JSON answer."""
_NO_CHOICE = 64
"""Playouts spent on the value of the only legal move."""
_POSITIONS_A_PLAYOUT = 50
"""Positions of an exact search that count as one playout: it gets through more of them."""
_PLAYOUTS_A_PLY = 200
"""Playouts that stand for one ply of *max_depth* in a tree search, which has no depth itself."""


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
    def of(cls, game: Game[P], position: P, found: Findings) -> Suggestion:
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

    @property
    def doubt(self) -> float:
        """The standard error of the value, on its scale from −1 to 1, if it comes from playouts; else 0.

        A search chooses the best of many such values, so the value is more often too high than too low by this much.

        >>> playouts = (Alternative("Sc3", 0.25, 98),)
        >>> Suggestion("Sc3", 0.25, ("Sc3",), 900, False, "", playouts).doubt
        0.1
        """
        tried = next((other.visits for other in self.alternatives if other.action == self.action), 0)
        return 0.0 if self.proved or not tried else standard_error(tried)

    def as_json(self) -> JsonObject:
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
    game: Game[P],
    position: P,
    *,
    expired: Callable[[], bool],
    max_nodes: int | None = None,
    max_depth: int | None = None,
    seed: int = 0,
    seconds: float | None = None,
) -> Suggestion:
    """Return what to play in *position*, in any game.

    Never misses a win in one, and never allows a loss in one that can be stopped: that much
    is searched even if ``expired()`` is true from the start. *max_depth* limits the plies of an
    iterative-deepening search; a tree search gets 200 playouts for each ply instead. *max_nodes* is how many
    positions and playouts to look at, unless the end is proved before; every move is looked at once in any case.
    With such a limit and a clock that never expires, the answer depends only on *seed*, and on whether a compiled
    kernel is loaded (``adviser.kernels.store``): then, or in the course of the search.
    *seconds* is how long the clock runs: the book of openings (``adviser.openings``) answers at once where it was made
    with more or has a proof, and neither of the other limits is given. Raises ``ValueError`` if the game is over.
    """
    if game.outcome(position):
        raise ValueError("the game is over: there is nothing to suggest")
    if seconds is not None and max_nodes is None and max_depth is None:
        known = openings.look_up(game, position, seconds)
        if known:
            return Suggestion.of(game, position, known)
    return Suggestion.of(game, position, search(game, position, expired, max_nodes, max_depth, seed))


def search(
    game: Game[P],
    position: P,
    expired: Callable[[], bool],
    max_nodes: int | None,
    max_depth: int | None,
    seed: int,
) -> Findings:
    """Return what searches find in *position*, in play, without the book; the limits are those of ``suggest``."""
    tried = 0
    if solver := solver_of(game):
        few = Allowance(expired, solver.MOST_POSITIONS if max_nodes is None else max_nodes // 2)
        if solved := solver.settle(position, few):
            kernel = store.find(game)
            return _lasting(game, kernel, position, solved, expired, max_nodes) if kernel else solved
        tried = few.used
    rest = None if max_nodes is None else max_nodes - tried
    found = _unsolved(game, position, expired, rest, max_depth, seed)
    return replace(found, simulations=found.simulations + tried)


def _unsolved(
    game: Game[P],
    position: P,
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
    limits = _Limits(expired, max_nodes, max_depth, max(1, min(playouts)) if playouts else None, seed)
    kernel = store.find(game)
    if kernel and (found := _compiled(game, kernel, position, limits)):
        return found

    def arrived() -> Kernel | None:
        """Return the kernel if it supports the position and has been loaded since the search began."""
        late = None if kernel else store.find(game)
        return late if late and late.encode(position) is not None else None

    found = grow(
        game,
        position,
        expired=lambda: arrived() is not None or expired(),
        max_nodes=limits.playouts,
        seed=seed,
    )
    late = None if found.proved else arrived()
    return (_compiled(game, late, position, limits) if late else None) or found


@dataclass(frozen=True, slots=True)
class _Limits:
    """The limits of a search: in a tree search ``playouts`` stands for nodes and depth."""

    expired: Callable[[], bool]
    nodes: int | None
    depth: int | None
    playouts: int | None
    seed: int


def _compiled(game: Game[P], kernel: Kernel, position: P, limits: _Limits) -> Findings | None:
    """Return the findings of compiled searches; None for options that *kernel* does not support.

    Together they use all the positions and playouts allowed, unless the end is proved before.
    """
    two, most, expired = len(position.seats) == 2, limits.playouts, limits.expired
    endgame, found, tried = endgame_of(game), None, 0
    if endgame:
        half = endgame.MOST_POSITIONS if most is None else min(most // 2 * _POSITIONS_A_PLAYOUT, endgame.MOST_POSITIONS)
        allowance = Allowance(expired, half)
        found = endgame.settle(game, kernel, position, allowance)
        tried = allowance.used // _POSITIONS_A_PLAYOUT
    if not found and two:
        found = pursue(
            game,
            kernel,
            position,
            expired=expired,
            max_nodes=limits.nodes,
            max_depth=limits.depth,
            seed=limits.seed,
        )
    if not found:
        rest = None if most is None else most - tried
        # what makes a simulation better may be so slow that by the clock more of them, of one random game, do as well
        known = kernel.learned(position)
        manner = compiled_tree_search.Manner(learned=known is not None and (known.quick or rest is not None))
        if rest is None and not two:
            manner = replace(manner, games=1)
        found = compiled_tree_search.grow(
            game, kernel, position, expired=expired, max_nodes=rest, seed=limits.seed, manner=manner
        )
        found = found and replace(found, simulations=found.simulations + tried)
    return found and _lasting(game, kernel, position, found, expired, most)


def _lasting(
    game: Game[P], kernel: Kernel, position: P, found: Findings, expired: Callable[[], bool], most: int | None
) -> Findings:
    """Return *found*; for a proved loss in a game of two, with the longest-lasting move first."""
    if not (len(position.seats) == 2 and found.proved and found.value < 0):
        return found
    left = defence.MOST_POSITIONS if most is None else min(max(0, most - found.simulations), defence.MOST_POSITIONS)
    return defence.put_off(game, kernel, position, found, Allowance(expired, left))
