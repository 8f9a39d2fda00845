"""What one table knows of its own board and, from the moves played there, of the others' boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adviser.reasons import steps
from core.game import PositionLike, holder
from core.json_types import JsonObject
from core.options import SEATS
from core.reading import EMPTY
from kiebitz.clock import Clock, Control, Left, controls_of
from kiebitz.table.inputs import Proposed
from kiebitz.table.state import AnyTable
from kiebitz.watching.accord import Accord, common_length
from kiebitz.watching.tidings import LONGEST_TEXT, Tidings, Wrong

NOT_ITS_OWN = "it moves for a seat that is not played there"


def wrong_here(state: AnyTable, accord: Accord) -> Wrong | None:
    """Return what is wrong on this table's board; None if nothing is."""
    if (objection := state.trouble.refused) is not None:
        return Wrong(objection.code, objection.message[:LONGEST_TEXT])
    if accord.wish is None and not accord.is_in_line and accord.shared < len(accord.common):
        return Wrong("", f"{accord.told[accord.shared]} lies there in place of {accord.common[accord.shared]}.")
    return None


def objection_there(accord: Accord, name: str, action: str) -> str | None:
    """Return why *action* cannot be next at the table *name*, whose course this board shows; None where it can."""
    game, plies = accord.course.game, len(accord.common)
    position = accord.course.positions[plies]
    if position.to_move is None:
        return f"it plays {action[:40]} in a game that is over"
    seat = holder(position, position.to_move)
    is_theirs = seat in accord.claims.get(name, ()) if accord.is_host else not accord.owns(seat)
    if not is_theirs and plies >= accord.joined:
        return NOT_ITS_OWN
    try:
        objection = game.objection(position, action) if game.canonical_action(action) == action else None
    except ValueError:
        return f"{game.title} has no {action[:40]}"
    if game.canonical_action(action) != action:
        return f"{game.title} writes {action[:40]} otherwise"
    return None if objection is None else f"{action[:40]} is illegal: {objection.message}"


def put_here(state: AnyTable, accord: Accord, action: str, there: Tidings | None) -> Proposed:
    """Return what asks people to put *action* on this board, which was played *there*, or here if that is None."""
    game, position = accord.course.game, accord.course.position
    seat, at = mover(position), len(accord.course.steps)
    todo = steps(game, position, action)
    said = f"{seat} plays {action} at the other table: {todo}." if there else f"Put {action} back: {todo}."
    fields = {
        "seat": seat, "side": position.to_move, "action": action, "steps": todo,
        "position": game.format_position(position), "ply": position.ply, "at": at, "message": said,
    }  # fmt: skip
    left = None if there is None else clock_there(state, seat, there)
    return Proposed(seat, action, fields, elsewhere=True, left=left)


def mover(position: PositionLike) -> str:
    """Return the seat whose turn it is in *position*, whose game is not over."""
    assert position.to_move is not None
    return holder(position, position.to_move)


def clock_there(state: AnyTable, seat: str, there: Tidings) -> Left | None:
    """Return what the clock of *seat* shows at the other table, which is at most what it can be."""
    told = there.clock.get(seat)
    if told is None or state.timing is None or seat not in state.timing.clock.controls:
        return None
    return _possible(told, state.timing.clock.controls[seat], len(state.told))


def clocks_there(there: Tidings, players: int) -> Clock | None:
    """Return the clocks of the game *there*; None without any. Raises ``ValueError`` if not those of the *players*."""
    if not there.controls:
        return None
    clock = Clock.of(controls_of(there.controls, SEATS[:players]))
    plies = len(there.plies) + 1
    left = {
        seat: _possible(told, clock.controls[seat], plies)
        for seat, told in there.clock.items()
        if seat in clock.controls
    }
    return replace(clock, left={**clock.left, **left})


def _possible(told: tuple[float, int], control: Control, plies: int) -> Left:
    """Return the time that another table has *told* for a seat, limited to what is possible after *plies*."""
    most = 60.0 * control.minutes + control.increment_s * plies + control.period_s
    return Left(min(told[0], most), min(told[1], control.periods))


def boards_there(accord: Accord, told: Mapping[str, Tidings]) -> tuple[JsonObject, ...]:
    """Return the boards of other tables that differ from this table's.

    *told* is what each table tells. Of each board: the seats that play there, the plies that it shows, what its cells
    hold, and which of them differ.
    """
    if not accord.table and not accord.claims:
        return ()
    here = accord.course.game.contents(accord.course.position)
    return tuple(
        _board(accord, seats, plies, here)
        for name, tidings in told.items()
        if (seats := seats_of(accord, name))
        and (plies := min(tidings.shown, common_length(tidings.plies, accord.common))) != len(accord.told)
    )


def _board(accord: Accord, seats: list[str], plies: int, here: Mapping[str, str]) -> JsonObject:
    there = accord.course.game.contents(_after(accord, plies))
    return {
        "seats": seats,
        "plies": plies,
        "contents": {cell: content for cell, content in there.items() if content != EMPTY},
        "cells": [cell for cell, content in there.items() if here.get(cell) != content],
    }


def seats_of(accord: Accord, name: str) -> list[str]:
    """Return the seats of the table *name*; for a guest's host, all seats but the guest's own."""
    if accord.is_host:
        return sorted(accord.claims.get(name, ()))
    first = accord.course.positions[0]
    return sorted({holder(first, side) for side in first.seats} - accord.seats)


def _after(accord: Accord, plies: int) -> Any:
    """Return the position after the first *plies* of the common course."""
    game, known = accord.course.game, min(plies, accord.shared)
    position = accord.course.positions[known]
    for entry in accord.common[known:plies]:
        is_set = entry.startswith("=")
        position = game.parse_position(entry[1:], position.options) if is_set else game.play(position, entry)
    return position
