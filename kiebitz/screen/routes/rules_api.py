"""The part of the API that tells the rules; for everybody who may look at the table."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from core.formats.ruling import as_json
from core.games import names, rulebook
from core.json_types import JsonObject
from kiebitz.failure import Failure
from kiebitz.screen.doors.access import API
from kiebitz.screen.doors.replies import fault_reply, json_reply, picture_reply
from kiebitz.screen.views.glimpse import glimpse
from kiebitz.screen.views.rule_card import card_json


def rules_routes() -> list[Route]:
    return [Route(f"{API}rules/{{game}}", _rules), Route(f"{API}games/{{game}}.svg", _glimpse)]


async def _rules(request: Request) -> Response:
    name = request.path_params["game"]
    if name not in names():
        return fault_reply(404, f"There are rules of {', '.join(names())}.")
    try:
        return json_reply(await run_in_threadpool(_book, name))
    except ValueError as error:
        return fault_reply(404, str(error))


async def _glimpse(request: Request) -> Response:
    name = request.path_params["game"]
    if name not in names():
        return fault_reply(404, f"There are pictures of {', '.join(names())}.")
    try:
        drawn = await run_in_threadpool(glimpse, name)
    except Failure as failure:
        return fault_reply(404, str(failure))
    return picture_reply(drawn.encode(), "", kind="image/svg+xml")


def _book(name: str) -> JsonObject:
    return {**as_json(name, rulebook(name)), "card": card_json(name)}
