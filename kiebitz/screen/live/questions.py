"""What people and pages ask about the table that is being watched; no answer changes its game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from core.json_types import JsonObject
from core.reading import Reading
from kiebitz.archive.crop_files import crops_of
from kiebitz.failure import Failure
from kiebitz.kits import readable_kit
from kiebitz.screen.doors.fields import object_of
from kiebitz.screen.live.refereed import NOBODY, Going, Refereed
from kiebitz.screen.views import sentences
from kiebitz.screen.views.answers import weighed_json
from kiebitz.screen.views.roll import hand_json
from kiebitz.table.asking import likeliest

_MOST_CELLS = 4
_MOST_CONTENTS = 3
_SURE = 0.995
"""Cells read with at least this certainty are not doubtful."""


class Questions:
    """Answers about the table that *on* returns; None while there is none. Each may be asked from any thread."""

    def __init__(self, on: Callable[[], Refereed | None]) -> None:
        self._on = on

    def watched(self) -> Refereed:
        """Return the table. Raises ``ValueError`` if there is none."""
        if (on := self._on()) is None:
            raise ValueError(NOBODY)
        return on

    def _game(self) -> Going | None:
        on = self._on()
        return None if on is None else on.game

    def hand(self, seat: str) -> JsonObject:
        """Return the dice that were rolled for *seat*, and what is to be done with them. Raises ``ValueError``."""
        with self.watched().going() as game:
            return hand_json(game.state, seat)

    def has_rolled(self, seat: str) -> bool:
        """Return whether there are dice of *seat* that nobody else may see."""
        game = self._game()
        return game is not None and seat in game.state.roll.hands

    def doubts(self) -> list[JsonObject]:
        """Return the cells that are read least surely, each with what it may hold; nothing where none is read."""
        game = self._game()
        return doubts_json(None if game is None else game.state.telling.seen)

    def likeliest(self, cell: str) -> list[str]:
        """Return what *cell* may hold, the likeliest first; nothing where that is not known."""
        if (on := self._on()) is None:
            return []
        with on.free:
            return [] if on.game is None else likeliest(on.game.state, cell)

    def weighed(self, value: Any) -> JsonObject:
        """Return what correcting the cells of the JSON *value* would mean. Raises ``ValueError``."""
        with self.watched().going() as game:
            return weighed_json(game.state, value)

    def understood(self, value: Any) -> JsonObject:
        """Return what the sentence in the JSON *value* tells; nothing is done yet. Raises ``ValueError``."""
        value = object_of(value, "a sentence", ("text",), '{"text":"d4 is a medium"}')
        text = value.get("text")
        if not isinstance(text, str) or len(text) > sentences.LONGEST:
            raise ValueError(f'"text" must be a sentence of at most {sentences.LONGEST} characters')
        with self.watched().going() as game:
            return sentences.understood(text, game.state)

    def event_picture(self, number: int, when: str) -> bytes | None:
        """Return the JPEG of the cells of event *number*, ``before`` or ``after`` it; None where none is kept."""
        game = self._game()
        file = None if game is None else crops_of(game.table.journal.path, number).get(when)
        try:
            return None if file is None else file.read_bytes()
        except OSError:  # an older one was deleted meanwhile
            return None

    def fault_picture(self, journal: Path) -> dict[str, bytes]:
        """Return the newest picture as a file of a report about the game in *journal*; none unless that is on."""
        if (on := self._on()) is None or (game := on.kept_in(journal)) is None:
            return {}
        return on.lookout.fault_picture(readable_kit(game.state.game.name, game.state.options))

    def check_review(self, path: Path) -> None:
        """Raise ``Failure`` if the journal at *path* is that of a fair game that is still played."""
        on = self._on()
        game = None if on is None else on.kept_in(path)
        try:
            if game is not None:
                game.aid.check(game.state)
        except ValueError as fault:
            raise Failure(str(fault)) from None

    def taught(self) -> list[JsonObject]:
        """Return what is taught at the position that stands. Raises ``ValueError`` where nobody may be helped."""
        on = self.watched()
        if (game := on.game) is None or game.state.position is None:
            return []
        state = game.state
        game.aid.check(state)
        return on.drill.told(state) if on.drill else game.teaching.as_json(state, on.events)


def doubts_json(reading: Reading | None) -> list[JsonObject]:
    """Return the doubtful cells of *reading*, the most doubtful first, with shares of 1 of what each may hold.

    >>> doubts_json(Reading({"a1": {".": 0.0, "As": -1.0}, "a2": {".": 0.0, "As": -9.0}}))
    [{'cell': 'a1', 'may_hold': {'.': 0.73, 'As': 0.27}}]
    """
    if reading is None:
        return []
    rows = {cell: reading.probabilities(cell) for cell in reading.cells}
    doubtful = sorted((max(row.values()), cell) for cell, row in rows.items() if max(row.values()) < _SURE)
    return [{"cell": cell, "may_hold": _likeliest(rows[cell])} for _, cell in doubtful[:_MOST_CELLS]]


def _likeliest(row: Mapping[str, float]) -> dict[str, float]:
    return {content: round(share, 2) for content, share in list(row.items())[:_MOST_CONTENTS]}
