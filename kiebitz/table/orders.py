"""What the table wants of whoever looks at it, by value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kiebitz.table.corners import Point


@dataclass(frozen=True, slots=True)
class Orders:
    """What the table wants of whoever looks at it. Counters go up with each order of their kind."""

    reference: int | None = None
    """The look that frames are compared with; None where nothing seen before counts."""
    undisturbed: int | None = None
    """The latest look with nothing in the way that is understood: to be the next to compare with."""
    settled: bool = False
    """Whether everything is understood, so that nothing need be read until something moves."""
    settlings: int = 0
    freshenings: int = 0
    """Begin a new series of readings."""
    turnings: int = 0
    """Look away: nothing is known to be still."""
    quarters: int = 0
    """Quarter turns, in all, by which the board was found to lie otherwise than assumed."""
    searches: int = 0
    """Look for the board as if it had never been found, at these corners if people have said so."""
    corners_px: Sequence[Point] | None = None
    lessons: int = 0
    contents: Mapping[str, str] | None = None
    """What lies on the board by what was just told, to learn from."""
    elsewhere: bool = False
    """Look whether the board lies elsewhere in this very frame."""
    lying: bool = False
    """Look in this very frame for pieces that lie wrong."""
    read: bool = False
    """Read the board of this very frame though it looks unchanged."""
    ours: int | None = None
    """The latest look at a board elsewhere that is the game's: to be followed there."""
    foreign: int | None = None
    """The latest look at a board elsewhere that is another table's: to be left alone."""


NO_ORDERS = Orders()
