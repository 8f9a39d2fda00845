"""A game's rules on one page, as words and small pictures, without a layout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Diagram:
    """A small board: what stands on it, what has just been placed or spent, what it shows."""

    columns: int
    rows: int
    pieces: Mapping[str, str]
    """Cell → content, as in positions."""
    spent: Mapping[str, str] = field(default_factory=dict)
    """What has just left the board."""
    marked: tuple[str, ...] = ()
    """A block of cells with a line around it."""
    new: str = ""
    """The cell of the piece just placed."""
    line: tuple[str, str] | None = None
    """The first and last cell of a winning line."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it; texts that begin with ``* `` are points of a list."""

    heading: str
    texts: tuple[str, ...]
    diagram: Diagram | None = None
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """The rules of a game for the table, and whose they are."""

    summary: str
    sections: tuple[Section, ...]
    credits: tuple[str, ...]
