"""The part of the API that teaches: each game's lesson, and puzzles to win in a few moves, on the pretend table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.routing import Route

from core.game import AnyGame, stash_of
from core.games import find
from core.json_types import Json, JsonObject
from core.reading import EMPTY
from kiebitz.kits import kit_of
from kiebitz.lessons.lesson import (
    SEAT_COLOURS,
    Judged,
    Lesson,
    Step,
    Wrong,
    judged_try,
    judged_wrong,
    lesson_of,
)
from kiebitz.lessons.puzzles import answer, judged, puzzles_of, stage
from kiebitz.screen.doors.access import API
from kiebitz.screen.doors.fields import object_of
from kiebitz.screen.doors.replies import NotThereError, answered, post, whole_number
from kiebitz.screen.views.board import board_json
from kiebitz.screen.views.words import content_words, in_colours, side_name

T = TypeVar("T")
_LONGEST = 40
"""Most characters of an action."""
_NO_TRY = 'a try has "cells", such as {"e4":"As"}, or an "action"'


def lessons_routes() -> list[Route]:
    return [
        Route(f"{API}lessons/{{game}}", answered(_told)),
        post(f"{API}lessons/{{game}}/{{step}}", _tried),
        Route(f"{API}puzzles/{{game}}", answered(_puzzles)),
        post(f"{API}puzzles/{{game}}/{{number}}", _puzzle_tried),
    ]


def _told(request: Request) -> JsonObject:
    """Return the lesson for the page: each step with its board, its task and what else somebody may think of."""
    lesson = _lesson(request)
    game = find(lesson.game)
    return {"game": game.name, "title": game.title, "steps": [_step_json(game, step) for step in lesson.steps]}


def _tried(value: Any, request: Request) -> JsonObject:
    """Return how the try *value* is judged, and what the board shows after a legal one.

    Raises ``ValueError`` for what is no try.
    """
    lesson = _lesson(request)
    step, game = _of_number(lesson.steps, request.path_params["step"], "lesson"), find(lesson.game)
    value = object_of(value, "a try", ("cells", "action"), '{"cells":{"e4":"As"}} or {"action":"--"}')
    judged = judged_try(game, step, _told_try(value))
    return {**_judged_json(game, judged), **(_after_json(game, step, judged.action) if judged.action else {})}


def _lesson(request: Request) -> Lesson:
    if (lesson := lesson_of(request.path_params["game"])) is None:
        raise NotThereError("There is no such lesson.")
    return lesson


def _of_number(all_of_them: Sequence[T], text: str, kind: str) -> T:
    """Return the one with the number in *text*, from 1. Raises ``NotThereError``."""
    number = whole_number(text, digits=3) or 0
    if not 1 <= number <= len(all_of_them):
        raise NotThereError(f"There is no such {kind}.")
    return all_of_them[number - 1]


def _step_json(game: AnyGame, step: Step) -> JsonObject:
    """Return *step* for the page: its board, its task, and what else somebody may think of."""
    position = step.start(game)
    kit, alphabet = kit_of(game.name, position.options), game.alphabet(position)
    colours = SEAT_COLOURS if kit.seats else {}
    return {
        "task": in_colours(game, step.task, SEAT_COLOURS),
        "board": board_json(kit, position.options),
        "colours": colours,
        "contents": {cell: content for cell, content in game.contents(position).items() if content != EMPTY},
        "alphabet": list(alphabet),
        "words": {content: content_words(game, kit, content, colours) for content in alphabet},
        "to_move": position.to_move,
        "names": {side: side_name(game, side, colours) for side in position.seats},
        "stash": stash_of(game, position),
        "passing": "--" in game.actions(position),
        "swapping": "swap" in game.actions(position),
        "wrong": [_wrong_json(game, step, wrong) for wrong in step.wrong],
    }


def _wrong_json(game: AnyGame, step: Step, wrong: Wrong) -> JsonObject:
    words = wrong.words or ("passing" if wrong.action == "--" else wrong.action)
    return {"words": words, **_judged_json(game, judged_wrong(game, step, wrong))}


def _told_try(value: Mapping[str, Json]) -> str | dict[str, str]:
    """Return the action that *value* tells, or what it changes, cell → content. Raises ``ValueError`` for neither."""
    match dict(value):
        case {"action": str(action), **other} if not other and len(action) < _LONGEST:
            return action
        case {"cells": dict(cells), **other} if not other and all(isinstance(each, str) for each in cells.values()):
            return cells
        case _:
            raise ValueError(_NO_TRY)


def _judged_json(game: AnyGame, judged: Judged) -> JsonObject:
    """Return *judged* with its sentences as the page calls the sides."""
    message, repair = (in_colours(game, text, SEAT_COLOURS) for text in (judged.message, judged.repair))
    return {**judged.as_json(), "message": message, "repair": repair}


def _after_json(game: AnyGame, step: Step, action: str) -> JsonObject:
    """Return what the board shows after the legal *action*, and how the game then stands."""
    position = game.play(step.start(game), action)
    contents, outcome = game.contents(position), game.outcome(position)
    return {
        "contents": {cell: content for cell, content in contents.items() if content != EMPTY},
        "result": outcome.as_json() if outcome else None,
    }


def _puzzles(request: Request) -> JsonObject:
    """Return the puzzles of a game for the page: each with its board and its task, as a lesson's steps have them."""
    name = request.path_params["game"]
    if not (puzzles := puzzles_of(name)):
        raise NotThereError("There is no such puzzle.")
    game = find(name)
    steps = [_step_json(game, stage(game, puzzle).step) | {"moves": puzzle.moves} for puzzle in puzzles]
    return {"game": game.name, "title": game.title, "steps": steps}


def _puzzle_tried(value: Any, request: Request) -> JsonObject:
    """Return how the try *value* is judged, what the board shows after a legal one, and what comes next.

    Raises ``ValueError`` for what is no try.
    """
    name = request.path_params["game"]
    puzzle, game = _of_number(puzzles_of(name), request.path_params["number"], "puzzle"), find(name)
    value = object_of(value, "a try", ("cells", "action", "played"), '{"cells":{"e4":"As"}} or {"action":"--"}')
    played = _texts(value.get("played", []))
    now = stage(game, puzzle, played)
    tried = _told_try({name: each for name, each in value.items() if name != "played"})
    if tried == "":
        raise ValueError(_NO_TRY)
    found = judged(game, now, tried)
    told = _judged_json(game, found)
    if found.action:
        told |= _after_json(game, now.step, found.action)
    if found.state == "done" and now.moves > 1 and (reply := answer(game, now, found.action)):
        so_far = [*played, found.action, reply]
        told |= {"played": so_far, "next": _step_json(game, stage(game, puzzle, so_far).step)}
    return told


def _texts(value: Any) -> Sequence[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) and len(each) < _LONGEST for each in value):
        raise ValueError('"played" must be a list of actions')
    return value
