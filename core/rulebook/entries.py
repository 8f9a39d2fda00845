"""The parts of a rulebook: clauses, decisions and detection codes, and the odd cases that people ask about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from core.options import shown
from core.rulebook.introduction import UNKNOWN, Introduction


@dataclass(frozen=True, slots=True)
class Case:
    """An odd case: what people ask at the table, the answer in words, and an ``action`` that shows it.

    ``action`` may be several actions with spaces between: the last one is asked about. What the referee says
    of it is not written here: ``ruling`` asks. ``otherwise`` holds options, such as ``overline=ignored``, each of
    which alone changes what is said.
    """

    question: str
    answer: str
    position: str
    action: str
    otherwise: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """A section of the rules; ``key`` is its number, and blank lines separate the paragraphs."""

    key: str
    title: str
    text: str
    cases: tuple[Case, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """How a gap in the published rules is filled here, and the options that change it."""

    key: str
    title: str
    text: str
    options: tuple[str, ...] = ()
    cases: tuple[Case, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A position, and an ``action`` or an ``observed`` board (the rows of a position) that triggers the code."""

    position: str
    action: str = ""
    observed: str = ""


@dataclass(frozen=True, slots=True)
class CodeEntry:
    """A row of the detection table: what is seen, and the message, with placeholders such as ``{c}`` and ``{P}``.

    ``example`` is None if text cannot show it: hands, a fallen piece, pieces beside the
    board.
    """

    key: str
    seen: str
    message: str
    example: Example | None = None


Entry = Clause | Decision | CodeEntry


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of one game, with its author and the licence of the text."""

    game: str
    title: str
    credit: str
    licence: str
    clauses: tuple[Clause, ...]
    decisions: tuple[Decision, ...]
    codes: tuple[CodeEntry, ...]
    about: Introduction = UNKNOWN

    def questions(self) -> Iterator[tuple[Clause | Decision, Case]]:
        """Yield the odd cases, each with the entry that it belongs to."""
        entries: tuple[Clause | Decision, ...] = (*self.clauses, *self.decisions)
        return ((entry, case) for entry in entries for case in entry.cases)

    def entry(self, key: str) -> Entry:
        """Return the clause, decision or code *key*, such as ``3.5``, ``R7`` or ``gw-13``.

        Raises ``ValueError`` naming the keys if there is none.

        >>> from core.games import rulebook
        >>> rulebook("tink").entry("gw16").message
        '{k} pieces were taken off. At most two are spent in a turn.'
        """
        entries: tuple[Entry, ...] = (*self.clauses, *self.decisions, *self.codes)
        for entry in entries:
            if _plain(entry.key) == _plain(key):
                return entry
        keys = (entry.key for entry in entries)
        runs = [[*run] for _, run in groupby(keys, key=lambda each: each.rstrip("0123456789."))]
        known = ", ".join(f"{run[0]}…{run[-1]}" for run in runs)
        raise ValueError(f"the rules of {self.title} have no entry {shown(key)}; they have {known}")


def _plain(key: str) -> str:
    """Return *key* in small letters and without its hyphen, which people tend to leave out."""
    return key.strip().lower().replace("-", "")
