"""Assesses an action by comparing it with the best one, and lists several good ones."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from adviser.suggestion import Suggestion
from core.game import Game, P, holder, side_to_move
from core.json_types import JsonObject

Think: TypeAlias = Callable[[P], Suggestion]
"""Searches a position that is in play."""
GRADES = (("blunder", 0.8), ("mistake", 0.4), ("inaccuracy", 0.2))
"""Grade → least loss of value, on a scale from −1 to 1."""


SURE = 2.0
"""Standard errors by which an estimated loss must exceed the grade's, so that chance hardly ever makes a mistake."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """An action compared with the best one.

    ``value`` is the action's value for the side that plays it, and ``loss`` how much better ``best`` is. Both
    are None if the search of a game with three or more players did not examine the action. ``value_proved`` says
    that the value is certain, ``proved`` that the loss is too; ``reply`` is the best answer to the action.
    """

    action: str
    value: float | None
    loss: float | None
    proved: bool
    best: Suggestion
    reply: Suggestion | None = None
    value_proved: bool = False

    @property
    def grade(self) -> str:
        """The grade of the action, including ``best`` and ``good``; empty if ``loss`` is unknown.

        An estimated loss counts as far as it is above what few playouts make of two moves that are alike.
        """
        if self.loss is None:
            return ""
        if self.action == self.best.action:
            return "best"
        surely = self.loss - SURE * math.hypot(self.best.doubt, self.reply.doubt if self.reply else 0.0)
        return next((name for name, least in GRADES if surely >= least), "good")

    def as_json(self) -> JsonObject:
        """Return the assessment as JSON, in the form that all commands share."""
        return {
            "action": self.action,
            "value": None if self.value is None else round(self.value, 4),
            "loss": None if self.loss is None else round(self.loss, 4),
            "grade": self.grade,
            "proved": self.proved,
            "value_proved": self.value_proved,
            "best": self.best.as_json(),
            "reply": self.reply.as_json() if self.reply else None,
        }


def assess(game: Game[P], position: P, action: str, best: Suggestion, think: Think[P]) -> Assessment:
    """Compare *action*, legal in *position*, with *best*, which the search found there.

    *think* searches the position after the action, unless it ends the game.
    """
    after = game.play(position, action)
    reply = None if game.outcome(after) else think(after)
    return compare(game, position, action, best, after, reply)


def compare(
    game: Game[P], position: P, action: str, best: Suggestion, after: P, reply: Suggestion | None
) -> Assessment:
    """Return the assessment of *action*, which led to *after*, where the search found *reply*.

    An action that is the same as *best* under another notation gets that one's notation.
    """
    if after == game.play(position, best.action):
        action = best.action
    value, certain = _worth(game, position, action, best, after, reply)
    if value is None:
        return Assessment(action, None, None, False, best, reply)
    if action == best.action:
        value, certain = (value, certain) if certain else (best.value, best.proved)
        return Assessment(action, value, 0.0, certain, best, reply, certain)
    return Assessment(action, value, max(0.0, best.value - value), certain and best.proved, best, reply, certain)


def _worth(
    game: Game[P], position: P, action: str, best: Suggestion, after: P, reply: Suggestion | None
) -> tuple[float | None, bool]:
    """Return the value of *action* for the side that plays it, and whether it is certain."""
    me = holder(position, side_to_move(position))
    if outcome := game.outcome(after):
        winners = [holder(after, side) for side in outcome.winners]
        return (0.0 if outcome.drawn else 1.0) if me in winners else -1.0, True
    if len(position.seats) == 2 and reply is not None:
        same = holder(after, side_to_move(after)) == me
        return (reply.value if same else -reply.value), reply.proved
    return next((other.value for other in best.alternatives if other.action == action), None), False


@dataclass(frozen=True, slots=True)
class Line:
    """An action and best play after it, with the value for the side to move, −1 to 1, None if it is unknown."""

    actions: tuple[str, ...]
    value: float | None
    proved: bool

    def as_json(self) -> JsonObject:
        value = None if self.value is None else round(self.value, 4)
        return {"action": self.actions[0], "value": value, "proved": self.proved, "line": list(self.actions)}


def best_lines(game: Game[P], position: P, best: Suggestion, count: int, think: Think[P]) -> list[Line]:
    """Return the line of *best*, then those of the next alternatives, *count* in all or as many as there are.

    *think* searches the position after each of these, and the better ones come first; those of unknown value come
    last. Actions that the search set aside are taken only where it examined too few.
    """
    examined = [one.action for one in best.alternatives]
    others = dict.fromkeys([*examined, *game.actions(position)])
    others.pop(best.action, None)
    lines = list[Line]()
    for other in [*others][: count - 1]:
        found = assess(game, position, other, best, think)
        lines.append(Line((other, *(found.reply.line if found.reply else ())), found.value, found.value_proved))
    lines.sort(key=lambda line: -2.0 if line.value is None else line.value, reverse=True)
    return [Line(best.line, best.value, best.proved), *lines]
