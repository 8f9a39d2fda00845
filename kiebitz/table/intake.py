"""What a source gives becomes the events of a session."""

from __future__ import annotations

from typing import Any

from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.table.events import Event
from kiebitz.table.instead import Instead
from kiebitz.table.picture_advice import PictureAdvice
from kiebitz.table.session import Session


class Intake:
    """Feeds a session, and adds what it does not say itself: advice on the picture, and whose board is in view.

    *instead* finds out the latter, as long as the game's own board has never been found.
    """

    def __init__(self, session: Session[Any], instead: Instead | None = None) -> None:
        self._session = session
        self._instead = instead
        self._advice = PictureAdvice()

    def events(self, item: Frame | Trouble) -> list[Event]:
        """Return the events of a frame, or of a source that leaves one out, gives none for now, or gives them again."""
        session = self._session
        if isinstance(item, Frame):
            return self._advice.added(self._seen(item), item, session.registration)
        if item.passing:
            return [Event("skipped", *session.moment, {"message": item.message})]
        if item.over:
            return [Event("state", *session.moment, {"message": item.message, **session.standing()})]
        return session.interrupted(item.message)

    def _seen(self, frame: Frame) -> list[Event]:
        events = self._session.feed(frame)
        if self._instead is None:
            return events
        if self._session.registration is not None:
            self._instead.settle()
            return events
        return self._instead.added(events, frame)
