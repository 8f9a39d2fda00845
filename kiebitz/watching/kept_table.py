"""A refereed table whose events are kept: on disk before anybody hears of them, with pictures and the state beside."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from calibration.places import Place
from core.json_types import Json
from kiebitz.archive.evidence import picture_hashes
from kiebitz.archive.journal import Header, Journal
from kiebitz.archive.lines import COLOURS
from kiebitz.archive.recorded import Recorded
from kiebitz.archive.resuming import result_untold
from kiebitz.home import games_folder
from kiebitz.output import note
from kiebitz.pictures.frame import Frame
from kiebitz.table.events import Event
from kiebitz.table.inputs import Concluded, Ended, Input
from kiebitz.table.rules.hidden_roll import without_hands
from kiebitz.table.state import TableState
from kiebitz.watching.crops import Crops
from kiebitz.watching.referee import Item, Referee
from kiebitz.watching.state_files import StateFile
from kiebitz.watching.whole_pictures import Pictures

Line = Mapping[str, Any]
"""An event as the journal keeps it and people hear it."""
Answer = Callable[[TableState[Any]], Input | None]
"""Returns a listener's response to a new state; None if it has none."""
Tell = Callable[[Line], None]
_NOTHING_SEEN = ("lost", "elsewhere", "advice", "error", "end")
"""Events that do not make a journal worth keeping by themselves."""


