"""``kiebitz check``: reads a picture and checks the position against the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from core.verdict import Survey
from kiebitz import output
from kiebitz.commands import common
from kiebitz.commands.read import print_board, reading_options, remarks, see

if TYPE_CHECKING:
    from kiebitz.api.boards import ReadBoard


@click.command(short_help="Read a picture and check the position against the rules.")
@reading_options
def command(as_json: bool, **how: Any) -> int:
    """Read IMAGE, a file or - for standard input, and check it against the rules: lines, threats, faults."""
    seen = see(**how)
    answer = checked(seen)
    if as_json:
        output.write_json(answer)
    elif seen.found:
        print_board(seen)
        for line in answer["lines"]:
            click.echo(common.said(f"Line: {' '.join(line)}"))
        for threat in answer["threats"]:
            click.echo(common.said(f"{threat['seat']} could win with {threat['action']}"))
        for fault in answer["faults"]:
            click.echo(f"{fault['code']}: {common.said(fault['message'])}")
        if not answer["lines"] and not answer["threats"] and not answer["faults"]:
            click.echo(common.said("No line, no threat, no fault."))
    return remarks(seen, common.called(how["image"]))


def checked(seen: ReadBoard) -> dict[str, Any]:
    """Return what ``read`` gives, and what can be said of the position."""
    survey = common.the_game(seen.game).survey(seen.contents, seen.options) if seen.found else Survey()
    return {**seen.as_json(), **survey.as_json()}
