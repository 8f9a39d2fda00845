"""``kiebitz learn``: teaches a game in about ten steps, in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.commands.choices import GAME
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from core.game import AnyGame
    from kiebitz.lessons.lesson import Judged, Step
    from kiebitz.lessons.puzzles import Puzzle

HOW = "Type your move, ? for a hint, or nothing to stop."


@click.command(short_help="Learn a game in about ten steps.")
@click.argument("game_name", type=GAME)
@click.option("--step", "first", type=click.IntRange(min=1), default=1, help="Begin with this step, or puzzle.")
@click.option("--puzzles", is_flag=True, help="Puzzles to solve, in place of the lesson.")
@common.language_option
@common.as_json
def command(game_name: str, first: int, puzzles: bool, as_json: bool) -> None:
    """Go through the lesson of GAME: positions with a task each, whose tries the referee judges.

    Moves are typed as `kiebitz rules GAME` writes them down. The same lesson is on the page of `kiebitz table`.
    With --puzzles the tasks are to win: at once, or in a few moves whatever is answered. Kiebitz answers.
    """
    game = common.the_game(game_name)
    if puzzles:
        _solve_puzzles(game, first, as_json)
    else:
        _go_through_lesson(game, first, as_json)


def _go_through_lesson(game: AnyGame, first: int, as_json: bool) -> None:
    from kiebitz.lessons.lesson import judged_action, lesson_of

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
        if not _solved(game, step, partial(judged_action, game, step)):
            return


def _solve_puzzles(game: AnyGame, first: int, as_json: bool) -> None:
    from kiebitz.lessons.puzzles import puzzles_of, stage

    puzzles = puzzles_of(game.name)
    if not puzzles:
        raise Failure(f"there are no puzzles of {game.title} yet; `kiebitz learn {game.name}` has its lesson")
    if first > len(puzzles):
        raise Failure(f"{game.title} has {len(puzzles)} puzzles; --step must be one of them")
    if as_json:
        told = [{**stage(game, puzzle).step.as_json(), "moves": puzzle.moves} for puzzle in puzzles]
        output.write_json({"game": game.name, "title": game.title, "puzzles": told})
        return
    click.echo(common.said(HOW))
    for number, puzzle in enumerate(puzzles[first - 1 :], first):
        click.echo(f"\n{common.said(f'Puzzle {number} of {len(puzzles)}')}")
        if not _is_won(game, puzzle):
            return


def _is_won(game: AnyGame, puzzle: Puzzle) -> bool:
    """Play *puzzle* until it is won, answering each right move; return False if the player stops early."""
    from kiebitz.lessons.puzzles import answer, judged, stage

    played: list[str] = []
    while True:
        now = stage(game, puzzle, played)
        if not (action := _solved(game, now.step, partial(judged, game, now))):
            return False
        reply = answer(game, now, action) if now.moves > 1 else None
        if reply is None:
            return True
        played += [action, reply]


def _solved(game: AnyGame, step: Step, judge: Callable[[str], Judged]) -> str:
    """Show *step* until the player types an action that *judge* accepts; return it, or nothing if the player stops."""
    from core.board.text import board_text
    from kiebitz.calling import names_of
    from kiebitz.kits import kit_of
    from kiebitz.language.naming import with_names
    from kiebitz.lessons.lesson import SEAT_COLOURS
    from kiebitz.tint import tinted

    position = step.start(game)
    if "A" in position.seats:
        click.echo(common.who_has({seat: SEAT_COLOURS[seat] for seat in position.seats}))
    task = common.said(with_names(step.task, names_of(game, SEAT_COLOURS)))
    marked = kit_of(game.name, position.options).marked if "marked" in step.task else ()
    click.echo(tinted(board_text(game.contents(position), lined=marked)))
    if marked:
        click.echo(common.said("( ) the marked cells"))
    click.echo(f"\n{task}")
    while text := _typed():
        if text == "?":
            click.echo(_hint(game, step))
            continue
        try:
            judged = judge(text)
        except ValueError as error:
            click.echo(common.said(str(error)))
            continue
        click.echo(" ".join(_words(game, judged)))
        if judged.state == "done":
            return judged.action or text
    return ""


def _typed() -> str:
    """Return what the player types; empty at the end of input."""
    if sys.stdin.isatty():
        click.echo("> ", nl=False)
    return sys.stdin.readline().strip()


def _hint(game: AnyGame, step: Step) -> str:
    """Describe a move that solves *step*."""
    actions = game.actions(step.start(game))
    found = (action for action in actions if step.is_solved_by(game, action))
    solving = step.set_up.solution if step.set_up else next(found)
    return common.said(f"One answer is {solving}.")


def _words(game: AnyGame, judged: Judged) -> Iterator[str]:
    from kiebitz.calling import names_of
    from kiebitz.language.naming import with_names
    from kiebitz.lessons.lesson import SEAT_COLOURS

    names = names_of(game, SEAT_COLOURS)
    yield common.said(with_names(judged.message, names))
    if judged.code:
        yield f"({judged.code})"
    if judged.repair:
        yield common.said(with_names(judged.repair, names))
