"""A suggested action with the board before and after it, as the checks of reasons see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from core.game import Game

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
PLACE = r"[A-F]?[a-z]\d{1,2}"


def number(word: str) -> int:
    """Return the number that *word* is, in letters or digits.

    >>> number("five"), number("20"), number("a")
    (5, 20, 1)
    """
    return 1 if word == "a" else NUMBERS.index(word) if word in NUMBERS else int(word.replace(",", ""))


@dataclass(frozen=True)
class Case:
    """A suggested *action* in *position*, and the board before and after it."""

    game: Game[Any]
    position: Any
    action: str

    @property
    def after(self) -> Any:
        return self.game.play(self.position, self.action)

    @property
    def mover(self) -> str:
        return str(self.position.to_move)

    def given(self, position: Any, seat: str) -> Any:
        """Return *position* with *seat* to move."""
        words = self.game.format_position(position).split(" ")
        words[1 if len(words) == 4 and "," in words[2] else -2] = seat
        return self.game.parse_position(" ".join(words), position.options)

    def wins(self, position: Any, seat: str, reason: str = "") -> dict[str, Any]:
        """Return the actions with which *seat* would win at once, were it to move, and what they lead to."""
        at, found = self.given(position, seat), {}
        for action in self.game.actions(at):
            outcome = self.game.outcome(reached := self.game.play(at, action))
            if outcome and outcome.winners == (seat,) and reason in ("", outcome.reason):
                found[action] = reached
        return found

    def own(self, position: Any, seat: str) -> dict[str, str]:
        """Return the cells of *seat*, and what stands there without the seat's letter."""
        contents = self.game.contents(position)
        return {cell: content[1:] for cell, content in contents.items() if content[0] == seat and content != "."}


Check = Callable[[Case, str, tuple[str, ...]], bool]
"""Says whether a reason is true: its case, its text and the cells that it points out."""
