"""``kiebitz delete``: deletes kept games."""

from __future__ import annotations

import sys

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.commands.listing import standing, title, when
from kiebitz.failure import Failure


@click.command(short_help="Delete kept games.")
@click.argument("records", metavar="RECORD…", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Delete without asking.")
@common.as_json
@common.language_option
def command(records: tuple[str, ...], yes: bool, as_json: bool) -> int:
    """Delete the games RECORD…, each by its number in `kiebitz list`, by `last`, or by its file.

    A game that is being watched is not deleted. Exit status: 0 deleted, 1 left alone.
    """
    from kiebitz.archive.kept import check_is_journal, delete, kept

    paths = list(dict.fromkeys(common.the_file(text) for text in records))
    for path in paths:
        check_is_journal(path)
    if not yes:
        if as_json or not sys.stdin.isatty():
            raise Failure("nobody is there to ask whether to delete; add --yes")
        for game in map(kept, paths):
            click.echo(f"{game.id}  {title(game)}  {when(game)}  {standing(game)}")
        question = "Delete for good?" if len(paths) == 1 else f"Delete these {len(paths)} games for good?"
        if not click.confirm(common.said(question)):
            click.echo(common.said("Nothing is deleted."))
            return 1
    games = [kept(path) for path in paths]
    delete(paths)
    if as_json:
        output.write_json({"deleted": [game.id for game in games]})
    else:
        click.echo(common.said(f"Deleted: {', '.join(f'game {game.id}' for game in games)}."))
    return 0
