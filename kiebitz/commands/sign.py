"""``kiebitz sign``: the players of a kept game agree to its result, as they would sign a score sheet."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.failure import Failure, failing


@click.command(short_help="Agree to the result of a kept game.")
@common.record_argument
@click.argument("seats", metavar="SEAT…", nargs=-1, required=True)
@common.language_option
@common.as_json
def command(path: Path, seats: tuple[str, ...], as_json: bool) -> None:
    """Let SEAT…, such as A B, agree to the result of the game RECORD; its journal keeps that.

    RECORD is a number in `kiebitz list`, `last`, or the file of a journal. What is played, taken back or corrected
    later undoes it. On the page of `kiebitz table` buttons do the same.
    """
    from kiebitz.archive.kept import check_free, check_is_journal, kept
    from kiebitz.archive.people import signed_in
    from kiebitz.archive.recorded import load
    from kiebitz.table.events import Event
    from kiebitz.watching.agreements import signature

    check_is_journal(path)
    check_free(path)
    recorded = load(path)
    signed: list[Event] = []
    for seat in seats:
        with failing(f"game {kept(path).id}, seat {seat}: "):
            told = signature(recorded.course.position, [*recorded.events, *(one.as_json() for one in signed)], seat)
        signed.append(Event(told.kind, -1, 0.0, told.fields))
    with closing(recorded.reopen()) as journal:
        for event in signed:
            journal.append(event.as_json())
        if journal.trouble:
            raise Failure(f"saving to {path} failed ({journal.trouble}); nothing is signed")
    if as_json:
        output.write_json({"id": kept(path).id, "signed": [*signed_in(load(path).events)]})
        return
    for event in signed:
        click.echo(common.said(str(event.fields["message"])))
