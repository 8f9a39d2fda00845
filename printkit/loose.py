"""A board as loose tiles, one for each block of its cells."""

from __future__ import annotations

from collections.abc import Iterable

from kits.inks import ACCENT, GRID, MUTED, PAPER, TINT
from kits.kit import Kit
from printkit.drawing import Area, Box, Label, Lines, Point, Shape, Stroke
from printkit.flats import Flat
from printkit.typeface import CAP

_NAME_MM = 3.2


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
