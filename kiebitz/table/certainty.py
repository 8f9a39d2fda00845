"""How certain the referee must be of what it tells."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Certainty:
    """How certain something must be before it is told. Chosen by ``python -m benchmarks.refereeing.curve``."""

    lead_nats: float = 3.0
    """By so much the histories of an answer must lead over all others, and those with a broken rule over the rest."""
    code_nats: float = 1.1
    """By so much a broken rule must lead over other ones: three in four."""


CERTAINTY = Certainty()
