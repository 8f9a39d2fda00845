"""The rule card of a game whose kit has none: the clauses of its rulebook."""

from __future__ import annotations

from core.rulebook.entries import Rulebook
from kits.card import Card, Section


def plain_card(book: Rulebook, most_players: int) -> Card:
    """Return what *book* says to players, without pictures."""
    players = "2 players" if most_players == 2 else f"2 to {most_players} players"
    sections = tuple(Section(clause.title, tuple(clause.text.split("\n\n"))) for clause in book.clauses)
    return Card(f"A game for {players}.", sections, (book.credit, book.licence))
