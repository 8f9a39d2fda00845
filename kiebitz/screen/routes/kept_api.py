"""The part of the API that is about games that are kept; for the table's own token alone."""

from __future__ import annotations

from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from core.json_types import Json, JsonObject
from kiebitz.api.report import report_parts
from kiebitz.archive.bundle import zipped
from kiebitz.archive.comments import write_comment
from kiebitz.archive.exports import FORMS
from kiebitz.archive.recorded import load
from kiebitz.archive.records import record_of
from kiebitz.failure import Failure
from kiebitz.language import ENGLISH, LANGUAGES, Language, language
from kiebitz.screen.doors.access import KEPT
from kiebitz.screen.doors.fields import object_of, whole_or_none
from kiebitz.screen.doors.replies import body_value, fault_reply, json_reply, picture_reply, whole_number
from kiebitz.screen.live.desk import Desk
from kiebitz.screen.views.reviewing import Reviews
from kiebitz.screen.views.share import journal_page
from kiebitz.screen.views.shelf import Shelf, UnknownGameError

PAGE = "html"
"""The name of the export as a page that needs no other file."""
_EXAMPLE = '{"at":3,"text":"Well played."}'
_UNKNOWN = "No game of this number is kept."


def kept_routes(desk: Desk) -> list[Route]:
    """Return the routes under ``/api/v1/kept``."""
    api = _Kept(Shelf(), Reviews(), desk)
    return [
        Route(KEPT, api.games),
        Route(f"{KEPT}/{{id}}", api.game),
        Route(f"{KEPT}/{{id}}", api.delete, methods=["DELETE"]),
        Route(f"{KEPT}/{{id}}/events/{{n}}/{{when}}.jpg", api.crop),
        Route(f"{KEPT}/{{id}}/exports/{{form}}", api.export),
        Route(f"{KEPT}/{{id}}/comments", api.comment, methods=["POST"]),
        Route(f"{KEPT}/{{id}}/report", api.report),
        Route(f"{KEPT}/{{id}}/review", api.reviewed),
        Route(f"{KEPT}/{{id}}/review", api.review, methods=["POST"]),
        Route(f"{KEPT}/{{id}}/review/{{n}}", api.moment, methods=["POST"]),
    ]


class _Kept:
    def __init__(self, shelf: Shelf, reviews: Reviews, desk: Desk) -> None:
        self._shelf = shelf
        self._reviews = reviews
        self._desk = desk

    async def games(self, _: Request) -> Response:
        return json_reply(await run_in_threadpool(self._shelf.listed))

    async def game(self, request: Request) -> Response:
        return await _answered(request, self._shelf.game)

    async def delete(self, request: Request) -> Response:
        return await _answered(request, self._deleted)

    async def review(self, request: Request) -> Response:
        return await _answered(request, self._begun)

    async def reviewed(self, request: Request) -> Response:
        return await _answered(request, lambda name: self._reviews.found(self._shelf.file(name)))

    async def moment(self, request: Request) -> Response:
        """Answer with the value of one move, once it is known."""
        if (number := whole_number(request.path_params["n"])) is None:
            return fault_reply(404, _UNKNOWN)
        return await _answered(request, lambda name: self._weighed(name, number))

    async def export(self, request: Request) -> Response:
        form = request.path_params["form"]
        if form != PAGE and form not in FORMS:
            return fault_reply(404, f"There is no form {form[:40]!r}; there are {', '.join((PAGE, *FORMS))}.")
        code = request.query_params.get("language", ENGLISH.code)
        if code not in LANGUAGES:
            return fault_reply(400, f'"language" must be one of {", ".join(LANGUAGES)}')
        try:
            found = await run_in_threadpool(self._exported, request.path_params["id"], form, language(code))
        except UnknownGameError:
            return fault_reply(404, _UNKNOWN)
        except (Failure, ValueError) as fault:
            return fault_reply(409, str(fault))
        suffix, kind = ("html", "text/html; charset=utf-8") if form == PAGE else (FORMS[form].suffix, FORMS[form].kind)
        headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="kiebitz.{suffix}"'}
        return Response(found, media_type=kind, headers=headers)

    def _deleted(self, name: str) -> JsonObject:
        path = self._shelf.file(name)
        self._reviews.forget(path)  # before: it would be kept beside the game
        told = self._shelf.delete(name)
        self._desk.forget(path)
        return told

    def _begun(self, name: str) -> JsonObject:
        path = self._shelf.file(name)
        self._desk.questions.check_review(path)
        return self._reviews.begin(path)

    def _weighed(self, name: str, number: int) -> JsonObject:
        path = self._shelf.file(name)
        self._desk.questions.check_review(path)
        return self._reviews.waited_for(path, number)

    def _exported(self, name: str, form: str, language: Language) -> str | bytes:
        path = self._shelf.file(name)
        recorded = load(path)
        if form == PAGE:
            return journal_page(recorded, self._reviews.turns(path), language)
        record = record_of(recorded)
        return FORMS[form].write(record, len(record.actions))

    async def comment(self, request: Request) -> Response:
        """Write a comment on a move, and answer with the game that now has it."""
        try:
            value = object_of(body_value(await request.body()), "a comment", ("at", "text"), _EXAMPLE)
            at, text = whole_or_none(value.get("at"), "at"), value.get("text")
            if at is None or at < 0 or not isinstance(text, str):
                raise ValueError(f"a comment is a JSON object, such as {_EXAMPLE}")
            told = await run_in_threadpool(self._commented, request.path_params["id"], at, text)
        except UnknownGameError:
            return fault_reply(404, _UNKNOWN)
        except ValueError as fault:
            return fault_reply(400, str(fault))
        except Failure as failure:
            return fault_reply(409, str(failure))
        return json_reply(told)

    def _commented(self, name: str, at: int, text: str) -> JsonObject:
        path = self._shelf.file(name)
        with self._reviews.kept_on(path):
            if self._desk.keeps(path):
                self._desk.commands.comment(at, text)
            else:
                write_comment(path, at, text)
        return self._shelf.game(name)

    async def report(self, request: Request) -> Response:
        """Answer with a report about the game, with the newest picture if the game is on; cameras stay as they are."""
        try:
            data = await run_in_threadpool(self._reported, request.path_params["id"])
        except UnknownGameError:
            return fault_reply(404, _UNKNOWN)
        except Failure as failure:
            return fault_reply(409, str(failure))
        headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="kiebitz-report.zip"'}
        return Response(data, media_type="application/zip", headers=headers)

    def _reported(self, name: str) -> bytes:
        path = self._shelf.file(name)
        return zipped(report_parts(path, cameras=False) | self._desk.questions.fault_picture(path))

    async def crop(self, request: Request) -> Response:
        name, text, when = (request.path_params[key] for key in ("id", "n", "when"))
        if (number := whole_number(text)) is None:
            return fault_reply(404, _UNKNOWN)
        try:
            data = await run_in_threadpool(self._shelf.crop, name, number, when)
        except (UnknownGameError, OSError):
            return fault_reply(404, _UNKNOWN)
        return picture_reply(data, "No picture of this event is kept.")


async def _answered(request: Request, ask: Callable[[str], Json]) -> Response:
    """Answer with what *ask* returns for the game that *request* names."""
    try:
        return json_reply(await run_in_threadpool(ask, request.path_params["id"]))
    except UnknownGameError:
        return fault_reply(404, _UNKNOWN)
    except Failure as failure:
        return fault_reply(409, str(failure))
