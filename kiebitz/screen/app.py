"""The web application: the pages, and the API under /api/v1."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from core.json_types import Json
from kiebitz.archive.people import PLAYERS
from kiebitz.failure import Failure
from kiebitz.language import LANGUAGES, for_browser
from kiebitz.screen.doors.access import (
    API,
    PLAIN,
    ROLE,
    SECURE,
    Guard,
    Role,
    Tokens,
    TooLargeError,
    TooSlowError,
    answer_too_large,
    answer_too_slow,
)
from kiebitz.screen.doors.fields import object_of, whole_or_none
from kiebitz.screen.doors.page_files import PAGES, PLAIN_PAGES, content, served
from kiebitz.screen.doors.pairing import Pairing
from kiebitz.screen.doors.replies import (
    Quiet,
    body_value,
    fault_reply,
    json_reply,
    picture_reply,
    reply_to,
    whole_number,
)
from kiebitz.screen.doors.taking_in import CrowdedError, TakingIn
from kiebitz.screen.live.asked import ask_of
from kiebitz.screen.live.desk import BusyError, Desk, OtherCameraError, games_json
from kiebitz.screen.live.feed import Feed, Seats, Told
from kiebitz.screen.routes.camera_api import camera_routes
from kiebitz.screen.routes.hands_api import hands_routes
from kiebitz.screen.routes.kept_api import kept_routes
from kiebitz.screen.routes.kits_api import kits_routes
from kiebitz.screen.routes.lens_api import lens_routes
from kiebitz.screen.routes.lessons_api import lessons_routes
from kiebitz.screen.routes.network_api import Switch, network_routes
from kiebitz.screen.routes.projector_api import projector_routes
from kiebitz.screen.routes.puzzles_api import puzzles_routes
from kiebitz.screen.routes.rules_api import rules_routes
from kiebitz.screen.routes.teach_api import teach_routes
from kiebitz.screen.routes.twin_api import twin_routes
from kiebitz.screen.views.voice import NO_VOICE, spoken
from kits.colours import ALL_COLOURS, PAIRINGS
from kits.inks import INKS

_PHASE_S = 0.1
"""Seconds between two looks at what the referee is doing."""
_CROWDED = "Other pictures are still on their way; send the newest one later."
_SPOKEN = ("text", "language", "rate")


def application(
    feed: Feed, desk: Desk, pairing: Callable[[], Pairing], switch: Switch, *, tokens: Tokens, plain: bool = False,
    pictures: TakingIn | None = None,
) -> Guard:  # fmt: skip
    """Return the pages and the API for *desk*, guarded; *plain* for those over plain http, *pictures* as they come.

    *pairing* returns what other devices need now, *switch* lets them in or sends them off.
    """
    routes = [
        *api_routes(feed, desk, pairing, switch, pictures or TakingIn()),
        Route("/authority.crt", _authority(pairing)),
        *(Route(f"/words/{code}.json", _words(code)) for code in LANGUAGES),
        *(Route(path, _page(name)) for path, name in served(PLAIN_PAGES if plain else PAGES).items()),
    ]
    handlers: dict[Any, Callable[[Request, Exception], Response | Awaitable[Response]]] = {
        TooLargeError: lambda request, _: answer_too_large(request.url.path),
        TooSlowError: lambda *_: answer_too_slow(),
        CrowdedError: lambda *_: JSONResponse({"error": _CROWDED}, 429, headers={"Connection": "close"}),
        ClientDisconnect: lambda *_: Response(status_code=400),
        HTTPException: _as_json,
    }

    app = Starlette(routes=routes, exception_handlers=handlers)
    return Guard(Quiet(app), tokens=tokens, roles=PLAIN if plain else SECURE)


def api_routes(
    feed: Feed, desk: Desk, pairing: Callable[[], Pairing], switch: Switch, pictures: TakingIn
) -> list[Route]:
    """Return the routes of the API; docs/table-api.json tells what they answer."""
    api = _Api(feed, desk, pictures)
    return [
        Route(f"{API}state", api.state),
        Route(f"{API}games", api.games),
        Route(f"{API}events", api.events),
        Route(f"{API}events/{{n}}/{{when}}.jpg", api.event_picture),
        Route(f"{API}frames", api.frames, methods=["POST"]),
        Route(f"{API}frames/newest", api.newest),
        Route(f"{API}cells", api.doubts),
        Route(f"{API}cells/{{cell}}", api.cell),
        Route(f"{API}commands", api.commands, methods=["POST"]),
        Route(f"{API}corners", api.corners, methods=["POST"]),
        Route(f"{API}corrections", api.corrections, methods=["POST"]),
        Route(f"{API}tables", api.tables, methods=["POST"]),
        Route(f"{API}sheets", api.sheets, methods=["POST"]),
        Route(f"{API}speech", api.speech, methods=["POST"]),
        Route(f"{API}hints", api.hints, methods=["POST"]),
        Route(f"{API}bots", api.bots, methods=["POST"]),
        Route(f"{API}teaching", api.teaching),
        Route(f"{API}sentences", api.sentences, methods=["POST"]),
        Route(f"{API}signatures", api.signatures, methods=["POST"]),
        *camera_routes(desk),
        *hands_routes(desk, pairing),
        *lens_routes(pictures),
        *teach_routes(pictures),
        *network_routes(pairing, switch),
        *kept_routes(desk),
        *rules_routes(),
        *lessons_routes(),
        *puzzles_routes(),
        *projector_routes(desk),
        *twin_routes(desk),
        *kits_routes(),
    ]


async def tell_phases(feed: Feed, desk: Desk) -> None:
    """Keep announcing what the referee is doing and whether the game is saved; never ends."""
    while True:
        feed.notice("phase", **desk.phase())
        feed.notice("saving", **desk.saving())
        feed.notice("others", **desk.others())
        await asyncio.sleep(_PHASE_S)


def _as_json(_: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    return JSONResponse({"error": fault.detail}, fault.status_code, headers=fault.headers)


def _page(name: str) -> Callable[[Request], Awaitable[Response]]:
    data, kind = content(name)

    async def page(_: Request) -> Response:
        return Response(data, media_type=kind, headers={"Cache-Control": "no-cache"})

    return page


def _words(code: str) -> Callable[[Request], Awaitable[Response]]:
    async def words(_: Request) -> Response:
        return JSONResponse(await run_in_threadpool(for_browser, code), headers={"Cache-Control": "no-cache"})

    return words


def _authority(pairing: Callable[[], Pairing]) -> Callable[[Request], Awaitable[Response]]:
    async def authority(_: Request) -> Response:
        if not (data := pairing().authority):
            return fault_reply(404, "This table serves no other device; start it with --lan.")
        return Response(data, media_type="application/x-x509-ca-cert")

    return authority


class _Api:
    """The requests that programs may make; every answer is JSON except the stream of events."""

    def __init__(self, feed: Feed, desk: Desk, pictures: TakingIn) -> None:
        self._pictures = pictures
        self._feed = feed
        self._desk = desk
        self._seats = Seats()

    async def state(self, request: Request) -> Response:
        role: Role = request.scope[ROLE]
        state = self._desk.state()
        if role in PLAIN and state.get("people"):
            state["people"] = {}  # anybody on the network may read what passes there
        return json_reply({**state, "role": role})

    async def games(self, _: Request) -> Response:
        return json_reply(
            {"games": games_json(), "colours": list(ALL_COLOURS), "inks": list(INKS), "pairings": dict(PAIRINGS)}
        )

    async def cell(self, request: Request) -> Response:
        cell = request.path_params["cell"]
        return json_reply({"cell": cell, "likeliest": await run_in_threadpool(self._desk.questions.likeliest, cell)})

    async def speech(self, request: Request) -> Response:
        try:
            value = object_of(body_value(await request.body()), "a sentence", _SPOKEN, '{"text":"Your turn."}')
            wanted = value.get("text"), value.get("language", "en"), value.get("rate", 1.0)
            sound = await run_in_threadpool(spoken, *wanted)
        except ValueError as fault:
            return fault_reply(400, str(fault))
        if sound is None:
            return fault_reply(404, NO_VOICE)
        return Response(sound, media_type="audio/wav", headers={"Cache-Control": "no-store"})

    async def events(self, request: Request) -> Response:
        text = request.query_params.get("since") or request.headers.get("last-event-id") or "0"
        if (since := whole_number(text, digits=15)) is None:
            return fault_reply(400, '"since" must be the number of an event')
        headers = {"Cache-Control": "no-store", "Content-Type": "text/event-stream; charset=utf-8"}
        if request.method == "HEAD":
            return Response(headers=headers)
        role, address = request.scope[ROLE], request.client.host if request.client else ""
        if not self._seats.take(role, address):
            return fault_reply(503, "Too many devices follow this table; close some.")
        passing = request.query_params.get("passing") == "1"
        return _Followed(
            self._streamed(since, role, passing=passing), headers=headers,
            left=partial(self._seats.leave, role, address),
        )  # fmt: skip

    async def _streamed(self, since: int, role: Role, *, passing: bool) -> AsyncIterator[str]:
        yield ": the table's events\n\n"
        async for told in self._feed.since(since, passing=passing):
            yield ": still there\n\n" if told is None else _sse(_for(role, told))
            await asyncio.sleep(0)  # whoever has gone is noticed between two of many old events

    async def frames(self, request: Request) -> Response:
        photo, camera = request.query_params.get("photo") == "1", request.headers.get("kiebitz-camera", "")
        pictures, view = self._pictures, request.query_params.get("view", "1")
        if view not in ("1", "2"):
            return fault_reply(400, '"view" must be 1 or 2')
        look = partial(self._desk.frame, camera=camera, photo=photo, view=int(view), opened=pictures.image)
        try:
            await pictures.take(request, look)
        except BusyError:
            return fault_reply(429, "The picture before is still being looked at; send the newest one later.")
        except OtherCameraError:
            return fault_reply(409, "Another camera looks at this table already; stop that one first.")
        except Failure as failure:
            return fault_reply(400, str(failure))
        return Response(status_code=202)

    async def sheets(self, request: Request) -> Response:
        """Answer with a table that continues the game on the score sheet in a picture."""
        try:
            return json_reply({"table": await self._pictures.take(request, self._pictures.table)})
        except Failure as failure:
            return fault_reply(400, str(failure))

    async def doubts(self, _: Request) -> Response:
        return json_reply({"cells": await run_in_threadpool(self._desk.questions.doubts)})

    async def newest(self, request: Request) -> Response:
        above, motion = (request.query_params.get(name) == "1" for name in ("above", "motion"))
        data = await run_in_threadpool(self._desk.picture, above=above, motion=motion)
        return picture_reply(data, "No picture has come yet.")

    async def event_picture(self, request: Request) -> Response:
        number, when = whole_number(request.path_params["n"]), request.path_params["when"]
        data = None if number is None else await run_in_threadpool(self._desk.questions.event_picture, number, when)
        return picture_reply(data, "No picture of this event is kept.")

    async def commands(self, request: Request) -> Response:
        return await reply_to(request, lambda value: {"events": list(self._desk.commands.tell(value))})

    async def corners(self, request: Request) -> Response:
        return await reply_to(request, lambda value: {"events": list(self._desk.commands.point_out(value))})

    async def corrections(self, request: Request) -> Response:
        return await reply_to(request, self._desk.questions.weighed)

    async def tables(self, request: Request) -> Response:
        return await reply_to(request, lambda value: self._desk.begin(ask_of(value)))

    async def bots(self, request: Request) -> Response:
        return await reply_to(request, self._seated)

    def _seated(self, value: Json) -> Json:
        self._desk.commands.seat(value)
        return self._desk.state()

    async def teaching(self, _: Request) -> Response:
        try:
            return json_reply({"taught": await run_in_threadpool(self._desk.questions.taught)})
        except ValueError as fault:
            return fault_reply(400, str(fault))

    async def sentences(self, request: Request) -> Response:
        return await reply_to(request, self._desk.questions.understood)

    async def signatures(self, request: Request) -> Response:
        return await reply_to(request, lambda value: {"events": list(self._desk.commands.sign(value))})

    async def hints(self, request: Request) -> Response:
        try:
            body = await request.body()
            asked = object_of(body_value(body) if body else {}, "a hint", ("rung",), '{"rung":1}')
            rung = whole_or_none(asked.get("rung"), "rung")
            return json_reply(await run_in_threadpool(self._desk.commands.hint, rung))
        except (ValueError, Failure) as fault:
            return fault_reply(400, str(fault))


class _Followed(StreamingResponse):
    """A stream of events that gives up its seat however it ends."""

    def __init__(self, content: AsyncIterator[str], *, headers: Mapping[str, str], left: Callable[[], None]) -> None:
        super().__init__(content, headers=headers)
        self._left = left

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._left()


def _for(role: Role, told: Told) -> Told:
    """Return what *role* may hear of an event: over plain http, anybody on the network may read it."""
    if role in PLAIN and told.line["event"] == PLAYERS:
        return Told(told.n, {**told.line, "names": {}})
    return told


def _sse(told: Told) -> str:
    data = json.dumps(told.line, ensure_ascii=False)
    return f"id: {told.n}\ndata: {data}\n\n" if told.n else f"event: passing\ndata: {data}\n\n"
