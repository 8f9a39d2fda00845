"""The part of the API for dice that Kiebitz rolls: a player's own phone gets them, and nobody else."""

from __future__ import annotations

from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from core.json_types import JsonObject
from core.options import SEATS
from kiebitz.screen.doors.access import CODES, HAND, SEAT
from kiebitz.screen.doors.pairing import Pairing
from kiebitz.screen.doors.replies import fault_reply, json_reply
from kiebitz.screen.live.desk import Desk

HAS_ROLLED = "{seat} has rolled: its code is shown again after the reveal, or when the total is taken back."


def hands_routes(desk: Desk, pairing: Callable[[], Pairing]) -> list[Route]:
    def asked(answer: Callable[[str], JsonObject]) -> Callable[[Request], object]:
        async def reply(request: Request) -> Response:
            try:
                return json_reply(await run_in_threadpool(answer, request.scope[SEAT]))
            except ValueError as fault:
                return fault_reply(400, str(fault))

        return reply

    async def code(request: Request) -> Response:
        seat = request.path_params["seat"]
        if seat not in SEATS:
            return fault_reply(404, "There is no such seat.")
        if desk.questions.has_rolled(seat):  # whoever scanned it now would see dice that are somebody else's
            return fault_reply(400, HAS_ROLLED.format(seat=seat))
        return json_reply(pairing().code_of(seat))

    return [
        Route(f"{CODES}/{{seat}}", code),
        Route(HAND, asked(desk.questions.hand)),
        Route(HAND, asked(desk.commands.roll), methods=["POST"]),
    ]
