"""``kiebitz rules``: shows the rules of a game, one entry, or what people ask."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from kiebitz import output
from kiebitz.commands import common, shown
from kiebitz.commands.choices import GAME
from kiebitz.failure import Failure, failing

if TYPE_CHECKING:
    from core.game import AnyGame
    from core.rulebook.entries import Entry, Rulebook

WIDTH = 96


@click.command(short_help="Show the rules of a game, its options, questions, or one code.")
@click.argument("game_name", type=GAME)
@click.argument("code", required=False)
@click.option("--options", "listed", is_flag=True, help="List the options that change the rules.")
@click.option("--questions", "asked", is_flag=True, help="List what people ask about odd cases, with the answers.")
@common.as_json
@common.language_option
def command(game_name: str, code: str | None, listed: bool, asked: bool, as_json: bool) -> None:
    """Show the rules of GAME, or one entry: a section (3.5), a decision (R7) or a code of the referee (GW-13).

    Sections and decisions come with the odd cases that people ask about, each in a position.
    """
    from core.formats.ruling import as_json as in_json
    from core.games import rulebook
    from core.rulebook.entries import Rulebook

    if listed and asked:
        raise Failure("--options and --questions are two lists; leave one of them out")
    if code and listed:
        raise Failure("--options lists all options of a game; leave the code out")
    if code and asked:
        raise Failure("--questions lists all questions of a game; leave the code out")
    if listed:
        _list_options(common.the_game(game_name), as_json)
        return
    with failing():
        found: Rulebook | Entry = rulebook(game_name).entry(code) if code else rulebook(game_name)
    if isinstance(found, Rulebook) and asked:
        _list_questions(found, as_json)
    elif as_json:
        output.write_json(in_json(game_name, found))
    elif isinstance(found, Rulebook):
        click.echo(_book_text(found))
    else:
        click.echo("\n\n".join([_entry_text(found), *_cases_text(game_name, found)]))


def _list_questions(book: Rulebook, as_json: bool) -> None:
    from core.formats.ruling import case_json

    if as_json:
        questions = [{"key": entry.key, **case_json(book.game, case)} for entry, case in book.questions()]
        output.write_json({"game": book.game, "title": book.title, "questions": questions})
        return
    if not any(book.questions()):
        click.echo(common.said(f"There are no questions about {book.title} yet."))
        return
    for entry, case in book.questions():
        click.echo(f"{entry.key}  {_paragraphs(case.question)}\n{_paragraphs(case.answer, indent='    ')}\n")
    click.echo(common.said(f"`kiebitz rules {book.game} CODE` shows the position, and what the referee says of it."))


def _list_options(game: AnyGame, as_json: bool) -> None:
    from core.formats.option_page import default_of, option_json

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
    parts.append(_paragraphs(book.licence))
    if any(book.questions()):
        parts.append(common.said(f"`kiebitz rules {book.game} --questions` lists what people ask about odd cases."))
    return "\n\n".join(parts)


def _entry_text(entry: Entry) -> str:
    from core.rulebook.entries import CodeEntry

    if isinstance(entry, CodeEntry):
        said = f"“{entry.message}”" if entry.message else "(nothing is said)"
        return f"{entry.key}  {_paragraphs(entry.seen)}\n{_paragraphs(said, indent='    ')}"
    return f"{entry.key}  {common.said(entry.title)}\n{_paragraphs(entry.text, indent='    ')}"


def _cases_text(game_name: str, entry: Entry) -> Iterator[str]:
    """Yield the odd cases of *entry*: question, answer, the board before and after, and what the referee says."""
    from core.formats.ruling import ruling, sentences
    from core.rulebook.entries import CodeEntry

    for case in () if isinstance(entry, CodeEntry) else entry.cases:
        yield f"{_paragraphs(case.question)}\n{_paragraphs(case.answer, indent='    ')}"
        before, *after = map(shown.drawn, ruling(game_name, case).moments())
        said, *otherwise = map(_paragraphs, sentences(game_name, case))
        yield from filter(None, (before, said, *after, "\n".join(otherwise)))


def _paragraphs(text: str, *, indent: str = "") -> str:
    """Return *text* in the reader's language, wrapped, paragraph by paragraph."""
    parts = map(common.said, text.split("\n\n"))
    return "\n\n".join(
        textwrap.fill(part, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
        for part in parts
    )
