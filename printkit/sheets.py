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


def body(paper: Paper) -> Box:
    """Return the area between the heading and the foot of a sheet."""
    left, top, right, bottom = paper.inner
    return left, top + _HEADER_MM, right, bottom - HEIGHT_MM - _GAP_MM - (0.0 if _beside(paper) else 4 * _STEP_MM)


def bind(
    pages: Sequence[Page], paper: Paper, kit_title: str, *, credit: str = "", duplex: Duplex = ""
) -> tuple[Sheet, ...]:
    """Return *pages* as numbered sheets with rulers; with *duplex*, each is followed by its other side."""
    sheets: list[Sheet] = []
    for number, page in enumerate(pages, start=1):
        about = f"{kit_title} · {paper.title} · page {number} of {len(pages)}"
        foot = (about, f"First: {page.first}" if page.first else "", _ADVICE, credit)
        front = (*_header(page.title if page.heading else "", paper, kit_title), *page.shapes, *_footer(paper, foot))
        if not duplex:
            sheets.append(Sheet(page.title, paper.width_mm, paper.height_mm, front, page.trim))
            continue
        title = f"{page.title}, other side"
        behind = (f"{about}, other side", "", _ADVICE, credit)
        back = (*_header(title, paper, kit_title), *(page.back or ()), *_footer(paper, behind), *_register(paper))
        if duplex == "short":
            back = moved(back, Pose(paper.width_mm, paper.height_mm, 180.0))
        sheets.append(Sheet(page.title, paper.width_mm, paper.height_mm, (*front, *_register(paper)), page.trim))
        sheets.append(Sheet(title, paper.width_mm, paper.height_mm, back, back=True))
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
