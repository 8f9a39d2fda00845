"""Splits a board that is larger than the paper into parts along its grid lines.

Neighbouring parts overlap by 9.5 mm. The part to the left (or above) extends 6.5 mm past
the seam: its glue strip. The part to the right (or below) begins 3 mm before the seam:
its bleed. So each part is cut along one rectangle. Its sides are the board's own edge,
the seam where the part covers a neighbour, or the end of the strip where a neighbour
covers it. A quick board is cut only where a part lies on the one before it: its margins stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from kits.frame import QUIET_MODULES
from kits.stamp import CODE_MM, QUIET_MM
from printkit.drawing import Area, Box, Lines, Shape, bounds
from printkit.strokes import BLEED_MM, CUT
from printkit.surface import Surface

GLUE_MM = 6.5
EDGE_MIN, SEAM_MIN = 0.2, 0.7
"""Minutes to cut along a sheet with a knife, and to glue two sheets together: estimated, nobody was timed."""
_HOW_TO_CUT = {
    False: "Leave this sheet whole.",
    True: "Cut only along the thin line, right across the sheet, and leave the other margins on.",
}


@dataclass(frozen=True, slots=True)
class Tile:
    """One part of the board, in the board frame; columns and rows count from 0 at the far left."""

    name: str
    column: int
    row: int
    own: Box
    """The part that stays visible once the board is assembled."""
    cut: Box
    """``own`` with its glue strips."""
    printed: Box
    """``cut`` with its bleed beyond the seams."""


def tiles(surface: Surface, room_mm: tuple[float, float]) -> tuple[Tile, ...]:
    """Return the parts of *surface* for sheets with *room_mm* (width, height), row by row from the far left.

    Raises ``ValueError`` if no split along grid lines fits the room.
    """
    outer = surface.box
    columns = _spans(outer[0], outer[2], _seams(surface, axis=0), room_mm[0])
    rows = _spans(outer[1], outer[3], _seams(surface, axis=1), room_mm[1])
    found: list[Tile] = []
    for row, (top, bottom) in enumerate(rows):
        for column, (left, right) in enumerate(columns):
            last_column, last_row = column == len(columns) - 1, row == len(rows) - 1
            strip = right + (0.0 if last_column else GLUE_MM), bottom + (0.0 if last_row else GLUE_MM)
            found.append(
                Tile(
                    name=f"B{len(found) + 1}",
                    column=column,
                    row=row,
                    own=(left, top, right, bottom),
                    cut=(left, top, *strip),
                    printed=(left - BLEED_MM * (column > 0), top - BLEED_MM * (row > 0), *strip),
                )
            )
    return tuple(found)


def _seams(surface: Surface, *, axis: int) -> list[float]:
    """Return the grid lines where a seam and its glue strip avoid every tag, the QR code and their quiet zones."""
    count = (surface.plan.columns, surface.plan.rows)[axis]
    lines = [k * surface.plan.pitch_mm for k in range(1, count)]
    whole = []
    for marker in surface.markers:
        box = bounds(marker.corners_mm)
        quiet = QUIET_MODULES * (box[2] - box[0]) / 8
        whole.append((box[axis] - quiet, box[axis + 2] + quiet))
    if surface.code_mm is not None:
        reach = surface.code_side_mm / CODE_MM * (CODE_MM / 2 + QUIET_MM)
        whole.append((surface.code_mm[axis] - reach, surface.code_mm[axis] + reach))
    return [line for line in lines if not any(low - GLUE_MM < line < high + BLEED_MM for low, high in whole)]


def _spans(start: float, end: float, seams: Sequence[float], room: float) -> list[tuple[float, float]]:
    """Return the fewest spans that fit *room*, as equal as the *seams* allow."""
    for count in range(len(seams) + 1):
        fits = []
        for chosen in combinations(seams, count):
            spans = list(pairwise((start, *chosen, end)))
            lengths = [b - a + GLUE_MM * (b < end) + BLEED_MM * (a > start) for a, b in spans]
            if max(lengths) <= room:
                fits.append((max(b - a for a, b in spans), spans))
        if fits:
            return min(fits)[1]
    raise ValueError(f"the paper has {room:.0f} mm of room, too little for this board; print on a larger paper")


def cuts(tile: Tile, *, quick: bool) -> tuple[Shape, ...]:
    """Return the lines along which *tile* is cut, in the board frame."""
    if not quick:
        return (Area.box(tile.cut, stroke=CUT),)
    left, top, right, bottom = tile.cut
    upright, level = ((left, top), (left, bottom)), ((left, top), (right, top))
    runs = [run for run, covers in ((upright, tile.column), (level, tile.row)) if covers]
    return (Lines(tuple(runs), CUT),) if runs else ()


def minutes(tile: Tile, *, quick: bool) -> float:
    """Return about how long cutting *tile* and gluing it on takes."""
    cut = EDGE_MIN * ((tile.column > 0) + (tile.row > 0)) if quick else 4 * EDGE_MIN
    return cut + (SEAM_MIN if tile.column or tile.row else 0.0)


def first_cut(tile: Tile, *, quick: bool) -> str:
    """Return what to do first with *tile*, in a few words."""
    if not quick:
        return f"cut {tile.name} out along the thin line."
    return "cut only along the thin line." if tile.column or tile.row else "leave this sheet whole."


def steps(parts: Sequence[Tile], tile: Tile, *, quick: bool) -> tuple[str, ...]:
    """Return how *tile* is cut and glued to the *parts* before it."""
    names = {(part.column, part.row): part.name for part in parts}
    next_right = names.get((tile.column + 1, tile.row))
    next_below = names.get((tile.column, tile.row + 1))
    before = [n for n in (names.get((tile.column - 1, tile.row)), names.get((tile.column, tile.row - 1))) if n]
    steps = [_HOW_TO_CUT[bool(before)] if quick else f"Cut {tile.name} out along the thin line, all the way round."]
    if next_right:
        steps.append(f"Leave the strip on the right: {next_right} is glued on top of it.")
    if next_below:
        steps.append(f"Leave the strip at the bottom: {next_below} is glued on top of it.")
    if before:
        strips = "strip of" if len(before) == 1 else "strips of"
        begin = "begins" if len(before) == 1 else "begin"
        steps.append(f"Lay its edge exactly on the line where the {strips} {' and '.join(before)} {begin}.")
    return tuple(steps)
