"""Watching at a terminal: what is announced goes to people in words, or to programs as JSON, until the source ends."""

from __future__ import annotations

import contextlib
import gc
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.belief.traces import changed_by
from core.board.text import board_text
from kiebitz.calling import names_of
from kiebitz.home import games_folder
from kiebitz.language import ENGLISH, Language
from kiebitz.output import INTERRUPTED, note
from kiebitz.pictures.sources import Source
from kiebitz.table.events import Event, narrate
from kiebitz.table.state import AnyTable
from kiebitz.watching.accord import ASKED
from kiebitz.watching.attending import Read, attended
from kiebitz.watching.kept_table import Line, Table
from kiebitz.watching.referee import ended, run

STANDS = "The game goes on from here. If the move was to stand, put it back as it was."
_ENDINGS = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""Signals that end watching like Ctrl-C, on systems that have them."""


def pass_over_what_is_loaded() -> None:
    """Have Python not look for garbage in what is loaded by now, which takes 30 ms, mostly in the middle of a look."""
    gc.collect()
    gc.freeze()


class Voice:
    """Tells the lines of a table in *language*."""

    def __init__(self, language: Language = ENGLISH) -> None:
        self.table: Table | None = None
        self._language = language
        self._kept_in: Path | None = None
        """The journal that people have been shown."""

    def tell(self, line: Line) -> None:
        """Write *line* to standard output, in words."""
        table = self.table
        assert table is not None
        journal, is_journal = table.journal, line["event"] == "journal"
        if journal.begun and journal.path != self._kept_in:
            self._kept_in = journal.path
            self.say(f"Game {journal.id} {'goes on' if is_journal else 'is kept'} in {journal.path}.")
        if is_journal:
            return
        if text := narrate(Event.from_json(line), names_of(table.state.game, table.state.colours), self._language):
            self.say(text)
        if line["event"] == ASKED and "action" in line:
            sys.stdout.write(f"{_board_with(table.state, str(line['action']))}\n")
            sys.stdout.flush()
        if line["event"] == "takeback" and line["plies"] == 1 and "wanted" not in line:  # by hand: nothing is awaited
            self.say(f"     {self._language(STANDS)}")

    def say(self, line: str) -> None:
        """Write one *line*."""
        sys.stdout.write(f"{self._language(line)}\n")
        sys.stdout.flush()

    def say_what_is_kept(self, table: Table) -> None:
        """Say what can be done with the game."""
        journal = table.journal
        name = journal.id if journal.path.parent == games_folder() else journal.path
        self.say(f"Game {journal.id} is kept; `kiebitz list` shows all games.")
        self.say(f"See it again: `kiebitz replay {name}`, `kiebitz review {name}`, `kiebitz export {name} --to sgf`.")


def _board_with(state: AnyTable, action: str) -> str:
    """Return the other table's board after *action*, with what that changed in brackets."""
    assert state.position is not None
    cells = changed_by(state.game, state.position, action)
    return board_text({**state.game.contents(state.position), **cells}, changed=list(cells))


def watch(table: Table, source: Source, voice: Voice | None = None, *, control: Read | None = None) -> int:
    """Feed *source*, and what *control* gives, to *table*; return 0, 1 if nothing was seen, or 130 after Ctrl-C."""
    message, status = "The source has ended.", 0
    pass_over_what_is_loaded()
    with _ended_by_signals(), contextlib.closing(table):
        try:
            items = source.frames() if control is None else attended(source, control)
            for _ in run(table, items, skipped=note):
                pass
        except KeyboardInterrupt:
            message, status = "Stopped.", INTERRUPTED
        ended(table, message)
    journal = table.journal
    if journal.trouble:
        note(f"game {journal.id} could not be saved whole: {journal.trouble}")
    elif journal.begun and voice is not None:
        voice.say_what_is_kept(table)
    if not journal.begun:
        note(f"{source.name}: no position could be read, and no game is kept; show the whole board")
        return status or 1
    return status


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Treat the first signal that would end the program like Ctrl-C; signals that were ignored stay so."""
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
