"""How the parts of a board are cut and put together.

A quick board is cut only where a part lies on the one before it: its margins stay.
"""

from __future__ import annotations

from collections.abc import Sequence

from printkit.drawing import Area, Lines, Shape
from printkit.strokes import CUT
from printkit.tiling import Tile

EDGE_MIN, SEAM_MIN = 0.2, 0.7
"""Minutes to cut along a sheet with a knife, and to glue two sheets together: estimated, nobody was timed."""
_HOW_TO_CUT = {
    False: "Leave this sheet whole.",
    True: "Cut only along the thin line, right across the sheet, and leave the other margins on.",
}


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
