"""``kiebitz show``: shows how a kept game stands."""

from __future__ import annotations

from pathlib import Path

import click

from kiebitz import output
from kiebitz.commands import common


@click.command(short_help="Show how a kept game stands.")
@common.record_argument
@common.as_json
def command(path: Path, as_json: bool) -> None:
    """Show how the game RECORD stands: its number in `kiebitz list`, `last`, or a file (- for stdin)."""
    from core import games
    from core.engine import result_json
    from core.game import stash_of
    from kiebitz.diagrams import Moment, moment_text
    from kiebitz.table.events import stash_text
    from kiebitz.table.numbers import game_id
    from kiebitz.table.records import read_record
    from kiebitz.tint import tinted

    record = read_record(path)
    game, positions = games.find(record.game), record.positions()
    last, outcome = positions[-1], record.outcome
    stash = stash_of(game, last)
    if as_json:
        output.write_json(
            {
                "id": game_id(path),
                "game": record.game,
                "began": record.tags.get("Date", ""),
                "moves": len(record.actions),
                "result": result_json(outcome),
                "file": str(path),
                "position": game.format_position(last),
                "to_move": last.to_move,
                **({"stash": stash} if stash else {}),
                "colours": {seat: record.tags[seat] for seat in last.seats if seat in record.tags},
                "options": record.options.changed(),
            }
        )
        return
    colours = [f"; {seat} is {record.tags[seat]}" for seat in last.seats if seat in record.tags]
    click.echo(f"Game {game_id(path)}: {game.title}, {len(record.actions)} moves{''.join(colours)}\n")
    click.echo(tinted(moment_text(Moment.of(game, positions, record.actions, len(record.actions)))))
    sentence = outcome.sentence if outcome else f"{last.to_move} is to play"
    click.echo(f"\n{sentence[0].upper()}{sentence[1:]}.")
    if stash:
        click.echo(stash_text(stash))
