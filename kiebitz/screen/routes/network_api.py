"""The part of the API that lets other devices in; for the table's own token alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kiebitz.failure import Failure
from kiebitz.screen.doors.access import NETWORK, PAIRING
from kiebitz.screen.doors.fields import object_of, true_or_false
from kiebitz.screen.doors.pairing import Pairing
from kiebitz.screen.doors.replies import body_value, fault_reply, json_reply

Switch: TypeAlias = Callable[[bool], Awaitable[None]]
"""Opens or closes the doors for the local network; raises ``Failure``."""


def network_routes(pairing: Callable[[], Pairing], switch: Switch) -> list[Route]:
    """Return the routes that tell how other devices join, and that let them."""

    async def told(_: Request) -> Response:
        return json_reply(await run_in_threadpool(lambda: pairing().as_json()))

    async def switched(request: Request) -> Response:
        try:
            wanted = object_of(body_value(await request.body()), "the network", ("open",), '{"open":true}')
            await switch(true_or_false(wanted.get("open"), "open"))
        except (ValueError, Failure) as fault:
            return fault_reply(400, str(fault))
        return await told(request)

    return [Route(PAIRING, told), Route(NETWORK, switched, methods=["POST"])]
