"""The commands of ``--control``: what people tell the referee because it cannot see it.

>>> parse('{"do": "correct", "cells": {"e4": "Am"}}')
Correct(cells={'e4': 'Am'}, sure=False)
>>> parse('{"do": "takeback"}')
TakeBack(plies=1)
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kiebitz.table.corners import Point, check_corners

MOST_CHARACTERS = 65_536
"""Most characters of a command."""
TOO_LONG = f"a command has at most {MOST_CHARACTERS} characters; this line is longer"


@dataclass(frozen=True, slots=True)
class Correct:
    """The cells hold these contents now, whatever the reader says; if *sure*, even though no game leads there."""

    cells: Mapping[str, str]
    sure: bool = False


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last plies are taken back; the board follows."""

    plies: int = 1


@dataclass(frozen=True, slots=True)
class Say:
    """The seat to move plays an action that need not be seen: ``--``, a pass, or ``swap``."""

    action: str


@dataclass(frozen=True, slots=True)
class Turn:
    """It is this seat's turn, in the position that was told last."""

    seat: str


@dataclass(frozen=True, slots=True)
class Agree:
    """The table accepts the illegal change that was announced."""


@dataclass(frozen=True, slots=True)
class PointOut:
    """The playing area's corners are these, in px of the picture: a1, h1, h8, a8."""

    corners_px: Sequence[Point]


@dataclass(frozen=True, slots=True)
class Find:
    """The board is to be found again by Kiebitz itself, whatever corners people have given."""


@dataclass(frozen=True, slots=True)
class Recolour:
    """The seats play these colours, whatever was seen."""

    colours: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Seats:
    """This is how many take part, whatever was seen."""

    players: int


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody has joined, with this colour or the one that was asked about."""

    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """The clocks stop for a break, whatever the board shows, or go on."""

    on: bool


@dataclass(frozen=True, slots=True)
class Total:
    """This seat has rolled this total in secret; None takes back the total that it stated."""

    seat: str
    total: int | None


@dataclass(frozen=True, slots=True)
class Reveal:
    """The dice that were arranged in secret are open now."""


@dataclass(frozen=True, slots=True)
class Tell:
    """Somebody asks where the game stands."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Watching ends."""


Command = (
    Correct | TakeBack | Say | Turn | Agree | PointOut | Find | Recolour | Seats | Join | Pause | Total | Reveal | Tell
    | Stop
)  # fmt: skip

_PLAIN: Mapping[str, Command] = {
    "pass": Say("--"), "swap": Say("swap"), "agree": Agree(), "find": Find(),
    "pause": Pause(on=True), "continue": Pause(on=False), "reveal": Reveal(), "state": Tell(),
    "stop": Stop(),
}  # fmt: skip
NEEDS_CELLS = '"correct" needs "cells", an object of cells and contents, such as {"e4":"Am","d4":"."}'
_NEEDS_COLOURS = '"colours" needs "colours", an object of seats and colours, such as {"A":"red","B":"blue"}'
_NEEDS_SEAT = '"turn" needs "seat", the letter of the seat to move, such as {"do":"turn","seat":"B"}'
_NEEDS_TOTAL = '"total" needs "seat" and "total", such as {"do":"total","seat":"A","total":17}; null takes it back'
_FIELDS: Mapping[str, Collection[str]] = {
    "correct": ("cells", "sure"), "takeback": ("plies",), "turn": ("seat",), "corners": ("corners_px",),
    "colours": ("colours",), "total": ("seat", "total"), "seats": ("players",), "joined": ("colour",),
}  # fmt: skip


def parse(text: str | bytes) -> Command:
    """Return the command written as JSON in *text*. Raises ``ValueError`` in words for people."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError(TOO_LONG)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError('a command is a JSON object on one line, such as {"do":"state"}') from None
    return command_of(value)


def command_of(value: Any) -> Command:
    """Return the command that the JSON *value* holds. Raises ``ValueError`` in words for people."""
    if not isinstance(value, Mapping):
        raise ValueError('a command is a JSON object, such as {"do":"state"}')
    do = value.get("do")
    if not isinstance(do, str) or do not in (*_FIELDS, *_PLAIN):
        raise ValueError(f'"do" must be one of {", ".join((*_FIELDS, *_PLAIN))}; not {_shown(do)}')
    known = {"do", *_FIELDS.get(do, ())}
    if extra := sorted(str(name) for name in value.keys() - known):
        raise ValueError(f'"{do}" has no field {_shown(extra[0])}; leave it out')
    match do:
        case "correct":
            return Correct(texts_of(value.get("cells"), NEEDS_CELLS), value.get("sure") is True)
        case "takeback":
            return TakeBack(_whole(value.get("plies", 1), "plies"))
        case "turn":
            return Turn(_seat(value.get("seat")))
        case "colours":
            return Recolour(texts_of(value.get("colours"), _NEEDS_COLOURS))
        case "total":
            return Total(*_seat_and_total(value))
        case "seats":
            return Seats(_whole(value.get("players"), "players"))
        case "joined":
            return Join(_colour(value.get("colour")))
        case "corners":
            return PointOut(_corners(value.get("corners_px")))
        case _:
            return _PLAIN[do]


def texts_of(value: Any, needed: str) -> Mapping[str, str]:
    """Return the texts by text in *value*. Raises ``ValueError`` saying what is *needed*."""
    texts = isinstance(value, Mapping) and all(isinstance(text, str) for pair in value.items() for text in pair)
    if not texts or not value:
        raise ValueError(needed)
    return dict(value)


def _whole(value: Any, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError(f'"{name}" must be a whole number from 1 on; not {_shown(value)}')
    return value


def _colour(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise ValueError(f'"colour" must be the name of a colour, such as "green"; not {_shown(value)}')
    return value


def _seat(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(_NEEDS_SEAT)
    return value


def _seat_and_total(value: Mapping[str, Any]) -> tuple[str, int | None]:
    seat, total = value.get("seat"), value.get("total")
    if not isinstance(seat, str) or "total" not in value:
        raise ValueError(_NEEDS_TOTAL)
    if total is not None and (not isinstance(total, int) or isinstance(total, bool)):
        raise ValueError(f'"total" must be a whole number, or null to take it back; not {_shown(total)}')
    return seat, total


def _corners(value: Any) -> Sequence[Point]:
    try:
        points = [(float(x), float(y)) for x, y in value]
    except (TypeError, ValueError, OverflowError):  # no numbers, or one beyond all bounds
        points = []
    check_corners(points, '"corners_px"')
    return points


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= 40 else f"{text[:37]}..."
