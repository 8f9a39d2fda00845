"""What an action that somebody played or thinks of is worth beside the best one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from adviser.suggestion import Suggestion
from core.game import Game, holder

Think = Callable[[Any], Suggestion]
"""Searches a position that is in play."""
GRADES = (("blunder", 0.8), ("mistake", 0.4), ("inaccuracy", 0.2))
"""What an action is called that loses so much of its side's value, which runs from −1 to 1."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """An action beside the best one.

    ``value`` is what the action is worth to the side that plays it and ``loss`` how much better ``best`` is;
    None where the search of a game of three or more did not look at it. ``proved`` says that both values are
    certain, ``reply`` is what to play against the action.
    """

    action: str
    value: float | None
    loss: float | None
    proved: bool
    best: Suggestion
    reply: Suggestion | None = None

    @property
    def grade(self) -> str:
        """What the action is called, ``best`` and ``good`` included; nothing where ``loss`` is not known."""
        if self.loss is None:
            return ""
        if self.action == self.best.action:
            return "best"
        return next((name for name, least in GRADES if self.loss >= least), "good")

    def as_json(self) -> dict[str, Any]:
        """Return the assessment as every command of the project writes it."""
        return {
            "action": self.action,
            "value": None if self.value is None else round(self.value, 4),
            "loss": None if self.loss is None else round(self.loss, 4),
            "grade": self.grade,
            "proved": self.proved,
            "best": self.best.as_json(),
            "reply": self.reply.as_json() if self.reply else None,
        }


def assess(game: Game[Any], position: Any, action: str, best: Suggestion, think: Think) -> Assessment:
    """Return *action*, legal in *position*, beside *best*, which the search found there.

    What comes after the action is left to *think*, unless it ends the game.
    """
    after = game.play(position, action)
    reply = None if game.outcome(after) else think(after)
    return compare(game, position, action, best, after, reply)


def compare(
    game: Game[Any], position: Any, action: str, best: Suggestion, after: Any, reply: Suggestion | None
) -> Assessment:
    """Return the assessment of *action*, which led to *after*, where the search found *reply*.

    An action that is *best* by another name gets its name.
    """
    if after == game.play(position, best.action):
        action = best.action
    value, certain = _worth(game, position, action, best, after, reply)
    if value is None:
        return Assessment(action, None, None, False, best, reply)
    if action == best.action:
        value, certain = (value, certain) if certain else (best.value, best.proved)
        return Assessment(action, value, 0.0, certain, best, reply)
    return Assessment(action, value, max(0.0, best.value - value), certain and best.proved, best, reply)


def _worth(
    game: Game[Any], position: Any, action: str, best: Suggestion, after: Any, reply: Suggestion | None
) -> tuple[float | None, bool]:
    """Return what *action* is worth to the side that plays it, and whether that is certain."""
    me = holder(position, position.to_move)
    if outcome := game.outcome(after):
        winners = [holder(after, side) for side in outcome.winners]
        return (0.0 if outcome.drawn else 1.0) if me in winners else -1.0, True
    if len(position.seats) == 2 and reply is not None:
        same = holder(after, after.to_move) == me
        return (reply.value if same else -reply.value), reply.proved
    return next((other.value for other in best.alternatives if other.action == action), None), False
