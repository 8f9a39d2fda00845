"""Flat pieces of card, printed single-sided, duplex, or as a gutterfold (both sides on one sheet, folded and glued)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from kits.inks import ACCENT, GRID, MUTED, PAPER, TEXT, TINT, Ink
from kits.kit import Kit
from printkit.drawing import Area, Box, Label, Lines, Point, Pose, Shape, Stroke, bounds, moved
from printkit.flow import larger, lines
from printkit.job import Job
from printkit.packing import pack, rows
from printkit.parts import CUT_OUT_MIN
from printkit.sheets import Page, Portion, body
from printkit.strokes import BLEED_MM, CUT, crop_marks, fold_line, grown
from printkit.tiling import SEAM_MIN
from printkit.typeface import CAP, LEAST_WORDS_MM
from printkit.wording import worded

_GAP_MM = 8.0
"""Gap between pieces: room for two bleeds, and for crop marks that end before the next piece."""
_CLEAR_MM = 7.5
"""Room for crop marks above the first row and on either side."""
_FOOT_MM = 1.0
_NOTE_MM = 6.8
"""Distance from a spare piece to the foot of the word below it, clear of its bleed."""
_NAME_MM = 3.2
_GUTTER_MM = 6.0
"""Distance from the fold to the nearest cut on either side of a gutter."""


@dataclass(frozen=True, slots=True)
class Flat:
    """One flat piece. ``outline`` is the cut, clockwise as seen, around (0, 0). Each side is drawn as seen from there.

    ``bleed`` is the ink that extends beyond the cut on the front, ``back_bleed`` on the
    back. A rectangle gets crop marks, any other outline a line to cut along.
    """

    outline: tuple[Point, ...]
    front: tuple[Shape, ...]
    back: tuple[Shape, ...] = ()
    bleed: Ink | None = None
    back_bleed: Ink | None = None
    seat: str = ""
    """Its owner, if it has one."""
    spare: bool = False
    """Whether it is one more than the game needs; the word "spare" is printed below it."""

    @property
    def room(self) -> tuple[Point, ...]:
        """The ring that neighbours keep clear of."""
        if not self.spare:
            return self.outline
        left, top, right, bottom = bounds(self.outline)
        foot = bottom + _NOTE_MM
        return (left, top), (right, top), (right, foot), (left, foot)


def flat_pages(flats: Sequence[Flat], job: Job, title: str, *, portion: Portion, how: str) -> tuple[Page, ...]:
    """Return the pages of *flats*, with their backs if *job* prints them. *how* is the instruction at the top."""
    left, start, right, bottom = body(job.sheet)
    fold = (left + right) / 2
    if job.gutterfold:
        how = f"Fold the sheet back along the dashed line and glue the two halves together before you cut. {how}"
    words = larger(partial(lines, how), right - left, job.sheet.words)
    top = start + words.height_mm + _CLEAR_MM
    room = ((fold - _GUTTER_MM if job.gutterfold else right - _CLEAR_MM) - left - _CLEAR_MM, bottom - _FOOT_MM - top)
    free = (left, top - _CLEAR_MM, right, bottom)
    rings = [flat.room for flat in flats]
    if len(set(rings)) == 1:
        places = rows(rings[0], len(rings), room, gap_mm=_GAP_MM)
    else:
        places = pack(rings, room, gap_mm=_GAP_MM, turns_deg=(0.0,))
    count = max(sheet for sheet, _ in places) + 1
    pages = []
    for number in range(count):
        here = [
            (flat, (pose.x_mm + left + _CLEAR_MM, pose.y_mm + top))
            for flat, (sheet, pose) in zip(flats, places, strict=True)
            if sheet == number
        ]
        shapes = [*moved(words.shapes, Pose(left, start))]
        shapes += _side(here, free, words=job.sheet.words)
        if job.gutterfold:
            beyond = [(flat, (2 * fold - x, y)) for flat, (x, y) in here]
            shapes += _side(beyond, free, back=True)
            shapes.append(fold_line((fold, top - BLEED_MM), (fold, bottom)))
        behind = [(flat, (job.paper.width_mm - x, y)) for flat, (x, y) in here]
        back = _side(behind, free, back=True) if job.duplex else None
        counted = f" ({number + 1} of {count})" if count > 1 else ""
        first = "fold and glue, then cut." if job.gutterfold else "cut along the marks and thin lines."
        spares = sum(flat.spare for flat, _ in here)
        name = f"{title}{counted}"
        seats = tuple(dict.fromkeys(flat.seat for flat, _ in here if flat.seat))
        minutes = CUT_OUT_MIN * (len(here) - spares) + (SEAM_MIN if job.gutterfold else 0.0)
        pages.append(
            Page(name, tuple(shapes), True, first, portion, back=back, seats=seats, spares=spares, minutes=minutes)
        )
    return tuple(pages)


def _side(
    placed: Sequence[tuple[Flat, Point]], within: Box, *, back: bool = False, words: float = 1.0
) -> tuple[Shape, ...]:
    """Return one side of all flats at their places; bleeds come first, so that none covers a neighbour."""
    bleeds: list[Shape] = []
    shapes: list[Shape] = []
    for flat, at in placed:
        outline = tuple((-x, y) for x, y in reversed(flat.outline)) if back else flat.outline
        ink = flat.back_bleed if back else flat.bleed
        if ink is not None:
            bleeds += moved((Area.of(grown(outline, BLEED_MM), fill=ink),), Pose(*at))
        shapes += moved(flat.back if back else flat.front, Pose(*at))
        if back:
            continue
        if flat.spare:
            foot = bounds(outline)[3] + _NOTE_MM
            shapes.append(Label(worded("spare"), (at[0], at[1] + foot), LEAST_WORDS_MM * words, TEXT, align="centre"))
        if _rectangle(outline):
            left, top, right, bottom = bounds(outline)
            shapes += crop_marks((left + at[0], top + at[1], right + at[0], bottom + at[1]), within)
        else:
            line = CUT if flat.bleed is None else replace(CUT, ink=max(CUT.ink, PAPER, key=flat.bleed.contrast))
            shapes += moved((Area.of(outline, stroke=line),), Pose(*at))
    return *bleeds, *shapes


def _rectangle(ring: Sequence[Point]) -> bool:
    left, top, right, bottom = bounds(ring)
    return len(ring) == 4 and all(x in (left, right) and y in (top, bottom) for x, y in ring)


def loose_tiles(kit: Kit) -> tuple[Flat, ...]:
    """Return the tiles of *kit*, row by row from the far left, each cell with its name in the corner.

    Raises ``ValueError`` if its board cannot be made of tiles.
    """
    if not kit.ground.loose:
        raise ValueError(f"{kit.title} has no board of loose tiles; leave --tiles out")
    plan, block = kit.plan, kit.ground.block
    return tuple(
        _tile(kit, column, row) for row in range(0, plan.rows, block) for column in range(0, plan.columns, block)
    )


def _tile(kit: Kit, column: int, row: int) -> Flat:
    plan, block = kit.plan, kit.ground.block
    half = block * plan.pitch_mm / 2
    outline = (-half, -half), (half, -half), (half, half), (-half, half)
    names = [f"{chr(97 + column + x)}{plan.rows - row - y}" for y in range(block) for x in range(block)]
    marked = all(name in kit.marked for name in names)
    return Flat(outline, tuple(_front(names, plan.pitch_mm, half, marked=marked)), _back(kit.title, half))


def _front(names: list[str], pitch: float, half: float, *, marked: bool) -> Iterable[Shape]:
    """Yield the front of a tile: its cells, with a border if the first piece may go there (*marked*)."""
    box: Box = (-half, -half, half, half)
    block = round(2 * half / pitch)
    steps = [k * pitch - half for k in range(1, block)]
    runs: list[tuple[Point, Point]] = [((x, -half), (x, half)) for x in steps]
    runs += [((-half, y), (half, y)) for y in steps]
    yield Area.box(box, fill=PAPER)
    yield Lines(tuple(runs), Stroke(GRID, 0.4))
    if marked:
        inset = half - 1.5
        yield Area.box((-inset, -inset, inset, inset), stroke=Stroke(ACCENT, 1.0))
    for number, name in enumerate(names):
        x, y = number % block * pitch - half, number // block * pitch - half
        yield Label(name, (x + 2.8, y + 2.8 + CAP * _NAME_MM), _NAME_MM, MUTED, bold=True)


def _back(title: str, half: float) -> tuple[Shape, ...]:
    size = 6.0
    inset = half - 4.0
    return (
        Area.box((-inset, -inset, inset, inset), fill=TINT, stroke=Stroke(GRID, 0.3)),
        Label(title, (0.0, CAP * size / 2), size, MUTED, bold=True, align="centre"),
    )
