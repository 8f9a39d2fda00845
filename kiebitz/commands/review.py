"""``kiebitz review``: analyses a recorded game, with a graph of its value and its turning points."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.json_types import JsonObject
from kiebitz import output
from kiebitz.commands import common, shown
from kiebitz.failure import Failure
from kiebitz.output import said

if TYPE_CHECKING:
    from adviser.review import Turn
    from core.game import AnyGame
    from core.record import Record

WIDTH = 96
HALF = 12
"""Width of each half of the graph, in characters."""


@click.command(short_help="Analyse a recorded game: what each move was worth, and where it turned.")
@common.record_argument
@click.option("--seconds", type=float, default=30.0, show_default=True, help="Time to think about the whole game.")
@click.option("--seed", type=int, default=0, help="Seed for choosing among equal moves.")
@click.option(
    "--graph",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also draw the value over the game, as SVG, into this file; for two players.",
)
@common.language_option
@common.as_json
def command(path: Path, seconds: float, seed: int, graph: Path | None, as_json: bool) -> int:
    """Go through the game RECORD: its number in `kiebitz list`, `last`, or the file of a record (- for stdin).

    Values are expected results, from -1 (lost) to 1 (won). Ctrl-C stops and shows what was found so far.
    """
    from core import games
    from core.verdict import counted
    from kiebitz.calling import known_names
    from kiebitz.programs.turns import share_s, turns_of, value_graph
    from kiebitz.watching.agreements import check_unlocked

    common.check_seconds(seconds)
    record = common.the_record(path)
    check_unlocked(path)
    if not record.actions:
        raise Failure(f"{path}: the record has no actions, so there is nothing to review")
    game = games.find(record.game)
    if graph and len(record.positions()[0].seats) > 2:
        raise Failure("--graph draws what a game is worth to A against B; this game has more players")
    turns = _gone_through(turns_of(record, seconds, seed=seed), len(record.actions))
    status = output.INTERRUPTED if len(turns) < len(record.actions) else 0
    if status:
        output.note(f"interrupted: {len(turns)} of {counted(len(record.actions), 'action')} reviewed")
    names = known_names(game, {seat: record.tags[seat] for seat in record.positions()[0].seats if seat in record.tags})
    if graph:
        output.write_text(value_graph(record, turns, names), graph, option="--graph")
    if as_json:
        output.write_json(_as_json(record, turns))
        return status
    for line in _told(game, record, turns, names, share_s(record, seconds)):
        click.echo(line)
    return status


def _gone_through(coming: Iterator[Turn], count: int) -> list[Turn]:
    """Collect *count* turns, with a progress bar on a terminal; Ctrl-C ends it early."""
    turns: list[Turn] = []
    with suppress(KeyboardInterrupt), output.progress(common.said("moves"), count) as tell:
        for turn in coming:
            turns.append(turn)
            tell(turn.number)
    return turns


def _told(
    game: AnyGame, record: Record, turns: Sequence[Turn], names: Mapping[str, str], share: float
) -> Iterator[str]:
    from adviser.review import turning_points
    from core.verdict import capitalised, counted
    from kiebitz.language.naming import players_of, with_names
    from kiebitz.programs.turns import MARKS, MOST_SHOWN, explained

    two = len(record.positions()[0].seats) == 2
    whose = f"to {players_of(record.positions(), names)[0]}" if two else "to the side that plays"
    length = counted(len(record.actions), "action")
    yield said(f"{game.title}: {length}, {share:.2g} s each. Values {whose}: = proved, else estimated.")
    yield f"{'':30}{'-1'.ljust(HALF)}0{'+1'.rjust(HALF)}"
    for turn in turns:
        yield _line(turn, two, names)
    if any(turn.assessment.grade in MARKS for turn in turns):
        yield said("?! an inaccuracy, ? a mistake, ?? a blunder")
    worst = turning_points(turns)
    yield ""
    plies = record.plies()
    missing = [plies[number - 1] for number in _not_looked_at(record, turns)]
    if worst:
        yield said("Turning points:")
    elif len(missing) < len(record.actions):
        yield said("No serious mistakes found" + (" in the other moves." if missing else "."))
    for turn in worst[:MOST_SHOWN]:
        yield textwrap.fill(said(explained(turn, names)), WIDTH, initial_indent="  ", subsequent_indent="     ")
    if len(worst) > MOST_SHOWN:
        yield said(f"and {len(worst) - MOST_SHOWN} more, marked ? and ??")
    if missing:
        yield said(f"Not looked at: {'move' if len(missing) == 1 else 'moves'} {_ranges(missing)}.")
    if len(turns) == len(record.actions):
        yield ""
        ended = (
            with_names(f"{capitalised(record.outcome.sentence)}.", names) if record.outcome else "The game is not over."
        )
        yield said(ended)


def _not_looked_at(record: Record, turns: Sequence[Turn]) -> list[int]:
    """Return the numbers of the actions that were not assessed."""
    known = {turn.number for turn in turns if turn.assessment.value is not None}
    return [number for number in range(1, len(record.actions) + 1) if number not in known]


def _ranges(numbers: Sequence[int]) -> str:
    """Return rising *numbers* in words; those that follow each other become a range.

    >>> _ranges([2, 4, 5, 6]), _ranges([3])
    ('2 and 4 to 6', '3')
    """
    from core.verdict import in_words

    runs = list[list[int]]()
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return in_words([f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs])


def _line(turn: Turn, two: bool, names: Mapping[str, str]) -> str:
    from kiebitz.programs.turns import MARKS

    found = turn.assessment
    value = turn.worth_to_a if two else found.value
    text = "  ?  " if value is None else f"{value:+.2f}"
    mark = MARKS.get(found.grade, "")
    side, wide = said(names.get(turn.side, turn.side)), shown.widest(names)
    head = f"{turn.ply:3}. {side:{wide}}  {found.action} ".ljust(23)
    return f"{head}{text}{'=' if found.value_proved else ' '} {_bar(value)}  {mark}".rstrip()


def _bar(value: float | None) -> str:
    """Return *value*, from -1 to 1, as a bar that goes left or right from the middle.

    >>> _bar(-1.0), _bar(0.5)
    ('############|            ', '            |######      ')
    """
    length = 0 if value is None else round(HALF * abs(value))
    left, right = (length, 0) if value and value < 0 else (0, length)
    return f"{'#' * left:>{HALF}}|{'#' * right:<{HALF}}"


def _as_json(record: Record, turns: Sequence[Turn]) -> JsonObject:
    from adviser.review import turning_points
    from core.formats.json_engine import result_json

    return {
        "game": record.game,
        "start": record.start,
        "turns": [
            {
                "number": turn.number,
                "ply": turn.ply,
                "side": turn.side,
                "seat": turn.seat,
                **turn.assessment.as_json(),
            }
            for turn in turns
        ],
        "turning_points": [turn.number for turn in turning_points(turns)],
        "complete": len(turns) == len(record.actions),
        "not_looked_at": _not_looked_at(record, turns),
        "result": result_json(record.outcome),
    }
