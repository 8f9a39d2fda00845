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
    edges: tuple[str, ...] = ()
    """Edges with a rod, such as ``b2-b3``."""
    missing: frozenset[str] = frozenset()
    """Names of the grid that are no cells."""
    outlined: tuple[tuple[str, str], ...] = ()
    """Blocks of cells with a line around them, each by two opposite corners."""
    block: int = 0
    """Heavier lines after every so many cells; 0 for none."""
    ringed: tuple[str, ...] = ()
    """Cells with a printed ring."""
    new: str = ""
    """The cell of the piece just placed."""
    path: tuple[str, ...] = ()
    """The cells of a walk, from its start to its end."""
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
class ScoreTable:
    """A table to fill in at the end: one row for each size, one column for each colour."""

    heading: str
    how: str
    columns: tuple[str, ...]
    sizes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """The rules of a game for the table, and whose they are."""

    summary: str
    sections: tuple[Section, ...]
    credits: tuple[str, ...]
    reminder: tuple[str, ...] = ()
    """What to think of in a turn, a line each, for a small card that lies beside the board."""
    score: ScoreTable | None = None
