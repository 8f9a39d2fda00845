"""What can be asked of a table without changing it: what may lie on a cell, and what a correction would mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.game import P
from kiebitz.table.events import Event
from kiebitz.table.rules.correcting import near
from kiebitz.table.rules.correcting import weighed as corrected
from kiebitz.table.rules.guessing import Untold, untold
from kiebitz.table.rules.insisting import check, noted_fields
from kiebitz.table.rules.speaking import NO_POSITION
from kiebitz.table.rules.timing import now as clocks_now
from kiebitz.table.state import TableState

__all__ = ["Untold", "clocks_now", "likeliest", "near", "untold", "weighed"]


def likeliest(state: TableState[P], cell: str) -> list[str]:
    """Return what *cell* may hold by the latest look, the likeliest first; nothing if the cell was not seen."""
    seen = state.telling.seen
    row = {} if seen is None else seen.cells.get(cell, {})
    return sorted(row, key=lambda content: -row[content])


def weighed(state: TableState[P], cells: Mapping[str, str]) -> list[Event]:
    """Return the events that correcting *cells* would cause. Raises ``ValueError`` if they cannot hold that."""
    check(state, cells)
    if state.set_up.is_asking:
        return [Event("state", *state.moment, noted_fields(state, cells))]
    if state.position is None:
        raise ValueError(NO_POSITION)
    return [
        Event(kind, *moment, fields)
        for kind, moment, fields in corrected(replace(state, said=()), cells, sure=True).said
    ]
