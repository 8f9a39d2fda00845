"""What a lesson is, and how a try at one of its steps is judged."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from core import games
from core.game import AnyGame, HiddenSetup, PositionLike
from core.json_types import Json, JsonObject
from core.options import SEATS
from core.rulebook.entries import Rulebook
from core.verdict import Objection, Partial, Played, Refused, Unclear

SEAT_COLOURS = dict(zip(SEATS, ("red", "yellow", "green", "blue", "purple", "cyan"), strict=True))
"""Seat → the colour that it plays in lessons, in games whose pieces have seats."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A try that somebody may think of, and the code of the clause that forbids it.

    It is an ``action`` as records write it, or what it changes on the board: cell → content.
    """

    code: str
    action: str = ""
    changes: Mapping[str, str] = field(default_factory=dict)
    words: str = ""
    """Describes the try if it is no action."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """A task before the game: to set up dice that are revealed, until nothing is wrong with them."""

    total: int
    """The highest total rolled, to which all players turn their dice."""
    solution: str
    """Changes that solve it, such as ``c3=A8=6 a1=A4=2``; there are others."""


@dataclass(frozen=True, slots=True)
class Step:
    """A position, a task in a sentence, and what the task teaches.

    Every legal action that ``answer``, a regular expression, matches in whole solves it; with ``wins`` it must also
    win the game.
    """

    position: str
    task: str
    learned: str
    answer: str = ".*"
    wins: bool = False
    wrong: tuple[Wrong, ...] = ()
    options: Mapping[str, Json] = field(default_factory=dict)
    kind: str = ""
    """Regular expression of the actions that ``learned`` is about, if these are the same in any game."""
    set_up: SetUp | None = None
    """The task, if no action solves it."""

    def start(self, game: AnyGame) -> PositionLike:
        """Return the position of the step."""
        return game.parse_position(self.position, game.options.of(self.options))

    def as_json(self) -> JsonObject:
        told: JsonObject = {"position": self.position, "options": dict(self.options)}
        return {**told, "task": self.task, "learned": self.learned}

    def is_solved_by(self, game: AnyGame, action: str) -> bool:
        """Return whether the legal *action* is what the task asks for."""
        if self.set_up is not None or re.fullmatch(self.answer, action) is None:
            return False
        before = self.start(game)
        outcome = game.outcome(game.play(before, action))
        return not self.wins or (outcome is not None and outcome.winners == (before.to_move,))


Lengths = Mapping[tuple[int, ...], int]
"""Allowed numbers of moves to the win → how many puzzles to make with one of these."""


@dataclass(frozen=True, slots=True)
class PuzzlePlan:
    """What a game's puzzles are to be: their lengths, and rule options other than the usual ones."""

    lengths: Lengths = field(default_factory=lambda: {(1,): 3, (2,): 5})
    options: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lesson:
    game: str
    steps: tuple[Step, ...]
    puzzles: PuzzlePlan = field(default_factory=PuzzlePlan)
    """Which puzzles ``kiebitz.lessons.composing`` makes of the game."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a try is: it solves the task (``done``), is legal but not asked for, forbidden, or not finished yet."""

    state: Literal["done", "legal", "illegal", "unfinished", "still"]
    message: str
    action: str = ""
    code: str = ""
    cells: tuple[str, ...] = ()
    repair: str = ""

    def as_json(self) -> JsonObject:
        told = {"state": self.state, "message": self.message, "action": self.action, "code": self.code}
        return {**told, "cells": list(self.cells), "repair": self.repair}


def lesson_of(game: str) -> Lesson | None:
    """Return the lesson of *game*, or else one made of the examples in its rules; None where there is none."""
    if game not in games.names():
        return None
    try:
        found: Lesson = importlib.import_module(f"kiebitz.lessons.{game}").LESSON
    except ModuleNotFoundError:
        steps = tuple(_from_examples(games.find(game), games.rulebook(game)))
        return Lesson(game, steps) if steps else None
    return found


def _from_examples(game: AnyGame, book: Rulebook) -> Iterator[Step]:
    """Yield a step for each code of *book* whose example shows an illegal action while others are legal."""
    for entry in book.codes:
        if entry.example is None or not entry.example.action:
            continue
        action, text = entry.example.action, entry.example.position
        position = game.parse_position(text, game.options.of({}))
        objection = game.objection(position, action)
        if objection is not None and game.actions(position):
            task = f"{position.to_move} would like to play {action}, which is not allowed. Play what is."
            yield Step(text, task, objection.message, wrong=(Wrong(objection.code, action),))


