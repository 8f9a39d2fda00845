"""Whose board is in view where that of the game is not: said once, of the first pictures."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kiebitz.pictures.frame import Frame
from kiebitz.pictures.which_game import board_of, in_words, looks_like
from kiebitz.table.events import Event
from kits.kit import Kit


@dataclass(slots=True)
class Instead:
    """Looks for other boards at most *tries* times, in pictures some seconds apart; a look takes a second or two."""

    kit: Kit
    tries: int = 2
    apart_s: float = 3.0
    _last_s: float = float("-inf")

    def settle(self) -> None:
        """Look no more: the board has been found."""
        self.tries = 0

    def added(self, events: list[Event], frame: Frame) -> list[Event]:
        """Return *events* of *frame*, in which the board is not found, with whose board it shows."""
        if not self.tries or frame.t - self._last_s < self.apart_s:
            return events
        self.tries, self._last_s = self.tries - 1, frame.t
        boards = looks_like(frame.image, but=board_of(self.kit))
        if not boards:
            return events
        self.tries = 0
        words = in_words(boards)
        fields = {
            "message": f"I cannot see {board_of(self.kit).words}; {words}",
            "looks_like": [board.as_json() for board in boards],
        }
        lost = [event for event in events if event.kind == "lost"]
        if not lost:
            return [*events, Event("lost", *frame.moment, fields)]
        return [replace(event, fields={**event.fields, **fields}) if event is lost[0] else event for event in events]
