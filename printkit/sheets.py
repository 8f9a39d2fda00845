"""What every sheet of a kit has: a heading, a check ruler, a page number, and room between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kits.inks import MUTED, TEXT
from printkit.drawing import Box, Label, Shape, Sheet
from printkit.paper import Paper
from printkit.ruler import HEIGHT_MM, WIDTH_MM, ruler
from printkit.typeface import CAP, wrap

_HEADER_MM = 10.0
_FOOTER_MM = HEIGHT_MM + 5.0
_TITLE_MM = 4.6
_SMALL_MM = 2.8
_ADVICE = "Print at 100 % (“actual size”), never “fit to page”. Both ends of the ruler must measure true."


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet before it is numbered; an empty heading leaves the head of the sheet blank."""

    title: str
    shapes: tuple[Shape, ...]
    heading: bool = True


def body(paper: Paper) -> Box:
    """Return the room between the heading and the ruler."""
    left, top, right, bottom = paper.inner
    return left, top + _HEADER_MM, right, bottom - _FOOTER_MM


def bind(pages: Sequence[Page], paper: Paper, kit_title: str) -> tuple[Sheet, ...]:
    """Return *pages* as numbered sheets with their rulers."""
    return tuple(
        Sheet(
            page.title,
            paper.width_mm,
            paper.height_mm,
            (*_header(page, paper, kit_title), *page.shapes, *_footer(paper, number, len(pages))),
        )
        for number, page in enumerate(pages, start=1)
    )


def _header(page: Page, paper: Paper, kit_title: str) -> tuple[Shape, ...]:
    if not page.heading:
        return ()
    left, top, right, _ = paper.inner
    baseline = top + CAP * _TITLE_MM + 0.2
    return (
        Label(page.title, (left, baseline), _TITLE_MM, TEXT, bold=True),
        Label(f"{kit_title} · {paper.title}", (right, baseline), _SMALL_MM, MUTED, align="right"),
    )


def _footer(paper: Paper, number: int, count: int) -> tuple[Shape, ...]:
    left, _, right, bottom = paper.inner
    start = left + 1.0
    room = right - start - WIDTH_MM - 8.0 - 12.0
    lines = list(wrap(_ADVICE, room, _SMALL_MM)) if room > 45 else []
    first = bottom - HEIGHT_MM / 2 - (len(lines) / 2 - 0.75) * _SMALL_MM * 1.35
    return (
        *ruler(start, bottom - HEIGHT_MM),
        *(
            Label(line, (start + WIDTH_MM + 8.0, first + k * _SMALL_MM * 1.35), _SMALL_MM, MUTED)
            for k, line in enumerate(lines)
        ),
        Label(f"{number} / {count}", (right, bottom - HEIGHT_MM / 2 + 1.0), _SMALL_MM, TEXT, bold=True, align="right"),
    )
