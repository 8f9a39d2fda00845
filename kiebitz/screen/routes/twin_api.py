"""The part of the API for other tables that play the same game on a board of their own."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from core.json_types import JsonObject
from kiebitz.failure import Failure
from kiebitz.screen.doors.access import OTHERS, TWIN, TWIN_PICTURE
from kiebitz.screen.doors.fields import object_of, true_or_false
from kiebitz.screen.doors.replies import answered, body_value, data_reply, fault_reply, json_reply, post, whole_number
from kiebitz.screen.live.desk import Desk


def twin_routes(desk: Desk) -> list[Route]:
    async def told(request: Request) -> Response:
        """Answer what another table tells, or what it asks before it begins, with what this table knows."""
        try:
            value = body_value(await request.body()) if request.method == "POST" else None
            return json_reply(await run_in_threadpool(desk.twin, value))
        except ValueError as fault:
            return fault_reply(400 if request.method == "POST" else 503, str(fault))

    async def pictured(request: Request) -> Response:
        """Take the picture of another table's board, and answer with that of this one."""
        table = request.query_params.get("table", "")
        try:
            data = await run_in_threadpool(_exchanged, desk, table, await request.body())
        except ValueError as fault:
            return fault_reply(409, str(fault))
        except Failure as fault:
            return fault_reply(400, str(fault))
        return Response(status_code=204) if data is None else data_reply(data, "")

    def seen(request: Request) -> Response:
        number, table = whole_number(request.path_params["n"]), desk.table
        data = None if number is None or table is None else table.exchange.seen(number)
        return data_reply(data, "No picture of this board is shown now.")

    return [
        Route(TWIN, told, methods=["GET", "POST"]),
        Route(TWIN_PICTURE, pictured, methods=["POST"]),
        post(OTHERS, lambda value, _: _shown(desk, value)),
        Route(f"{OTHERS}/{{n}}.jpg", answered(seen)),
    ]


def _exchanged(desk: Desk, table: str, data: bytes) -> bytes | None:
    """Return the picture of this board for another *table*, which shows its own in the JPEG *data*, if any.

    Raises ``ValueError`` where not both agree, and ``Failure`` where it is no picture.
    """
    exchange = desk.questions.watched().exchange
    given = exchange.given(table)
    exchange.take(table, data)
    return given


def _shown(desk: Desk, value: Any) -> JsonObject:
    """Agree to show boards to each other, or withdraw, as *value* says. Raises ``ValueError``."""
    value = object_of(value, "what is shown to other tables", ("show",), '{"show":true}')
    shows = true_or_false(value.get("show"), "show")
    on = desk.questions.watched()
    on.exchange.show(shows)
    if on.beginning.guest is not None:
        on.beginning.guest.hurry()
    return desk.others()