def judged_action(game: AnyGame, step: Step, action: str) -> Judged:
    """Return what *action*, such as a pass, is in *step*; nothing lies on the board, so nothing is to be put right.

    In a step that is a set-up it is the changes, as in ``SetUp``. Raises ``ValueError`` where it cannot be read.
    """
    if step.set_up is not None:
        return judged_board(game, step, _changes_in(action))
    action = game.canonical_action(action)
    objection = game.objection(step.start(game), action)
    return _solved(game, step, action) if objection is None else _forbidden(replace(objection, repair=""))


def judged_board(game: AnyGame, step: Step, changes: Mapping[str, str]) -> Judged:
    """Return what *changes* of the board, cell → content, are in *step*. Raises ``ValueError`` for unknown ones."""
    before = step.start(game)
    contents, alphabet = dict(game.contents(before)), game.alphabet(before)
    for cell, content in changes.items():
        if cell not in contents or content not in alphabet:
            raise ValueError("There is no such cell or content.")
        contents[cell] = content
    if step.set_up is not None:
        return _judged_set_up(game, step, step.set_up, contents)
    match game.diagnose(before, contents):
        case Played(actions=(action,)):
            return _solved(game, step, action)
        case Played():
            return Judged("legal", "That is more than one turn. Make one move only.")
        case Refused(objection=objection):
            return _forbidden(objection)
        case Partial(message=message, cells=cells, code=code):
            return Judged("unfinished", message, code=code, cells=cells)
        case Unclear(message=message, cells=cells):
            return Judged("unfinished", message, cells=cells)
        case _:
            return Judged("still", "Nothing has changed yet.")


def judged_try(game: AnyGame, step: Step, tried: str | Mapping[str, str]) -> Judged:
    """Return what is *tried* in *step*: an action, or changes of the board. Raises ``ValueError`` for unknown ones."""
    return judged_action(game, step, tried) if isinstance(tried, str) else judged_board(game, step, tried)


def judged_wrong(game: AnyGame, step: Step, wrong: Wrong) -> Judged:
    """Return how the try *wrong* is judged."""
    return judged_try(game, step, wrong.action or wrong.changes)


def _changes_in(text: str) -> dict[str, str]:
    """Return the changes that *text* writes. Raises ``ValueError``.

    >>> _changes_in("c3=A8=6 a1=.")
    {'c3': 'A8=6', 'a1': '.'}
    """
    pairs = [part.partition("=") for part in text.replace(",", " ").split()]
    if not pairs or not all(content for _, _, content in pairs):
        raise ValueError("Here dice are set up: write cells and what is on them, such as c3=A8=6.")
    return {cell: content for cell, _, content in pairs}


def _judged_set_up(game: AnyGame, step: Step, set_up: SetUp, now: Mapping[str, str]) -> Judged:
    """Return what is wrong with the dice that lie there *now*, or that nothing is wrong."""
    if not isinstance(game, HiddenSetup):
        raise ValueError(f"{game.title} has no set-up to judge.")
    options, was = step.start(game).options, game.contents(step.start(game))
    if now == was:
        return Judged("still", "Nothing has changed yet.")
    if faults := game.reveal_faults(now, options, set_up.total):
        return _forbidden(faults[0])
    if not game.shown_totals(now, options):
        return Judged("unfinished", "Each player's five dice lie on that player's own board.")
    rolled = game.shown_totals(was, options)
    turning = game.may_adjust(rolled, options)
    for seat in sorted(set(rolled) - set(turning)):
        if _dice_of(seat, now) != _dice_of(seat, was):
            return Judged("illegal", f"{seat} rolled the highest total and turns no dice.")
    return Judged("done", step.learned)


def _dice_of(seat: str, contents: Mapping[str, str]) -> list[str]:
    return sorted(content for content in contents.values() if content.startswith(seat))


def _solved(game: AnyGame, step: Step, action: str) -> Judged:
    if step.is_solved_by(game, action):
        return Judged("done", step.learned, action)
    return Judged("legal", "That is allowed, but it is not what the task asks for. Take it back and try again.", action)


def _forbidden(objection: Objection) -> Judged:
    return Judged("illegal", objection.message, "", objection.code, objection.cells, objection.repair)