class Table:
    """A referee with its journal, and the latest state beside it. It may be asked from any thread.

    Without *journal* a new one is kept in the games folder. *recorded* is what the journal of a game that goes on held.
    With *crops* small pictures are kept beside it, and with *pictures* whole ones. *tell* hears each line. After each
    step the *answers* are asked, in turn, for more input, as long as there is any: bots do so.
    """

    def __init__(
        self,
        referee: Referee[Any],
        source: str,
        *,
        tell: Tell,
        journal: Journal | None = None,
        recorded: Recorded | None = None,
        crops: bool = True,
        pictures: bool = False,
        answers: Sequence[Answer] = (),
    ) -> None:
        self.referee = referee
        self.journal = journal or Journal.reserve(games_folder(), referee.state.game.name)
        self.free = threading.RLock()
        """Held while an input is taken in."""
        self._source = source
        self._tell = tell
        self._recorded = recorded
        self._crops = Crops(referee.state) if crops else None
        self._pictures = Pictures() if pictures else None
        self._answers = tuple(answers)
        self._states = StateFile()
        self._colours: dict[str, str] = {}
        self._frame: Frame | None = None  # the latest, in which watching may end
        self._found: Event | None = None  # where the board was found last
        self._was_in_trouble = False
        self._announced = False

    @property
    def state(self) -> TableState[Any]:
        """The latest state."""
        return self.referee.state

    def take(self, item: Item) -> list[Line]:
        """Return the lines that *item*, and the answers to it, lead to; nothing once watching has ended."""
        with self.free:
            if self.state.over:
                return []
            before = self.state
            frame = item if isinstance(item, Frame) else None
            self._frame = frame or self._frame
            seen = self._frame if isinstance(item, Ended) else frame
            lines = [*self.open(), *self._kept(self.referee.take(item), seen)]
            lines += self.answer()
            if self.journal.begun and (lines or self.state.following is not before.following):
                self._states.keep(self.journal, without_hands(self.state))
            return lines

    def answer(self) -> list[Line]:
        """Return the lines that the listeners' answers lead to."""
        lines: list[Line] = []
        while given := next((said for answer in self._answers if (said := answer(self.state))), None):
            lines += self._kept(self.referee.take(given), None)
        return lines

    def open(self) -> list[Line]:
        """Say, once, where the game is kept and, where it goes on, how it stands."""
        if self._announced:
            return []
        self._announce_journal()
        return list(self._resumed()) if self.journal.begun else []

    def close(self) -> None:
        """Close the files, so that others may write the journal."""
        self._states.close()
        self.journal.close()

    def _resumed(self) -> Iterator[Line]:
        """Announce how a resumed game stands, and its result if nobody has heard of it."""
        untold = {} if self._recorded is None else result_untold(self._recorded)
        if untold:
            self._tell(untold)
            yield untold
        standing = {"resumed": True, "source": self._source, **self.state.standing(), **self.state.stash()}
        yield from self._kept([Event("state", *self.state.moment, standing)], None)
        if untold is None:
            yield from self._kept(self.referee.take(Concluded()), None)

    def _kept(self, events: Sequence[Event], frame: Frame | None) -> list[Line]:
        """Save and announce *events*, which were seen in *frame*."""
        place, lines = self.referee.viewer.place, []
        for event in events:
            if event.kind == "found":
                self._found = event
            if event.fields.get("new_game") and self.journal.begun:
                lines += self._begin_another(event, {"picture": frame.name} if frame and frame.name else {})
            saved = self._pictured(event, events, frame, place)
            self._tell(saved)
            lines.append(saved)
        if self._crops:
            self._crops.note(events, frame, place, self.state)
            self._crops.report(self.journal.id)
        if self._pictures:
            self._pictures.report(self.journal.id)
        return lines

    def _pictured(self, event: Event, events: Sequence[Event], frame: Frame | None, place: Place | None) -> Line:
        """Save *event*, one of *events*, with the hashes of its pictures, and then the pictures; return the line."""
        crops: dict[str, bytes] = {}
        whole, more = b"", {"picture": frame.name} if frame is not None and frame.name else {}
        if frame is not None and not self.journal.trouble:
            if self._crops:
                crops = self._crops.cut(event.as_json(), frame, place, self.state)
            if self._pictures and event is events[-1]:
                whole = self._pictures.taken(events, frame, place, self.state)
        hashes = picture_hashes(crops, whole)
        saved = self._saved(event, {**more, **({"pictures": hashes} if hashes else {})})
        if self.journal.begun and not self.journal.trouble:
            if self._crops:
                self._crops.write(self.journal.path, int(saved["n"]), crops)
            if self._pictures and whole and place is not None:
                self._pictures.write(self.journal.path, int(saved["n"]), whole, place, self.state)
        return saved

    def _announce_journal(self) -> None:
        self._announced = True
        self._tell({"event": "journal", "file": str(self.journal.path), "game": self.journal.id})
        self._tell_news(self.journal)

    def _begin_another(self, event: Event, more: Mapping[str, str]) -> list[Line]:
        """Begin the journal of the next game with *event*; where the board lies is noted in it as well."""
        self.journal.close()
        self.journal, self._colours = Journal.reserve(games_folder(), self.state.game.name), {}
        self._announce_journal()
        if self._found is None:
            return []
        found = self._saved(replace(self._found, frame=event.frame, t=event.t), more)
        self._tell(found)
        return [found]

    def _saved(self, event: Event, more: Mapping[str, Json]) -> Line:
        """Save *event* with *more* fields; return the line."""
        state, journal = self.state, self.journal
        if state.told and not journal.begun and event.kind not in _NOTHING_SEEN:
            start = state.told[0]
            text, options = state.game.format_position(start), start.options.changed()
            journal.begin(Header(state.game.name, text, options, {}, self._source))
        if journal.begun and state.colours != self._colours:
            self._colours = dict(state.colours)
            journal.note({"event": COLOURS, "colours": self._colours})
        numbered = journal.append({**event.as_json(), **more})
        self._report_trouble(journal)
        return numbered

    def _tell_news(self, journal: Journal) -> None:
        while journal.news:
            note(journal.news.pop(0))

    def _report_trouble(self, journal: Journal) -> None:
        self._tell_news(journal)
        if journal.trouble and not self._was_in_trouble:
            note(f"saving to {journal.path} failed ({journal.trouble}); the game goes on, and is kept in memory")
        elif self._was_in_trouble and not journal.trouble:
            note(f"saving to {journal.path} works again; nothing is lost")
        self._was_in_trouble = bool(journal.trouble)
