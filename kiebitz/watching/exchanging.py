"""Live pictures of their boards, which tables of one game show each other as long as both of a pair agree.

Nothing of them is written anywhere. What comes is opened in a process of its own and written once more, so that nobody
gets to see bytes that another table made.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from core.json_types import Json, JsonObject
from kiebitz.failure import Failure
from kiebitz.pictures.decoding import Decoders
from kiebitz.pictures.files import small_jpeg
from kiebitz.pictures.frame import Image
from kiebitz.pictures.of_others import opened
from kiebitz.watching.across import seats_of
from kiebitz.watching.twin import SILENT_S, Twin

NOT_AGREED = "Boards are shown to each other once both tables have agreed to it."
_OLD_S = 5.0
"""Seconds after which a picture is not live any more."""
_small = partial(small_jpeg, longest_px=640, quality=70)
"""Makes a JPEG that is well below ``of_others.MOST_BYTES``."""


@dataclass(frozen=True, slots=True)
class _Picture:
    data: bytes
    came_s: float


class Exchange:
    """What a table of *twin* shows the others of its board, and sees of theirs. For any thread."""

    def __init__(self, twin: Twin, own: Callable[[], Image | None]) -> None:
        """*own* returns the newest picture of this table's board, if it may be seen now."""
        self._twin, self._own = twin, own
        self._seen: dict[str, _Picture] = {}
        self._free, self._opening = threading.Lock(), threading.Lock()
        self._decoders = Decoders(most=1)

    def show(self, on: bool) -> None:
        """Agree to show boards to each other, or withdraw, which takes effect at once."""
        with self._free:
            self._twin.shows = on
            self._seen.clear()

    def given(self, table: str) -> bytes | None:
        """Return the picture of this board for another *table*. Raises ``ValueError`` without agreement."""
        if not self._agreed(table):
            raise ValueError(NOT_AGREED)
        image = self._own()
        return None if image is None or not self._agreed(table) else _small(image)

    def take(self, table: str, data: bytes) -> None:
        """See the JPEG *data* of another *table*, unless one is being opened. Raises ``Failure`` for no picture."""
        if not data or not self._agreed(table) or not self._opening.acquire(blocking=False):
            return
        try:
            made = _small(self._decoders.read(opened, data))
        finally:
            self._opening.release()
        with self._free:
            if self._agreed(table):
                self._seen[table] = _Picture(made, self._twin.now())

    def seen(self, number: int) -> bytes | None:
        """Return the newest picture of the board of other table *number*, from 1, as JPEG; None where none is live."""
        tables = self._tables()
        return self._live(tables[number - 1]) if 0 < number <= len(tables) else None

    def as_json(self) -> JsonObject:
        """Return whether this table and each other agree, their seats, and whether a picture is live."""
        accord = self._twin.accord
        with self._free:
            for table in [table for table in self._seen if not self._agreed(table)]:
                del self._seen[table]
        tables: list[Json] = [
            {"seats": list(seats_of(accord, name)), "shows": self._wants(name), "live": self._live(name) is not None}
            for name in self._tables()
            if accord is not None
        ]
        return {"shows": self._twin.shows, "tables": tables}

    def close(self) -> None:
        self.show(False)
        self._decoders.close()

    def _live(self, table: str) -> bytes | None:
        picture = self._seen.get(table)
        is_live = picture is not None and self._twin.now() - picture.came_s < _OLD_S and self._agreed(table)
        return picture.data if picture is not None and is_live else None

    def _tables(self) -> list[str]:
        """Return the other tables that play: the guests of a host, or the host of a guest."""
        accord = self._twin.accord
        if accord is None:
            return []
        return sorted(accord.claims) if self._twin.is_host else [""] if accord.table else []

    def _agreed(self, table: str) -> bool:
        return self._twin.shows and table in self._tables() and self._wants(table)

    def _wants(self, table: str) -> bool:
        """Return whether the other *table* agrees, and has been heard from lately."""
        other = self._twin.others.get(table)
        return other is not None and other.tidings.shows and self._twin.now() - other.heard_s < SILENT_S


def exchanged(exchange: Exchange, send: Callable[[bytes], bytes]) -> None:
    """Let a guest *send* its host what it shows, and see what comes back, if both agree."""
    try:
        data = send(exchange.given("") or b"")
    except ValueError:
        return
    try:
        exchange.take("", data)
    except Failure:
        return
