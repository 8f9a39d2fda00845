"""A recorded game in other forms, as text."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from core import games
from core.record import Record
from kiebitz import output
from kiebitz.diagrams import Moment, moment_svg, moment_text


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a game: the end of its files' names, its media type, and what writes it.

    ``write`` takes the record and the number of actions after which a diagram shows the board; it raises
    ``ValueError`` for a game that cannot be written so.
    """

    suffix: str
    kind: str
    write: Callable[[Record, int], str]
    has_ply: bool = False
    """Whether it shows one position rather than the whole game."""


def _record(record: Record, _: int) -> str:
    return record.format()


def _abstract_play(record: Record, _: int) -> str:
    from datetime import UTC, datetime

    from core.record.abstract_play import last_set, to_abstract_play

    if "Date" not in record.tags:
        output.note('the record has no date, so the export has today\'s; add a tag such as [Date "2026-11-21"]')
    if last_set(record):
        output.note("Abstract Play has no place for positions set during a game; the export begins with the last one")
    made = to_abstract_play(record, generated=datetime.now(UTC).isoformat(timespec="seconds"))
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


def _sgf(record: Record, _: int) -> str:
    from importlib.metadata import version

    from core.record.sgf import to_sgf

    return to_sgf(record, version=version("kiebitz"))


def _svg(record: Record, ply: int) -> str:
    return moment_svg(_moment(record, ply), record.tags)


def _text(record: Record, ply: int) -> str:
    return moment_text(_moment(record, ply)) + "\n"


def _moment(record: Record, ply: int) -> Moment:
    return Moment.of(games.find(record.game), record.positions(), record.actions, ply)


FORMS = {
    "record": Form("txt", "text/plain; charset=utf-8", _record),
    "abstract-play": Form("json", "application/json", _abstract_play),
    "sgf": Form("sgf", "application/x-go-sgf", _sgf),
    "svg": Form("svg", "image/svg+xml", _svg, has_ply=True),
    "text": Form("txt", "text/plain; charset=utf-8", _text, has_ply=True),
}
"""The forms by name."""
