"""What is asked once when a move has been taken back by hand: whether the game goes on from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.belief.traces import changed_by
from core.json_types import Json, JsonObject
from kiebitz.screen.views.words import played, side_name
from kiebitz.table.state import AnyTable

_SETTLING = ("move", "pass", "corrected", "agreed", "illegal", "partial", "unsure", "result", "joined", "left")
"""Events that settle every open question."""


def branching_json(
    state: AnyTable, events: Sequence[Mapping[str, Json]], before: Sequence[Mapping[str, Json]]
) -> JsonObject | None:
    """Return the question: its ``message``, the event's ``n``, and the ``cells`` that put the move back.

    *before* are the moves as they stood before the last take-back. None where nothing was taken back last, or people
    said so with words, or more than one move was: that is asked about before it is done.
    """
    last = next((event for event in reversed(events) if event["event"] in (*_SETTLING, "takeback")), None)
    position, game = state.position, state.game
    if last is None or last["event"] != "takeback" or "wanted" in last or last["plies"] != 1:
        return None
    undone = before[-1] if before else None
    if undone is None or position is None or undone["action"] not in game.actions(position):
        return None
    action = str(undone["action"])
    told = played(position.ply + 1, side_name(game, str(undone["seat"]), state.colours), action)
    question = f"Taken back: {told} Shall the game go on from here? What was taken back is kept as a branch."
    return {
        "n": last["n"],
        "message": question,
        "cells": dict(changed_by(game, position, action)),
    }
