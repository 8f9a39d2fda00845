"""The part of the API that has puzzles: positions to win in one or two moves, on the pretend table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from core.game import AnyGame
from core.games import find, names
from core.json_types import JsonObject
from kiebitz.lessons.puzzles import Puzzle, answer, judged, puzzles_of, stage
from kiebitz.screen.doors.access import API
from kiebitz.screen.doors.fields import object_of
from kiebitz.screen.doors.replies import body_value, fault_reply, json_reply, whole_number
from kiebitz.screen.routes.lessons_api import LONGEST, NO_TRY, after_json, judged_json, step_json, told_try

_NONE = "There is no such puzzle."


def puzzles_routes() -> list[Route]:
    return [
        Route(f"{API}puzzles/{{game}}", _told),
        Route(f"{API}puzzles/{{game}}/{{number}}", _tried, methods=["POST"]),
    ]


async def _told(request: Request) -> Response:
    name = request.path_params["game"]
    if name not in names() or not puzzles_of(name):
        return fault_reply(404, _NONE)
    return json_reply(await run_in_threadpool(puzzles_json, find(name)))


async def _tried(request: Request) -> Response:
    name, number = request.path_params["game"], whole_number(request.path_params["number"], digits=3)
    known = dict(enumerate(puzzles_of(name), start=1))
    puzzle = None if number is None else known.get(number)
    if puzzle is None:
        return fault_reply(404, _NONE)
    try:
        return json_reply(await run_in_threadpool(tried_json, find(name), puzzle, body_value(await request.body())))
    except ValueError as error:
        return fault_reply(400, str(error))


def puzzles_json(game: AnyGame) -> JsonObject:
    """Return the puzzles of *game* for the page: each with its board and its task, as a lesson's steps have them."""
    steps = [step_json(game, stage(game, puzzle).step) | {"moves": puzzle.moves} for puzzle in puzzles_of(game.name)]
    return {"game": game.name, "title": game.title, "steps": steps}


def tried_json(game: AnyGame, puzzle: Puzzle, value: Any) -> JsonObject:
    """Return how the try *value* is judged, what the board shows after a legal one, and what comes next.

    Raises ``ValueError`` for what is no try.
    """
    value = object_of(value, "a try", ("cells", "action", "played"), '{"cells":{"e4":"As"}} or {"action":"--"}')
    played = _texts(value.get("played", []))
    now = stage(game, puzzle, played)
    tried = told_try({name: each for name, each in value.items() if name != "played"})
    if tried == "":
        raise ValueError(NO_TRY)
    found = judged(game, now, tried)
    told = judged_json(game, found)
    if found.action:
        told |= after_json(game, now.step, found.action)
    if found.state == "done" and now.moves > 1 and (reply := answer(game, now, found.action)):
        so_far = [*played, found.action, reply]
        told |= {"played": so_far, "next": step_json(game, stage(game, puzzle, so_far).step)}
    return told


def _texts(value: Any) -> Sequence[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) and len(each) < LONGEST for each in value):
        raise ValueError('"played" must be a list of actions')
    return value
