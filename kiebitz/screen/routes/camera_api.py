"""The part of the API that shows the cameras of this computer, to the table's own pages alone."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kiebitz.failure import Failure
from kiebitz.pictures.connected import connected
from kiebitz.screen.doors.access import CAMERAS
from kiebitz.screen.doors.replies import fault_reply, json_reply, picture_reply, whole_number
from kiebitz.screen.live.desk import Desk

_MOST_DIGITS = 5


def camera_routes(desk: Desk) -> list[Route]:
    """Return the routes: the list of cameras, and what one of them sees."""

    async def cameras(_: Request) -> Response:
        found = await run_in_threadpool(connected) or ()
        return json_reply({"cameras": [{"number": camera.number, "name": camera.name} for camera in found]})

    async def newest(request: Request) -> Response:
        number = whole_number(request.path_params["number"], digits=_MOST_DIGITS)
        if number is None:
            return fault_reply(404, "A camera has a number.")
        try:
            seen = await run_in_threadpool(desk.glimpse, number)
        except Failure as failure:
            return fault_reply(404, str(failure))
        width, height = seen.size
        reply = picture_reply(seen.data, "")
        reply.headers["Kiebitz-Size"] = f"{width}x{height}"
        reply.headers["Kiebitz-Rate"] = "" if seen.fps is None else str(seen.fps)
        return reply

    return [Route(CAMERAS, cameras), Route(f"{CAMERAS}/{{number}}/newest", newest)]
