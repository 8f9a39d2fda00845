"""The options of a grid game. A game has a class of its own, which says at least its title."""

from __future__ import annotations

from dataclasses import dataclass

from core import option_fields as declare
from core.options import RuleOptions

LIMITS = "GRID-R"
"""The code of the decision behind these options."""


@dataclass(frozen=True, slots=True)
class GridOptions(RuleOptions):
    """Two players, of whom A begins, and no limits, unless a game says otherwise."""

    players: int = declare.players(2, rule=LIMITS)
    first_player: str = declare.first_player(2, rule=LIMITS)
    repetition_limit: int | None = declare.repetition_limit(rule=LIMITS)
    ply_limit: int | None = declare.ply_limit(rule=LIMITS)
