"""A hidden roll, as the pages show it: what has been told of it, and a player's dice for that player's phone alone."""

from __future__ import annotations

from core.game import HiddenSetup
from core.json_types import Json, JsonObject
from kiebitz.screen.views.words import side_name
from kiebitz.table.rules.hidden_roll import free_to_turn, seats_rolling, to_turn_up
from kiebitz.table.state import AnyTable


def roll_json(state: AnyTable) -> JsonObject | None:
    """Return who has stated which total, and who turns dice up; None if nothing is rolled or a game has begun."""
    game, roll = state.game, state.roll
    if not isinstance(game, HiddenSetup) or state.told:
        return None
    seats, within = seats_rolling(state), game.totals(state.options)
    return {
        "seats": list(seats),
        "names": {seat: side_name(game, seat, state.colours) for seat in seats},
        "totals": dict(roll.totals),
        "adjust": to_turn_up(state),
        "free": free_to_turn(state),
        "highest": roll.highest,
        "least": within[0],
        "most": within[-1],
        "by_kiebitz": sorted(roll.hands),
        "revealed": roll.revealed,
    }


def hand_json(state: AnyTable, seat: str) -> JsonObject:
    """Return the dice of *seat* as its own phone shows them, and how the roll stands.

    Raises ``ValueError`` for a game without a hidden roll.
    """
    rolling(state)
    hand = state.roll.hands.get(seat)
    dice: list[Json] = [{"kind": kind, "value": value} for kind, value in hand or ()]
    return {
        "seat": seat,
        "name": side_name(state.game, seat, state.colours),
        "dice": dice,
        "roll": roll_json(state),
    }


def rolling(state: AnyTable) -> HiddenSetup:
    """Return the game of *state*. Raises ``ValueError`` where it begins without a hidden roll."""
    if not isinstance(state.game, HiddenSetup):
        raise ValueError(f"{state.game.title} begins without a hidden roll")
    return state.game
