"""The layout of every sheet: a heading, room for the content, and a foot with the check ruler and instructions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from kits.inks import MUTED, TEXT, Ink
from printkit.drawing import Box, Duplex, Label, Pose, Shape, Sheet, moved
from printkit.paper import Paper
from printkit.ruler import HEIGHT_MM, WIDTH_MM, ruler
from printkit.strokes import REGISTER_MM, registration_marks
from printkit.typeface import CAP, width_mm, wrap

Portion = Literal["rules", "cards", "board", "pieces", "target"]
"""The parts of a kit that can be printed."""

_HEADER_MM = 10.0
_GAP_MM = 5.0
_TITLE_MM = 4.6
_SMALL_MM = 2.4
_STEP_MM = 3.0
_BESIDE_MM = 60.0
"""Least room beside the ruler for the foot's words; with less they go above the ruler."""
OTHER_SIDE = ", other side"
_ADVICE = "Print at 100 %, never “fit to page”. Measure the ruler."


@dataclass(frozen=True, slots=True)
class Page:
    """The content of a sheet before it is numbered. Without a *heading* the head of the sheet stays blank."""

    title: str
    shapes: tuple[Shape, ...]
    heading: bool = True
    first: str = ""
    """What to cut or do first, in a few words."""
    portion: Portion | None = None
    trim: Box | None = None
    """The sheet after cutting, if that is a single rectangle."""
    back: tuple[Shape, ...] | None = None
    """What is printed on the other side, upright when the sheet is turned over like the page of a book."""
    seats: tuple[str, ...] = ()
    """Whose things it holds; none if every player needs it."""
    spares: int = 0
    """How many of its pieces are marked as spare."""
    reading: bool = False
    """Whether it is for reading only. Two such pages in a row share a sheet that is printed on both sides."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a sheet of paper."""

    page: Page
    back: bool = False


def sides(pages: Iterable[Page], duplex: Duplex) -> tuple[Side, ...]:
    """Return *pages* as the sides of sheets, in the order of the pages of the PDF."""
    waiting = list(pages)
    found: list[Side] = []
    while waiting:
        page = waiting.pop(0)
        found.append(Side(page))
        if not duplex:
            continue
        shares = page.reading and bool(waiting) and waiting[0].reading
        found.append(Side(waiting.pop(0) if shares else _other_side(page), back=True))
    return tuple(found)


def _other_side(page: Page) -> Page:
    return Page(page.title + OTHER_SIDE, page.back or (), portion=page.portion, seats=page.seats)


def body(paper: Paper) -> Box:
    """Return the area between the heading and the foot of a sheet."""
    left, top, right, bottom = paper.inner
    return left, top + _HEADER_MM, right, bottom - HEIGHT_MM - _GAP_MM - (0.0 if _beside(paper) else 4 * _STEP_MM)


def bind(
    pages: Sequence[Page], paper: Paper, kit_title: str, *, credit: str = "", duplex: Duplex = ""
) -> tuple[Sheet, ...]:
    """Return *pages* as numbered sides of sheets with rulers, for sheets turned over as *duplex* says."""
    every = sides(pages, duplex)
    sheets: list[Sheet] = []
    for number, side in enumerate(every, start=1):
        page = side.page
        about = f"{kit_title} · {paper.title} · page {number} of {len(every)}"
        foot = (about, f"First: {page.first}" if page.first else "", _ADVICE, credit)
        shapes = (*_header(page.title if page.heading else "", paper, kit_title), *page.shapes, *_footer(paper, foot))
        if duplex:
            shapes = (*shapes, *_register(paper))
        if side.back and duplex == "short":
            shapes = moved(shapes, Pose(paper.width_mm, paper.height_mm, 180.0))
        sheets.append(Sheet(page.title, paper.width_mm, paper.height_mm, shapes, page.trim, side.back, number))
    return tuple(sheets)


def _beside(paper: Paper) -> bool:
    left, _, right, _ = paper.inner
    return right - left - WIDTH_MM - 9.0 >= _BESIDE_MM


def _register(paper: Paper) -> tuple[Shape, ...]:
    inner = paper.inner
    return registration_marks(inner[3] - HEIGHT_MM - 0.6 - REGISTER_MM / 2, inner)


def _header(title: str, paper: Paper, kit_title: str) -> tuple[Shape, ...]:
    if not title:
        return ()
    left, top, right, _ = paper.inner
    baseline = top + CAP * _TITLE_MM + 0.2
    name = f"{kit_title}: print-and-play kit"
    room = right - left - width_mm(name, 2.8) - 6.0
    size = min(_TITLE_MM, _TITLE_MM * room / width_mm(title, _TITLE_MM, bold=True))
    return (
        Label(title, (left, baseline), size, TEXT, bold=True),
        Label(name, (right, baseline), 2.8, MUTED, align="right"),
    )


def _footer(paper: Paper, texts: Sequence[str]) -> tuple[Shape, ...]:
    left, _, right, bottom = paper.inner
    start = left + 1.0
    if _beside(paper):
        x = start + WIDTH_MM + 8.0
        rows = list(_rows(texts, right - x - REGISTER_MM - 1.0))
        first = bottom - 0.6 - (len(rows) - 1) * _STEP_MM
    else:
        x = left + REGISTER_MM + 1.0
        rows = list(_rows(texts, right - x - REGISTER_MM - 1.0))
        first = bottom - HEIGHT_MM - 1.6 - (len(rows) - 1) * _STEP_MM
    return (
        *ruler(start, bottom - HEIGHT_MM),
        *(Label(row, (x, first + k * _STEP_MM), _SMALL_MM, ink, bold=ink is TEXT) for k, (row, ink) in enumerate(rows)),
    )


def _rows(texts: Iterable[str], room: float) -> Iterable[tuple[str, Ink]]:
    for number, text in enumerate(texts):
        for row in wrap(text, room, _SMALL_MM, bold=number == 0):
            yield row, MUTED if number else TEXT
