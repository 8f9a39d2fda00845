"""The rule card of a game whose kit has none: the clauses of its rulebook."""

from __future__ import annotations

from core.rulebook.entries import Rulebook
from kits.card import Card, Section


def plain_card(book: Rulebook) -> Card:
    """Return what *book* says to players, without pictures."""
    sections = tuple(Section(clause.title, tuple(clause.text.split("\n\n"))) for clause in book.clauses)
    return Card(f"The rules of {book.title}.", sections, (book.credit, book.licence))
