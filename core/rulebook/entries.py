"""The parts of a rulebook: clauses, decisions and detection codes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clause:
    """A section of the rules; ``key`` is its number, and blank lines separate the paragraphs."""

    key: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Decision:
    """How a gap in the published rules is filled here, and the options that change it."""

    key: str
    title: str
    text: str
    options: tuple[str, ...] = ()


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
