"""The web application: the pages, and the API under /api/v1."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from core.json_types import Json, JsonObject
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
)
from kiebitz.screen.doors.fields import object_of
from kiebitz.screen.doors.page_files import PAGES, PLAIN_PAGES, content, served
from kiebitz.screen.doors.pairing import Pairing
from kiebitz.screen.doors.replies import (
    NOT_KEPT,
    Quiet,
    answered,
    data_reply,
    fault_reply,
    json_reply,
    post,
    whole_number,
)
from kiebitz.screen.doors.taking_in import TakingIn
from kiebitz.screen.live.asked import ask_of
from kiebitz.screen.live.desk import BusyError, Desk, OtherCameraError, games_json
from kiebitz.screen.live.feed import Feed, Seats, Told
from kiebitz.screen.routes.devices_api import Switch, devices_routes
from kiebitz.screen.routes.kept_api import kept_routes
from kiebitz.screen.routes.kits_api import kits_routes
from kiebitz.screen.routes.lessons_api import lessons_routes
from kiebitz.screen.routes.phone_api import phone_routes
from kiebitz.screen.routes.projector_api import projector_routes
from kiebitz.screen.routes.rules_api import rules_routes
from kiebitz.screen.routes.twin_api import twin_routes
from kiebitz.screen.views.voice import NO_VOICE, spoken
from kits.colours import ALL_COLOURS, PAIRINGS
from kits.inks import INKS

_PHASE_S = 0.1
"""Seconds between two looks at what the referee is doing."""
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
        Route("/authority.crt", answered(lambda _: _authority(pairing))),
        *(Route(f"/words/{code}.json", answered(partial(_words, code))) for code in LANGUAGES),
        *(Route(path, _page(name)) for path, name in served(PLAIN_PAGES if plain else PAGES).items()),
    ]
    handlers: dict[Any, Callable[[Request, Exception], Response | Awaitable[Response]]] = {
        ClientDisconnect: lambda *_: Response(status_code=400),
        HTTPException: _as_json,
    }

    app = Starlette(routes=routes, exception_handlers=handlers)
    return Guard(Quiet(app), tokens=tokens, roles=PLAIN if plain else SECURE)


def api_routes(
    feed: Feed, desk: Desk, pairing: Callable[[], Pairing], switch: Switch, pictures: TakingIn
) -> list[Route]:
    """Return the routes of the API; docs/table-api.json tells what they answer."""
    follow, take = _Following(feed), partial(_taken, desk, pictures)

    async def state(request: Request) -> Response:  # in no thread: pages get it even where all threads wait
        return json_reply(_state(desk, request))

    return [
        Route(f"{API}state", state),
        Route(f"{API}games", answered(_games)),
        Route(f"{API}events", follow.events),
        Route(f"{API}events/{{n}}/{{when}}.jpg", answered(lambda request: _event_picture(desk, request))),
        Route(f"{API}frames", take, methods=["POST"]),
        Route(f"{API}frames/newest", answered(lambda request: _newest(desk, request))),
        Route(f"{API}cells", answered(lambda _: {"cells": desk.questions.doubts()})),
        Route(f"{API}cells/{{cell}}", answered(lambda request: _cell(desk, request.path_params["cell"]))),
        post(f"{API}commands", lambda value, _: {"events": list(desk.commands.tell(value))}),
        post(f"{API}corners", lambda value, _: {"events": list(desk.commands.point_out(value))}),
        post(f"{API}corrections", lambda value, _: desk.questions.weighed(value)),
        post(f"{API}tables", lambda value, _: desk.begin(ask_of(value))),
        Route(f"{API}sheets", pictures.answered(lambda data: {"table": pictures.table(data)}), methods=["POST"]),
        post(f"{API}speech", lambda value, _: _spoken(value)),
        post(f"{API}hints", lambda value, _: desk.commands.hint(value), or_else={}),
        post(f"{API}bots", lambda value, _: _seated(desk, value)),
        Route(f"{API}teaching", answered(lambda _: {"taught": desk.questions.taught()})),
        post(f"{API}sentences", lambda value, _: desk.questions.understood(value)),
        post(f"{API}signatures", lambda value, _: {"events": list(desk.commands.sign(value))}),
        *devices_routes(desk, pairing, switch),
        *phone_routes(pictures),
        *kept_routes(desk),
        *rules_routes(),
        *lessons_routes(),
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


def _words(code: str, _: Request) -> Response:
    return JSONResponse(for_browser(code), headers={"Cache-Control": "no-cache"})


def _authority(pairing: Callable[[], Pairing]) -> Response:
    data = pairing().authority or None
    none = "This table serves no other device; start it with --lan."
    return data_reply(data, none, kind="application/x-x509-ca-cert")


def _state(desk: Desk, request: Request) -> JsonObject:
    role: Role = request.scope[ROLE]
    state = {**desk.state(), "role": role}
    if role in PLAIN and state.get("people"):
        state["people"] = {}  # anybody on the network may read what passes there
    return state


def _games(_: Request) -> JsonObject:
    return {"games": games_json(), "colours": list(ALL_COLOURS), "inks": list(INKS), "pairings": dict(PAIRINGS)}


def _cell(desk: Desk, cell: str) -> JsonObject:
    return {"cell": cell, "likeliest": desk.questions.likeliest(cell)}


def _newest(desk: Desk, request: Request) -> Response:
    above, motion = (request.query_params.get(name) == "1" for name in ("above", "motion"))
    return data_reply(desk.picture(above=above, motion=motion), "No picture has come yet.")


def _event_picture(desk: Desk, request: Request) -> Response:
    number, when = whole_number(request.path_params["n"]), request.path_params["when"]
    data = None if number is None else desk.questions.event_picture(number, when)
    return data_reply(data, "No picture of this event is kept.")


def _spoken(value: Json) -> Response:
    value = object_of(value, "a sentence", _SPOKEN, '{"text":"Your turn."}')
    sound = spoken(value.get("text"), value.get("language", "en"), value.get("rate", 1.0))
    return data_reply(sound, NO_VOICE, kind="audio/wav")


def _seated(desk: Desk, value: Json) -> Json:
    desk.commands.seat(value)
    return desk.state()


async def _taken(desk: Desk, pictures: TakingIn, request: Request) -> Response:
    """Take a picture of the table in."""
    photo, camera = request.query_params.get("photo") == "1", request.headers.get("kiebitz-camera", "")
    view = request.query_params.get("view", "1")
    if view not in ("1", "2"):
        return fault_reply(400, '"view" must be 1 or 2')
    try:
        await pictures.take(
            request, partial(desk.frame, camera=camera, photo=photo, view=int(view), opened=pictures.image)
        )
    except BusyError:
        return fault_reply(429, "The picture before is still being looked at; send the newest one later.")
    except OtherCameraError:
        return fault_reply(409, "Another camera looks at this table already; stop that one first.")
    except Failure as failure:
        return fault_reply(400, str(failure))
    return Response(status_code=202)


class _Following:
    """The stream of events, for as many at once as there are seats."""

    def __init__(self, feed: Feed) -> None:
        self._feed, self._seats = feed, Seats()

    async def events(self, request: Request) -> Response:
        text = request.query_params.get("since") or request.headers.get("last-event-id") or "0"
        if (since := whole_number(text, digits=15)) is None:
            return fault_reply(400, '"since" must be the number of an event')
        headers = {**NOT_KEPT, "Content-Type": "text/event-stream; charset=utf-8"}
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
