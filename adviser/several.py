"""Several good actions of one position, each with its value and the play expected after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from adviser.assessing import Think, assess
from adviser.suggestion import Suggestion
from core.game import Game


@dataclass(frozen=True, slots=True)
class Line:
    """An action and best play after it, with the value for the side to move, −1 to 1, None if it is unknown."""

    actions: tuple[str, ...]
    value: float | None
    proved: bool

    def as_json(self) -> dict[str, Any]:
        value = None if self.value is None else round(self.value, 4)
        return {"action": self.actions[0], "value": value, "proved": self.proved, "line": list(self.actions)}


def best_lines(game: Game[Any], position: Any, best: Suggestion, count: int, think: Think) -> Iterator[Line]:
    """Yield the line of *best*, then those of the next alternatives, *count* in all or as many as there are.

    *think* searches the position after each of these. Actions that the search set aside come last.
    """
    yield Line(best.line, best.value, best.proved)
    examined = [one.action for one in best.alternatives]
    others = dict.fromkeys([*examined, *game.actions(position)])
    others.pop(best.action, None)
    for other in [*others][: count - 1]:
        found = assess(game, position, other, best, think)
        yield Line((other, *(found.reply.line if found.reply else ())), found.value, found.value_proved)
