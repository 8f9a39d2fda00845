"""Several good actions of one position, each with its value and the play expected after it."""

from __future__ import annotations

from dataclasses import dataclass

from adviser.assessing import Think, assess
from adviser.suggestion import Suggestion
from core.game import Game, P
from core.json_types import JsonObject


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
