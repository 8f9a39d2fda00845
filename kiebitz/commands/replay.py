"""``kiebitz replay``: shows a recorded game, action by action."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from core.json_types import JsonObject
from kiebitz import output
from kiebitz.commands import common, shown

if TYPE_CHECKING:
    from core.game import PositionLike
    from core.record import Record

WIDTH = 96


@click.command(short_help="Show a recorded game.")
@common.record_argument
@click.option(
    "--ply",
    type=click.IntRange(min=0),
    default=None,
    help="Show the board after the move of this number; 0 is the start.",
)
@click.option("--all", "every", is_flag=True, help="Show the board after every action.")
@common.language_option
@common.as_json
def command(path: Path, ply: int | None, every: bool, as_json: bool) -> None:
    """Show the game RECORD: its number in `kiebitz list`, `last`, or the file of a record (- for stdin)."""
    from core import games
    from core.formats.diagram import Moment
    from core.verdict import capitalised
    from kiebitz.calling import known_names
    from kiebitz.language.naming import with_names

    if as_json:
        common.refuse("every", why="with --json, which has every position")
    record = common.the_record(path)
    last = common.the_ply(record, ply)
    if as_json:
        output.write_json(_as_json(record, last))
        return
    click.echo("\n".join(_heading(record)))
    game, positions = games.find(record.game), record.positions()
    names = known_names(game, {seat: record.tags[seat] for seat in positions[0].seats if seat in record.tags})
    for number in range(last + 1):
        if number:
            click.echo(_told(record, positions, number - 1, names))
        if every or number == last:
            click.echo(f"\n{shown.drawn(Moment.of(game, positions, record.actions, number))}\n")
    if last == len(record.actions):
        outcome = record.outcome
        ended = with_names(f"{capitalised(outcome.sentence)}.", names) if outcome else "The game is not over."
        click.echo(common.said(ended))


def _heading(record: Record) -> Iterator[str]:
    from core import games
    from core.record import BEFORE, RULES_VERSION
    from core.record.writing import options_text
    from kiebitz.remarks import on_the_wall, remarks

    yield common.said(f"{games.find(record.game).title}, rules version {RULES_VERSION}")
    if options := options_text(record.options):
        yield common.said(f"Options: {options}")
    if record.tags:
        tags = (f"{name}: {on_the_wall(value) if name == 'Date' else value}" for name, value in record.tags.items())
        yield textwrap.fill("   ".join(map(common.said, tags)), WIDTH)
    for remark in remarks(record.comments.get(BEFORE, "")):
        yield textwrap.fill(common.said(remark), WIDTH)
    yield ""


def _told(record: Record, positions: Sequence[PositionLike], index: int, names: Mapping[str, str]) -> str:
    """Return an action as text: number, side, the referee's remarks, comments and branches.

    Sides that have *names* are called by these.
    """
    from core import games
    from core.game import side_to_move
    from core.record.writing import line_text
    from kiebitz.language.naming import with_names
    from kiebitz.remarks import remarks

    game, before, action = games.find(record.game), positions[index], record.actions[index]
    said, side = game.announcements(before, action, game.play(before, action)), side_to_move(before)
    told = [with_names(each.message, names) for each in said]
    told += remarks(record.comments.get(index, ""))
    told += [f"or {line_text(branch, before.ply + 1)}" for branch in record.branches.get(index, ())]
    mover, wide = common.said(names.get(side, side)), shown.widest(names)
    lines = [f"{before.ply + 1:3}. {mover:{wide}}  {action}"]
    for remark in told:
        lines += textwrap.wrap(common.said(remark), WIDTH, initial_indent=" " * 8, subsequent_indent=" " * 10)
    return "\n".join(lines)


def _as_json(record: Record, count: int) -> JsonObject:
    from core import games
    from core.formats.json_engine import result_json
    from core.record import BEFORE, RULES_VERSION

    game, positions = games.find(record.game), record.positions()
    actions = []
    for index, action in enumerate(record.actions):
        before, played = positions[index], game.play(positions[index], action)
        actions.append(
            {
                "number": index + 1,
                "ply": before.ply + 1,
                "seat": before.to_move,
                "action": action,
                "position": game.format_position(positions[index + 1]),
                "comment": record.comments.get(index, ""),
                "announcements": [told.as_json() for told in game.announcements(before, action, played)],
                "branches": [_line_json(line) for line in record.branches.get(index, ())],
            }
        )
    return {
        "game": record.game,
        "rules": RULES_VERSION,
        "options": record.options.changed(),
        "tags": dict(record.tags),
        "comment": record.comments.get(BEFORE, ""),
        "start": record.start,
        "actions": actions,
        "result": result_json(record.outcome),
        "result_text": record.result,
        "ply": positions[count - 1].ply + 1 if count else 0,
        "position": game.format_position(positions[count]),
    }


def _line_json(line: Any) -> JsonObject:
    return {
        "actions": list(line.actions),
        "comments": {str(index): text for index, text in line.comments.items()},
        "branches": {str(index): [_line_json(inner) for inner in lines] for index, lines in line.branches.items()},
    }
