"""The loop around a session: takes frames from a source, sends events to the journal and to people or programs."""

from __future__ import annotations

import contextlib
import gc
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kiebitz.archive.journal import Header, Journal
from kiebitz.archive.lines import COLOURS
from kiebitz.archive.recorded import Recorded
from kiebitz.archive.resuming import is_result_untold
from kiebitz.calling import names_of
from kiebitz.home import games_folder
from kiebitz.language import ENGLISH, Language
from kiebitz.output import note, write_json
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.pictures.sources import Source
from kiebitz.table.attending import Heard, Misheard, Read, attended
from kiebitz.table.bots import Bots
from kiebitz.table.crops import Crops
from kiebitz.table.events import Event, narrate
from kiebitz.table.instead import Instead
from kiebitz.table.intake import Intake
from kiebitz.table.session import Session

_ENDINGS = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""Signals that end watching like Ctrl-C, on systems that have them."""

_NOTHING_SEEN = ("lost", "advice", "error", "end")
"""Events that alone are not worth keeping."""


def pass_over_what_is_loaded() -> None:
    """Have Python look for garbage only in what is made from now on.

    To go through all that the program has loaded takes 30 ms, mostly in the middle of a look at the table.
    """
    gc.collect()
    gc.freeze()


class Table:
    """A session with its journal and its voice. Events are on disk before they are told.

    Without *journal* a new one is kept in the games folder. *recorded* is what the journal of a game that goes on held.
    *crops* keeps pictures beside it. People read in *language*.
    """

    def __init__(
        self,
        session: Session[Any],
        source: str,
        *,
        as_json: bool,
        journal: Journal | None = None,
        bots: Bots | None = None,
        recorded: Recorded | None = None,
        crops: Crops | None = None,
        tell_json: Callable[[Mapping[str, Any]], None] = write_json,
        language: Language = ENGLISH,
    ) -> None:
        self.session = session
        self.journal = journal or Journal.reserve(games_folder(), session.game.name)
        self._bots = bots
        self._recorded = recorded
        self._crops = crops
        self._source = source
        self._as_json = as_json
        self._tell_json = tell_json
        self._language = language
        self._colours: dict[str, str] = {}
        self._found: Event | None = None
        """Where the board was found last."""
        self._was_in_trouble = False
        self._lacked_crops = False
        self._announced = False

    def open(self) -> None:
        """Say, once, where the game is kept and, where it goes on, how it stands."""
        if self._announced:
            return
        pass_over_what_is_loaded()
        self._announce_journal()
        if self.journal.begun:
            untold = self._result_untold()
            if untold:
                self._announce(untold)
            standing = {"resumed": True, "source": self._source, **self.session.standing()}
            self.tell([Event("state", *self.session.moment, standing)])
            if untold is None:
                self.tell(self.session.concluded())

    def _result_untold(self) -> Mapping[str, Any] | None:
        """Return a result that was saved and maybe not told; None if it was not even saved, {} if it was told."""
        if self._recorded is None or not is_result_untold(self._recorded):
            return {}
        last = next(event for event in reversed(self._recorded.events) if event["event"] != COLOURS)
        return last if last["event"] == "result" else None

    def tell(self, events: Sequence[Event], *, frame: Frame | None = None) -> None:
        """Save *events*, seen in *frame*, then announce them; then let the bot speak whose turn it is."""
        self.open()
        if not self._bots:
            self._tell(events, frame)
            return
        self._tell(self._bots.heed(events), frame)
        if not any(event.kind == "end" for event in events):
            for event in self._bots.turn(self.session):
                self._tell([event], frame)

    def close(self) -> None:
        """Let others write the journal."""
        self.journal.close()

    def say_what_is_kept(self) -> None:
        """Say what can be done with the game."""
        journal = self.journal
        if journal.trouble:
            note(f"game {journal.id} could not be saved whole: {journal.trouble}")
        elif journal.begun and not self._as_json:
            name = journal.id if journal.path.parent == games_folder() else journal.path
            self._say(f"Game {journal.id} is kept; `kiebitz list` shows all games.")
            self._say(
                f"See it again: `kiebitz replay {name}`, `kiebitz review {name}`, `kiebitz export {name} --to sgf`."
            )

    def _tell(self, events: Sequence[Event], frame: Frame | None) -> None:
        more = {"picture": frame.name} if frame is not None and frame.name else {}
        for event in events:
            if event.kind == "found":
                self._found = event
            if event.fields.get("new_game") and self.journal.begun:
                self._begin_another(event, more)
            saved = self._saved(event, more)
            if self._crops and frame is not None and self.journal.begun and not self.journal.trouble:
                self._crops.keep(self.journal.path, saved, frame)
            self._announce(saved)
        if self._crops:
            self._crops.note(events, frame)
            self._report_lacking(self._crops)

    def _report_lacking(self, crops: Crops) -> None:
        if crops.trouble and not self._lacked_crops:
            note(f"pictures of game {self.journal.id} cannot be kept ({crops.trouble}); the game goes on without them")
        self._lacked_crops = bool(crops.trouble)

    def _announce(self, saved: Mapping[str, Any]) -> None:
        """Tell an event as it was *saved*."""
        if self._as_json:
            self._tell_json(saved)
        elif line := narrate(Event.from_json(saved), self._names, self._language):
            self._say(line)

    @property
    def _names(self) -> Mapping[str, str]:
        return names_of(self.session.game, self.session.colours)

    def _say(self, line: str) -> None:
        sys.stdout.write(f"{self._language(line)}\n")
        sys.stdout.flush()

    def _announce_journal(self) -> None:
        self._announced = True
        journal = self.journal
        if self._as_json:
            self._tell_json({"event": "journal", "file": str(journal.path), "game": journal.id})
        else:
            self._say(f"Game {journal.id} {'goes on' if journal.begun else 'is kept'} in {journal.path}.")
        self._tell_news(journal)

    def _begin_another(self, event: Event, more: Mapping[str, str]) -> None:
        """Begin the journal of the next game, whose first *event* this is; where the board is stands in it as well."""
        self.journal.close()
        self.journal, self._colours = Journal.reserve(games_folder(), self.session.game.name), {}
        self._announce_journal()
        if self._found is not None:
            self._announce(self._saved(replace(self._found, frame=event.frame, t=event.t), more))

    def _saved(self, event: Event, more: Mapping[str, str]) -> dict[str, Any]:
        """Return *event* as it is kept and told, with *more* fields."""
        session, journal = self.session, self.journal
        if session.positions and not journal.begun and event.kind not in _NOTHING_SEEN:
            start = session.positions[0]
            options = start.options.changed()
            journal.begin(Header(session.game.name, session.game.format_position(start), options, {}, self._source))
        if journal.begun and session.colours != self._colours:
            self._colours = dict(session.colours)
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


def watch(table: Table, source: Source, instead: Instead | None = None, *, control: Read | None = None) -> int:
    """Feed all of *source* to *table*; return the exit status: 1 when no position was ever seen.

    *instead* says whose board is in view where the game's own is not. *control* gives the commands of people.
    """
    session = table.session
    message, frame = "The source has ended.", None
    intake = Intake(session, instead)
    with _ended_by_signals(), contextlib.closing(table):
        try:
            for item in (
                source.frames() if control is None else attended(source, control)
            ):  # one that cannot be opened fails here, before anything is said
                table.open()
                if isinstance(item, Trouble) and item.passing:
                    note(item.message)
                elif isinstance(item, Trouble):
                    table.tell(intake.events(item))
                elif isinstance(item, Frame):
                    frame = item
                    table.tell(intake.events(item), frame=item)
                else:
                    table.tell(_heard(session, item))
                    if session.over:
                        break
        except KeyboardInterrupt:
            message = "Stopped."
        table.tell(session.end(message), frame=frame)
        table.say_what_is_kept()
    if not table.journal.begun:
        note(f"{source.name}: no position could be read, and no game is kept; show the whole board")
        return 1
    return 0


def _heard(session: Session[Any], heard: Heard) -> list[Event]:
    """Return the events of what people say."""
    return session.misunderstood(heard.message) if isinstance(heard, Misheard) else session.tell(heard)


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Let the first signal that ends a program interrupt it as Ctrl-C does; those that are ignored stay so."""
    before: dict[int, Any] = {}

    def stop(*_: object) -> None:
        for number in before:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    for name in _ENDINGS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            with contextlib.suppress(ValueError):  # not in the main thread, which alone may listen to signals
                before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
