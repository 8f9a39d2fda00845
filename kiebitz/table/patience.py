"""How long the table must be still before each kind of answer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the table must be still before each kind of answer, in seconds."""

    settle_s: float = 0.35
    between_readings_s: float = 0.15
    partial_s: float = 1.0
    refused_s: float = 1.2
    unclear_s: float = 2.0
    misplaced_s: float = 3.0
    object_s: float = 4.0
    """After this long, something that lies still on the board counts as an object, not a hand."""
    object_looks: int = 2
    """It also counts as one after the table has rested this many more times, or after this many more photographs."""
    between_searches_s: float = 0.5
    readings: int = 6
    """Number of latest readings that are combined."""
    most_readings: int = 24
    """Number of readings of a still table after which another adds nothing."""


PATIENCE = Patience()
