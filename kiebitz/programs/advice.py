"""The adviser with a clock, and its answers in the form of contract.md."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from adviser import Suggestion
from adviser.assessing import Assessment
from adviser.levels import HIGHEST, check_level, searches, suggest_at
from core.game import Game
from core.options import shown
from kiebitz.programs import warming

LONGEST_S = 3600.0
SHOWN = 10
"""How many alternatives an answer names."""


def advise(game: Game[Any], position: Any, *, seconds: float, seed: int = 0, level: int = HIGHEST) -> Suggestion:
    """Return what *level* plays in *position*, after at most about *seconds*.

    Raises ``ValueError`` when there is nothing to play, and for a level that there is not.
    """
    deadline = time.monotonic() + seconds
    if searches(check_level(level)):
        warming.warm(game, patience_s=warming.WAITING_SHARE * seconds)
    return suggest_at(game, position, level, expired=lambda: time.monotonic() >= deadline, seed=seed)


def answer_request(game: Game[Any], position: Any, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the reply to the engine's ``suggest``. Raises ``ValueError`` naming what is wrong."""
    seconds, seed = request.get("seconds", 1.0), request.get("seed", 0)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST_S:
        raise ValueError(f"seconds must be a number above 0 and at most {LONGEST_S:.0f}, not {shown(seconds)}")
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise ValueError("seed must be a whole number")
    level = check_level(request.get("level", HIGHEST))
    found = advise(game, position, seconds=float(seconds), seed=seed, level=level)
    return {**suggestion_json(found), "level": level}


def suggestion_json(suggestion: Suggestion) -> dict[str, Any]:
    """Return *suggestion* in the form of contract.md."""
    return {
        "action": suggestion.action,
        "value": round(suggestion.value, 4),
        "line": list(suggestion.line),
        "simulations": suggestion.simulations,
        "proved": suggestion.proved,
        "why": suggestion.why,
        "reasons": [
            {"code": reason.code, "text": reason.text, "cells": list(reason.cells)} for reason in suggestion.reasons
        ],
        "alternatives": [
            {"action": other.action, "value": round(other.value, 4), "visits": other.visits}
            for other in suggestion.alternatives[:SHOWN]
        ],
    }


def assessment_json(found: Assessment) -> dict[str, Any]:
    """Return *found* in JSON: the action, what it loses, the best one with its reasons, and the answer to it."""
    return {
        "action": found.action,
        "value": None if found.value is None else round(found.value, 4),
        "loss": None if found.loss is None else round(found.loss, 4),
        "grade": found.grade,
        "proved": found.proved,
        "best": suggestion_json(found.best),
        "reply": suggestion_json(found.reply) if found.reply else None,
    }
