"""The part of the API that measures the lens of the camera that sends pictures."""

from __future__ import annotations

from functools import cache
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kiebitz.api.printing import drawn_target
from kiebitz.failure import Failure
from kiebitz.language import ENGLISH, LANGUAGES
from kiebitz.screen.doors.access import LENS
from kiebitz.screen.doors.fields import one_of
from kiebitz.screen.doors.replies import fault_reply, json_reply, picture_reply, reply_to
from kiebitz.screen.doors.taking_in import TakingIn
from kiebitz.screen.views.lens import Lens, kept_cameras
from printkit import pdf
from printkit.job import Job
from printkit.paper import PAPERS, paper_named


def lens_routes(pictures: TakingIn) -> list[Route]:
    """Return the routes under ``/api/v1/lens``; *pictures* come in with others."""
    lens = Lens()

    async def cameras(_: Request) -> Response:
        return json_reply({"cameras": await run_in_threadpool(kept_cameras)})

    async def begin(_: Request) -> Response:
        return json_reply(await run_in_threadpool(lens.begin))

    async def take(request: Request) -> Response:
        try:
            return json_reply(await pictures.take(request, lambda data: lens.take(pictures.image(data))))
        except Failure as fault:
            return fault_reply(400, str(fault))

    async def keep(request: Request) -> Response:
        return await reply_to(request, lambda value: lens.keep(_name(value)))

    return [
        Route(LENS, cameras),
        Route(LENS, begin, methods=["DELETE"]),
        Route(f"{LENS}/views", take, methods=["POST"]),
        Route(f"{LENS}/kept", keep, methods=["POST"]),
        Route(f"{LENS}/target.pdf", _target),
    ]


async def _target(request: Request) -> Response:
    asked = request.query_params
    try:
        paper = one_of(asked.get("paper", "a4"), "paper", PAPERS)
        language = one_of(asked.get("language", ENGLISH.code), "language", LANGUAGES)
    except ValueError as fault:
        return fault_reply(400, str(fault))
    return picture_reply(await run_in_threadpool(_printed, paper, language), "", kind="application/pdf")


@cache
def _printed(paper: str, language: str) -> bytes:
    """Return the target as a PDF."""
    drawn = drawn_target(Job(paper_named(paper)), language)
    return pdf.render(drawn.drawing, drawn.job.adjustment)


def _name(value: Any) -> str:
    if not isinstance(value, dict) or value.keys() != {"name"} or not isinstance(value["name"], str):
        raise ValueError('the lens is kept by a JSON object such as {"name":"phone"}')
    return value["name"]
