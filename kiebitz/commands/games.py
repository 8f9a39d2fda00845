"""``kiebitz games``: lists the games and what works for each."""

from __future__ import annotations

import textwrap

import click

from core.json_types import JsonObject
from kiebitz import output
from kiebitz.commands import common
from kiebitz.kits import has_kit, kit_of

WORDS = ("rules", "suggest", "playtest", "print", "read", "watch", "demo")
WIDTH = 80


@click.command(short_help="List the games and what works for each.")
@common.as_json
@common.language_option
def command(as_json: bool) -> None:
    """List the games: who can play them, for how long, whose they are, and what works for each."""
    games = [_abilities(name) for name in _names()]
    for fault in _set_aside():
        output.note(fault)
    if as_json:
        output.write_json({"games": games})
        return
    widths = [max(len(str(game[column])) for game in games) for column in ("name", "title")]
    for game in games:
        works = ", ".join(word for word in WORDS if game[word])
        lacks = f" ({common.said(str(game['lacks']))})" if game["lacks"] else ""
        click.echo(f"{game['name']:{widths[0]}}  {game['title']:{widths[1]}}  {works}{lacks}")
        for paragraph in _introduced(str(game["name"])):
            click.echo(textwrap.indent(textwrap.fill(common.said(paragraph), WIDTH), " " * (widths[0] + 2)))


def _names() -> tuple[str, ...]:
    from core.games import names

    return names()


def _set_aside() -> tuple[str, ...]:
    """Return what is wrong with each added game that could not be used."""
    from core.games import SET_ASIDE

    return tuple(SET_ASIDE.values())


def _introduced(name: str) -> tuple[str, ...]:
    """Return the introduction of the game called *name*, in paragraphs."""
    from core.games import module, player_counts, rulebook

    return rulebook(name).about.paragraphs(player_counts(name)) if hasattr(module(name), "RULEBOOK") else ()


def _abilities(name: str) -> JsonObject:
    """Return the title, players and description of the game *name*, what works for it, and why the rest does not.

    A game with rules can be advised on and playtested, one with a kit printed; it is seen if a shipped network knows
    the kit's pieces.
    """
    from core.games import find, module, player_counts, rulebook

    printed = has_kit(name)
    lacks = _unread(name) if printed else f"kits/{name}.py is missing"
    read, ruled = not lacks, hasattr(module(name), "RULEBOOK")
    return {
        "name": name, "title": find(name).title, "rules": ruled, "print": printed,
        "read": read, "watch": read, "suggest": True, "playtest": True, "demo": read, "lacks": lacks,
        "players": list(player_counts(name)), **(rulebook(name).about.as_json() if ruled else {}),
    }  # fmt: skip


def _unread(name: str) -> str:
    from vision.contents import why_unreadable

    return why_unreadable(kit_of(name))
