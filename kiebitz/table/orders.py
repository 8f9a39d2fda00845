"""What the table wants of the eye, as a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kiebitz.table.corners import Point


@dataclass(frozen=True, slots=True)
class Orders:
    """What the table wants of the eye. Counters go up with each order of their kind."""

    reference: int | None = None
    """The look that frames are compared with; None if nothing seen before counts."""
    undisturbed: int | None = None
    """The latest understood look with nothing in the way: frames are compared with it next."""
    settled: bool = False
    """Whether everything is understood, so that nothing is read until something moves."""
    settlings: int = 0
    freshenings: int = 0
    """Goes up to begin a new series of readings."""
    turnings: int = 0
    """Goes up to look away: nothing is known to be still."""
    quarters: int = 0
    """Sum of the quarter turns by which the board was found to lie otherwise than assumed."""
    searches: int = 0
    """Goes up to look for the board as if it had never been found, at ``corners_px`` if people have pointed it out."""
    corners_px: Sequence[Point] | None = None
    lessons: int = 0
    contents: Mapping[str, str] | None = None
    """What lies on the board, as just announced, for the reader to learn from."""
    elsewhere: bool = False
    """Look, in this very frame, whether the board lies elsewhere."""
    lying: bool = False
    """Look, in this very frame, for pieces that lie wrong."""
    read: bool = False
    """Read the board in this very frame, though it looks unchanged."""
    ours: int | None = None
    """The latest look at a board elsewhere that is the game's; the eye follows it there."""
    foreign: int | None = None
    """The latest look at a board elsewhere that is another table's; the eye leaves it alone."""


NO_ORDERS = Orders()
