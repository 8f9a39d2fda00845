"""The layout of every sheet: a heading, room for the content, and a foot with the check ruler and instructions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from printkit.drawing import DECORATION, Box, Duplex, Pose, Shape, Sheet, Tag, moved, tagged
from printkit.layouts import Layout
from printkit.paper import Paper
from printkit.wording import worded

Portion = Literal["rules", "cards", "board", "pieces", "dice", "discs", "screens", "trays", "stickers", "target"]
"""The parts of a kit that can be printed. The pieces include dice, discs instead of dice, screens and trays."""
PIECES: frozenset[Portion] = frozenset({"pieces", "dice", "discs", "screens", "trays"})

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
    """What is printed on the back, upright when the sheet is turned over like the page of a book."""
    seats: tuple[str, ...] = ()
    """The seats whose things it holds; none if every player needs it."""
    layout: Layout | None = None
    """How the sheet is divided; by default as usual for its paper."""
    spares: int = 0
    """How many of its pieces are marked as spare."""
    minutes: float = 0.0
    """About how long making what is on it takes, without spares."""
    reading: bool = False
    """Whether it is only for reading; two such pages in a row share a sheet printed on both sides."""
    shows: str = ""
    """A description for people to whom the page is read out; by default its title."""


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
    return Layout(paper).body


def bind(
    pages: Sequence[Page], paper: Paper, kit_title: str, *, credit: str = "", duplex: Duplex = ""
) -> tuple[Sheet, ...]:
    """Return *pages* as numbered sides of sheets with rulers, for sheets turned over as *duplex* says."""
    every = sides(pages, duplex)
    sheets: list[Sheet] = []
    for number, side in enumerate(every, start=1):
        page = side.page
        about = f"{kit_title} · {worded(paper.title)} · page {number} of {len(every)}"
        foot = tuple(map(worded, (about, f"First: {page.first}" if page.first else "", _ADVICE, credit)))
        layout = page.layout or Layout(paper)
        head = layout.head(page.title, kit_title) if page.heading else ()
        picture = DECORATION if page.reading else Tag("Figure", worded(page.shows or page.title))
        shapes = (*head, *tagged(page.shapes, picture), *layout.foot(foot))
        if duplex and not layout.column:
            shapes = (*shapes, *layout.registration())
        if side.back and duplex == "short":
            shapes = moved(shapes, Pose(paper.width_mm, paper.height_mm, 180.0))
        title, size = worded(page.title), (paper.width_mm, paper.height_mm)
        sheets.append(Sheet(title, *size, shapes, page.trim, side.back, number, page.title))
    return tuple(sheets)


def fewest(ways: Iterable[tuple[Page, ...]]) -> tuple[Page, ...]:
    """Return the first of *ways* that takes one page, or else the first with the fewest."""
    best: tuple[Page, ...] = ()
    for pages in ways:
        if not best or len(pages) < len(best):
            best = pages
        if len(best) == 1:
            break
    return best
