"""What one table tells another: the whole of what it knows of their game, each time, so that none can be missed.

A ``Tidings`` is small (a game of 100 plies has 2 KB), says the same however often it is sent, and is checked field by
field before anything of it is believed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from core.json_types import JsonObject
from kiebitz.clock import Control

VERSION = 1
MOST_PLIES, LONGEST_ENTRY, LONGEST_TEXT = 4_000, 2_000, 400
_NAME = re.compile(r"[A-Za-z0-9_-]{8,40}")


@dataclass(frozen=True, slots=True)
class Wrong:
    """What lies wrong at a table: the rule that is broken there."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Tidings:
    """What a table knows of the game.

    Args:
        table: who tells it; empty for the host.
        seats: the seats that the guest plays; at the host, those that it gives to the guest who asks, or all its
            own where it is asked before a guest joins.
        joined: how many plies had been played when this guest joined, by the host.
        plies: the common course, as ``accord.entry`` writes it.
        shown: how many of them this table's own board shows.
        epoch: how many take-backs have been agreed on, the latest of them *back* to this many plies.
        wish: to how many plies this table has taken the course back by itself.
        pauses: how often the clocks were paused or let go on; they stand while it is odd.
        wrong: what lies wrong on its board.
        refused: what this table last refused of those to whom it tells this.
        clock: seat → seconds and periods left, for the seats that play at this table.
        shows: whether this table agrees that both show each other their boards.
        controls: seat → time control, for all seats; empty without clocks.
    """

    game: str
    start: str
    options: Mapping[str, Any] = field(default_factory=dict)
    table: str = ""
    seats: tuple[str, ...] = ()
    joined: int = 0
    plies: tuple[str, ...] = ()
    shown: int = 0
    epoch: int = 0
    back: int = 0
    wish: int | None = None
    pauses: int = 0
    wrong: Wrong | None = None
    refused: str = ""
    clock: Mapping[str, tuple[float, int]] = field(default_factory=dict)
    shows: bool = False
    controls: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> JsonObject:
        return {"twin": VERSION, **asdict(self)}


def tidings_of(value: Any) -> Tidings:
    """Return what the JSON *value* tells. Raises ``ValueError`` naming the field that is wrong."""
    if not isinstance(value, Mapping) or value.get("twin") != VERSION or isinstance(value["twin"], bool):
        raise ValueError(f'what a table tells another is a JSON object with "twin":{VERSION}')
    known = {"twin", *Tidings.__slots__}
    if extra := sorted(str(name)[:40] for name in value if name not in known):
        raise ValueError(f'a table tells no "{extra[0]}"')
    for name, holds in _HOLDS.items():
        if name not in value or not holds(value[name]):
            raise ValueError(f'"{name}" is not what a table tells there')
    wrong = value["wrong"]
    told = {name: value[name] for name in _HOLDS}
    return Tidings(
        **{
            **told, "seats": tuple(value["seats"]), "plies": tuple(value["plies"]),
            "wrong": None if wrong is None else Wrong(wrong["code"], wrong["message"]),
            "clock": {seat: (float(left[0]), int(left[1])) for seat, left in value["clock"].items()},
        }
    )  # fmt: skip


def _is_whole(value: Any, most: int = MOST_PLIES) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _is_text(value: Any, longest: int = LONGEST_TEXT) -> bool:
    return isinstance(value, str) and len(value) <= longest and (not value or value.isprintable())


def _is_seat(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 1 and value.isascii() and value.isupper()


def _is_left(value: Any) -> bool:
    return (
        isinstance(value, list | tuple) and len(value) == 2 and _is_whole(value[1], 99)
        and isinstance(value[0], int | float) and not isinstance(value[0], bool)
        and math.isfinite(value[0]) and 0 <= value[0] <= 1e6
    )  # fmt: skip


def _is_control(value: Any) -> bool:
    try:
        return _is_text(value, 20) and bool(Control.parse(value))
    except ValueError:
        return False


def _is_by_seat(holds: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, Mapping)
        and len(value) <= 26
        and all(map(_is_seat, value))
        and all(map(holds, value.values()))
    )


def _are(holds: Callable[[Any], bool], most: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list | tuple) and len(value) <= most and all(map(holds, value))


_HOLDS: Mapping[str, Callable[[Any], bool]] = {
    "game": lambda value: _is_text(value, 40),
    "start": lambda value: _is_text(value, LONGEST_ENTRY),
    "options": lambda value: isinstance(value, Mapping) and len(value) <= 40 and _is_text(repr(dict(value)), 4_000),
    "table": lambda value: value == "" or (isinstance(value, str) and bool(_NAME.fullmatch(value))),
    "seats": _are(_is_seat, 26),
    "joined": _is_whole,
    "plies": _are(lambda value: bool(value) and _is_text(value, LONGEST_ENTRY), MOST_PLIES),
    "shown": _is_whole,
    "epoch": _is_whole,
    "back": _is_whole,
    "wish": lambda value: value is None or _is_whole(value),
    "pauses": lambda value: _is_whole(value, 10**8),
    "wrong": lambda value: (
        value is None
        or (isinstance(value, Mapping) and value.keys() == {"code", "message"} and all(map(_is_text, value.values())))
    ),
    "refused": _is_text,
    "shows": lambda value: isinstance(value, bool),
    "clock": _is_by_seat(_is_left),
    "controls": _is_by_seat(_is_control),
}
"""Field → a check of whether a JSON value may stand in it."""
