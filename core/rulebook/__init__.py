"""The rules in our own words as data: clauses, decisions and detection codes."""

from __future__ import annotations

from itertools import groupby

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

    >>> find("tink", "gw16").message
    '{k} pieces were taken off. At most two are spent in a turn.'
    """
    book = rulebook(game)
    entries: tuple[Entry, ...] = (*book.clauses, *book.decisions, *book.codes)
    for entry in entries:
        if _plain(entry.key) == _plain(key):
            return entry
    runs = [[*run] for _, run in groupby((entry.key for entry in entries), key=lambda each: each.rstrip("0123456789."))]
    known = ", ".join(f"{run[0]}…{run[-1]}" for run in runs)
    raise ValueError(f"the rules of {book.title} have no entry {shown(key)}; they have {known}")


def _plain(key: str) -> str:
    """Return *key* in small letters, without the hyphen that people leave out."""
    return key.strip().lower().replace("-", "")
