"""The part of the API for the camera page: it measures the camera's lens, and teaches the reader a table."""

from __future__ import annotations

from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from core.games import names
from core.json_types import JsonObject
from kiebitz.api.printing import drawn_target
from kiebitz.language import ENGLISH, LANGUAGES
from kiebitz.screen.doors.access import LENS, TEACH
from kiebitz.screen.doors.fields import object_of, one_of, text_in, whole_or_none
from kiebitz.screen.doors.replies import answered, data_reply, post
from kiebitz.screen.doors.taking_in import TakingIn
from kiebitz.screen.views.lens import Lens, kept_cameras
from kiebitz.screen.views.taught_table import TaughtTable, kept_tables
from printkit import pdf
from printkit.job import Job
from printkit.paper import PAPERS, paper_named


def phone_routes(pictures: TakingIn) -> list[Route]:
    """Return the routes under ``/api/v1/lens`` and ``/api/v1/teach``; *pictures* come in with others."""
    lens, table = Lens(), TaughtTable()
    view = pictures.answered(lambda data: lens.take(pictures.image(data)))
    look = pictures.answered(lambda data: table.look(pictures.image(data)))
    return [
        Route(LENS, answered(lambda _: {"cameras": kept_cameras()})),
        Route(LENS, answered(lambda _: lens.begin()), methods=["DELETE"]),
        Route(f"{LENS}/views", view, methods=["POST"]),
        post(f"{LENS}/kept", lambda value, _: lens.keep(text_in(value, "a lens", "name", '{"name":"phone"}'))),
        Route(f"{LENS}/target.pdf", answered(_target)),
        Route(TEACH, answered(lambda _: {"tables": kept_tables()})),
        post(TEACH, lambda value, _: _begun(table, value)),
        Route(f"{TEACH}/looks", look, methods=["POST"]),
        post(f"{TEACH}/kept", lambda value, _: table.keep(text_in(value, "a table", "name", '{"name":"kitchen"}'))),
    ]


def _target(request: Request) -> Response:
    asked = request.query_params
    paper = one_of(asked.get("paper", "a4"), "paper", PAPERS)
    language = one_of(asked.get("language", ENGLISH.code), "language", LANGUAGES)
    return data_reply(_printed(paper, language), "", kind="application/pdf")


@cache
def _printed(paper: str, language: str) -> bytes:
    """Return the target as a PDF."""
    drawn = drawn_target(Job(paper_named(paper)), language)
    return pdf.render(drawn.drawing, drawn.job.adjustment)


def _begun(table: TaughtTable, value: Any) -> JsonObject:
    value = object_of(value, "what is taught", ("game", "players"), '{"game":"tink","players":2}')
    name = one_of(value.get("game"), "game", names())
    return table.begin(name, whole_or_none(value.get("players"), "players"))
