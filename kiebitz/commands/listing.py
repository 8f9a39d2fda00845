"""``kiebitz list``: lists the kept games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from kiebitz import output
from kiebitz.commands import common

if TYPE_CHECKING:
    from kiebitz.archive.kept import Kept


@click.command("list", short_help="List the games kept, newest first.")
@common.as_json
@common.language_option
def command(as_json: bool) -> None:
    """List the games that `kiebitz watch` has kept, newest first, each with its number.

    `show`, `replay`, `review`, `export` and `delete` take the number; `last` means the newest game.
    """
    from kiebitz.archive.kept import kept_games
    from kiebitz.home import games_folder

    games = kept_games()
    if as_json:
        output.write_json([game.as_json() for game in games])
        return
    rows = [(game.id, title(game), when(game), common.said(_moves(game)), standing(game)) for game in games]
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, name, began, moves, stands in rows:
        click.echo(f"{number:>{wide[0]}}  {name:{wide[1]}}  {began:{wide[2]}}  {moves:>{wide[3]}}  {stands}")
    if games:
        click.echo(common.said(f"Kept in {games_folder()}."))
    else:
        click.echo(common.said(f"No game is kept yet; `kiebitz watch` keeps the games it sees in {games_folder()}."))


def title(game: Kept) -> str:
    """Return the title of a kept game, or its name where nobody knows it."""
    from core.games import find

    try:
        return find(game.game).title
    except ValueError:
        return game.game or "?"


def when(game: Kept) -> str:
    """Return when a kept game began, by the clock on the wall; empty where that is not known."""
    from kiebitz.remarks import on_the_wall

    return on_the_wall(game.began)


def standing(game: Kept) -> str:
    """Return how a kept game ended, that it is not over, or what is wrong with its journal, for who reads it."""
    from core.verdict import capitalised
    from kiebitz.language.naming import with_names

    if not game.readable:
        return common.said(f"damaged: {game.trouble}")
    stands = with_names(capitalised(game.outcome), _names(game)) if game.outcome else "not over"
    demo = "demo" if game.demo else ""
    unchained = "" if game.chained else "unchained (an older version kept it, without hashes)"
    return "; ".join(common.said(part) for part in (stands, demo, game.trouble, unchained) if part)


def _names(game: Kept) -> Mapping[str, str]:
    """Return the names of the sides of a kept game, as far as they are known."""
    from core.games import find
    from kiebitz.calling import known_names

    try:
        return known_names(find(game.game), game.colours)
    except ValueError:
        return {}


def _moves(game: Kept) -> str:
    if not game.readable:
        return ""
    return f"{game.moves} {'move' if game.moves == 1 else 'moves'}"
