"""The board's parts: one sheet each, and the plan of how they go together."""

from __future__ import annotations

from collections.abc import Sequence

from kits.inks import ACCENT, MUTED, PAPER, TEXT, TINT
from kits.kit import Kit
from printkit.board import draw_surface
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
    moved,
)
from printkit.flow import lines
from printkit.paper import Paper
from printkit.sheets import Page, body
from printkit.surface import Surface, surfaces
from printkit.tiling import Tile, tiles
from printkit.typeface import CAP, label_box

CUT = Stroke(TEXT, 0.15)
_NOTE_MM = 28.0
_GAP_MM = 5.0


def board_pages(kit: Kit, paper: Paper) -> tuple[Page, ...]:
    """Return a page for each part of the board of *kit*."""
    return tuple(
        _page(surface, paper, parts, tile)
        for surface in surfaces(kit, paper.name)
        for parts in (board_tiles(surface, paper),)
        for tile in parts
    )


def board_tiles(surface: Surface, paper: Paper) -> tuple[Tile, ...]:
    """Return the parts that *surface* has on *paper*."""
    left, top, right, bottom = body(paper)
    return tiles(surface, (right - left, bottom - top))


def _page(surface: Surface, paper: Paper, parts: Sequence[Tile], tile: Tile) -> Page:
    left, top, right, bottom = body(paper)
    x0, y0, x1, y1 = tile.printed
    shift = Pose(left - x0, top - y0)
    shapes = moved(_part(surface, tile), shift)
    note: tuple[Shape, ...] = ()
    below, beside = bottom - (top + y1 - y0) - _GAP_MM, right - (left + x1 - x0) - _GAP_MM
    if len(parts) == 1:
        note = moved(
            lines("Cut the board out along the thin line all the way round.", right - left).shapes,
            Pose(left, bottom - 6.0),
        )
    elif below >= _NOTE_MM:
        note = _note(surface, parts, tile, (left, bottom - below, right, bottom))
    elif beside >= _NOTE_MM:
        note = _note(surface, parts, tile, (right - beside, top, right, bottom))
    title = f"Board {tile.name} of {len(parts)}" if len(parts) > 1 else surface.title
    return Page(title, (*shapes, *note))


def _part(surface: Surface, tile: Tile) -> tuple[Shape, ...]:
    """Return what is printed of *tile*, in the board frame."""
    x0, y0, x1, y1 = tile.printed
    window = (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    board = tuple(shape for shape in draw_surface(surface) if _meets(shape, tile.printed))
    return (
        Window(window, board),
        *_glue_words(surface, tile),
        Area.box(tile.cut, stroke=CUT),
        *_seam_marks(surface, tile),
    )


def _meets(shape: Shape, box: Box) -> bool:
    left, top, right, bottom = extent(shape)
    return left < box[2] and right > box[0] and top < box[3] and bottom > box[1]


def extent(shape: Shape) -> Box:
    """Return the upright box around *shape*, without the width of its lines."""
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


def _glue_words(surface: Surface, tile: Tile) -> tuple[Shape, ...]:
    """Return the words that mark the glue strips, one in each cell; a neighbour covers them."""
    left, top, seam_x, seam_y = tile.own
    centres = [surface.plan.centre_mm(cell) for cell in surface.plan.cells]
    columns = sorted({x for x, _ in centres if left < x < seam_x})
    rows = sorted({y for _, y in centres if top < y < seam_y})
    x, y = (seam_x + tile.cut[2]) / 2, (seam_y + tile.cut[3]) / 2
    size, half = 2.8, CAP * 2.8 / 2
    beside = [Label("glue", (x - half, at), size, MUTED, align="centre", turn_deg=90) for at in rows if x > seam_x]
    below = [Label("glue", (at, y + half), size, MUTED, align="centre") for at in columns if y > seam_y]
    return (*beside, *below)


def _seam_marks(surface: Surface, tile: Tile) -> tuple[Shape, ...]:
    """Return short lines on the frame where a neighbour's edge comes to lie."""
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
    return (Lines(tuple(runs), CUT),) if runs else ()


def _within(edge: float, tile: Tile, axis: int) -> bool:
    return tile.own[axis] <= edge <= tile.own[axis + 2]


def plan_of_parts(
    surface: Surface, parts: Sequence[Tile], size_mm: float, *, this: Tile | None = None
) -> tuple[Shape, ...]:
    """Return a small plan of the board, *size_mm* wide from (0, 0), with its parts named and *this* one filled."""
    left, top, right, _ = surface.box
    scale = size_mm / (right - left)

    def small(box: Box) -> Box:
        return (box[0] - left) * scale, (box[1] - top) * scale, (box[2] - left) * scale, (box[3] - top) * scale

    area = small((0.0, 0.0, surface.plan.width_mm, surface.plan.height_mm))
    shapes: list[Shape] = [
        *(Area.box(small(tile.own), fill=TINT if tile == this else PAPER) for tile in parts),
        Area.box(area, stroke=Stroke(MUTED, 0.15)),
        *(Area.box(small(bounds(marker.corners_mm)), fill=TEXT) for marker in surface.markers),
    ]
    boxes = [small(tile.own) for tile in parts]
    size = min(5.0, *(0.3 * min(box[2] - box[0], box[3] - box[1]) for box in boxes))
    for tile, box in zip(parts, boxes, strict=True):
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        shapes.append(Area.box(box, stroke=Stroke(ACCENT, 0.3)))
        shapes.append(Label(tile.name, (x, y + CAP * size / 2), size, TEXT, bold=True, align="centre"))
    return tuple(shapes)


def _note(surface: Surface, parts: Sequence[Tile], tile: Tile, box: Box) -> tuple[Shape, ...]:
    left, top, right, bottom = box
    size = min(40.0, bottom - top, right - left)
    plan = moved(plan_of_parts(surface, parts, size, this=tile), Pose(left, top))
    wide = right - left > 2 * size
    room = right - left - size - 8.0 if wide else right - left
    x, y = (left + size + 8.0, top - 0.5) if wide else (left, top + size + 4.0)
    shapes: list[Shape] = [*plan]
    for text in _steps(parts, tile):
        block = lines(text, room)
        shapes.extend(moved(block.shapes, Pose(x, y)))
        y += block.height_mm
    return tuple(shapes)


def _steps(parts: Sequence[Tile], tile: Tile) -> tuple[str, ...]:
    names = {(part.column, part.row): part.name for part in parts}
    next_right = names.get((tile.column + 1, tile.row))
    next_below = names.get((tile.column, tile.row + 1))
    before = [n for n in (names.get((tile.column - 1, tile.row)), names.get((tile.column, tile.row - 1))) if n]
    steps = [f"Cut {tile.name} out along the thin line all the way round."]
    if next_right:
        steps.append(f"Leave the strip on the right: {next_right} is glued on top of it.")
    if next_below:
        steps.append(f"Leave the strip at the bottom: {next_below} is glued on top of it.")
    if before:
        strips = "strip of" if len(before) == 1 else "strips of"
        begin = "begins" if len(before) == 1 else "begin"
        steps.append(f"Lay its edge exactly on the line where the {strips} {' and '.join(before)} {begin}.")
    return tuple(steps)
