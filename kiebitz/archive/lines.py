"""The lines of a journal: the kinds there are, and what each field holds.

`docs/journal-format.md` shows this table. Kinds and fields that are not in it may come from a later version, and pass.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from core.options import shown
from kiebitz.clock import Control

COLOURS = "colours"
"""The line that stores the seats' colours. It is not an event and has no number."""
HEADER = "header"
"""The name of the first line, which has no ``event``, in the tables below."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a field may hold: ``words`` say it, and ``holds`` tells it of a JSON value."""

    words: str
    holds: Callable[[object], bool]


def _is_whole(value: object, least: int, most: float) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_seat(value: object) -> bool:
    return isinstance(value, str) and len(value) == 1 and value.isascii() and value.isupper()


def _are(holds: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(holds, value))


def _is_point(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_number, value))


def _is_result(value: object) -> bool:
    return isinstance(value, dict) and _are(_is_seat)(value.get("winners")) and _is_text(value.get("reason"))


def _by_seat(holds: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, dict) and all(map(_is_seat, value)) and all(map(holds, value.values()))


def _are_counts(value: object) -> bool:
    return isinstance(value, dict) and all(_is_whole(count, 0, _MOST) for count in value.values())


def _is_control(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(Control.parse(value))
    except ValueError:
        return False


_MOST = 1_000_000
FORMAT = Kind("1 or 2", lambda value: _is_whole(value, 1, 2))
COUNT = Kind(f"a whole number from 1 to {_MOST:,}", lambda value: _is_whole(value, 1, _MOST))
COUNTS = Kind("a list of whole numbers", _are(COUNT.holds))
INDEX = Kind("a whole number from −1 on", lambda value: _is_whole(value, -1, 1e15))
SECONDS = Kind("a number of seconds from 0 on", lambda value: _is_number(value) and value >= 0)
NUMBER = Kind("a number", _is_number)
PIXELS = Kind("a number of pixels, or null", lambda value: value is None or _is_number(value))
YES = Kind("true or false", lambda value: isinstance(value, bool))
TEXT = Kind("a text", _is_text)
TEXTS = Kind("a list of texts", _are(_is_text))
LINES = Kind("a list of lists of texts", _are(_are(_is_text)))
SEAT = Kind("a letter from A to Z", _is_seat)
SEATS = Kind("a list of letters from A to Z", _are(_is_seat))
TURN = Kind("a letter from A to Z, or null when the game is over", lambda value: value is None or _is_seat(value))
POSITION = Kind("a position of the game, or null before one is seen", lambda value: value is None or _is_text(value))
REACHED = Kind("the position that is reached", _is_text)
POINTS = Kind("a list of points [x, y]", _are(_is_point))
RESULT = Kind("an object with winners, a list of letters, and a reason", _is_result)
OBJECT = Kind("an object", lambda value: isinstance(value, dict))
PENDING = Kind("an object, or null", lambda value: value is None or isinstance(value, dict))
OBJECTS = Kind("a list of objects", _are(lambda value: isinstance(value, dict)))
BY_SEAT = Kind("an object of texts by letter", _by_seat(_is_text))
BY_NAME = Kind(
    "an object of texts by name", lambda value: isinstance(value, dict) and all(map(_is_text, value.values()))
)
SECONDS_BY_SEAT = Kind("an object of seconds by letter", _by_seat(SECONDS.holds))
COUNTS_BY_SEAT = Kind("an object of whole numbers by letter", _by_seat(lambda value: _is_whole(value, 0, 99)))
STASH = Kind("an object, by letter, of objects of whole numbers by kind of piece", _by_seat(_are_counts))
COLOURS_BY_SEAT = Kind(
    "an object, by letter, of texts or null", _by_seat(lambda value: value is None or _is_text(value))
)
CONTROLS = Kind("an object of time controls, such as 10+5, by letter", _by_seat(_is_control))
RUNNING = Kind("a letter from A to Z, or null when no clock runs", TURN.holds)

Fields = Mapping[str, Kind]

EVERY: Fields = {
    "n": COUNT,
    "frame": INDEX,
    "t": SECONDS,
    "message": TEXT,
    "picture": TEXT,
    "pictures": BY_NAME,
    "asked": TEXT,
}
"""The fields that any event may have."""
_STANDING: Fields = {"position": POSITION, "to_move": TURN}
_PLAYED: Fields = {
    "action": TEXT,
    "position": REACHED,
    "seat": SEAT,
    "ply": COUNT,
    "margin": NUMBER,
    "order": TEXT,
    "announcements": OBJECTS,
    "as_asked": YES,
}
KINDS: Mapping[str, Fields] = {
    HEADER: {
        "journal": FORMAT,
        "rules": COUNT,
        "game": TEXT,
        "start": TEXT,
        "options": OBJECT,
        "colours": BY_SEAT,
        "source": TEXT,
        "created": TEXT,
    },
    COLOURS: {"colours": BY_SEAT},
    "found": {"corners_px": POINTS, "method": TEXT, "error_px": PIXELS},
    "lost": {"looks_like": OBJECTS},
    "elsewhere": {},
    "skipped": {},
    "moved": {},
    "advice": {"code": TEXT},
    "state": {
        **_STANDING,
        "new_game": YES,
        "resumed": YES,
        "source": TEXT,
        "set": YES,
        "start": POSITION,
        "legal": TEXTS,
        "plies": INDEX,
        "pending": PENDING,
        "players": COLOURS_BY_SEAT,
        "stash": STASH,
    },
    "joined": {"seat": SEAT, "colour": TEXT, "players": COUNT},
    "totals": {
        "seat": SEAT,
        "totals": COUNTS_BY_SEAT,
        "missing": SEATS,
        "adjust": COUNTS_BY_SEAT,
        "revealed": YES,
    },
    "left": {"seat": SEAT, "players": COUNT},
    "move": _PLAYED,
    "pass": _PLAYED,
    "takeback": {"plies": COUNT, "wanted": OBJECT, "position": REACHED, "to_move": TURN},
    "corrected": {"ply": COUNT, "was": TEXT, "action": TEXT, "position": REACHED},
    "illegal": {
        "cells": TEXTS,
        "code": TEXT,
        "repair": TEXT,
        "nearest": TEXTS,
        "seat": TURN,
        "by": SEAT,
        "numbers": COUNTS,
        "position": REACHED,
    },
    "repaired": {"cells": TEXTS, "code": TEXT, "position": REACHED, "to_move": TURN},
    "agreed": {
        "cells": TEXTS,
        "code": TEXT,
        "seat": TURN,
        "ply": INDEX,
        "start": YES,
        "position": REACHED,
        "to_move": TURN,
    },
    "error": {"cells": TEXTS, "code": TEXT, "repair": TEXT},
    "partial": {"cells": TEXTS, "code": TEXT},
    "unsure": {
        "cells": TEXTS,
        "candidates": TEXTS,
        "seats": SEATS,
        "joining": TEXTS,
        "numbers": COUNTS,
        "code": TEXT,
        "repair": TEXT,
    },
    "suggest": {
        "seat": SEAT,
        "side": SEAT,
        "level": COUNT,
        "engine": TEXT,
        "action": TEXT,
        "steps": TEXT,
        "why": TEXT,
        "value": NUMBER,
        "line": TEXTS,
        "proved": YES,
        "position": POSITION,
        "ply": INDEX,
    },
    "asked": {
        "seat": SEAT,
        "side": SEAT,
        "action": TEXT,
        "steps": TEXT,
        "position": POSITION,
        "ply": INDEX,
        "at": INDEX,
        "do": TEXT,
        "plies": COUNT,
        "wants": TEXT,
    },
    "twin": {
        "table": TEXT,
        "other": TEXT,
        "seats": SEATS,
        "joined": INDEX,
        "back": INDEX,
        "declined": INDEX,
        "kept": INDEX,
        "action": TEXT,
        "at": INDEX,
        "pauses": INDEX,
        "linked": YES,
        "refused": TEXT,
        "code": TEXT,
        "cells": TEXTS,
    },
    "failed": {"seat": SEAT},
    "terms": {"fair": YES},
    "players": {"names": BY_SEAT},
    "puzzle": {"number": COUNT},
    "signed": {"seat": SEAT},
    "comment": {"at": INDEX, "message": TEXT},
    "hint": {"seat": SEAT, "rung": COUNT, "cells": TEXTS, "code": TEXT},
    "clock": {
        "left": SECONDS_BY_SEAT,
        "periods": COUNTS_BY_SEAT,
        "running": RUNNING,
        "control": CONTROLS,
        "flag": SEAT,
        "paused": YES,
    },
    "result": {"result": RESULT, "cells": TEXTS, "lines": LINES, "position": REACHED, "to_move": TURN},
    "end": _STANDING,
}
"""What the lines of each kind may hold."""
REQUIRED: Mapping[str, tuple[str, ...]] = {
    HEADER: ("journal", "game", "start"),
    COLOURS: ("colours",),
    "joined": ("players",),
    "left": ("players",),
    "move": ("action",),
    "pass": ("action",),
    "takeback": ("plies",),
    "corrected": ("ply", "action"),
    "agreed": ("code", "position"),
    "clock": ("left",),
    "result": ("result",),
    "players": ("names",),
    "puzzle": ("number",),
    "signed": ("seat",),
    "comment": ("at", "message"),
    "asked": ("at",),
}
"""The fields that a line of each kind must hold, because the game could not be replayed without them."""


def fault(line: object, *, first: bool = False) -> str:
    """Return what is wrong with the fields of a *line*; empty if nothing is. The *first* one is the header.

    >>> fault({"event": "takeback", "plies": "two"})
    "'plies' is 'two', not a whole number from 1 to 1,000,000"
    >>> fault({"event": "move"})
    "it lacks 'action'"
    """
    if not isinstance(line, dict):
        return "it is not an object"
    kind = HEADER if first else line.get("event")
    if not isinstance(kind, str):
        return "it does not say which event it is"
    for name in REQUIRED.get(kind, ()):
        if name not in line:
            return f"it lacks {name!r}"
    known = {**({} if kind in (HEADER, COLOURS) else EVERY), **KINDS.get(kind, {})}
    for name, value in line.items():
        if name in known and not known[name].holds(value):
            return f"{shown(name)} is {shown(value)}, not {known[name].words}"
    return ""
