"""``kiebitz games``: lists the games and what works for each."""

from __future__ import annotations

import click

from core.json_types import JsonObject
from kiebitz import output
from kiebitz.commands import common
from kiebitz.kits import has_kit, kit_of

WORDS = ("rules", "suggest", "playtest", "print", "read", "watch", "demo")


@click.command(short_help="List the games and what works for each.")
@common.as_json
@common.language_option
def command(as_json: bool) -> None:
    """List the games and what works for each."""
    games = [_abilities(name) for name in _names()]
    if as_json:
        output.write_json({"games": games})
        return
    widths = [max(len(str(game[column])) for game in games) for column in ("name", "title")]
    for game in games:
        works = ", ".join(word for word in WORDS if game[word])
        lacks = f" ({common.said(str(game['lacks']))})" if game["lacks"] else ""
        click.echo(f"{game['name']:{widths[0]}}  {game['title']:{widths[1]}}  {works}{lacks}")


def _names() -> tuple[str, ...]:
    from core.games import names

    return names()


def _abilities(name: str) -> JsonObject:
    """Return what works for the game called *name*, and why the rest does not.

    Whoever has rules is advised and playtested; a kit is printed; a kit whose pieces a shipped network knows is seen.
    """
    from core.games import find, module

    printed = has_kit(name)
    lacks = _unread(name) if printed else f"kits/{name}.py is missing"
    read = not lacks
    return {
        "name": name, "title": find(name).title, "rules": hasattr(module(name), "RULEBOOK"), "print": printed,
        "read": read, "watch": read, "suggest": True, "playtest": True, "demo": read, "lacks": lacks,
    }  # fmt: skip


def _unread(name: str) -> str:
    from vision.contents import why_unreadable

    return why_unreadable(kit_of(name))
