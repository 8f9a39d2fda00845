"""``kiebitz suggest``: what to play, and why; or a hint, or what is wrong with a move of one's own."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kiebitz import output
from kiebitz.calling import known_names
from kiebitz.commands import common
from kiebitz.disk import kind_of
from kiebitz.failure import Failure
from kiebitz.language.naming import with_names

if TYPE_CHECKING:
    from adviser import Suggestion
    from adviser.assessing import Assessment, Line
    from adviser.reasons import Reason
    from core.game import AnyGame, PositionLike

WIDTH = 96
RUNGS = ("area", "piece", "move")


@click.command(short_help="Suggest a move.")
@click.argument("words", nargs=-1, metavar="[GAME] POSITION|IMAGE")
@click.option("--seconds", type=float, default=2.0, show_default=True, help="Thinking time.")
@click.option(
    "--nodes", type=click.IntRange(1, 10**12), default=None, help="Look at this many positions, whatever the time."
)
@click.option(
    "--lines", type=click.IntRange(1, 20), default=1, show_default=True, help="Show this many of the best moves."
)
@click.option(
    "--until-stopped",
    is_flag=True,
    help="Answer again and again, each time after twice as long, until Ctrl-C or a proof.",
)
@click.option("--seed", type=int, default=0, help="Chooses among equal moves, and a weak level's mistakes.")
@click.option("--level", type=int, default=10, show_default=True, help="Playing strength, from 1 to 10.")
@click.option(
    "--hint",
    "rung",
    type=click.Choice(RUNGS),
    default=None,
    help="Give only a hint: where, with which piece, or the move.",
)
@click.option("--after", metavar="ACTION", default=None, help="Rate ACTION and say what would be better.")
@click.option("--to-move", metavar="SEAT", default="A", show_default=True, help="The seat to move in a picture.")
@common.players
@common.rule_options
@common.colours
@common.near
@common.corners
@common.language_option
@common.as_json
def command(
    words: tuple[str, ...],
    seconds: float,
    nodes: int | None,
    lines: int,
    until_stopped: bool,
    seed: int,
    level: int,
    rung: str | None,
    after: str | None,
    as_json: bool,
    **how: Any,
) -> int:
    """Suggest what to play in POSITION, or in the position that IMAGE shows, and say why.

    POSITION is in the game's notation, or "start". IMAGE is a file, or - for standard input; with a printed board in
    it, GAME may be left out. A value is the expected result for the side to move, from -1 (lost) to 1 (won), and is
    marked as proved or estimated. Ctrl-C stops and shows the best move so far.
    """
    from adviser.levels import HIGHEST
    from kiebitz.programs.advice import LONGEST_S, advise, until_interrupted

    game_name, where = _named(words)
    if game_name is not None:
        common.the_game(game_name)
    common.check_seconds(seconds)
    common.check_level(level)
    if rung and after is not None:
        raise Failure("--hint and --after ask for different things; leave one of them out")
    if after is not None and level != HIGHEST:
        raise Failure("--after judges with full strength; leave --level out")
    if (lines > 1 or until_stopped) and (rung or after is not None):
        raise Failure("--lines and --until-stopped are for moves with their lines; leave --hint and --after out")
    if until_stopped and nodes:
        raise Failure("--nodes sets an end and --until-stopped has none; leave one of them out")
    game, position, colours = _the_position(game_name, where, **how)
    say = partial(_say, names=known_names(game, colours))
    if after is not None:
        _check_action(game, position, after)
        seconds /= 2

    with until_interrupted() as stopped:

        def think(at: PositionLike, seconds: float = seconds) -> Suggestion:
            return advise(
                game, at, seconds=min(seconds, LONGEST_S), seed=seed, level=level, nodes=nodes, stopped=stopped
            )

        if after is not None:
            _assess(game, position, after, think, say, as_json)
        elif rung:
            _hint(game, position, rung, think(position), say, as_json)
        else:
            _analyse(game, position, think, lines, say, as_json, (seconds, until_stopped, stopped))
            if colours and not as_json:
                click.echo(common.who_has(colours))
        if stopped() and not until_stopped:
            output.note("interrupted: this is the best found so far")
        return output.INTERRUPTED if stopped() else 0


def _named(words: tuple[str, ...]) -> tuple[str | None, str]:
    """Return the game, if it was named, and the position or picture. Raises ``Failure``."""
    match words:
        case (game_name, where):
            return common.spelled(game_name), where
        case (where,) if _names_a_file(where):
            return None, where
        case _:
            raise Failure("name the game and give a position or a picture, such as  kiebitz suggest tink start")


def _the_position(game_name: str | None, where: str, **how: Any) -> tuple[AnyGame, PositionLike, Mapping[str, str]]:
    """Return the game, a position that can be played on, and the seats' colours if a picture shows them.

    Raises ``Failure``.
    """
    from kiebitz.api.advice import check_in_play

    pictured = game_name is None or _names_a_file(where)
    if game_name is None or pictured:
        game, position, colours = _pictured(game_name, Path(where), **how)
    else:
        common.refuse("to_move", "colours", "near", "corners", why="on a position that is written out")
        game, colours = common.the_game(game_name), {}
        position = common.the_position(game, where, common.the_options(game, how["options_text"], how["players"]))
    check_in_play(game, position, counted=not pictured)
    return game, position, colours


def _check_action(game: AnyGame, position: PositionLike, action: str) -> None:
    """Raise ``Failure`` if *action* cannot be played."""
    try:
        objection = game.objection(position, action)
    except ValueError as error:
        raise Failure(f"--after: {error}") from None
    if objection:
        raise Failure(f"--after: {action} is not legal here, {objection.code}: {objection.message}")


def _analyse(
    game: AnyGame,
    position: PositionLike,
    think: Callable[..., Suggestion],
    count: int,
    say: Callable[..., None],
    as_json: bool,
    time: tuple[float, bool, Callable[[], bool]],
) -> None:
    """Show the *count* best moves. *time*: seconds, whether to go on ever longer, and what ends the search."""
    from adviser.assessing import best_lines

    seconds, endless, stopped = time
    share = (1.0, 0.0) if count == 1 else (0.5, 0.5 / (count - 1))
    first = True
    while True:
        best = think(position, seconds=share[0] * seconds)
        if stopped() and not first:
            return
        lines = best_lines(game, position, best, count, partial(think, seconds=share[1] * seconds))
        _suggest(game, position, best, lines, say, as_json)
        if not endless or best.proved or stopped():
            return
        seconds, first = 2 * seconds, False


def _suggest(
    game: AnyGame,
    position: PositionLike,
    suggestion: Suggestion,
    lines: list[Line],
    say: Callable[..., None],
    as_json: bool,
) -> None:
    from adviser.reasons import steps
    from core.verdict import counted

    todo = steps(game, position, suggestion.action)
    if as_json:
        at = game.format_position(position)
        shown = {**suggestion.as_json(), "steps": todo, "seat": position.to_move, "position": at}
        output.write_json({**shown, "lines": [line.as_json() for line in lines]})
        return
    say(f"{position.to_move} should play {suggestion.action}: {todo}")
    for reason in suggestion.reasons:
        say(f"- {reason.text}", "  ")
    looked = "proved" if suggestion.proved else f"estimated from {counted(suggestion.simulations, 'line')}"
    say(f"worth {suggestion.value:+.2f} ({looked}); expected: {' '.join(suggestion.line)}", "  ")
    click.echo(f"\n{_board(game, position, suggestion.action, suggestion.reasons)}")
    for number, line in enumerate(lines[1:], start=2):
        value = "value unknown" if line.value is None else f"worth {_worth(line.value, line.proved)}"
        click.echo()
        say(f"{number}. {line.actions[0]}: {steps(game, position, line.actions[0])}")
        say(f"{value}; expected: {' '.join(line.actions)}", "  ")
        click.echo(f"\n{_board(game, position, line.actions[0])}")
    say("+1 is won and -1 lost, for the side to move.")


def _hint(
    game: AnyGame, position: PositionLike, rung: str, suggestion: Suggestion, say: Callable[..., None], as_json: bool
) -> None:
    from adviser.hints import hint

    found = hint(game, position, suggestion.action, rung)
    if as_json:
        output.write_json({"hint": rung, "text": found.text, "cells": list(found.cells), "seat": position.to_move})
        return
    say({"area": f"Look at {found.text}.", "piece": f"{found.text[0].upper()}{found.text[1:]}."}.get(rung, found.text))


def _assess(
    game: AnyGame,
    position: PositionLike,
    action: str,
    think: Callable[[PositionLike], Suggestion],
    say: Callable[..., None],
    as_json: bool,
) -> None:
    from adviser.assessing import assess

    found = assess(game, position, game.canonical_action(action), think(position), think)
    if as_json:
        output.write_json({**found.as_json(), "seat": position.to_move})
        return
    for line in _judgement(position, found):
        say(line)


def _judgement(position: PositionLike, found: Assessment) -> Iterator[str]:
    from kiebitz.programs.turns import graded

    best = found.best
    if found.grade == "best":
        yield f"{found.action} is the best move found, worth {_worth(best.value, best.proved)}: {best.why}."
        return
    if found.value is None or found.loss is None:
        yield f"{found.action} was not examined closely; {best.action} is suggested: {best.why}."
        return
    verdict = f"as good as {best.action}" if found.grade == "good" and found.loss < 0.05 else graded(found.grade)
    yield f"{found.action} is {verdict}: worth {_worth(found.value, found.value_proved)} to {position.to_move}."
    if found.loss >= 0.05:
        yield f"{best.action} is worth {_worth(best.value, best.proved)}, {found.loss:.2f} more: {best.why}."
    if found.reply and found.grade not in ("good", "best"):
        yield f"After {found.action}, {found.reply.action} answers it: {found.reply.why}."


def _worth(value: float, proved: bool) -> str:
    return f"{value:+.2f} ({'proved' if proved else 'estimated'})"


def _board(game: AnyGame, position: PositionLike, action: str, reasons: Sequence[Reason] = ()) -> str:
    """Return the board after *action*, marking what it changes and what the *reasons* are about."""
    from core.board.text import board_text

    was, now = game.contents(position), game.contents(game.play(position, action))
    changed = [cell for cell, content in now.items() if content != was[cell]]
    about = [cell for reason in reasons for cell in reason.cells if cell not in changed]
    legend = ["[ ] what the move changes"] if changed else []
    legend += ["( ) what the reasons are about"] if about else []
    return "\n".join([board_text(now, changed=changed, lined=about), "   ".join(map(common.said, legend))])


def _say(text: str, indent: str = "", *, names: Mapping[str, str]) -> None:
    click.echo(
        textwrap.fill(
            common.said(with_names(text, names)), WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  "
        )
    )


def _names_a_file(where: str) -> bool:
    """Return whether *where* names a file rather than a position such as ``8/8/8/8/8/8/8/8 A 0,0 0``."""
    if where == "-" or (" " not in where and Path(where).suffix):
        return True
    return bool(where) and bool(kind_of(Path(where)))


def _pictured(
    game_name: str | None, image: Path, *, to_move: str, **how: Any
) -> tuple[AnyGame, PositionLike, Mapping[str, str]]:
    """Read *image*: return the game, the position with *to_move* to play, and the seats' colours.

    Raises ``Failure`` if they cannot be read.
    """
    from kiebitz.api.seats import check_seat
    from kiebitz.commands.read import see

    seen = see(image=image, game_name=game_name, position=None, explain=None, **how)
    game, name = common.the_game(seen.game), common.called(image)
    if not seen.found:
        raise Failure(f"{name}: {seen.reason}")
    check_seat(to_move, seen.options, "--to-move")
    if seen.doubtful:
        cells = ", ".join(seen.doubtful)
        raise Failure(f"{name}: {cells} cannot be read for sure; show these cells or give the position as text")
    try:
        return game, seen.position(to_move).state, seen.colours
    except ValueError as error:
        raise Failure(f"{name}: the position in it is not possible: {error}") from None
