"""``kiebitz export``: converts a recorded game to another format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from adviser.review import Turn


@click.command(short_help="Convert a recorded game to another format.")
@common.record_argument
@click.option(
    "--to",
    "form",
    type=click.Choice(
        ["record", "abstract-play", "sgf", "ppn", "html", "svg", "png", "sheet", "gif", "mp4", "webm", "csv", "text"]
    ),
    required=True,
    help="The format.",
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="The file to write (default: standard output)."
)
@click.option(
    "--ply",
    type=click.IntRange(min=0),
    default=None,
    help="For svg, png and text: show the board after the move of this number.",
)
@click.option("--seconds", type=float, help="For html: think so long about the game, and tell where it turned.")
@common.language_option
def command(path: Path, form: str, out: Path | None, ply: int | None, seconds: float | None) -> None:
    """Turn the game RECORD into another form; it is a number in `kiebitz list`, `last`, or a file (- for stdin).

    record: its text, tidied. abstract-play: the JSON game record of Abstract Play. sgf: SGF FF[4], with branches.
    ppn: Portable Piecepack Notation, for programs that draw piecepack games; it is read, too. html: one page with
    every position, which opens anywhere and needs nothing else. svg, png, text: a diagram of the position after move
    --ply, the last one if left out. sheet: a score sheet as PDF, with a QR code that holds the game; commands that take
    a RECORD take a photo of it. gif: a moving picture of the game. mp4, webm: films of it, for players and browsers.
    csv: a table of its moves.
    """
    from kiebitz.archive.exports import FORMS

    if ply is not None and not (form in FORMS and FORMS[form].has_ply):
        raise Failure(f"--ply goes with --to svg, --to png and --to text; {form} holds the whole game")
    if seconds is not None and form != "html":
        raise Failure(f"--seconds goes with --to html; {form} tells nothing of what the game was worth")
    if form == "html":
        output.write_text(_page(path, seconds), out)
        return
    record = common.the_record(path)
    last = common.the_ply(record, ply)
    try:
        text = FORMS[form].write(record, last)
    except ValueError as error:
        raise Failure(f"{path}: {error}") from None
    if isinstance(text, bytes):
        output.write_bytes(text, out)
    else:
        output.write_text(common.said(text) if form == "text" else text, out)


def _page(path: Path, seconds: float | None) -> str:
    """Return the game at *path* as a page, with its turning points after *seconds* of thinking."""
    from kiebitz.archive.recorded import load
    from kiebitz.archive.records import is_journal
    from kiebitz.screen.views.share import journal_page, record_page

    record = common.the_record(path)
    turns: list[Turn] = []
    if seconds is not None:
        from kiebitz.programs.turns import turns_of

        common.check_seconds(seconds)
        turns = list(turns_of(record, seconds))
    language = common.reading()
    return journal_page(load(path), turns, language) if is_journal(path) else record_page(record, turns, language)
