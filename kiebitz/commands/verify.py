"""``kiebitz verify``: whether a kept game and its pictures are as they were kept."""

from __future__ import annotations

from pathlib import Path

import click

from core.json_types import JsonObject
from kiebitz import output
from kiebitz.commands import common


@click.command(short_help="Check that a kept game and its pictures are as they were kept.")
@common.record_argument
@common.language_option
@common.as_json
def command(path: Path, as_json: bool) -> int:
    """Check the journal of the game RECORD and the pictures of its events against their hashes.

    RECORD is a number in `kiebitz list`, `last`, or the file of a journal. Hashes chain the lines of the journal, and
    the lines hold those of the pictures: one that was swapped, altered, added or taken away is named with the number of
    its event. Whoever rewrites the whole journal can hide that. Exit status: 0 as it was kept, 1 not so.
    """
    from kiebitz.archive.evidence import checked
    from kiebitz.archive.numbers import game_id
    from kiebitz.archive.recorded import load

    recorded = load(path)
    good, faults = checked(recorded)
    if as_json:
        told: JsonObject = {"id": game_id(path), "events": recorded.count, "chained": recorded.is_chained}
        found = [fault.as_json() for fault in faults]
        output.write_json({**told, "trouble": recorded.trouble, "pictures": good, "faults": found})
        return 1 if faults or recorded.trouble else 0
    for fault in faults:
        click.echo(common.said(fault.words))
    if recorded.trouble:
        click.echo(common.said(f"The journal: {recorded.trouble}"))
    if not recorded.is_chained:
        click.echo(common.said("An older version kept this game, without hashes."))
    click.echo(common.said(f"Game {game_id(path)}, as it was kept: events {recorded.count}, pictures {good}."))
    return 1 if faults or recorded.trouble else 0
