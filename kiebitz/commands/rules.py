"""``kiebitz rules``: shows the rules of a game, or one entry."""

from __future__ import annotations

import textwrap
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from core.game import Game
    from core.rulebook import Entry, Rulebook

WIDTH = 96


@click.command(short_help="Show the rules of a game, its options, or one code.")
@click.argument("game_name", metavar="GAME", callback=common.meant)
@click.argument("code", required=False)
@click.option("--options", "listed", is_flag=True, help="List the options that change the rules.")
@common.as_json
@common.language_option
def command(game_name: str, code: str | None, listed: bool, as_json: bool) -> None:
    """Show the rules of GAME, or one entry: a section (3.5), a decision (R7) or a code of the referee (GW-13)."""
    from core.rulebook import Rulebook, find, rulebook

    if listed:
        if code:
            raise Failure("--options lists all options of a game; leave the code out")
        _list_options(common.the_game(game_name), as_json)
        return
    try:
        found: Rulebook | Entry = find(game_name, code) if code else rulebook(game_name)
    except ValueError as error:
        raise Failure(str(error)) from None
    if as_json:
        output.write_json(asdict(found))
    else:
        click.echo(_book_text(found) if isinstance(found, Rulebook) else _entry_text(found))


def _list_options(game: Game[Any], as_json: bool) -> None:
    from core.option_page import default_of, option_json

    options = game.options.declared()
    if as_json:
        output.write_json({"game": game.name, "title": game.title, "options": [option_json(each) for each in options]})
        return
    click.echo(common.said(f"The options of {game.title}. Choose others with --options name=value,…") + "\n")
    for option in options:
        click.echo(f"{option.name}={default_of(option)}" + (f"  ({option.rule})" if option.rule else ""))
        click.echo(_paragraphs(option.changes, indent="    "))
        click.echo(_paragraphs(f"May be {option.form.allowed}.", indent="    "))


def _book_text(book: Rulebook) -> str:
    parts = [book.title, _paragraphs(book.credit)]
    parts += [_entry_text(clause) for clause in book.clauses]
    if book.decisions:
        parts.append(common.said("Decisions where the published rules are silent"))
        parts += map(_entry_text, book.decisions)
    parts.append(common.said("What the referee says"))
    parts += map(_entry_text, book.codes)
    return "\n\n".join([*parts, _paragraphs(book.licence)])


def _entry_text(entry: Entry) -> str:
    from core.rulebook import CodeEntry

    if isinstance(entry, CodeEntry):
        said = f"“{entry.message}”" if entry.message else "(nothing is said)"
        return f"{entry.key}  {_paragraphs(entry.seen)}\n{_paragraphs(said, indent='    ')}"
    return f"{entry.key}  {common.said(entry.title)}\n{_paragraphs(entry.text, indent='    ')}"


def _paragraphs(text: str, *, indent: str = "") -> str:
    """Return *text* in the reader's language, wrapped, paragraph by paragraph."""
    parts = map(common.said, text.split("\n\n"))
    return "\n\n".join(textwrap.fill(part, WIDTH, initial_indent=indent, subsequent_indent=indent) for part in parts)
