"""``kiebitz rules``: shows the rules of a game, or one entry."""

from __future__ import annotations

import textwrap
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from core.rulebook import Entry, Rulebook

WIDTH = 96


@click.command(short_help="Show the rules of a game, or what one code means.")
@click.argument("game_name", metavar="GAME")
@click.argument("code", required=False)
@common.as_json
def command(game_name: str, code: str | None, as_json: bool) -> None:
    """Show the rules of GAME, or its entry CODE: a section (3.5), a decision (R7) or a referee's code (GW-13)."""
    from core.rulebook import Rulebook, find, rulebook

    try:
        found: Rulebook | Entry = find(game_name, code) if code else rulebook(game_name)
    except ValueError as error:
        raise Failure(str(error)) from None
    if as_json:
        output.write_json(asdict(found))
    else:
        click.echo(_book_text(found) if isinstance(found, Rulebook) else _entry_text(found))


def _book_text(book: Rulebook) -> str:
    parts = [book.title, _paragraphs(book.credit)]
    parts += [_entry_text(clause) for clause in book.clauses]
    parts += ["Decisions where the published rules are silent", *(_entry_text(d) for d in book.decisions)]
    parts += ["What the referee says", *(_entry_text(code) for code in book.codes)]
    return "\n\n".join([*parts, _paragraphs(book.licence)])


def _entry_text(entry: Entry) -> str:
    from core.rulebook import CodeEntry

    if isinstance(entry, CodeEntry):
        said = f"“{entry.message}”" if entry.message else "(nothing is said)"
        return f"{entry.key}  {_paragraphs(entry.seen)}\n{_paragraphs(said, indent='    ')}"
    return f"{entry.key}  {entry.title}\n{_paragraphs(entry.text, indent='    ')}"


def _paragraphs(text: str, *, indent: str = "") -> str:
    """Return *text* wrapped, paragraph by paragraph."""
    parts = text.split("\n\n")
    return "\n\n".join(textwrap.fill(part, WIDTH, initial_indent=indent, subsequent_indent=indent) for part in parts)
