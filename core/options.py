"""The named options of the rules, in one flat record. The defaults together are "the rules"."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RuleOptions:
    """Every option of every game; a game reads those that concern it."""

    players: int = 2
    first_player: str = "A"
