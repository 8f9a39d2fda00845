"""Many equal pieces as one sheet of strips: folded and glued together at most once, then cut apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kits.inks import BLACK, PALE, PAPER, Ink
from kits.pieces import Rod, Slab
from printkit.drawing import Area, Lines, Pose, Shape, moved
from printkit.parts import Part, mark_on, stone_face
from printkit.strokes import CUT, FOLD


def stone_strips(piece: Slab, count: int, most_mm: float) -> Iterable[Part]:
    """Yield *count* square stones in strips up to *most_mm* long, as equal as can be."""
    longest = max(1, int(most_mm / piece.across_mm))
    yield from (stone_strip(piece, each) for each in _evenly(count, longest))


def stone_strip(piece: Slab, count: int) -> Part:
    """Return *count* stones one below the other, black on the left of a long fold and white on its right."""
    side = piece.across_mm
    length = side * count
    outline = ((0.0, 0.0), (0.0, length), (2 * side, length), (2 * side, 0.0))
    levels = [side * k for k in range(1, count)]
    faces = [
        shape
        for k in range(count)
        for ink, x in ((BLACK, 0.5 * side), (PALE, 1.5 * side))
        for shape in moved(stone_face(piece, ink), Pose(x, side * (k + 0.5)))
    ]
    shapes: tuple[Shape, ...] = (
        *faces,
        Lines(tuple(((0.0, y), (side, y)) for y in levels), replace(CUT, ink=PAPER)),
        Lines((((side, 0.0), (side, length)),), replace(FOLD, ink=PAPER)),
        Area.of(outline, stroke=CUT),
    )
    return Part(outline, shapes, minutes=0.2 * count)


def flat_rods(shape: Rod, ink: Ink, count: int, room_mm: tuple[float, float]) -> Iterable[Part]:
    """Yield *count* rods or a few more in blocks to cut apart, each line for two rods, in *room_mm* (width, height)."""
    columns, most = (
        max(1, int(room / side)) for room, side in zip(room_mm, (shape.length_mm, shape.width_mm), strict=True)
    )
    rows = -(-count // columns)
    yield from (_rods(shape, ink, columns, each) for each in _evenly(rows, most))


def _evenly(count: int, most: int) -> Iterable[int]:
    """Return the sizes of the fewest groups of up to *most* into which *count* things go, as equal as possible."""
    groups = -(-count // most)
    few, more = divmod(count, groups)
    return (few + (k < more) for k in range(groups))


def _rods(shape: Rod, ink: Ink, columns: int, rows: int) -> Part:
    right, bottom = columns * shape.length_mm, rows * shape.width_mm
    outline = ((0.0, 0.0), (0.0, bottom), (right, bottom), (right, 0.0))
    level = tuple(((0.0, y), (right, y)) for y in (shape.width_mm * k for k in range(1, rows)))
    upright = tuple(((x, 0.0), (x, bottom)) for x in (shape.length_mm * k for k in range(1, columns)))
    inner = Lines(level + upright, replace(CUT, ink=mark_on(ink)))
    shapes = Area.of(outline, fill=ink), inner, Area.of(outline, stroke=CUT)
    return Part(outline, shapes, minutes=0.05 * columns * rows)
