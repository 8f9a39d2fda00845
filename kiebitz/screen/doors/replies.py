"""What the API replies: JSON, a picture, or a fault in words."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.json_types import Json
from kiebitz.failure import Failure

NOT_KEPT = {"Cache-Control": "no-store"}
ASKED, TOLD = "kiebitz-quiet", "kiebitz-status"
_REFUSALS = (400, 404, 409, 429)
Answer: TypeAlias = "Json | Response"
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


class NotThereError(Exception):
    """Nothing of the kind that an address names is there; the message says so."""


def answered(ask: Callable[[Request], Answer], *, failed: int = 400) -> Endpoint:
    """Return what answers a request with what *ask*, in a thread, says of it.

    What is not there is a fault with status 404, a ``ValueError`` one with 400, a ``Failure`` one with *failed*.
    """

    async def answer(request: Request) -> Response:
        return await _answer(ask, request, failed=failed)

    return answer


def post(
    path: str, do: Callable[[Any, Request], Answer], *, failed: int = 400, or_else: Json = None
) -> Route:  # fmt: skip
    """Return the route of POST requests to *path*, answered, like ``answered``, with what *do* makes of their JSON.

    *or_else* is taken for an empty body.
    """

    async def answer(request: Request) -> Response:
        try:
            body = await request.body()
            value = or_else if or_else is not None and not body else body_value(body)
        except ValueError as fault:
            return fault_reply(400, str(fault))
        return await _answer(do, value, request, failed=failed)

    return Route(path, answer, methods=["POST"])


async def _answer(ask: Callable[..., Answer], *asked: Any, failed: int) -> Response:
    try:
        found = await run_in_threadpool(ask, *asked)
    except NotThereError as fault:
        return fault_reply(404, str(fault))
    except ValueError as fault:
        return fault_reply(400, str(fault))
    except Failure as fault:
        return fault_reply(failed, str(fault))
    return found if isinstance(found, Response) else json_reply(found)


def body_value(body: bytes) -> Any:
    """Return the JSON value in *body*. Raises ``ValueError`` in words for people."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise ValueError('the body must be a JSON object, such as {"do":"state"}') from None


def whole_number(text: str, *, digits: int = 7) -> int | None:
    """Return the number that *text* from an address writes; None if it is none, or longer than *digits*."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def json_reply(value: Json) -> JSONResponse:
    return JSONResponse(value, headers=NOT_KEPT)


def data_reply(data: str | bytes | None, why_none: str, *, kind: str = "image/jpeg", name: str = "") -> Response:
    """Return *data*, with *name* as a file to be saved under it; where there are none, raise ``NotThereError``."""
    if data is None:
        raise NotThereError(why_none)
    saved = {"Content-Disposition": f'attachment; filename="{name}"'} if name else {}
    return Response(data, media_type=kind, headers={**NOT_KEPT, **saved})


def fault_reply(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": message}, status, headers=NOT_KEPT)


class Quiet:
    """Answers refusals with status 200 and the real one in the header ``Kiebitz-Status``, where a request says so.

    They belong to a game, such as a picture that comes too early, and pages know what to do with them; but a browser
    writes every status of 400 and more into its console as a fault.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] in _REFUSALS:
                MutableHeaders(scope=message)[TOLD] = str(message["status"])
                message["status"] = 200
            await send(message)

        quiet = scope["type"] == "http" and ASKED in Headers(scope=scope)
        await self._app(scope, receive, sending if quiet else send)
