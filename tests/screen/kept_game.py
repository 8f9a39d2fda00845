"""Games that are kept, for tests: journals as `kiebitz watch` writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.games import find
from kiebitz.archive.journal import Header, Journal


def keep(folder: Path, *events: dict[str, Any], game: str = "tink", source: str = "test", **options: Any) -> Path:
    """Write the journal of a game with *events* in *folder*, and return its file."""
    rules = find(game)
    start = rules.format_position(rules.start(rules.options.of(options)))
    journal = Journal.create(folder, Header(game, start, options, {"A": "red", "B": "yellow"}, source))
    for event in events:
        journal.append({"frame": 0, "t": 0.0, **event})
    journal.close()
    return journal.path


GUEST = {"event": "twin", "table": "guest-at-home", "seats": ["B"], "joined": 0}
"""That a game was played as the guest of another table."""


def move(action: str, ply: int, sides: str = "AB") -> dict[str, Any]:
    return {"event": "move", "action": action, "ply": ply, "seat": sides[(ply - 1) % 2]}


def moves(*actions: str, sides: str = "AB") -> list[dict[str, Any]]:
    return [move(action, ply, sides) for ply, action in enumerate(actions, start=1)]


ILLEGAL = {
    "event": "illegal",
    "code": "GW-17",
    "message": "f4 is not next to d3.",
    "cells": ["f4", "d3"],
    "repair": "Take it off f4.",
}
"""A broken rule."""
WON = ("Sc3", "Sc4", "Sd3", "Sd4", "Se3", "Se4", "Sf3")
"""A wins a game of Tink with four in a row."""


def first_actions(count: int) -> list[str]:
    """Return the first legal actions of Tabik on a board of three by three, but no swap."""
    game = find("tabik")
    position = game.start(game.options.of({"board_size": 3}))
    actions = []
    for _ in range(count):
        actions.append(next(action for action in game.actions(position) if action != "swap"))
        position = game.play(position, actions[-1])
    return actions
