"""The events of the table for all onlookers, however late they come and however slowly they read."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.json_types import Json, as_whole
from kiebitz.screen.doors.access import Role

MOST_READERS = 100
"""Most readers who may follow the events at once."""
_KEPT = 20
"""Seats reserved for the table's own token."""
_OF_ONE = 20
"""Most seats at one address for those who only look on or send pictures."""


@dataclass(frozen=True, slots=True)
class Told:
    """An event as it was saved, or a passing notice that no journal holds (``n`` is 0)."""

    n: int
    line: Mapping[str, Json]


class Feed:
    """The numbered events of the game that is on, and the latest passing notices.

    ``tell`` and ``notice`` may be called from any thread. Every reader has only a number of its own: one that is slow
    or has gone costs nothing.
    """

    def __init__(self) -> None:
        self._events: tuple[list[Told], int] = [], 0
        """The events of the game, and the number of games begun after the first."""
        self._notices: dict[str, Mapping[str, Json]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._changed = asyncio.Event()
        self._closed = False

    @property
    def newest(self) -> int:
        """The number of the last event; 0 before the first."""
        events, _ = self._events
        return events[-1].n if events else 0

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wake the readers in *loop*."""
        self._loop = loop

    def begin(self, kept: list[Mapping[str, Json]]) -> None:
        """Begin another game, with the events *kept* known of it."""
        _, games = self._events
        self._events = [Told(as_whole(line["n"]), line) for line in kept], games + 1
        self._notices.pop("trouble", None)
        self._wake()

    def tell(self, line: Mapping[str, Json]) -> None:
        """Add an event that has its number."""
        events, _ = self._events
        events.append(Told(as_whole(line["n"]), line))
        self._wake()

    def notice(self, kind: str, **fields: Any) -> None:
        """Announce something passing; only the latest of each *kind* counts."""
        line = {"event": kind, **fields}
        if self._notices.get(kind) != line:
            self._notices[kind] = line
            self._wake()

    def forget(self, *kinds: str) -> None:
        """Drop the passing notices of these *kinds* for later readers; the next of each goes to everybody."""
        for kind in kinds:
            self._notices.pop(kind, None)

    def close(self) -> None:
        """Let all readers end."""
        self._closed = True
        self._wake()

    async def since(self, n: int, *, passing: bool = False, beat_s: float = 15.0) -> AsyncIterator[Told | None]:
        """Yield the events after number *n* as they come, and with *passing* the notices; None every *beat_s*.

        A number beyond the last one is of another game: then everything is announced.
        """
        events, game = self._events
        at = next((i for i, told in enumerate(events) if told.n > n), len(events)) if n <= self.newest else 0
        shown: dict[str, Mapping[str, Json]] = {}
        while not self._closed:
            if self._events[1] != game:
                (events, game), at = self._events, 0
            changed = self._changed
            while at < len(events):
                yield events[at]
                at += 1
            for kind, line in list(self._notices.items()) if passing else ():
                if shown.get(kind) is not line:
                    shown[kind] = line
                    yield Told(0, line)
            if at < len(events) or self._events[1] != game or changed is not self._changed or self._closed:
                continue
            try:
                await asyncio.wait_for(changed.wait(), beat_s)
            except TimeoutError:
                yield None

    def _wake(self) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._woken)

    def _woken(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


class Seats:
    """Says who may follow.

    >>> seats = Seats()
    >>> [seats.take("viewer", "10.0.0.7") for _ in range(21)].count(False), seats.take("table", "10.0.0.7")
    (1, True)
    """

    def __init__(self) -> None:
        self._taken: Counter[tuple[bool, str]] = Counter()

    def take(self, role: Role, address: str) -> bool:
        """Return whether somebody in *role* at *address* gets a seat, which ``leave`` gives free."""
        is_table = role == "table"
        most = MOST_READERS if is_table else MOST_READERS - _KEPT
        own = 0 if is_table else self._taken[is_table, address]
        if self._taken.total() >= most or own >= _OF_ONE:
            return False
        self._taken[is_table, address] += 1
        return True

    def leave(self, role: Role, address: str) -> None:
        self._taken[role == "table", address] -= 1
        self._taken += Counter()  # forgets those at nought
