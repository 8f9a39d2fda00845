"""What the board most likely holds that was not announced: a guess, or what is to be put right."""

from __future__ import annotations

from collections.abc import Mapping

from core.json_types import Json, JsonObject
from core.reading import EMPTY
from kiebitz.table.asking import untold
from kiebitz.table.state import AnyTable

Restoring = list[dict[str, str]]
"""Steps with ``from``, ``to`` or both: a piece moves, leaves the board, or comes back as ``content``."""


def untold_json(state: AnyTable, asked: Mapping[str, Json] | None) -> JsonObject | None:
    """Return the ``actions`` guessed, the ``cells`` that differ, and how to ``restore`` them; None where all is said.

    *asked* is what the referee asks; only where a rule was broken, a take-back awaits its pieces, or a given start
    those that begin, there is something to restore.
    """
    found, position = untold(state), state.position
    if found is None or position is None:
        return None
    broken = asked is not None and (asked["event"] == "illegal" or (asked["event"] == "unsure" and found.taken_back))
    broken = broken or bool(state.set_up.unset)
    return {
        "actions": list(found.actions),
        "cells": dict(found.cells),
        "restore": restoring(state.game.contents(position), found.cells) if broken else [],
    }


def restoring(told: Mapping[str, str], seen: Mapping[str, str]) -> Restoring:
    """Return the steps that make *seen* cells hold what was *told* again.

    >>> restoring({"c3": "As", "d4": ".", "e5": "."}, {"c3": ".", "d4": "As", "e5": "Bs"})
    [{'from': 'd4', 'to': 'c3', 'content': 'As'}, {'from': 'e5', 'content': 'Bs'}]
    """
    missing = {cell: told[cell] for cell, content in seen.items() if told[cell] not in (EMPTY, content)}
    steps: Restoring = []
    for cell, content in seen.items():
        if content == EMPTY:
            continue
        home = next((other for other, wanted in missing.items() if wanted == content), None)
        steps.append({"from": cell, **({"to": home} if home else {}), "content": content})
        missing.pop(home or "", None)
    return [*steps, *({"to": cell, "content": content} for cell, content in missing.items())]
