"""The part of the API that is about games that are kept; for the table's own token alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

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
from kiebitz.screen.doors.replies import Endpoint, NotThereError, answered, data_reply, post, whole_number
from kiebitz.screen.live.desk import Desk
from kiebitz.screen.views.reviewing import Reviews
from kiebitz.screen.views.share import journal_page
from kiebitz.screen.views.shelf import UNKNOWN, Shelf

PAGE = "html"
"""The name of the export as a page that needs no other file."""
_EXAMPLE = '{"at":3,"text":"Well played."}'


def kept_routes(desk: Desk) -> list[Route]:
    """Return the routes under ``/api/v1/kept``; a ``Failure`` is a fault with status 409."""
    api = _Kept(Shelf(), Reviews(), desk)
    shelf, reviews = api.shelf, api.reviews

    def of_game(ask: Callable[[str], Json]) -> Endpoint:
        """Return what answers with what *ask* returns for the game in the address."""
        return answered(lambda request: ask(request.path_params["id"]), failed=409)

    game = f"{KEPT}/{{id}}"
    return [
        Route(KEPT, answered(lambda _: shelf.listed())),
        Route(game, of_game(shelf.game)),
        Route(game, of_game(api.delete), methods=["DELETE"]),
        Route(f"{game}/events/{{n}}/{{when}}.jpg", answered(api.crop)),
        Route(f"{game}/exports/{{form}}", answered(api.export, failed=409)),
        post(f"{game}/comments", api.comment, failed=409),
        Route(f"{game}/report", answered(api.report, failed=409)),
        Route(f"{game}/review", of_game(lambda name: reviews.found(shelf.file(name)))),
        Route(f"{game}/review", of_game(api.review), methods=["POST"]),
        Route(f"{game}/review/{{n}}", answered(api.moment, failed=409), methods=["POST"]),
    ]


class _Kept:
    def __init__(self, shelf: Shelf, reviews: Reviews, desk: Desk) -> None:
        self.shelf = shelf
        self.reviews = reviews
        self._desk = desk

    def delete(self, name: str) -> JsonObject:
        path = self.shelf.file(name)
        self.reviews.forget(path)  # before: it would be kept beside the game
        told = self.shelf.delete(name)
        self._desk.forget(path)
        return told

    def review(self, name: str) -> JsonObject:
        path = self.shelf.file(name)
        self._desk.questions.check_review(path)
        return self.reviews.begin(path)

    def moment(self, request: Request) -> JsonObject:
        """Return the value of one move, once it is known."""
        number, path = _number(request), self.shelf.file(request.path_params["id"])
        self._desk.questions.check_review(path)
        return self.reviews.waited_for(path, number)

    def export(self, request: Request) -> Response:
        form = request.path_params["form"]
        if form != PAGE and form not in FORMS:
            raise NotThereError(f"There is no form {form[:40]!r}; there are {', '.join((PAGE, *FORMS))}.")
        code = request.query_params.get("language", ENGLISH.code)
        if code not in LANGUAGES:
            raise ValueError(f'"language" must be one of {", ".join(LANGUAGES)}')
        path = self.shelf.file(request.path_params["id"])
        try:
            found = self._exported(path, form, language(code))
        except ValueError as fault:
            raise Failure(str(fault)) from None
        suffix, kind = ("html", "text/html; charset=utf-8") if form == PAGE else (FORMS[form].suffix, FORMS[form].kind)
        return data_reply(found, "", kind=kind, name=f"kiebitz.{suffix}")

    def _exported(self, path: Path, form: str, language: Language) -> str | bytes:
        recorded = load(path)
        if form == PAGE:
            return journal_page(recorded, self.reviews.turns(path), language)
        record = record_of(recorded)
        return FORMS[form].write(record, len(record.actions))

    def comment(self, value: Any, request: Request) -> JsonObject:
        """Write a comment on a move, and return the game that now has it."""
        value = object_of(value, "a comment", ("at", "text"), _EXAMPLE)
        at, text = whole_or_none(value.get("at"), "at"), value.get("text")
        if at is None or at < 0 or not isinstance(text, str):
            raise ValueError(f"a comment is a JSON object, such as {_EXAMPLE}")
        name: str = request.path_params["id"]
        path = self.shelf.file(name)
        with self.reviews.kept_on(path):
            if self._desk.keeps(path):
                self._desk.commands.comment(at, text)
            else:
                write_comment(path, at, text)
        return self.shelf.game(name)

    def report(self, request: Request) -> Response:
        """Return a report about the game, with the newest picture if the game is on; cameras stay as they are."""
        path = self.shelf.file(request.path_params["id"])
        data = zipped(report_parts(path, cameras=False) | self._desk.questions.fault_picture(path))
        return data_reply(data, "", kind="application/zip", name="kiebitz-report.zip")

    def crop(self, request: Request) -> Response:
        number, when = _number(request), request.path_params["when"]
        try:
            data = self.shelf.crop(request.path_params["id"], number, when)
        except OSError:
            raise NotThereError(UNKNOWN) from None
        return data_reply(data, "No picture of this event is kept.")


def _number(request: Request) -> int:
    """Return the number of an event in the address. Raises ``NotThereError`` where it is none."""
    if (number := whole_number(request.path_params["n"])) is None:
        raise NotThereError(UNKNOWN)
    return number
