"""The part of the API that draws kits for printing; for the table's own token alone."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kiebitz.screen.doors.access import KITS
from kiebitz.screen.doors.replies import json_reply, picture_reply, reply_to, whole_number
from kiebitz.screen.views.printing import Press, kit_ask_of

_NONE = "This kit is not here any more; make it again."


def kits_routes() -> list[Route]:
    """Return the routes under ``/api/v1/kits``."""
    api = _Kits(Press())
    return [
        Route(KITS, api.found),
        Route(KITS, api.begin, methods=["POST"]),
        Route(f"{KITS}/{{kit}}/{{n}}.svg", api.page),
        Route(f"{KITS}/{{kit}}/kit.pdf", api.book),
    ]


class _Kits:
    def __init__(self, press: Press) -> None:
        self._press = press

    async def found(self, _: Request) -> Response:
        return json_reply(self._press.found())

    async def begin(self, request: Request) -> Response:
        return await reply_to(request, lambda value: self._press.begin(kit_ask_of(value)))

    async def page(self, request: Request) -> Response:
        data = self._press.page(_number(request, "kit"), _number(request, "n"))
        return picture_reply(data, _NONE, kind="image/svg+xml")

    async def book(self, request: Request) -> Response:
        return picture_reply(self._press.book(_number(request, "kit")), _NONE, kind="application/pdf")


def _number(request: Request, name: str) -> int:
    """Return the number called *name* in the address; -1 if it is not a number."""
    number = whole_number(request.path_params[name])
    return -1 if number is None else number
