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
@common.as_json
def command(path: Path, form: str, out: Path | None, ply: int | None, seconds: float | None, as_json: bool) -> None:
    """Turn the game RECORD into another form; it is a number in `kiebitz list`, `last`, or a file (- for stdin).

    record: its text, tidied. abstract-play: the JSON game record of Abstract Play. sgf: SGF FF[4], with branches.
    ppn: Portable Piecepack Notation, for programs that draw piecepack games. html: one page with every position,
    which opens anywhere and needs nothing else. svg, png, text: a diagram of the position after move
    --ply, the last one if left out. sheet: a score sheet as PDF, with a QR code that holds the game; commands that take
    a RECORD take a photo of it. gif: a moving picture of the game. mp4, webm: films of it, for players and browsers.
    csv: a table of its moves.
    With --json the answer says what was written to --out, or holds the text itself.
    """
    from kiebitz.archive.exports import FORMS

    if ply is not None and not (form in FORMS and FORMS[form].has_ply):
        raise Failure(f"--ply goes with --to svg, --to png and --to text; {form} holds the whole game")
    if seconds is not None and form != "html":
        raise Failure(f"--seconds goes with --to html; {form} tells nothing of what the game was worth")
    if as_json and out is None and form in ("png", "gif", "sheet"):
        raise Failure(f"--json holds text only; name a file for {form} with --out")
    record = common.the_record(path)
    if form == "html":
        text: str | bytes = _page(path, seconds)
    else:
        try:
            text = FORMS[form].write(record, common.the_ply(record, ply))
        except ValueError as error:
            raise Failure(f"{path}: {error}") from None
    if form == "text" and isinstance(text, str) and not as_json:
        text = common.said(text)
    if isinstance(text, bytes):
        output.write_bytes(text, out)
    elif out is not None or not as_json:
        output.write_text(text, out)
    if as_json:
        held = {"text": text} if isinstance(text, str) and out is None else {}
        output.write_json({"game": record.game, "to": form, "out": str(out) if out else None, **held})


def _page(path: Path, seconds: float | None) -> str:
    """Return the game at *path* as a web page; with *seconds*, a search of that length finds its turning points."""
    from kiebitz.archive.recorded import load
    from kiebitz.archive.records import is_journal
    from kiebitz.screen.views.share import journal_page, record_page

    record = common.the_record(path)
    turns: list[Turn] = []
    if seconds is not None:
        from kiebitz.programs.turns import turns_of
        from kiebitz.watching.agreements import check_unlocked

        check_unlocked(path)
        common.check_seconds(seconds)
        turns = list(turns_of(record, seconds))
    language = common.reading()
    return journal_page(load(path), turns, language) if is_journal(path) else record_page(record, turns, language)
