"""Teaches from a game that is being played: one thing at a time, when it first matters, and from the move just made.

What may be taught is what the lesson of the game has learned from, in its order; a step says by its ``kind`` of which
actions it speaks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adviser.findings import Findings
from adviser.reasons import explain, why
from core.explaining import changed_by
from core.game import Game
from kiebitz.lessons.lesson import Step, lesson_of

QUIET = "search"
"""The code of the reason that is given where there is no other."""


@dataclass(frozen=True, slots=True)
class Taught:
    """What is taught now: ``text`` with the ``cells`` that it is about."""

    text: str
    cells: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {"text": self.text, "cells": list(self.cells)}


def taught(game: Game[Any], positions: Sequence[Any], action: str = "") -> list[Taught]:
    """Return what is taught at the last of *positions*, which *action* led to where it is known; maybe nothing.

    First what the action did, then what its follower may do for the first time in this game, with an example.
    """
    told = [] if not action or len(positions) < 2 else _done(game, positions[-2], action)
    return [*told, *_news(game, positions)]


def _done(game: Game[Any], before: Any, action: str) -> list[Taught]:
    reasons = explain(game, before, Findings(0.0, (action,), 0, proved=False, plies=None, alternatives=()))
    told = tuple(reason for reason in reasons if reason.code != QUIET)
    cells = dict.fromkeys(cell for reason in told for cell in reason.cells)
    return [Taught(f"{action}: {why(told)}.", tuple(cells))] if told else []


def _news(game: Game[Any], positions: Sequence[Any]) -> list[Taught]:
    lesson, known = lesson_of(game.name), set[str]()
    if lesson is None:
        return []
    for position in positions:
        actions = game.actions(position)
        for step in lesson.steps:
            if step.kind and step.learned not in known and (example := _example(step, actions)):
                known.add(step.learned)
                if position is positions[-1]:
                    such = "" if example in ("--", "swap") else f" For example {example}."
                    return [Taught(f"{step.learned}{such}", tuple(changed_by(game, position, example)))]
                break
    return []


def _example(step: Step, actions: Sequence[str]) -> str:
    return next((action for action in actions if re.fullmatch(step.kind, action)), "")
