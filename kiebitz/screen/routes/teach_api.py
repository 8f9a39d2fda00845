"""The part of the API that teaches the reader a table, from pictures of pieces that people lay out as it says."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from core.games import names
from core.json_types import JsonObject
from kiebitz.failure import Failure
from kiebitz.screen.doors.access import TEACH
from kiebitz.screen.doors.fields import object_of, one_of, whole_or_none
from kiebitz.screen.doors.replies import fault_reply, json_reply, reply_to
from kiebitz.screen.doors.taking_in import TakingIn
from kiebitz.screen.views.taught_table import TaughtTable, kept_tables


def teach_routes(pictures: TakingIn) -> list[Route]:
    """Return the routes under ``/api/v1/teach``; *pictures* come in with others."""
    table = TaughtTable()

    async def tables(_: Request) -> Response:
        return json_reply({"tables": await run_in_threadpool(kept_tables)})

    async def begin(request: Request) -> Response:
        return await reply_to(request, lambda value: _begun(table, value))

    async def look(request: Request) -> Response:
        try:
            return json_reply(await pictures.take(request, lambda data: table.look(pictures.image(data))))
        except Failure as fault:
            return fault_reply(400, str(fault))

    async def keep(request: Request) -> Response:
        return await reply_to(request, lambda value: table.keep(_name(value)))

    return [
        Route(TEACH, tables),
        Route(TEACH, begin, methods=["POST"]),
        Route(f"{TEACH}/looks", look, methods=["POST"]),
        Route(f"{TEACH}/kept", keep, methods=["POST"]),
    ]


def _begun(table: TaughtTable, value: Any) -> JsonObject:
    value = object_of(value, "what is taught", ("game", "players"), '{"game":"tink","players":2}')
    name = one_of(value.get("game"), "game", names())
    return table.begin(name, whole_or_none(value.get("players"), "players"))


def _name(value: Any) -> str:
    if not isinstance(value, dict) or value.keys() != {"name"} or not isinstance(value["name"], str):
        raise ValueError('a table is kept by a JSON object such as {"name":"kitchen"}')
    return str(value["name"])
