"""``kiebitz learn``: teaches a game in about ten steps, in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from core.game import Game
    from kiebitz.lessons.lesson import Judged, Step

HOW = "Type your move, ? for a hint, or nothing to stop."


@click.command(short_help="Learn a game in about ten steps.")
@click.argument("game_name", metavar="GAME")
@click.option("--step", "first", type=click.IntRange(min=1), default=1, help="Begin with this step.")
@common.language_option
@common.as_json
def command(game_name: str, first: int, as_json: bool) -> None:
    """Go through the lesson of GAME: positions with a task each, whose tries the referee judges.

    Moves are typed as `kiebitz rules GAME` writes them down. The same lesson is on the page of `kiebitz table`.
    """
    from kiebitz.lessons.lesson import lesson_of

    game = common.the_game(game_name)
    lesson = lesson_of(game.name)
    if lesson is None:
        raise Failure(f"there is no lesson of {game.title} yet; `kiebitz rules {game.name}` has its rules")
    steps = lesson.steps
    if first > len(steps):
        raise Failure(f"the lesson of {game.title} has {len(steps)} steps; --step must be one of them")
    if as_json:
        output.write_json({"game": game.name, "title": game.title, "steps": [step.as_json() for step in steps]})
        return
    click.echo(common.said(HOW))
    for number, step in enumerate(steps[first - 1 :], first):
        click.echo(f"\n{common.said(f'Step {number} of {len(steps)}')}")
        if not _solved(game, step):
            return


def _solved(game: Game[Any], step: Step) -> bool:
    """Show *step* until it is solved; return False where somebody stops before."""
    from core.board_text import board_text
    from kiebitz.lessons.lesson import SEAT_COLOURS, judged_action
    from kiebitz.tint import tinted

    position = step.start(game)
    if "A" in position.seats:
        click.echo("  ".join(common.said(f"{seat} is {SEAT_COLOURS[seat]}") for seat in position.seats))
    click.echo(f"{tinted(board_text(game.contents(position)))}\n\n{common.said(step.task)}")
    while text := _typed():
        if text == "?":
            click.echo(_hint(game, step))
            continue
        try:
            judged = judged_action(game, step, text)
        except ValueError as error:
            click.echo(str(error))
            continue
        click.echo(" ".join(_words(game, judged)))
        if judged.state == "done":
            return True
    return False


def _typed() -> str:
    """Return what is typed; empty at the end."""
    if sys.stdin.isatty():
        click.echo("> ", nl=False)
    return sys.stdin.readline().strip()


def _hint(game: Game[Any], step: Step) -> str:
    """Return what a move that solves *step* looks like."""
    solving = next(action for action in game.actions(step.start(game)) if step.is_solved_by(game, action))
    return common.said(f"One answer is {solving}.")


def _words(game: Game[Any], judged: Judged) -> Iterator[str]:
    from kiebitz.language.naming import with_names
    from kiebitz.lessons.lesson import SEAT_COLOURS
    from kiebitz.table.calling import names_of

    names = names_of(game, SEAT_COLOURS)
    yield common.said(with_names(judged.message, names))
    if judged.code:
        yield f"({judged.code})"
    if judged.repair:
        yield common.said(with_names(judged.repair, names))
