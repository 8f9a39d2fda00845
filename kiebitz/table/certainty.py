"""How certain the referee must be of what it tells."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Certainty:
    """How certain something must be before it is told. Chosen by ``python -m benchmarks.refereeing.curve``."""

    lead_nats: float = 3.0
    """By so much the histories of an answer must lead over all others."""
    refusal_nats: float = 1.8
    """The same for a broken rule, whose prior is lower than an action's by more than ``lead_nats``."""
    sure: float = 0.95
    """How certain the reader must be of each cell that breaks a rule, where one picture is all there is."""
    plain: float = 0.8
    """How certain the reader must be of what each such cell holds: four in five, as everywhere."""
    sure_of_edges: float = 0.99
    """The same where only edges do, of which nobody sees whether they look changed."""


CERTAINTY = Certainty()
