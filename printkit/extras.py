"""Extras for dice games: screens to set up behind, and discs and tracks to use instead of dice."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from kits.inks import BLACK, GRID, MUTED, PAPER, TEXT, Ink
from kits.kit import Kit
from kits.pieces import Die, Slab
from printkit.drawing import Area, Disc, Label, Lines, Point, Pose, Shape, Stroke, moved
from printkit.flats import Flat, flat_pages
from printkit.flow import BODY_MM, Block, item, larger, lines
from printkit.job import Job
from printkit.paper import Paper
from printkit.pictures import outline_from_above
from printkit.sheets import Page, body, fewest
from printkit.strokes import CUT, FOLD
from printkit.typeface import CAP
from printkit.wording import worded

_SCREEN_MM = (186.0, 92.0)
_SCREEN_MIN = 0.9
"""Minutes to cut a screen out and fold its wings back."""
_WING_SHARE = 0.24
_DISC_MM = 21.0
_STEP_MM = 23.0
_BOX_MM = 9.0
_BOX_GAP_MM = 1.5
_WORD_MM, _SEAT_MM = 10.0, 8.0
"""Room for a die's name before its track, and between the tracks of two seats."""
_SETTING_UP = (
    "Roll your five dice here and announce your total.",
    "Below the highest total? Turn dice until yours matches it.",
    "Put your dice on cells of your own board, one to a cell.",
    "Everyone ready? Take the screens away and join the boards.",
)
_STAND_IN_WORDS = (
    "No dice? For each die put the disc with its number on the board, and swap it for the next lower one when it is "
    "weakened. The outline on a disc shows which die it stands for. Or keep one disc on the board for each die, and "
    "count with a bead on its track below."
)
_TURNING_WORDS = (
    "No dice? For each die put the disc with its number on the board. When it is weakened, turn the disc over or swap "
    "it for the next one. Its outline shows which die it stands for. Print on card, or glue the sheet to card first."
)


