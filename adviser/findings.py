"""What any search hands over, before it is put into words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Alternative:
    """A legal action, what it is worth to the side to move (−1 to 1), and how often the search tried it."""

    action: str
    value: float
    visits: int


@dataclass(frozen=True, slots=True)
class Findings:
    """What a search found: ``line`` begins with the action it would play.

    ``value`` is for the side to move, −1 to 1. ``proved`` says that it is certain whatever
    anybody does, and ``plies`` then how many it takes, where that is known. ``alternatives``
    are the actions looked at, the best first.
    """

    value: float
    line: tuple[str, ...]
    simulations: int
    proved: bool
    plies: int | None
    alternatives: tuple[Alternative, ...]
