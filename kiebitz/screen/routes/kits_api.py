"""The part of the API that draws kits for printing; for the table's own token alone."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kiebitz.screen.doors.access import KITS
from kiebitz.screen.doors.replies import answered, data_reply, post, whole_number
from kiebitz.screen.views.printing import Press, kit_ask_of

_NONE = "This kit is not here any more; make it again."


def kits_routes() -> list[Route]:
    """Return the routes under ``/api/v1/kits``."""
    press = Press()

    def page(request: Request) -> Response:
        return data_reply(press.page(_number(request, "kit"), _number(request, "n")), _NONE, kind="image/svg+xml")

    def book(request: Request) -> Response:
        return data_reply(press.book(_number(request, "kit")), _NONE, kind="application/pdf")

    return [
        Route(KITS, answered(lambda _: press.found())),
        post(KITS, lambda value, _: press.begin(kit_ask_of(value))),
        Route(f"{KITS}/{{kit}}/{{n}}.svg", answered(page)),
        Route(f"{KITS}/{{kit}}/kit.pdf", answered(book)),
    ]


def _number(request: Request, name: str) -> int:
    """Return the number called *name* in the address; -1 if it is not a number."""
    number = whole_number(request.path_params[name])
    return -1 if number is None else number
