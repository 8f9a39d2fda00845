"""``kiebitz suggest``: what to play, and why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.commands import common
from app.failure import Failure

if TYPE_CHECKING:
    from core.game import Game


@click.command(short_help="Suggest a move.")
@click.argument("game_name", metavar="GAME")
@click.argument("where", metavar="POSITION|IMAGE")
@click.option("--seconds", type=float, default=2.0, show_default=True, help="How long to think.")
@click.option("--seed", type=int, default=0, help="Chooses among equals.")
@click.option("--to-move", metavar="SEAT", default="A", show_default=True, help="Who plays next, in a picture.")
@common.players
@common.rule_options
@common.colours
@common.near
@common.corners
@common.as_json
def command(
    game_name: str,
    where: str,
    seconds: float,
    seed: int,
    as_json: bool,
    **how: Any,
) -> int:
    """Suggest what to play in POSITION, or in the position that IMAGE shows."""
    from app.advice import LONGEST_S, advise, suggestion_json

    game = common.the_game(game_name)
    if not 0 <= seconds <= LONGEST_S:
        raise Failure(f"--seconds must be a number from 0 to {LONGEST_S:.0f}, not {seconds}")
    if not _names_a_file(where):
        options = common.the_options(game, how["options_text"], how["players"])
        position = common.the_position(game, where, options)
    else:
        position = _pictured(game, Path(where), **how)
    if outcome := game.outcome(position):
        common.note(f"the game is over: {outcome.sentence}")
        return 1
    suggestion = advise(game, position, seconds=seconds, seed=seed)
    if as_json:
        common.write_json({**suggestion_json(suggestion), "position": game.format_position(position)})
        return 0
    click.echo(f"{position.to_move} should play {suggestion.action}")
    click.echo(f"  {suggestion.why}")
    certainty = "proved" if suggestion.proved else "estimated"
    click.echo(f"  worth {suggestion.value:+.2f} ({certainty}); expected: {' '.join(suggestion.line)}")
    return 0


def _names_a_file(where: str) -> bool:
    """Return whether *where* is meant as a file; else it is a position, such as ``8/8/8/8/8/8/8/8 A 0,0 0``."""
    if " " not in where and Path(where).suffix:
        return True
    try:
        return bool(where) and Path(where).exists()
    except (OSError, ValueError):
        return False


def _pictured(game: Game[Any], image: Path, *, to_move: str, **how: Any) -> Any:
    """Return the position in *image* with *to_move* to play. Raises ``Failure`` where it cannot be told."""
    from app.commands.read import see
    from app.evidence import seen_position

    seen = see(image=image, game_name=game.name, position=None, explain=None, **how)
    if seen.board is None:
        raise Failure(f"{image}: {seen.as_json()['reason']}")
    seats = "ABCDEF"[: seen.options.players]
    if to_move not in tuple(seats):
        raise Failure(f"--to-move must be one of {', '.join(seats)}, not {to_move!r}")
    shares = {cell: next(iter(seen.board.reading.probabilities(cell).values())) for cell in seen.board.unsure}
    if doubts := [cell for cell in [*seen.board.unsure, *seen.board.covered] if shares.get(cell, 0.0) < 0.7]:
        raise Failure(
            f"{image}: {', '.join(doubts)} cannot be read for sure; show these cells or give the position as text"
        )
    try:
        return seen_position(game, seen.board.contents, seen.options, to_move)
    except ValueError as error:
        raise Failure(f"{image}: what is seen is no position of the game: {error}") from None
