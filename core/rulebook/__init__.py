"""The rules in our own words as data: clauses, decisions and detection codes."""

from __future__ import annotations

from core import games
from core.options import shown
from core.rulebook.entries import Clause, CodeEntry, Decision, Entry, Rulebook

__all__ = ["Clause", "CodeEntry", "Decision", "Entry", "Rulebook", "find", "rulebook"]


def rulebook(game: str) -> Rulebook:
    """Return the rules of *game*, written by its module. Raises ``ValueError`` listing the games if there is none."""
    book: Rulebook = games.module(game).RULEBOOK(game)
    return book


def find(game: str, key: str) -> Entry:
    """Return the clause, decision or code *key* of *game*, such as ``3.5``, ``R7`` or ``gw-13``.

    >>> find("tink", "gw-16").message
    '{k} pieces were taken off. At most two are spent in a turn.'
    """
    book = rulebook(game)
    entries: tuple[Entry, ...] = (*book.clauses, *book.decisions, *book.codes)
    for entry in entries:
        if entry.key.lower() == key.strip().lower():
            return entry
    keys = [entry.key for entry in entries]
    raise ValueError(f"the rules of {book.title} have no entry {shown(key)}; they have {', '.join(keys)}")
