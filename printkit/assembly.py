"""The sheets of a board: its parts, with a plan of how they go together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kits.inks import MUTED, TEXT
from kits.kit import Kit
from printkit.board import board_box, draw_board, draw_surface
from printkit.drawing import (
    Area,
    Box,
    Disc,
    Label,
    Lines,
    Point,
    Pose,
    Shape,
    Stroke,
    Window,
    bounds,
    corners_of,
    moved,
)
from printkit.flats import flat_pages, loose_tiles
from printkit.job import Job
from printkit.layouts import Layout
from printkit.notes import note, together
from printkit.paper import Paper
from printkit.sheets import Page
from printkit.strokes import BLEED_MM, CUT, crop_marks
from printkit.surface import Surface, surfaces
from printkit.tiling import EDGE_MIN, Tile, cuts, first_cut, minutes, tiles
from printkit.typeface import CAP, LEAST_WORDS_MM, label_box
from printkit.wording import worded

_GAP_MM = 5.0
_SEAM = Stroke(TEXT, 0.15)
"""A mark where another part's edge goes; nothing is cut there."""
_TILE_WORDS = (
    "Cut the tiles out. Lay them this side up, in the order of the letters and numbers in their cells, with a1 at the "
    "near left. Without tags any order will do."
)


def board_pages(kit: Kit, job: Job) -> tuple[Page, ...]:
    """Return the pages of the board of *kit*: its parts, its mini-boards, or its loose tiles."""
    every = surfaces(kit, job.paper.name)
    if job.tiles:
        return flat_pages(loose_tiles(kit), job, f"Tiles of {kit.title}", portion="board", how=_TILE_WORDS)
    if job.quick and (joined := joined_page(kit, job.sheet)):
        return (joined,)
    layout = board_layout(every, job.sheet)
    whole = _shared(every, layout)
    if whole is not None:
        return tuple(_whole_page(places, layout) for places in whole)
    pages: list[Page] = []
    for surface in every:
        parts = board_tiles(surface, layout)
        noted = [_notes(surface, layout, parts, tile, quick=job.quick) for tile in parts]
        pages += (
            _page(surface, layout, parts, tile, told, quick=job.quick) for tile, told in zip(parts, noted, strict=True)
        )
        left_over = [tile for tile, told in zip(parts, noted, strict=True) if not told]
        pages += together(surface, parts, left_over, job.sheet, quick=job.quick)
    return tuple(pages)


def joined_page(kit: Kit, paper: Paper) -> Page | None:
    """Return the page with the whole board of *kit*; None without mini-boards, or if they do not fit the *paper*."""
    if not kit.minis or not kit.has_whole:
        return None
    x0, y0, x1, y1 = board_box(kit)
    for words in dict.fromkeys((paper.words, 1.0)):
        layout = Layout(replace(paper, words=words))
        left, top, right, bottom = layout.body
        if x1 - x0 <= right - left and y1 - y0 <= bottom - top:
            at = Pose((left + right - x0 - x1) / 2, top - y0)
            first = "leave this sheet whole."
            return Page("The board", moved(draw_board(kit), at), first=first, portion="board", layout=layout)
    return None


def board_layout(every: Sequence[Surface], paper: Paper) -> Layout:
    """Return the layout that puts the board on the fewest sheets, with words as large as the paper's if possible.

    Raises ``ValueError`` if the paper is too small for the board.
    """
    for words in dict.fromkeys((paper.words, 1.0)):
        sized = replace(paper, words=words)
        layouts = [Layout(sized), Layout(sized, column=True)]
        fitting = [(count, each) for each in layouts if each.roomy and (count := _count(every, each))]
        if fitting:
            return min(fitting, key=lambda one: one[0])[1]
    raise ValueError(f"{paper.title} is too small for this board; print on a larger paper")


def _count(every: Sequence[Surface], layout: Layout) -> int:
    """Return how many sheets the board takes; 0 if it cannot be divided like this."""
    whole = _shared(every, layout)
    if whole is not None:
        return len(whole)
    try:
        return sum(len(board_tiles(surface, layout)) for surface in every)
    except ValueError:
        return 0


def board_tiles(surface: Surface, layout: Layout) -> tuple[Tile, ...]:
    """Return the parts into which sheets with *layout* divide *surface*."""
    left, top, right, bottom = layout.body
    return tiles(surface, (right - left, bottom - top))


def fits_whole(surface: Surface, layout: Layout) -> bool:
    """Return whether *surface* fits on one sheet, upright or on its side."""
    return _turned(surface, layout) is not None


def _turned(surface: Surface, layout: Layout) -> bool | None:
    """Return whether *surface* must lie on its side to fit on one sheet; None if it does not fit."""
    left, top, right, bottom = layout.body
    width, height = _size(surface.box)
    for turned, (across, down) in ((False, (width, height)), (True, (height, width))):
        if across <= right - left and down <= bottom - top:
            return turned
    return None


def _size(box: Box) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def _shared(every: Sequence[Surface], layout: Layout) -> list[list[tuple[Surface, Pose]]] | None:
    """Return whole surfaces stacked sheet by sheet; None if one is too large for a sheet."""
    left, top, _, bottom = layout.body
    sheets: list[list[tuple[Surface, Pose]]] = []
    y = bottom
    for surface in every:
        turned = _turned(surface, layout)
        if turned is None:
            return None
        x0, y0, _, y1 = surface.box
        height = _size(surface.box)[0 if turned else 1]
        if y + height > bottom + 1e-9:
            sheets.append([])
            y = top
        pose = Pose(left + y1, y - x0, 90.0) if turned else Pose(left - x0, y - y0)
        sheets[-1].append((surface, pose))
        y += height + BLEED_MM + _GAP_MM
    return sheets


