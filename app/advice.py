"""The adviser with a clock, and its answers in the form of contract.md."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from adviser import Suggestion, suggest
from core.game import Game
from core.goodwin.game import Goodwin

LONGEST_S = 3600.0


def can_advise(game: Game[Any]) -> bool:
    """Return whether the adviser knows *game*."""
    return isinstance(game, Goodwin)


def advise(game: Game[Any], position: Any, *, seconds: float, seed: int = 0) -> Suggestion:
    """Return what to play in *position*, after at most about *seconds*. Raises ``ValueError`` when there is nothing."""
    if not can_advise(game):
        raise ValueError(f"the adviser does not know {game.name} yet")
    deadline = time.monotonic() + seconds
    return think(game, position, expired=lambda: time.monotonic() >= deadline, seed=seed)


def think(
    game: Game[Any],
    position: Any,
    *,
    expired: Callable[[], bool],
    max_nodes: int | None = None,
    max_depth: int | None = None,
    seed: int = 0,
) -> Suggestion:
    """Return what to play in *position*, found within the bounds given.

    A game without a search gets a win in one or else its first legal action, and ``why``
    says so. Raises ``ValueError`` when the game is over.
    """
    if isinstance(game, Goodwin):
        depth = {} if max_depth is None else {"max_depth": max_depth}
        return suggest(game, position, expired=expired, max_nodes=max_nodes, seed=seed, **depth)
    return _glance(game, position)


def _glance(game: Game[Any], position: Any) -> Suggestion:
    """Return a winning action, or else the first: all that can be said without a search."""
    actions = tuple(game.actions(position))
    if not actions:
        raise ValueError("the game is over: there is nothing to suggest")
    for number, action in enumerate(actions, start=1):
        outcome = game.outcome(game.play(position, action))
        if outcome and not outcome.drawn and outcome.winners == (position.to_move,):
            return Suggestion(action, 1.0, (action,), number, True, f"It wins at once ({outcome.reason}).")
    why = f"There is no search for {game.title} yet: nothing wins at once, and this is the first legal action."
    return Suggestion(actions[0], 0.0, actions[:1], len(actions), False, why)


def answer_request(game: Game[Any], position: Any, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the reply to the engine's ``suggest``. Raises ``ValueError`` naming what is wrong."""
    seconds, seed = request.get("seconds", 1.0), request.get("seed", 0)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= LONGEST_S:
        raise ValueError(f"seconds must be a number from 0 to {LONGEST_S:.0f}")
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise ValueError("seed must be a whole number")
    return suggestion_json(advise(game, position, seconds=float(seconds), seed=seed))


def suggestion_json(suggestion: Suggestion) -> dict[str, Any]:
    """Return *suggestion* in the form of contract.md."""
    return {
        "action": suggestion.action,
        "value": round(suggestion.value, 4),
        "line": list(suggestion.line),
        "simulations": suggestion.simulations,
        "proved": suggestion.proved,
        "why": suggestion.why,
    }
