"""The part of the API that teaches: the lesson of each game, on the pretend table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
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
from kiebitz.screen.doors.access import API
from kiebitz.screen.doors.fields import object_of
from kiebitz.screen.doors.replies import body_value, fault_reply, json_reply, whole_number
from kiebitz.screen.views.board import board_json
from kiebitz.screen.views.words import content_words, in_colours, side_name

_NONE = "There is no such lesson."
LONGEST = 40
"""Most characters of an action."""
NO_TRY = 'a try has "cells", such as {"e4":"As"}, or an "action"'


def lessons_routes() -> list[Route]:
    return [
        Route(f"{API}lessons/{{game}}", _told),
        Route(f"{API}lessons/{{game}}/{{step}}", _tried, methods=["POST"]),
    ]


async def _told(request: Request) -> Response:
    lesson = lesson_of(request.path_params["game"])
    return fault_reply(404, _NONE) if lesson is None else json_reply(await run_in_threadpool(lesson_json, lesson))


async def _tried(request: Request) -> Response:
    lesson, number = lesson_of(request.path_params["game"]), whole_number(request.path_params["step"], digits=3)
    steps = dict(enumerate(lesson.steps, start=1)) if lesson else {}
    step = None if number is None else steps.get(number)
    if lesson is None or step is None:
        return fault_reply(404, _NONE)
    try:
        return json_reply(
            await run_in_threadpool(tried_json, find(lesson.game), step, body_value(await request.body()))
        )
    except ValueError as error:
        return fault_reply(400, str(error))


def lesson_json(lesson: Lesson) -> JsonObject:
    """Return *lesson* for the page: each step with its board, its task and what else somebody may think of."""
    game = find(lesson.game)
    return {"game": game.name, "title": game.title, "steps": [step_json(game, step) for step in lesson.steps]}


def step_json(game: AnyGame, step: Step) -> JsonObject:
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
    return {"words": words, **judged_json(game, judged_wrong(game, step, wrong))}


def tried_json(game: AnyGame, step: Step, value: Any) -> JsonObject:
    """Return how the try *value* is judged, and what the board shows after a legal one.

    Raises ``ValueError`` for what is no try.
    """
    value = object_of(value, "a try", ("cells", "action"), '{"cells":{"e4":"As"}} or {"action":"--"}')
    judged = judged_try(game, step, told_try(value))
    return {**judged_json(game, judged), **(after_json(game, step, judged.action) if judged.action else {})}


def told_try(value: Mapping[str, Json]) -> str | dict[str, str]:
    """Return the action that *value* tells, or what it changes, cell → content. Raises ``ValueError`` for neither."""
    match dict(value):
        case {"action": str(action), **other} if not other and len(action) < LONGEST:
            return action
        case {"cells": dict(cells), **other} if not other and all(isinstance(each, str) for each in cells.values()):
            return cells
        case _:
            raise ValueError(NO_TRY)


def judged_json(game: AnyGame, judged: Judged) -> JsonObject:
    """Return *judged* with its sentences as the page calls the sides."""
    message, repair = (in_colours(game, text, SEAT_COLOURS) for text in (judged.message, judged.repair))
    return {**judged.as_json(), "message": message, "repair": repair}


def after_json(game: AnyGame, step: Step, action: str) -> JsonObject:
    """Return what the board shows after the legal *action*, and how the game then stands."""
    position = game.play(step.start(game), action)
    contents, outcome = game.contents(position), game.outcome(position)
    return {
        "contents": {cell: content for cell, content in contents.items() if content != EMPTY},
        "result": outcome.as_json() if outcome else None,
    }
