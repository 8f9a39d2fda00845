"""``kiebitz comment``: writes a comment on a move of a kept game."""

from __future__ import annotations

from pathlib import Path

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.failure import Failure, failing


@click.command(short_help="Write a comment on a move of a kept game.")
@common.record_argument
@click.argument("text")
@click.option(
    "--ply",
    type=click.IntRange(min=0),
    default=None,
    help="On the move of this number; 0 is the start, and without it the last move is meant.",
)
@common.as_json
@common.language_option
def command(path: Path, text: str, ply: int | None, as_json: bool) -> None:
    """Write TEXT about a move of the game RECORD: its number in `kiebitz list`, `last`, or the file of its journal.

    It stands in the journal, and in `replay`, on the page and in all exports that have comments. A later comment on
    the same move replaces it; an empty TEXT takes it off.
    """
    from kiebitz.archive.comments import write_comment
    from kiebitz.archive.recorded import load
    from kiebitz.archive.records import is_journal
    from kiebitz.archive.retold import retold

    record = common.the_record(path)
    if not is_journal(path):
        raise Failure(f"{path} is a record and no journal; write the comment into its text, in braces behind the move")
    count = common.the_ply(record, ply)
    played = [stage for stage in retold(load(path)) if stage.step is not None and not stage.step.why]
    at = int(str(played[count - 1].event["n"])) if count else 0
    with failing():
        write_comment(path, at, text)
    number = record.plies()[count - 1] if count else 0
    if as_json:
        output.write_json({"ply": number, "n": at, "comment": " ".join(text.split())})
        return
    where = f"move {number}" if count else "the start"
    click.echo(common.said(f"The comment on {where} is {'kept' if text.strip() else 'taken off'}."))
