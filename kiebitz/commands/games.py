"""``kiebitz games``: lists the games and what works for each."""

from __future__ import annotations

from typing import Any

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.kits import has_kit, kit_of


@click.command(short_help="List the games and what works for each.")
@common.as_json
def command(as_json: bool) -> None:
    """List the games and what works for each."""
    games = [_abilities(name) for name in _names()]
    if as_json:
        output.write_json({"games": games})
        return
    widths = [max(len(game[column]) for game in games) for column in ("name", "title")]
    for game in games:
        works = ", ".join(word for word in ("rules", "print", "read", "watch", "suggest") if game[word])
        click.echo(f"{game['name']:{widths[0]}}  {game['title']:{widths[1]}}  {works}")


def _names() -> tuple[str, ...]:
    from core.games import names

    return names()


def _abilities(name: str) -> dict[str, Any]:
    """Return what works for the game called *name*: a game with a kit can be printed and seen."""
    from core.games import find
    from vision.reader import can_read

    game = find(name)
    kit = has_kit(name)
    read = kit and can_read(kit_of(name))
    return {
        "name": name, "title": game.title, "rules": True, "print": kit, "read": read, "watch": read,
        "suggest": True,
    }  # fmt: skip