def _whole_page(places: Sequence[tuple[Surface, Pose]], layout: Layout) -> Page:
    shapes: list[Shape] = []
    boxes = []
    for surface, pose in places:
        corners = corners_of(surface.box)
        box = bounds(map(pose.point, corners))
        boxes.append(box)
        board = Window(corners, draw_surface(surface))
        shapes += moved((board, Area.box(surface.box, stroke=CUT)), pose)
        shapes += crop_marks(box, layout.marks)
    seats = " and ".join(surface.seat for surface, _ in places)
    title = places[0][0].title if len(places) == 1 else f"The mini-boards of players {seats}"
    first = "cut the board out along the thin line." if len(places) == 1 else "cut out along the thin lines."
    trim = boxes[0] if len(boxes) == 1 else None
    work = 4 * EDGE_MIN * len(boxes)
    return Page(title, tuple(shapes), first=first, portion="board", trim=trim, layout=layout, minutes=work)


def _notes(surface: Surface, layout: Layout, parts: Sequence[Tile], tile: Tile, *, quick: bool) -> tuple[Shape, ...]:
    """Return the note for *tile* if its sheet is the one with most room for it; nothing if none has enough."""
    left, top, right, bottom = layout.body
    x0, y0, x1, y1 = tile.printed
    below = left, top + y1 - y0 + _GAP_MM, right, bottom
    beside = left + x1 - x0 + _GAP_MM, top, right, bottom
    boxes = (layout.notes,) if layout.column else (below, beside)
    return next(filter(None, (note(surface, layout.paper.words, parts, tile, box, quick=quick) for box in boxes)), ())


def _page(
    surface: Surface, layout: Layout, parts: Sequence[Tile], tile: Tile, told: tuple[Shape, ...], *, quick: bool
) -> Page:
    left, top, _, _ = layout.body
    words = layout.paper.words
    x0, y0, _, _ = tile.printed
    shift = Pose(left - x0, top - y0)
    shapes = moved((*_part(surface, tile, words), *cuts(tile, quick=quick), *_seam_marks(surface, tile)), shift)
    cut = bounds(map(shift.point, (tile.cut[:2], tile.cut[2:])))
    title = f"Board {tile.name} of {len(parts)}"
    shown = (*shapes, *told)
    cells = [cell for cell in surface.plan.cells if _lies(surface.plan.centre_mm(cell), tile.own)]
    first, work = first_cut(tile, quick=quick), minutes(tile, quick=quick)
    seen = f"The part of the board with the cells {cells[0]} to {cells[-1]}."
    return Page(title, shown, first=first, portion="board", trim=cut, layout=layout, minutes=work, shows=seen)


def _part(surface: Surface, tile: Tile, words: float) -> tuple[Shape, ...]:
    """Return the printed content of *tile*, in the board frame."""
    x0, y0, x1, y1 = tile.printed
    window = (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    board = tuple(shape for shape in draw_surface(surface) if _meets(shape, tile.printed))
    return (
        Window(window, board),
        *_glue_words(surface, tile, words),
    )


def _lies(point: Point, box: Box) -> bool:
    return box[0] < point[0] < box[2] and box[1] < point[1] < box[3]


def _meets(shape: Shape, box: Box) -> bool:
    left, top, right, bottom = extent(shape)
    return left < box[2] and right > box[0] and top < box[3] and bottom > box[1]


def extent(shape: Shape) -> Box:
    """Return the bounding box of *shape*, ignoring line widths."""
    match shape:
        case Area():
            return bounds(point for ring in shape.rings for point in ring)
        case Lines():
            return bounds(point for run in shape.runs for point in run)
        case Disc():
            (x, y), r = shape.centre, shape.radius_mm
            return x - r, y - r, x + r, y + r
        case Label():
            return label_box(shape)
        case Window():
            return bounds(shape.ring)


def _glue_words(surface: Surface, tile: Tile, words: float) -> tuple[Shape, ...]:
    """Return the words on the glue strips, one label per cell; neighbouring parts will cover them."""
    left, top, seam_x, seam_y = tile.own
    centres = [surface.plan.centre_mm(cell) for cell in surface.plan.cells]
    columns = sorted({x for x, _ in centres if left < x < seam_x})
    rows = sorted({y for _, y in centres if top < y < seam_y})
    x, y = (seam_x + tile.cut[2]) / 2, (seam_y + tile.cut[3]) / 2
    size = LEAST_WORDS_MM * words
    half, glue = CAP * size / 2, worded("glue")
    beside = [Label(glue, (x - half, at), size, MUTED, align="centre", turn_deg=90) for at in rows if x > seam_x]
    below = [Label(glue, (at, y + half), size, MUTED, align="centre") for at in columns if y > seam_y]
    return (*beside, *below)


def _seam_marks(surface: Surface, tile: Tile) -> tuple[Shape, ...]:
    """Return short lines on the frame that mark where a neighbour's edge goes."""
    left, top, right, bottom = surface.box
    reach = 5.0
    runs: list[tuple[Point, ...]] = []
    x, y = tile.own[2], tile.own[3]
    if x < right:
        runs += [
            ((x, edge), (x, edge + way)) for edge, way in ((top, reach), (bottom, -reach)) if _within(edge, tile, 1)
        ]
    if y < bottom:
        runs += [
            ((edge, y), (edge + way, y)) for edge, way in ((left, reach), (right, -reach)) if _within(edge, tile, 0)
        ]
    return (Lines(tuple(runs), _SEAM),) if runs else ()


def _within(edge: float, tile: Tile, axis: int) -> bool:
    return tile.own[axis] <= edge <= tile.own[axis + 2]
