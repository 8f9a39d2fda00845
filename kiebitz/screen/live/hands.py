"""Dice that Kiebitz rolls for players who have none: each player's are for that player's own phone alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import SystemRandom

from core.game import HiddenSetup
from core.json_types import Json, JsonObject
from kiebitz.screen.views.roll import roll_json
from kiebitz.screen.views.words import in_colours, side_name
from kiebitz.table.inputs import Rolled
from kiebitz.table.state import AnyTable


def hand_json(state: AnyTable, seat: str) -> JsonObject:
    """Return the dice of *seat* as its own phone shows them, and how the roll stands.

    Raises ``ValueError`` for a game without a hidden roll.
    """
    _rolling(state)
    hand = state.roll.hands.get(seat)
    dice: list[Json] = [{"kind": kind, "value": value} for kind, value in hand or ()]
    return {
        "seat": seat,
        "name": side_name(state.game, seat, state.colours),
        "dice": dice,
        "roll": roll_json(state),
    }


def rolled_for(state: AnyTable, seat: str) -> Rolled:
    """Return dice that are rolled for *seat* now. Raises ``ValueError`` for a game without a hidden roll."""
    return Rolled(seat, _rolling(state).rolled(SystemRandom()))


def check_fault(told: Sequence[Mapping[str, Json]], state: AnyTable) -> None:
    """Raise ``ValueError`` with what went wrong, if the lines *told* say so."""
    if faults := [str(line["message"]) for line in told if line["event"] == "error"]:
        raise ValueError(in_colours(state.game, faults[0], state.colours))


def _rolling(state: AnyTable) -> HiddenSetup:
    if not isinstance(state.game, HiddenSetup):
        raise ValueError(f"{state.game.title} begins without a hidden roll")
    return state.game
