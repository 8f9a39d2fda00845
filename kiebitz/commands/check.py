"""``kiebitz check``: reads a picture and checks the position against the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from core.verdict import Survey, capitalised
from kiebitz import output
from kiebitz.calling import known_names
from kiebitz.commands import common
from kiebitz.commands.read import print_board, reading_options, remarks, see
from kiebitz.language.naming import with_names


@click.command(short_help="Read a picture and check the position against the rules.")
@reading_options
def command(as_json: bool, **how: Any) -> int:
    """Read IMAGE, a file or - for standard input, and check it against the rules: lines, threats, faults."""
    seen = see(**how)
    survey = common.the_game(seen.game).survey(seen.contents, seen.options) if seen.found else Survey()
    if as_json:
        output.write_json({**seen.as_json(), **survey.as_json()})
    elif seen.found:
        print_board(seen)
        names = known_names(common.the_game(seen.game), seen.colours)
        for told in told_of(survey, names) or [common.said("No line, no threat, no fault.")]:
            click.echo(told)
    return remarks(seen, common.called(how["image"]))


def told_of(survey: Survey, names: Mapping[str, str]) -> list[str]:
    """Return what can be said of the position, in sentences; once the game is over nothing threatens.

    Sides are called by their *names*, where they have one.
    """
    told = [f"Line: {' '.join(line)}" for line in survey.lines]
    if survey.score:
        told.append(f"Score: {', '.join(f'{side} {score}' for side, score in survey.score.items())}.")
    if survey.result:
        told.append(f"{capitalised(survey.result.sentence)}.")
    else:
        told += [f"{threat.seat} could win with {threat.action}" for threat in survey.threats]
    faults = [(f"{fault.code}: ", fault.message) for fault in survey.faults]
    return [f"{code}{common.said(with_names(text, names))}" for code, text in [*(("", text) for text in told), *faults]]
