"""The result of a search, before it is put into words."""

from __future__ import annotations

import math
from dataclasses import dataclass

from core.json_types import JsonObject

_DRAWN = 2
"""Drawn games added to the playouts as a prior, so that few playouts give no extreme value."""


def promised(total: float, visits: int) -> float:
    """Return the expected value, −1 to 1, of a move whose *visits* playouts were worth *total* in all.

    This is Laplace's rule of succession: few playouts move the value little from 0.

    >>> promised(1.0, 1), promised(100.0, 100), promised(0.0, 0)
    (0.3333333333333333, 0.9803921568627451, 0.0)
    """
    return total / (visits + _DRAWN)


def standard_error(visits: int) -> float:
    """Return the standard error, at most, of what is ``promised`` of a move after *visits* playouts."""
    return 1.0 / math.sqrt(visits + _DRAWN)


@dataclass(frozen=True, slots=True)
class Alternative:
    """A legal action, what it is worth to the side to move (−1 to 1), and how often the search tried it."""

    action: str
    value: float
    visits: int

    def as_json(self) -> JsonObject:
        return {"action": self.action, "value": round(self.value, 4), "visits": self.visits}


@dataclass(frozen=True, slots=True)
class Findings:
    """What a search found: ``line`` begins with the action it would play.

    ``value`` is for the side to move, −1 to 1. If ``proved``, it is certain whatever
    anybody plays, and ``plies`` is the number of plies to the end, if known.
    ``alternatives`` are the actions examined, the best first. ``from_book`` says that the book of openings holds it.
    """

    value: float
    line: tuple[str, ...]
    simulations: int
    proved: bool
    plies: int | None
    alternatives: tuple[Alternative, ...]
    from_book: bool = False
