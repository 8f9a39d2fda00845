"""What the API replies: JSON, a picture, or a fault in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.json_types import Json
from kiebitz.failure import Failure

_NOT_KEPT = {"Cache-Control": "no-store"}
ASKED, TOLD = "kiebitz-quiet", "kiebitz-status"
_REFUSALS = (400, 404, 409, 429)


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
    return JSONResponse(value, headers=_NOT_KEPT)


async def reply_to(request: Request, do: Callable[[Any], Json]) -> Response:
    """Answer with what *do* makes, in a thread, of the JSON in *request*; what it refuses is a fault in words."""
    try:
        value = body_value(await request.body())
        return json_reply(await run_in_threadpool(do, value))
    except (ValueError, Failure) as fault:
        return fault_reply(400, str(fault))


def picture_reply(data: bytes | None, why_none: str, *, kind: str = "image/jpeg") -> Response:
    """Return the picture *data*, or a fault that says *why_none* is there."""
    if data is None:
        return fault_reply(404, why_none)
    return Response(data, media_type=kind, headers=_NOT_KEPT)


def fault_reply(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": message}, status, headers=_NOT_KEPT)


class Quiet:
    """Answers refusals with status 200 and the real one in the header ``Kiebitz-Status``, where a request says so."""

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
