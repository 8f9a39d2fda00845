"""Hints for the side to move, from little to all."""

from __future__ import annotations

from adviser.levels import HIGHEST
from core.belief.traces import changed_by
from core.game import AnyGame, PositionLike
from core.json_types import JsonObject
from kiebitz.programs.advice import advise
from kiebitz.screen.live.aid import THINKING_S

RUNGS = ("area", "piece", "move")
"""What hints reveal, from least to most."""


def hinted(game: AnyGame, position: PositionLike, step: int) -> JsonObject:
    """Return a hint for *position* of this many steps of ``RUNGS``: in words, and the cells to mark."""
    found = advise(game, position, seconds=THINKING_S, level=HIGHEST)
    cells = list(changed_by(game, position, found.action))
    match RUNGS[step - 1]:
        case "area":
            return {"message": f"Look around {_area(cells)}." if cells else "Passing is worth a thought.", "cells": []}
        case "piece":
            named = " and ".join(cells[:2]) or "no cell"
            return {"message": f"It is about {named}.", "cells": cells[:2]}
        case _:
            return {"message": f"{found.action}: {found.why}", "cells": cells, "action": found.action, "why": found.why}


def _area(cells: list[str]) -> str:
    """Describe a cell without giving it away: by its column."""
    return f"the {cells[0].rstrip('0123456789')[-1]} column"
