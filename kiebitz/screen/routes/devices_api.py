"""The part of the API about devices: this computer's cameras, those that join, and players' own phones with dice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from core.json_types import JsonObject
from core.options import SEATS
from kiebitz.failure import Failure
from kiebitz.pictures.connected import connected
from kiebitz.screen.doors.access import CAMERAS, CODES, HAND, NETWORK, PAIRING, SEAT
from kiebitz.screen.doors.fields import object_of, true_or_false
from kiebitz.screen.doors.pairing import Pairing
from kiebitz.screen.doors.replies import NotThereError, answered, body_value, data_reply, fault_reply, whole_number
from kiebitz.screen.live.desk import Desk

Switch: TypeAlias = Callable[[bool], Awaitable[None]]
"""Opens or closes the doors for the local network; raises ``Failure``."""
HAS_ROLLED = "{seat} has rolled: its code is shown again after the reveal, or when the total is taken back."
_MOST_DIGITS = 5


def devices_routes(desk: Desk, pairing: Callable[[], Pairing], switch: Switch) -> list[Route]:
    told = answered(lambda _: pairing().as_json())

    async def switched(request: Request) -> Response:
        try:
            wanted = object_of(body_value(await request.body()), "the network", ("open",), '{"open":true}')
            await switch(true_or_false(wanted.get("open"), "open"))
        except (ValueError, Failure) as fault:
            return fault_reply(400, str(fault))
        return await told(request)

    return [
        Route(CAMERAS, answered(_cameras)),
        Route(f"{CAMERAS}/{{number}}/newest", answered(lambda request: _seen(desk, request), failed=404)),
        Route(PAIRING, told),
        Route(NETWORK, switched, methods=["POST"]),
        Route(f"{CODES}/{{seat}}", answered(lambda request: _code(desk, pairing, request.path_params["seat"]))),
        Route(HAND, answered(lambda request: desk.questions.hand(request.scope[SEAT]))),
        Route(HAND, answered(lambda request: desk.commands.roll(request.scope[SEAT])), methods=["POST"]),
    ]


def _cameras(_: Request) -> JsonObject:
    return {"cameras": [{"number": camera.number, "name": camera.name} for camera in connected() or ()]}


def _seen(desk: Desk, request: Request) -> Response:
    """Return what a camera sees. Raises ``Failure`` where it shows nothing."""
    number = whole_number(request.path_params["number"], digits=_MOST_DIGITS)
    if number is None:
        raise NotThereError("A camera has a number.")
    seen = desk.glimpse(number)
    width, height = seen.size
    reply = data_reply(seen.data, "")
    reply.headers["Kiebitz-Size"] = f"{width}x{height}"
    reply.headers["Kiebitz-Rate"] = "" if seen.fps is None else str(seen.fps)
    return reply


def _code(desk: Desk, pairing: Callable[[], Pairing], seat: str) -> JsonObject:
    if seat not in SEATS:
        raise NotThereError("There is no such seat.")
    if desk.questions.has_rolled(seat):  # whoever scanned it now would see dice that are somebody else's
        raise ValueError(HAS_ROLLED.format(seat=seat))
    return pairing().code_of(seat)
