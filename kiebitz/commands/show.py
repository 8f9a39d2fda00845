"""``kiebitz show``: shows how a kept game stands."""

from __future__ import annotations

from pathlib import Path

import click

from kiebitz import output
from kiebitz.commands import common, shown
from kiebitz.failure import Failure


@click.command(short_help="Show how a kept game stands.")
@common.record_argument
@click.option("--event", "number", metavar="N", type=click.IntRange(min=1), help="Show event N of a watched game.")
@common.language_option
@common.as_json
def command(path: Path, number: int | None, as_json: bool) -> None:
    """Show how the game RECORD stands: its number in `kiebitz list`, `last`, or a file (- for stdin).

    --event tells an event of a game that `kiebitz watch` kept, and names the pictures of the cells that it is about.
    """
    if number is not None:
        _show_event(path, number, as_json=as_json)
        return
    from core import games
    from core.formats.diagram import Moment
    from core.formats.json_engine import result_json
    from core.game import stash_of
    from core.verdict import capitalised, counted
    from kiebitz.archive.numbers import game_id
    from kiebitz.calling import names_of
    from kiebitz.language.naming import with_names
    from kiebitz.table.events import stash_text
    from kits.colours import called

    record = common.the_record(path)
    game, positions = games.find(record.game), record.positions()
    last, outcome = positions[-1], record.outcome
    stash = stash_of(game, last)
    tagged = {seat: record.tags[seat] for seat in last.seats if seat in record.tags}
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
                "colours": tagged,
                "options": record.options.changed(),
            }
        )
        return
    names, colours = names_of(game, tagged), [f"; {seat} is {called(colour)}" for seat, colour in tagged.items()]
    said = common.reading()
    heading = f"Game {game_id(path)}: {game.title}, {counted(len(record.actions), 'move')}{''.join(colours)}"
    click.echo(f"{said(heading)}\n")
    click.echo(shown.drawn(Moment.of(game, positions, record.actions, len(record.actions))))
    sentence = outcome.sentence if outcome else f"{last.to_move} is to play"
    click.echo(said(with_names(f"\n{capitalised(sentence)}.", names)))
    if stash:
        click.echo(said(stash_text(stash, names)))


def _show_event(path: Path, number: int, *, as_json: bool) -> None:
    """Show the event *number* of the journal at *path*, and the files of its pictures. Raises ``Failure``."""
    from kiebitz.archive.crop_files import WHEN, crops_of
    from kiebitz.archive.lines import COLOURS
    from kiebitz.archive.numbers import game_id
    from kiebitz.archive.recorded import load
    from kiebitz.calling import names_of
    from kiebitz.table.events import Event, narrate

    recorded = load(path)
    events = [event for event in recorded.events if event["event"] != COLOURS]
    if number > len(events):
        raise Failure(f"game {game_id(path)} has the events 1 to {len(events)}; there is no event {number}")
    event, crops = events[number - 1], crops_of(path, number)
    if as_json:
        files = {when: str(crops[when]) if when in crops else None for when in WHEN}
        output.write_json({"id": game_id(path), "event": event, **files})
        return
    language = common.reading()
    said = narrate(Event.from_json(event), names_of(recorded.course.game, recorded.colours), language)
    click.echo(language(f"Event {number} of game {game_id(path)}, {event['event']}:"))
    if said:
        click.echo(said)
    wide = max(len(language(when)) for when in WHEN)
    for when, file in crops.items():
        click.echo(f"{language(when):{wide}}  {file}")
    if not crops:
        click.echo(language("No pictures of it are kept."))
