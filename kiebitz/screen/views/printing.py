"""Kits for printing, drawn in the background and kept in memory: the pages as pictures, and the PDF."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.games import find, names
from core.json_types import JsonObject
from kiebitz.api.printing import drawn_kit
from kiebitz.api.seats import colours_by_seat, options_of
from kiebitz.language import ENGLISH, LANGUAGES
from kiebitz.screen.doors.fields import object_of, one_of, true_or_false, whole_or_none
from kiebitz.screen.views.background import Background
from printkit import pdf
from printkit.job import KIT_PORTIONS, Job
from printkit.paper import PAPERS, paper_named
from printkit.svg import layered_svg

_FIELDS = ("game", "paper", "players", "quick", "language", "colours")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of a kit: its number, its title and its picture as SVG."""

    number: int
    title: str
    svg: bytes


@dataclass(frozen=True, slots=True)
class Book:
    """The whole kit as PDF, and whom it serves."""

    pdf: bytes
    serves: str


@dataclass(frozen=True, slots=True)
class KitAsk:
    """The kit that people want: its game, its paper, for how many players (None: the usual number).

    ``colours`` are those of the printed pieces by seat; seats that are not in it have the kit's own.
    """

    game: str
    paper: str = "a4"
    players: int | None = None
    quick: bool = False
    language: str = ENGLISH.code
    colours: Mapping[str, str] = field(default_factory=dict)


def kit_ask_of(value: Any) -> KitAsk:
    """Return the kit that the JSON *value* asks for. Raises ``ValueError`` or ``Failure`` in words for people."""
    value = object_of(value, "a kit", _FIELDS, '{"game":"tink","paper":"a4"}')
    game = one_of(value.get("game"), "game", names())
    paper = one_of(value.get("paper", "a4"), "paper", PAPERS)
    players = whole_or_none(value.get("players"), "players")
    quick = true_or_false(value.get("quick", False), "quick")
    language = one_of(value.get("language", ENGLISH.code), "language", LANGUAGES)
    colours = value.get("colours", {})
    if not isinstance(colours, dict) or not all(isinstance(text, str) for text in colours.values()):
        raise ValueError('"colours" must be an object of texts by seat, such as {"A":"red+yellow"}')
    find(game).start(options_of(find(game), players, None))
    return KitAsk(game, paper, players, quick, language, colours_by_seat(colours))


def kit_pieces(ask: KitAsk) -> Iterator[Sheet | Book]:
    """Yield the pages of the kit, then the whole. Raises ``ValueError`` or ``Failure`` if it cannot be printed so."""
    job = Job(paper_named(ask.paper), KIT_PORTIONS, "", quick=ask.quick)
    drawn = drawn_kit(ask.game, options_of(find(ask.game), ask.players, None), job, ask.language, colours=ask.colours)
    for sheet in drawn.drawing.sheets:
        box = (0.0, 0.0, sheet.width_mm, sheet.height_mm)
        svg = layered_svg({"page": sheet.shapes}, box, title=sheet.title)
        yield Sheet(sheet.number, sheet.title, svg.encode())
    yield Book(pdf.render(drawn.drawing, job.adjustment), drawn.serves)


class Press:
    """Draws one kit at a time, the last one asked for, and keeps that one alone."""

    def __init__(self) -> None:
        self._free = threading.Lock()
        self._number = 0
        self._ask: KitAsk | None = None
        self._work: Background[Sheet | Book] | None = None

    def begin(self, ask: KitAsk) -> JsonObject:
        """Draw the kit *ask*, unless it is there, and return how far it is. Raises ``Failure``."""
        with self._free:
            if self._work is None or ask != self._ask or self._work.trouble:
                if self._work is not None:
                    self._work.stop()
                self._number, self._ask, self._work = self._number + 1, ask, Background(kit_pieces, ask)
        return self.found()

    def found(self) -> JsonObject:
        """Return what there is so far: the pages, and whether the PDF is ready."""
        work = self._work
        if work is None:
            return {"state": "none", "kit": 0, "sheets": [], "serves": "", "message": ""}
        pieces = list(work.pieces)
        return {
            "state": "failed" if work.trouble else "done" if work.done else "running",
            "kit": self._number,
            "sheets": [{"number": one.number, "title": one.title} for one in pieces if isinstance(one, Sheet)],
            "serves": next((one.serves for one in pieces if isinstance(one, Book)), ""),
            "message": work.trouble,
        }

    def page(self, kit: int, number: int) -> bytes | None:
        """Return the page *number* of the kit with that number as SVG; None where it is not, or no more, there."""
        pages = (one.svg for one in self._pieces(kit) if isinstance(one, Sheet) and one.number == number)
        return next(pages, None)

    def book(self, kit: int) -> bytes | None:
        """Return the PDF of the kit with that number; None where it is not, or no more, there."""
        return next((one.pdf for one in self._pieces(kit) if isinstance(one, Book)), None)

    def _pieces(self, kit: int) -> list[Sheet | Book]:
        work = self._work
        return [] if work is None or kit != self._number else list(work.pieces)
