"""``kiebitz export``: converts a recorded game to another format."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from core.record import Record
    from kiebitz.diagrams import Moment


@click.command(short_help="Convert a recorded game to another format.")
@common.record_argument
@click.option(
    "--to",
    "form",
    type=click.Choice(["record", "abstract-play", "sgf", "svg", "text"]),
    required=True,
    help="The format.",
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="The file to write (default: standard output)."
)
@click.option(
    "--ply", type=click.IntRange(min=0), default=None, help="For svg and text: show the board after this many actions."
)
def command(path: Path, form: str, out: Path | None, ply: int | None) -> None:
    """Turn the game RECORD into another form; it is a number in `kiebitz list`, `last`, or a file (- for stdin).

    record: its text, tidied. abstract-play: the JSON game record of Abstract Play. sgf: SGF FF[4], with
    branches. svg, text: a diagram of the position after --ply actions, the last one if left out.
    """
    from kiebitz.table.records import read_record

    if ply is not None and form not in ("svg", "text"):
        raise Failure(f"--ply goes with --to svg and --to text; {form} holds the whole game")
    record = read_record(path)
    last = common.the_ply(record, ply)
    try:
        text = _FORMS[form](record, last)
    except ValueError as error:
        raise Failure(f"{path}: {error}") from None
    output.write_text(text, out)


def _record(record: Record, _: int) -> str:
    return record.format()


def _abstract_play(record: Record, _: int) -> str:
    from datetime import UTC, datetime

    from core.record.abstract_play import to_abstract_play

    if "Date" not in record.tags:
        output.note('the record has no date, so the export has today\'s; add a tag such as [Date "2026-11-21"]')
    made = to_abstract_play(record, generated=datetime.now(UTC).isoformat(timespec="seconds"))
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


def _sgf(record: Record, _: int) -> str:
    from importlib.metadata import version

    from core.record.sgf import to_sgf

    return to_sgf(record, version=version("kiebitz"))


def _svg(record: Record, ply: int) -> str:
    from kiebitz.diagrams import moment_svg

    return moment_svg(_moment(record, ply), record.tags)


def _text(record: Record, ply: int) -> str:
    from kiebitz.diagrams import moment_text

    return moment_text(_moment(record, ply)) + "\n"


def _moment(record: Record, ply: int) -> Moment:
    from core import games
    from kiebitz.diagrams import Moment

    return Moment.of(games.find(record.game), record.positions(), record.actions, ply)


_FORMS: dict[str, Callable[[Record, int], str]] = {
    "record": _record,
    "abstract-play": _abstract_play,
    "sgf": _sgf,
    "svg": _svg,
    "text": _text,
}
