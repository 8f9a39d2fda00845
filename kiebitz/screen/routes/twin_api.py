"""The part of the API for other tables that play the same game on a board of their own."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kiebitz.screen.doors.access import TWIN
from kiebitz.screen.doors.replies import body_value, fault_reply, json_reply
from kiebitz.screen.live.desk import Desk


def twin_routes(desk: Desk) -> list[Route]:
    async def told(request: Request) -> Response:
        """Answer what another table tells, or what it asks before it begins, with what this table knows."""
        try:
            value = body_value(await request.body()) if request.method == "POST" else None
            return json_reply(await run_in_threadpool(desk.twin, value))
        except ValueError as fault:
            return fault_reply(400 if request.method == "POST" else 503, str(fault))

    return [Route(TWIN, told, methods=["GET", "POST"])]
