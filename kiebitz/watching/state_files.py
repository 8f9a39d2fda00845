"""The latest state of a game, in a file beside its journal: what a game goes on from.

The journal is the truth, and the state a help: where its file is missing, damaged, of another version, or older than
the journal's last event, the game goes on from the journal's positions.
"""

from __future__ import annotations

import contextlib
import json
import threading
from pathlib import Path
from typing import Any

from kiebitz.archive.journal import Journal, state_file, unfinished_state
from kiebitz.archive.recorded import Recorded
from kiebitz.disk import MIB, read_file, write_whole
from kiebitz.failure import Failure
from kiebitz.table.saved import from_json, to_json
from kiebitz.table.state import TableState

_LARGEST_BYTES = 16 * MIB
_CLOSING_S = 3.0
"""Seconds to wait for the last state at the end."""


class StateFile:
    """Writes the states of one table, the newest at a time, in a thread of its own: a look does not wait for it."""

    def __init__(self) -> None:
        self._wanted = threading.Condition()
        self._next: tuple[Path, int, TableState[Any]] | None = None
        self._closing = False
        self._thread: threading.Thread | None = None

    def keep(self, journal: Journal, state: TableState[Any]) -> None:
        """Have *state* written beside *journal*, all of whose events so far led to it; an older one is left out."""
        with self._wanted:
            self._next = (state_file(journal.path), journal.events, state)
            self._wanted.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._write, name="states", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Write what is left."""
        with self._wanted:
            self._closing = True
            self._wanted.notify()
        if self._thread is not None:
            self._thread.join(_CLOSING_S)

    def _write(self) -> None:
        while True:
            with self._wanted:
                while self._next is None and not self._closing:
                    self._wanted.wait()
                if self._next is None:
                    return
                (path, events, state), self._next = self._next, None
            with contextlib.suppress(OSError, TypeError):  # no file, no help; a game of one's own cannot be named
                _write(path, events, state)


def kept_state(recorded: Recorded) -> TableState[Any] | None:
    """Return the state that the game in *recorded* was left in; None where none is kept that fits the journal."""
    try:
        data = read_file(state_file(recorded.path), "a state", most_bytes=_LARGEST_BYTES, remedy="leave it out")
        first, _, text = data.partition(b"\n")
        if json.loads(first) != {"events": recorded.count}:
            return None
        state = from_json(text, TableState)
        return state if list(state.told) == list(recorded.positions) else None
    except (Failure, ValueError, RecursionError):
        return None


def _write(path: Path, events: int, state: TableState[Any]) -> None:
    """Write *state* after *events* to *path* as a whole; delete that if the game is over. Raises ``OSError``."""
    if state.position is not None and state.position.to_move is None:
        path.unlink(missing_ok=True)
        return
    text = f"{json.dumps({'events': events})}\n{to_json(state)}\n"
    write_whole(path, text.encode(), ending=unfinished_state(path).suffix)
