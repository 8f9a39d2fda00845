"""The rules in our own words, clause by clause and code by code, as data for whoever shows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.options import shown
from core.rulebook import goodwin, tabik, tinker
from core.rulebook.entries import Clause, CodeEntry, Decision, Entry, Rulebook

__all__ = ["Clause", "CodeEntry", "Decision", "Entry", "Rulebook", "find", "rulebook"]


@dataclass(frozen=True, slots=True)
class _Shelf:
    games: tuple[str, ...]
    write: Callable[[str], Rulebook]


_SHELVES = (
    _Shelf(("tink", "ting", "tingle"), goodwin.rulebook),
    _Shelf(("tabik",), tabik.rulebook),
    _Shelf(("tinker_tactics",), tinker.rulebook),
)


def rulebook(game: str) -> Rulebook:
    """Return the rules of *game*. Raises ``ValueError`` naming the games whose rules are here."""
    for shelf in _SHELVES:
        if game in shelf.games:
            return shelf.write(game)
    known = ", ".join(sorted(name for shelf in _SHELVES for name in shelf.games))
    raise ValueError(f"there are no rules of a game called {shown(game)}; there are those of {known}")


def find(game: str, key: str) -> Entry:
    """Return the clause, decision or code of *game* called *key*, such as ``3.5``, ``R7`` or ``gw-13``.

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
