"""What a sheet says of its part of the board: a plan of all parts, and how this one is cut and glued."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from kits.inks import ACCENT, MUTED, PAPER, TEXT, TINT
from printkit.drawing import Area, Box, Label, Pose, Shape, Stroke, Tag, bounds, enlarged, moved, tagged
from printkit.flow import Block, larger, lines, poured, table
from printkit.paper import Paper
from printkit.sheets import Page, body
from printkit.surface import Surface
from printkit.tiling import Tile, steps
from printkit.typeface import CAP, LEAST_WORDS_MM, label_box
from printkit.wording import worded

TOGETHER = "How the parts of the board lie"
_PLAN = "A plan of how the parts of the board lie."
_PLANS_MM = (40.0, 32.0, 24.0, 18.0, 15.0)
"""Widths of the plan to try, the best first."""
_NAME_MM = 6.0
"""Least width of a part in the plan, for its name to fit."""
_WORDS_MM, _BESIDE_MM = 25.0, 8.0
"""Least width of the words, and the gap between them and a plan next to them."""
_LARGE_PLAN_MM = 60.0
ALL_ROUND = "Cut each part out along the thin line, all the way round."


def plan_of_parts(
    surface: Surface,
    parts: Sequence[Tile],
    size_mm: float,
    *,
    this: Tile | None = None,
    least_mm: float = LEAST_WORDS_MM,
) -> tuple[Shape, ...]:
    """Return a small plan of the board, *size_mm* wide from (0, 0), with its parts named and *this* one filled."""
    left, top, right, _ = surface.box
    scale = size_mm / (right - left)

    def small(box: Box) -> Box:
        return (box[0] - left) * scale, (box[1] - top) * scale, (box[2] - left) * scale, (box[3] - top) * scale

    area = small((0.0, 0.0, surface.plan.width_mm, surface.plan.height_mm))
    boxes = [small(tile.own) for tile in parts]
    size = max(least_mm, min(5.0, *(0.3 * min(box[2] - box[0], box[3] - box[1]) for box in boxes)))
    middles = (((box[0] + box[2]) / 2, (box[1] + box[3]) / 2 + CAP * size / 2) for box in boxes)
    names = [
        Label(tile.name, middle, size, TEXT, bold=True, align="centre")
        for tile, middle in zip(parts, middles, strict=True)
    ]
    tags = (small(bounds(marker.corners_mm)) for marker in surface.markers)
    shapes: list[Shape] = [
        *(Area.box(box, fill=TINT if tile == this else PAPER) for tile, box in zip(parts, boxes, strict=True)),
        Area.box(area, stroke=Stroke(MUTED, 0.15)),
        *(Area.box(tag, fill=TEXT) for tag in tags if not any(_meet(tag, label_box(name)) for name in names)),
        *(
            Area.box(label_box(name), fill=TINT if tile == this else PAPER)
            for tile, name in zip(parts, names, strict=True)
        ),
        *(Area.box(box, stroke=Stroke(ACCENT, 0.3)) for box in boxes),
        *names,
    ]
    return tagged(shapes, Tag("Figure", worded(_PLAN)))


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and one[2] > other[0] and one[1] < other[3] and one[3] > other[1]


def note(
    surface: Surface, words: float, parts: Sequence[Tile], tile: Tile, box: Box, *, quick: bool
) -> tuple[Shape, ...]:
    """Return the plan of parts, as large as *box* lets it be, and all steps for *tile*; nothing if they don't fit."""
    left, top, right, bottom = box
    least = _NAME_MM * (1 + max(part.column for part in parts))
    for size in (words * each for each in _PLANS_MM if each >= least):
        wide = right - left > 2 * size
        room = right - left - (size + _BESIDE_MM if wide else 0.0)
        high = size * _size(surface)[1] / _size(surface)[0]
        blocks = [larger(partial(lines, text), room, words) for text in steps(parts, tile, quick=quick)]
        x, y = (left + size + _BESIDE_MM, top - 0.5) if wide else (left, top + high + 4.0)
        ends = max(top + high, y + sum(block.height_mm for block in blocks))
        if room < _WORDS_MM * words or right - left < size or ends > bottom:
            continue
        plan = plan_of_parts(surface, parts, size / words, this=tile, least_mm=LEAST_WORDS_MM / words)
        shapes: list[Shape] = [*moved(enlarged(plan, words), Pose(left, top))]
        for block in blocks:
            shapes += moved(block.shapes, Pose(x, y))
            y += block.height_mm
        return tuple(shapes)
    return ()


def _size(surface: Surface) -> tuple[float, float]:
    left, top, right, bottom = surface.box
    return right - left, bottom - top


def together(
    surface: Surface, parts: Sequence[Tile], untold: Sequence[Tile], paper: Paper, *, quick: bool
) -> tuple[Page, ...]:
    """Return the pages that tell of the parts *untold*, whose own sheets have no room for a note."""

    def blocks(room: float) -> Iterable[Block]:
        wide = min(_LARGE_PLAN_MM, room)
        across, down = _size(surface)
        yield Block(wide * down / across + 5.0, plan_of_parts(surface, parts, wide))
        if not quick:
            yield lines(ALL_ROUND, room)
        told = ((tile.name, steps(parts, tile, quick=quick)) for tile in untold)
        yield from table([(name, " ".join(every if quick else every[1:])) for name, every in told], room)

    if not untold:
        return ()
    return tuple(Page(TOGETHER, shapes, portion="board") for shapes in poured(blocks, body(paper), paper.words))
