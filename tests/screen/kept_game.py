"""Games that are kept, for tests: journals as `kiebitz watch` writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.games import find
from kiebitz.table.journal import Header, Journal


def keep(folder: Path, *events: dict[str, Any], game: str = "tink", **options: Any) -> Path:
    """Write the journal of a game with *events* in *folder*, and return its file."""
    rules = find(game)
    start = rules.format_position(rules.start(rules.options.of(options)))
    journal = Journal.create(folder, Header(game, start, options, {"A": "red", "B": "yellow"}, "test"))
    for event in events:
        journal.append({"frame": 0, "t": 0.0, **event})
    journal.close()
    return journal.path


def move(action: str, ply: int) -> dict[str, Any]:
    return {"event": "move", "action": action, "ply": ply, "seat": "AB"[(ply - 1) % 2]}


def moves(*actions: str) -> list[dict[str, Any]]:
    return [move(action, ply) for ply, action in enumerate(actions, start=1)]


ILLEGAL = {
    "event": "illegal",
    "code": "GW-17",
    "message": "f4 is not next to d3.",
    "cells": ["f4", "d3"],
    "repair": "Put the small back on f4.",
}
"""A broken rule."""
WON = ("Sc3", "Sc4", "Sd3", "Sd4", "Se3", "Se4", "Sf3")
"""A wins a game of Tink with four in a row."""
