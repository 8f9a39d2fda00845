"""Sessions that also tell what has most likely been played before they are sure of it, for programs that ask for it."""

from __future__ import annotations

from core.game import P
from kiebitz.pictures.frame import Frame
from kiebitz.table.events import Event
from kiebitz.table.session import Session
from kiebitz.table.timing import TimedSession


class Guessing(Session[P]):
    """A session that tells its best guess, as an event of its own, whenever that has changed."""

    _guessed: tuple[str, ...] = ()

    def feed(self, frame: Frame) -> list[Event]:
        events, untold = super().feed(frame), self.untold
        actions = untold.actions if untold is not None else ()
        is_news, self._guessed = actions != self._guessed, actions
        if not actions or not is_news or self.position is None:
            return events
        fields = {"action": actions[0], "actions": list(actions), "seat": self.position.to_move}
        return [*events, Event("tentative", *self.moment, fields)]


class GuessingOnTime(Guessing[P], TimedSession[P]):
    """The same with clocks."""
