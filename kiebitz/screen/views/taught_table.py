"""Teaches the reader a table from its own pictures: says what to lay out, looks, and tells how much that helped."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from calibration.locate import locate
from core.games import find
from core.json_types import JsonObject
from kiebitz.api.own_games import teachable
from kiebitz.api.seats import options_of
from kiebitz.failure import Failure
from kiebitz.kits import readable_kit
from kiebitz.pictures.frame import Image
from kiebitz.pictures.profiles import profile_games, save_profile
from kiebitz.pictures.teaching import LAYOUTS, Learned, Score, Shown, layouts, learned
from kiebitz.screen.views.board import board_json
from kiebitz.screen.views.words import content_words
from kits.kit import Kit

LAY_OUT = "Lay out these pieces, each seat's in a colour of its own. Take your hands away, and press Look."
KEEP = "Keep this table, or lay out the next pieces to make it surer."
ENOUGH = "These are all. Keep this table."
_NONE = "say first which game's pieces these are"


@dataclass(frozen=True, slots=True)
class _Lesson:
    """What people are to lay out for a game, and what was seen of it."""

    kit: Kit
    players: int
    layouts: Sequence[dict[str, str]]
    about: JsonObject
    shown: tuple[Shown, ...] = ()
    found: Learned | None = None


@dataclass(slots=True)
class TaughtTable:
    """The pictures of a table so far, and what they teach. Its methods may be called from any thread."""

    _lesson: _Lesson | None = None
    _free: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, name: str, players: int | None) -> JsonObject:
        """Forget all pictures, and return what to lay out for the game *name*. Raises ``ValueError``, ``Failure``."""
        game = find(name)
        options = options_of(game, players, None)
        game.start(options)
        kit = teachable(readable_kit(name, options))
        told = layouts(kit, options.players)
        contents = sorted({content for each in told for content in each.values()})
        words = {content: content_words(game, kit, content, {}) for content in (".", *contents)}
        about: JsonObject = {"game": name, "board": board_json(kit, options), "words": words}
        with self._free:
            self._lesson = _Lesson(kit, options.players, told, about)
            return _standing(self._lesson)

    def look(self, image: Image) -> JsonObject:
        """Learn from *image*, which shows what was to be laid out, and return how it went. Raises ``Failure``."""
        with self._free:
            lesson = self._begun()
            if len(lesson.shown) == LAYOUTS:
                raise Failure("all pictures have been looked at; keep the table, or begin again")
            place = locate(image, lesson.kit, players=lesson.players)
            if place is None:
                raise Failure("no board found; all of it should be in the picture")
            shown = (*lesson.shown, Shown("the picture", image, place, lesson.layouts[len(lesson.shown)]))
            found = learned(lesson.kit, shown, {})
            self._lesson = _Lesson(lesson.kit, lesson.players, lesson.layouts, lesson.about, shown, found)
            return _standing(self._lesson)

    def keep(self, name: str) -> JsonObject:
        """Keep the table under *name*. Raises ``Failure`` where nothing is learned yet, or for a wrong name."""
        with self._free:
            lesson = self._begun()
            if lesson.found is None:
                raise Failure("nothing is learned of this table yet; lay out the pieces and press Look")
            save_profile(name, lesson.found.profile)
        return {"name": name, "tables": kept_tables()}

    def _begun(self) -> _Lesson:
        if self._lesson is None:
            raise Failure(_NONE)
        return self._lesson


def kept_tables() -> list[JsonObject]:
    """Return the tables that are kept and can be used: name, and the game that they were taught."""
    return [{"name": name, "game": game} for name, game in profile_games().items()]


def _standing(lesson: _Lesson) -> JsonObject:
    done, found = len(lesson.shown), lesson.found
    is_last = done == LAYOUTS
    return {
        **lesson.about,
        "pictures": done,
        "most": LAYOUTS,
        "contents": {} if is_last else dict(lesson.layouts[done]),
        "tested": "" if found is None else _tested(found.taught, found.shipped),
        "colours": {} if found is None else dict(found.profile.colours),
        "todo": LAY_OUT if found is None else ENOUGH if is_last else KEEP,
    }


def _tested(taught: Score, shipped: Score) -> str:
    """Say how well cells are read that taught nothing, compared with the reader as shipped."""
    return (
        f"Tested on {taught.cells} cells that it did not learn from: {taught.wrong} wrong, {taught.unsure} unsure. "
        f"As shipped: {shipped.wrong} wrong, {shipped.unsure} unsure."
    )
