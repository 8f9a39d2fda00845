"""The part of the API that is about games that are kept; for the table's own token alone."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kiebitz.failure import Failure
from kiebitz.screen.access import KEPT
from kiebitz.screen.replies import fault_reply, json_reply, picture_reply
from kiebitz.screen.shelf import Shelf, UnknownGameError

_UNKNOWN = "No game of this number is kept."


def kept_routes() -> list[Route]:
    """Return the routes under ``/api/v1/kept``."""
    api = _Kept(Shelf())
    return [
        Route(KEPT, api.games),
        Route(f"{KEPT}/{{id}}", api.game),
        Route(f"{KEPT}/{{id}}", api.delete, methods=["DELETE"]),
        Route(f"{KEPT}/{{id}}/events/{{n}}/{{when}}.jpg", api.crop),
    ]


class _Kept:
    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def games(self, _: Request) -> Response:
        return json_reply({"games": await run_in_threadpool(self._shelf.games)})

    async def game(self, request: Request) -> Response:
        try:
            return json_reply(await run_in_threadpool(self._shelf.game, request.path_params["id"]))
        except UnknownGameError:
            return fault_reply(404, _UNKNOWN)
        except Failure as failure:
            return fault_reply(409, str(failure))

    async def crop(self, request: Request) -> Response:
        name, number, when = (request.path_params[key] for key in ("id", "n", "when"))
        if not (number.isascii() and number.isdigit() and len(number) < 8):
            return fault_reply(404, _UNKNOWN)
        try:
            data = await run_in_threadpool(self._shelf.crop, name, int(number), when)
        except (UnknownGameError, OSError):
            return fault_reply(404, _UNKNOWN)
        return picture_reply(data, "No picture of this event is kept.")

    async def delete(self, request: Request) -> Response:
        try:
            await run_in_threadpool(self._shelf.delete, request.path_params["id"])
        except UnknownGameError:
            return fault_reply(404, _UNKNOWN)
        except Failure as failure:
            return fault_reply(409, str(failure))
        return json_reply({"deleted": request.path_params["id"]})
