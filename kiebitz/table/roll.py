"""The hidden roll of a game that begins with one: what the players have told of it, as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Hand = tuple[tuple[str, int], ...]
"""Dice, each with its kind and its value."""


@dataclass(frozen=True, slots=True)
class EqualLooks:
    """Successive looks at a set-up that showed the same differing totals."""

    totals: Mapping[str, int] = field(default_factory=dict)
    count: int = 0
    number: int = 0
    """The number of the latest of these looks."""
    rested_s: float = 0.0
    """Time at which the table came to rest before that look, in seconds."""
    t: float = 0.0
    """The time of that look, in seconds."""


@dataclass(frozen=True, slots=True)
class HiddenRoll:
    """What is known of a roll that only the players see."""

    totals: Mapping[str, int] = field(default_factory=dict)
    """Seat → the total that its player has stated."""
    hands: Mapping[str, Hand] = field(default_factory=dict)
    """Seat → the dice that Kiebitz has rolled for it: only its player sees them, and the reveal deletes them."""
    revealed: bool = False
    looks: EqualLooks = EqualLooks()

    @property
    def is_under_way(self) -> bool:
        """Whether dice are being turned and arranged in secret, so that nothing seen of them counts yet."""
        return bool(self.totals) and not self.revealed

    @property
    def highest(self) -> int | None:
        """The highest total stated so far; None before the first."""
        return max(self.totals.values(), default=None)


NOTHING_ROLLED = HiddenRoll()
