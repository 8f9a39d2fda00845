"""The games that are kept, for the pages: a list, and what may be done with one of them.

A game is named by its number in the list. No name from outside ever becomes a path.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Mapping
from pathlib import Path

from core.games import find, names
from core.json_types import JsonObject, as_texts
from core.verdict import Outcome, capitalised
from kiebitz.api.sheets import GoingOn
from kiebitz.archive.crop_files import crops_of
from kiebitz.archive.kept import Kept, delete, kept, kept_of, mark_of, newest_first
from kiebitz.archive.numbers import game_id
from kiebitz.archive.recorded import load
from kiebitz.archive.records import record_of
from kiebitz.archive.resuming import is_pretended, journals_in, newest_unfinished
from kiebitz.failure import Failure
from kiebitz.home import games_folder
from kiebitz.screen.doors.replies import NotThereError
from kiebitz.screen.views.ratings import rated
from kiebitz.screen.views.retelling import game_json
from kiebitz.screen.views.words import side_name
from kiebitz.watching.dialling import is_shared

UNKNOWN = "No game of this number is kept."
_NONE_WAITS: JsonObject = {"unfinished": None, "alone": None}


def _unfinished() -> JsonObject:
    """Return which game of a real table *Resume* goes on with, and how it goes on without the tables that share it."""
    try:
        recorded = newest_unfinished(games_folder())
    except Failure:
        recorded = None
    if recorded is None or is_pretended(recorded):
        return _NONE_WAITS
    alone = None
    if is_shared(recorded):
        with contextlib.suppress(Failure):  # it is over
            alone = GoingOn.from_record(record_of(recorded), "").as_json()
    return {"unfinished": game_id(recorded.path), "alone": alone}


class Shelf:
    """The kept games. Its methods may be called from any thread."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[tuple[int, int], Kept]] = {}
        """File → its size and time, and its entry in the list; a file is read again only when it has changed."""
        self._answered: tuple[dict[Path, tuple[int, int]], JsonObject] = ({}, _NONE_WAITS)
        """Sizes and times of all files when it was last looked up which game may go on, and the answer."""
        self._free = threading.Lock()

    def listed(self) -> JsonObject:
        """Return the kept games, newest first; how strong those are who gave their names; and which may go on."""
        kept = self._kept()
        return {
            "games": [entry_json(game) for game in kept],
            "ratings": [each.as_json() for each in rated(kept)],
            **self._going_on(),
        }

    def _kept(self) -> list[Kept]:
        with self._free:
            paths = journals_in(games_folder())
            self._known = {path: known for path in paths if (known := self._looked_up(path)) is not None}
            return newest_first(game for _, game in self._known.values())

    def _going_on(self) -> JsonObject:
        with self._free:
            marks = {path: mark for path, (mark, _) in self._known.items()}
            if marks != self._answered[0]:
                self._answered = marks, _unfinished()
            return self._answered[1]

    def game(self, name: str) -> JsonObject:
        """Return the game *name*, step by step. Raises ``NotThereError``, or ``Failure`` for a damaged one."""
        recorded = load(self.file(name))
        return {**entry_json(kept_of(recorded)), **game_json(recorded)}

    def crop(self, name: str, number: int, when: str) -> bytes | None:
        """Return the JPEG of the cells of event *number*, ``before`` or ``after`` it; None where none is kept.

        Raises ``NotThereError``.
        """
        file = crops_of(self.file(name), number).get(when)
        return None if file is None else file.read_bytes()

    def delete(self, name: str) -> JsonObject:
        """Delete the game *name*, and say so. Raises ``NotThereError``, or ``Failure`` while it is watched."""
        path = self.file(name)
        delete([path])
        with self._free:
            self._known.pop(path, None)
        return {"deleted": name}

    def file(self, name: str) -> Path:
        """Return the journal of the game *name*. Raises ``NotThereError``."""
        found = (path for path in journals_in(games_folder()) if game_id(path) == name)
        if (path := next(found, None)) is None:
            raise NotThereError(UNKNOWN)
        return path

    def _looked_up(self, path: Path) -> tuple[tuple[int, int], Kept] | None:
        """Return what is known of the journal at *path*; None if the file is gone."""
        mark, known = mark_of(path), self._known.get(path)
        if mark is None:
            return None
        return known if known is not None and known[0] == mark else (mark, kept(path))


def entry_json(game: Kept) -> JsonObject:
    """Return what the list says of *game*; who played it, under ``names``, and how it ended, in words."""
    rules = find(game.game) if game.game in names() else None
    called: Mapping[str, str] = {side: side_name(rules, side, game.colours) for side in game.sides} if rules else {}
    return {
        "id": game.id,
        "game": game.game,
        "title": rules.title if rules else game.game,
        "began": game.began,
        "moves": game.moves,
        "names": called,
        "people": dict(game.people),
        "signed": list(game.signed),
        "puzzle": game.puzzle,
        "demo": game.demo,
        "result": game.result,
        "outcome": _ending(game, called),
        "readable": game.readable,
        "trouble": game.trouble,
    }


def _ending(game: Kept, called: Mapping[str, str]) -> str:
    """Return how *game* ended as a sentence; empty if it is not over."""
    if game.result is None:
        return ""
    outcome = Outcome(tuple(as_texts(game.result["winners"])), str(game.result["reason"]), game.drawn)
    return f"{capitalised(outcome.sentence_with(called))}."
