"""What the table wants of the eye: which view to compare with, when to look again, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.game import P
from kiebitz.table.corners import Point
from kiebitz.table.rules.following import anchored
from kiebitz.table.state import TableState


def ordering(state: TableState[P], **changes: Any) -> TableState[P]:
    """Return *state* with *changes* in its orders."""
    return replace(state, orders=replace(state.orders, **changes))


def freshened(state: TableState[P]) -> TableState[P]:
    """Look at the table as if something had moved."""
    return ordering(state, settled=False, freshenings=state.orders.freshenings + 1)


def looked_away(state: TableState[P]) -> TableState[P]:
    """Forget everything that was seen to be still."""
    return ordering(freshened(state), turnings=state.orders.turnings + 1)


def settled(state: TableState[P]) -> TableState[P]:
    """Stop reading until something moves, because everything is understood."""
    return ordering(state, settled=True, settlings=state.orders.settlings + 1)


def looking_anew(state: TableState[P]) -> TableState[P]:
    """Compare with nothing that was seen before."""
    state = replace(state, telling=replace(state.telling, judged=None))
    return ordering(freshened(state), reference=None)


def comparing_with(state: TableState[P], number: int) -> TableState[P]:
    """Compare later frames with the view of the look *number*."""
    return anchored(ordering(state, reference=number))


def understood(state: TableState[P], number: int, *, reached: bool) -> TableState[P]:
    """Report nothing more until something moves; compare with the look *number* unless something *reached* in."""
    if not reached:
        state = comparing_with(state, number)
    return heard(replace(settled(state), telling=replace(state.telling, resumed=False)))


def heard(state: TableState[P]) -> TableState[P]:
    """Note that people have said or heard something, so that what was asked is settled."""
    return replace(state, telling=replace(state.telling, undecided=0, many_back=0))


def turned(state: TableState[P], quarters: int) -> TableState[P]:
    """Name the cells as on a board turned by *quarters*, and compare with nothing that was seen before."""
    return ordering(state, quarters=state.orders.quarters + quarters, reference=None, undisturbed=None)


def searching(state: TableState[P], corners_px: Sequence[Point] | None = None) -> TableState[P]:
    """Look for the board as if it had never been found, at *corners_px* if people have said so."""
    return ordering(state, searches=state.orders.searches + 1, corners_px=corners_px)


def learning(state: TableState[P], contents: Mapping[str, str]) -> TableState[P]:
    """Have the reader learn from *contents*, which have just been announced and lie on the board."""
    return ordering(state, lessons=state.orders.lessons + 1, contents=contents)