def screen_pages(kit: Kit, job: Job, seats: Sequence[str]) -> tuple[Page, ...]:
    """Return the pages with a screen for each of *seats*, to set up dice behind; none for a game without dice."""
    if not _dice(kit):
        return ()
    left, top, right, bottom = body(job.sheet)
    width, height = min(_SCREEN_MM[0], right - left), _SCREEN_MM[1]
    most = max(1, int((bottom - top) // (height + 4.0)))
    pages = []
    for first in range(0, len(seats), most):
        shapes: list[Shape] = []
        for place, seat in enumerate(seats[first : first + most]):
            shapes += moved(
                _screen(kit, seat, width, height, job.sheet.words), Pose(left, top + place * (height + 4.0))
            )
        pages.append(shapes)
    numbered = _numbered("Screens", pages)
    owners = (tuple(seats[first : first + most]) for first in range(0, len(seats), most))
    return tuple(
        replace(page, seats=some, minutes=_SCREEN_MIN * len(some)) for page, some in zip(numbered, owners, strict=True)
    )


def _screen(kit: Kit, seat: str, width: float, height: float, words: float) -> tuple[Shape, ...]:
    """Return a screen with two wings that fold back; the set-up steps are printed on its inner side."""
    wing = _WING_SHARE * width
    folds = (((wing, 0.0), (wing, height)), ((width - wing, 0.0), (width - wing, height)))
    inks = kit.inks_of(seat)
    room = width - 2 * wing - 8.0
    stand = f"Player {seat}: stand this up in front of your mini-board, with the print facing you."
    blocks = [larger(partial(lines, stand), room, words)]
    blocks += [larger(partial(item, str(k), text), room, words) for k, text in enumerate(_SETTING_UP, start=1)]
    shapes: list[Shape] = [
        *(
            Area.box((width * at / len(inks), 0.0, width * (at + 1) / len(inks), 6.0), fill=ink)
            for at, ink in enumerate(inks)
        ),
        Lines(folds, replace(FOLD, ink=MUTED)),
        Area.box((0.0, 0.0, width, height), stroke=CUT),
    ]
    y = 10.0
    for block in blocks:
        shapes += moved(block.shapes, Pose(wing + 4.0, y))
        y += block.height_mm + 1.0
    for x in (wing / 2, width - wing / 2):
        shapes.append(Label(seat, (x, height / 2 + 7.0), 22.0, TEXT, bold=True, align="centre"))
        shapes.append(Label(kit.title, (x, height - 6.0), BODY_MM * words, MUTED, align="centre"))
    return tuple(shapes)


def stand_in_pages(kit: Kit, job: Job, seats: Sequence[str]) -> tuple[Page, ...]:
    """Return the pages with *seats*' discs and tracks to play without dice; none for a game without dice."""
    if not _dice(kit):
        return ()
    if job.two_sided:
        title = "Two-sided discs instead of dice"
        dice = [(seat, die, ink) for seat in seats for die, ink in _owned(kit, seat)]
        flats = [flat for seat, die, ink in dice for flat in _turning_discs(die, ink, seat)]
        return flat_pages(flats, job, title, portion="discs", how=_TURNING_WORDS)
    return fewest(_shared_stand_ins(kit, job, seats, together) for together in (1, 2))


def _shared_stand_ins(kit: Kit, job: Job, seats: Sequence[str], together: int) -> tuple[Page, ...]:
    """Return the pages of discs and tracks, with *together* seats to a sheet."""
    groups = (tuple(seats[first : first + together]) for first in range(0, len(seats), together))
    return tuple(
        replace(page, seats=group)
        for group in groups
        for page in _numbered(_stand_in_title(group), _stand_ins(kit, job.sheet, group))
    )


def _stand_in_title(seats: Sequence[str]) -> str:
    if len(seats) == 1:
        return f"Discs instead of dice for player {seats[0]}"
    return f"Discs instead of dice for players {' and '.join(seats)}"


def _turning_discs(die: Die, ink: Ink, seat: str) -> Iterable[Flat]:
    """Yield discs with an even value of *die* on the front, and the value below it on the back."""
    rim = outline_from_above(Slab("", "circle", _DISC_MM, 0.0), (0.0, 0.0), 1.0)
    for value in range(2, die.faces + 1, 2):
        front, back = (_face(die, shown, (0.0, 0.0), ink, seat) for shown in (value, value - 1))
        yield Flat(
            rim, (Area.of(rim, fill=ink), *front), (Area.of(rim, fill=ink), *back), bleed=ink, back_bleed=ink, seat=seat
        )


def _stand_ins(kit: Kit, paper: Paper, seats: Sequence[str]) -> list[list[Shape]]:
    """Return the sheets with discs of *seats*; the tracks follow below the last disc or on a sheet of their own."""
    left, top, right, bottom = body(paper)
    advice = larger(partial(lines, _STAND_IN_WORDS), right - left, paper.words)
    start = top + advice.height_mm + 2.0
    columns, rows = int((right - left) // _STEP_MM), int((bottom - start) // _STEP_MM)
    discs = [
        (seat, die, ink, value) for seat in seats for die, ink in _owned(kit, seat) for value in range(1, die.faces + 1)
    ]
    sheets: list[list[Shape]] = []
    y = start
    for first in range(0, len(discs), columns * rows):
        sheets.append([*moved(advice.shapes, Pose(left, top))])
        some = discs[first : first + columns * rows]
        for place, (seat, die, ink, value) in enumerate(some):
            centre = left + _STEP_MM * (place % columns + 0.5), start + _STEP_MM * (place // columns + 0.5)
            sheets[-1] += _disc(die, value, centre, ink, seat)
        y = start + _STEP_MM * -(-len(some) // columns) + 3.0
    tracks = _tracks([die for die, _ in _owned(kit, seats[0])], seats, right - left, paper.words)
    if y + tracks.height_mm > bottom:
        sheets.append([])
        y = top
    sheets[-1] += moved(tracks.shapes, Pose(left, y))
    return sheets


def _tracks(dice: Sequence[Die], seats: Sequence[str], room: float, words: float) -> Block:
    """Return the tracks of *seats* side by side in *room*, or one below the other where it is narrow."""
    wide = max(die.faces for die in dice) * _BOX_MM + _WORD_MM * words
    columns = min(len(seats), max(1, int(room // (wide + _SEAT_MM))))
    step = _BOX_MM + _BOX_GAP_MM
    high = len(dice) * step - _BOX_GAP_MM
    shapes: list[Shape] = []
    for place, seat in enumerate(seats):
        x, y = place % columns * room / columns, place // columns * (high + _SEAT_MM)
        for row, die in enumerate(dice):
            shapes += _track(die, x, y + row * step, words)
        if len(seats) > 1:
            at = x + wide - _BOX_MM / 2, y + 1.2 * _BOX_MM
            shapes.append(Label(seat, at, _BOX_MM, TEXT, bold=True, align="centre"))
    return Block(-(-len(seats) // columns) * (high + _SEAT_MM) - _SEAT_MM, tuple(shapes))


def _track(die: Die, left: float, top: float, words: float) -> Iterable[Shape]:
    """Yield a track for *die*: one box for each value, to mark with a bead."""
    yield Label(worded(f"d{die.faces} ="), (left, top + 0.68 * _BOX_MM), BODY_MM * words, TEXT, bold=True)
    for value in range(1, die.faces + 1):
        x = left + _WORD_MM * words + _BOX_MM * (value - 1)
        yield Area.box((x, top, x + _BOX_MM, top + _BOX_MM), stroke=Stroke(GRID, 0.3))
        yield Label(str(value), (x + _BOX_MM / 2, top + 0.7 * _BOX_MM), 4.0 * words, TEXT, align="centre")


def _disc(die: Die, value: int, centre: Point, ink: Ink, seat: str) -> tuple[Shape, ...]:
    """Return a disc with the die's outline and its value."""
    return Disc(centre, _DISC_MM / 2, fill=ink, stroke=CUT), *_face(die, value, centre, ink, seat)


def _face(die: Die, value: int, centre: Point, ink: Ink, seat: str) -> tuple[Shape, ...]:
    """Return the face of a disc: the die's outline, its value and the seat."""
    mark = max(PAPER, BLACK, key=ink.contrast)
    reach = max(math.hypot(*point) for point in outline_from_above(die, (0.0, 0.0), 1.0))
    edge = outline_from_above(die, centre, 0.35 * _DISC_MM / reach)
    size = 0.36 * _DISC_MM
    return (
        Area.of(edge, stroke=Stroke(mark, 0.35)),
        Label(str(value), (centre[0], centre[1] + CAP * size / 2), size, mark, bold=True, align="centre"),
        Label(seat, (centre[0], centre[1] + 0.44 * _DISC_MM), 2.4, mark, align="centre"),
    )


def _owned(kit: Kit, seat: str) -> list[tuple[Die, Ink]]:
    """Return each die that *seat* owns, and its ink."""
    return [(die, kit.ink_of(seat, kind, n)) for kind, die in _dice(kit).items() for n in range(kit.stock[kind])]


def _dice(kit: Kit) -> dict[str, Die]:
    return {kind: piece for kind, piece in kit.pieces.items() if isinstance(piece, Die)}


def _numbered(title: str, pages: Sequence[Sequence[Shape]]) -> tuple[Page, ...]:
    return tuple(
        Page(title + (f" ({number} of {len(pages)})" if len(pages) > 1 else ""), tuple(shapes))
        for number, shapes in enumerate(pages, start=1)
    )
