"""The loop around a session: frames from a source, events to the journal and to people or programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from kiebitz.home import games_folder
from kiebitz.output import note, write_json
from kiebitz.pictures.sources import Source, Trouble
from kiebitz.table.bots import Bots
from kiebitz.table.events import Event, narrate
from kiebitz.table.journal import Header, Journal
from kiebitz.table.session import Session


class Table:
    """A session with its journal and its voice. Events are on disk before they are told."""

    def __init__(
        self,
        session: Session[Any],
        source: str,
        *,
        as_json: bool,
        journal: Journal | None = None,
        bots: Bots | None = None,
    ) -> None:
        self.session = session
        self.journal = journal
        self._bots = bots
        self._source = source
        self._as_json = as_json
        self._colours: dict[str, str] = {}
        self._was_in_trouble = False

    def tell(self, events: Sequence[Event]) -> None:
        """Save *events*, then announce them; then let the bot speak whose turn it is."""
        if not self._bots:
            self._tell(events)
            return
        self._tell(self._bots.heed(events))
        if not any(event.kind == "end" for event in events):
            for event in self._bots.turn(self.session):
                self._tell([event])

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            self._save(event)
            if self._as_json:
                write_json(event.as_json())
            elif line := narrate(event, self.session.colours):
                sys.stdout.write(line + "\n")
                sys.stdout.flush()

    def _save(self, event: Event) -> None:
        session = self.session
        if event.fields.get("new_game") and self.journal is not None:
            self.journal.close()
            self.journal, self._colours = None, {}
        if self.journal is None:
            if not session.positions:
                return
            start = session.positions[0]
            header = Header(
                game=session.game.name,
                start=session.game.format_position(start),
                options=start.options.changed(),
                colours={},
                source=self._source,
            )
            self.journal = Journal.create(games_folder(), header)
        if session.colours != self._colours:
            self._colours = dict(session.colours)
            self.journal.append({"event": "colours", "colours": self._colours})
        self.journal.append(event.as_json())
        self._report_trouble(self.journal)

    def _report_trouble(self, journal: Journal) -> None:
        if journal.trouble and not self._was_in_trouble:
            note(f"saving to {journal.path} failed ({journal.trouble}); the game goes on, and is kept in memory")
        elif self._was_in_trouble and not journal.trouble:
            note(f"saving to {journal.path} works again; nothing is lost")
        self._was_in_trouble = bool(journal.trouble)


def watch(table: Table, source: Source) -> int:
    """Feed all of *source* to *table*; return the exit status: 1 when no position was ever seen."""
    session = table.session
    if session.positions and table.journal is not None:
        table.tell([Event("state", -1, 0.0, {"resumed": True, **session.standing()})])
    message = "The source has ended."
    try:
        for item in source.frames():
            if isinstance(item, Trouble) and item.passing:
                note(item.message)
            elif isinstance(item, Trouble):
                table.tell(session.interrupted(item.message))
            else:
                table.tell(session.feed(item))
    except KeyboardInterrupt:
        message = "Stopped."
    table.tell(session.end(message))
    if not session.positions and table.journal is None:
        note(f"{source.name}: no position could be read; the whole board should be in the picture")
        return 1
    return 0
