"""The rules of each game are told in German: clauses, decisions, what the referee says, and options."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from core import games
from core.formats.ruling import sentences
from core.games import rulebook
from core.rulebook.entries import Clause, Decision
from kiebitz.cli import kiebitz
from kiebitz.language import language

GERMAN = language("de")
_OPEN = re.compile(r"\{[^}]*\}")
_ENGLISH = re.compile(r"\b(the|and|is|are|of|not|with|to|from|has|have|or|your|must|take|put|pieces?|cells?|board)\b")
_EXACT = re.compile(r"\b[a-h]\d\b|\d+ × \d+")


def paragraphs(name: str) -> Iterator[str]:
    """Yield what the rules of *name* say, paragraph by paragraph."""
    book = rulebook(name)
    yield from (book.credit, *book.licence.split("\n\n"))
    told: tuple[Clause | Decision, ...] = (*book.clauses, *book.decisions)
    for entry in told:
        yield from (entry.title, *entry.text.split("\n\n"))
        for case in entry.cases:
            yield from (case.question, case.answer, *sentences(name, case))
    for code in book.codes:
        yield from filter(None, (code.seen, code.message))


def options(name: str) -> Iterator[str]:
    """Yield what is said of the options of *name*; the names of their values stay as they are typed."""
    for option in games.find(name).options.declared():
        yield from (option.changes, f"May be {option.form.allowed}.")


@pytest.mark.parametrize("name", games.names())
def test_every_paragraph_of_the_rules_has_its_german(name: str) -> None:
    told = {text: GERMAN.translated(text) for text in (*paragraphs(name), *options(name))}
    assert len(told) > 100
    assert [text for text, german in told.items() if german is None] == []
    assert [german for german in told.values() if _ENGLISH.search(_OPEN.sub("", str(german)))] == []


@pytest.mark.parametrize("name", games.names())
def test_german_rules_keep_numbers_cells_and_what_is_left_open(name: str) -> None:
    for text in paragraphs(name):
        german = str(GERMAN.translated(text))
        assert len(_OPEN.findall(german)) == len(_OPEN.findall(text)), text
        assert sorted(_EXACT.findall(re.sub(r"\bW(\d)", r"d\1", german))) == sorted(_EXACT.findall(text))


def test_a_clause_is_shown_in_german_with_the_forms_of_its_words() -> None:
    shown = CliRunner().invoke(kiebitz, ["rules", "tink", "GW-20", "--language", "de"]).output
    assert "von den eigenen kleinen Pyramiden waren schon alle fünf auf dem Brett" in " ".join(shown.split())
    assert "„{P} hat keine kleine Pyramide mehr im Vorrat." in shown


def test_the_boards_of_a_case_keep_their_columns_in_german() -> None:
    shown = CliRunner().invoke(kiebitz, ["rules", "tinker", "5.5", "--language", "de"]).output
    assert "   Brett von A  " in shown
    assert "\n 2 [.]    .    [A8=2][.]  " in shown
