"""A game's rules for one page: words and small pictures, without a layout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Diagram:
    """A small board: the pieces on it, what was just placed or spent, and what to highlight."""

    columns: int
    rows: int
    pieces: Mapping[str, str]
    """Cell → content, as in positions."""
    spent: Mapping[str, str] = field(default_factory=dict)
    """What has just left the board."""
    edges: tuple[str, ...] = ()
    """Edges with a rod, such as ``b2-b3``."""
    missing: frozenset[str] = frozenset()
    """Grid squares that are not cells."""
    outlined: tuple[tuple[str, str], ...] = ()
    """Blocks of cells to draw a line around, each given by two opposite corners."""
    block: int = 0
    """Cells between heavier grid lines; 0 for no such lines."""
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
    """A heading and its paragraphs; texts that begin with ``* `` are list items."""

    heading: str
    texts: tuple[str, ...]
    diagram: Diagram | None = None
    caption: str = ""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """A table to fill in after the game: one row for each group size, one column for each colour."""

    heading: str
    how: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """The rules of a game for players, and their credits."""

    summary: str
    sections: tuple[Section, ...]
    credits: tuple[str, ...]
    reminder: tuple[str, ...] = ()
    """What to remember in a turn, one line each, for a small card next to the board."""
    score: ScoreTable | None = None
    introduction: tuple[str, ...] = ()
    """Minutes, author, year, licence, page, and the sets on sale that serve: a paragraph each."""
