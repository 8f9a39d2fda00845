"""Teaches from a game that is being played: one thing at a time, when it first matters, and from the move just made.

What may be taught is what the lesson of the game has learned from, in its order; the ``kind`` of a step says which
actions it speaks.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import takewhile

from adviser.findings import Findings
from adviser.reasons import explain, why
from core.belief.traces import changed_by
from core.game import AnyGame, PositionLike
from core.json_types import JsonObject
from kiebitz.lessons.lesson import lesson_of

QUIET = "search"
"""The code of the reason that is given if there is no other."""


@dataclass(frozen=True, slots=True)
class Taught:
    """What is taught now: ``text`` with the ``cells`` that it is about."""

    text: str
    cells: tuple[str, ...] = ()

    def as_json(self) -> JsonObject:
        return {"text": self.text, "cells": list(self.cells)}


class Teacher:
    """Teaches one game after another, and remembers what it has taught in the positions of the one that is on.

    So each position is looked through once, and a take-back forgets what was taught after it.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        lesson = lesson_of(game.name)
        self._steps = [step for step in lesson.steps if step.kind] if lesson else []
        self._taught: list[_Seen] = []
        """One entry for each position looked through, in the order of play."""

    def taught(self, positions: Sequence[PositionLike], action: str = "") -> list[Taught]:
        """Return what is taught at the last of *positions*, which *action* led to where it is known; maybe nothing.

        First what the action did, then what its follower may do for the first time in this game, with an example.
        """
        told = [] if not action or len(positions) < 2 else _done(self._game, positions[-2], action)
        return [*told, *self._news(positions)]

    def _news(self, positions: Sequence[PositionLike]) -> list[Taught]:
        pairs = zip(self._taught, positions, strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0].position == pair[1], pairs))
        del self._taught[shared:]
        known = {seen.learned for seen in self._taught}
        for position in positions[shared:]:
            self._taught.append(self._looked_through(position, known))
            known.add(self._taught[-1].learned)
        learned, example = (self._taught[-1].learned, self._taught[-1].example) if self._taught else ("", "")
        if not learned:
            return []
        such = "" if example in ("--", "swap") else f" For example {example}."
        return [Taught(f"{learned}{such}", tuple(changed_by(self._game, positions[-1], example)))]

    def _looked_through(self, position: PositionLike, known: Collection[str]) -> _Seen:
        """Return *position* with the first rule not *known* yet that may be used in it."""
        steps = [step for step in self._steps if step.learned not in known]
        actions = self._game.actions(position) if steps else ()
        for step in steps:
            if example := next((action for action in actions if re.fullmatch(step.kind, action)), ""):
                return _Seen(position, step.learned, example)
        return _Seen(position)


@dataclass(frozen=True, slots=True)
class _Seen:
    """A position that was looked through, and the rule that was new in it, with an example; both empty if none was."""

    position: PositionLike
    learned: str = ""
    example: str = ""


def _done(game: AnyGame, before: PositionLike, action: str) -> list[Taught]:
    reasons = explain(game, before, Findings(0.0, (action,), 0, proved=False, plies=None, alternatives=()))
    told = tuple(reason for reason in reasons if reason.code != QUIET)
    cells = dict.fromkeys(cell for reason in told for cell in reason.cells)
    return [Taught(f"{action}: {why(told)}.", tuple(cells))] if told else []
