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
    """After this many seconds something that lies still on the board counts as an object, not a hand."""
    object_looks: int = 2
    """It also counts as one after this many more rests of the table, or this many more photographs."""
    between_searches_s: float = 0.5
    readings: int = 6
    """Number of latest readings to combine."""
    most_readings: int = 24
    """After this many readings of a still table another one adds nothing."""


PATIENCE = Patience()
