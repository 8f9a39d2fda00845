"""Refusals that belong to a game, such as a picture that comes too early, as plain answers for pages that ask for it.

A browser writes every status of 400 and more into its console as a fault; a page knows what to do with these.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ASKED, TOLD = "kiebitz-quiet", "kiebitz-status"
_REFUSALS = (400, 404, 409, 429)


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
