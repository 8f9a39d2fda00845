"""Pictures of the phone stand: each tube's sheet and what becomes of it, and the finished stand from its side."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from kits.fold import Polyhedron, box
from kits.inks import ACCENT, MUTED, PAPER, TEXT, TINT
from kits.stand import BOARD_AT_MM, FILL_GRAMS, PHONE, SLEEVE_MM, Stand, filled_mm, lens_mm, phone_at
from printkit.drawing import Area, Label, Lines, Point, Shape, Stroke, Tag, tagged
from printkit.flow import Block
from printkit.folding import as_picture, fitted, row, solid
from printkit.paper import Paper
from printkit.typeface import LEAST_WORDS_MM
from printkit.wording import worded

_SHEET_MM, _TUBE_MM = (26.0, 26.0), (20.0, 26.0)
_SCALE = 0.19
"""Scale of the picture of the stand from its side, which fits a column of a sheet."""
_BOARD_MM = 300.0
"""Side of the largest board of the kits, with its frame."""
_ROOM_MM = 6.0
"""Room for words above and below what stands on the table."""
_EDGE = Stroke(TEXT, 0.2)
_SAID = "The finished stand from its left side: the phone lies tilted in the mouth and sees the whole board."


def tube_picture(shapes: Sequence[Shape], tube: Polyhedron, paper: Paper) -> Block:
    """Return the picture of how a sheet with *shapes* becomes a *tube*."""
    edge = Area.box((0.0, 0.0, paper.width_mm, paper.height_mm), stroke=_EDGE)
    sheet = fitted((*as_picture(shapes), edge), _SHEET_MM)
    return row([sheet, fitted(solid(tube, PAPER, hollow=True), _TUBE_MM)], "tube")


def from_the_side(stand: Stand) -> Block:
    """Return the finished stand from its left side, with the phone, the weight, the board and what the camera sees."""
    deep, inner = (side * math.sqrt(3) / 2 for side in (stand.side_mm, stand.inner_side_mm))
    foot, top = stand.wall_mm - SLEEVE_MM, stand.wall_mm
    phone = phone_at(stand, box((150.0, PHONE.width_mm, PHONE.thick_mm)))
    side = [phone.vertices[k][1:] for k in phone.faces[2]]
    upper = stand.upper()
    wall = [(y, z + foot) for _, y, z in (upper.vertices[k] for k in upper.faces[1])]
    high = max(z for _, z in (*wall, *side))
    board = BOARD_AT_MM, BOARD_AT_MM + _BOARD_MM
    fill = filled_mm(stand, FILL_GRAMS)

    def at(y: float, z: float) -> Point:
        return (y + deep) * _SCALE, (high - z) * _SCALE + _ROOM_MM

    def ring(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(at(*point) for point in points)

    def words(text: str, y: float, z: float, below_mm: float) -> Label:
        x, level = at(y, z)
        return Label(worded(text), (x, level + below_mm), LEAST_WORDS_MM, TEXT, align="centre")

    shapes = (
        Area.of(ring([(board[0], 0.0), lens_mm(stand)[1:], (board[1], 0.0)]), TINT),
        Area.of(ring(wall), PAPER, _EDGE),
        Area.of(ring([(-deep, 0.0), (0.0, 0.0), (0.0, top), (-deep, top)]), PAPER, _EDGE),
        Area.of(ring([(1.5 - deep, 1.0), (-1.5, 1.0), (-1.5, fill), (1.5 - deep, fill)]), MUTED),
        Lines((ring([(-inner, top), (-inner, foot), (0.0, foot)]),), Stroke(MUTED, 0.2, (0.8, 0.6))),
        Area.of(ring(side), MUTED, _EDGE),
        Lines((ring([(-deep, 0.0), (board[1], 0.0)]),), _EDGE),
        Lines((ring([(board[0], 2.5), (board[1], 2.5)]),), Stroke(ACCENT, 0.8)),
        words("phone", max(y for y, _ in side) + 45.0, max(z for _, z in side), 1.0),
        words("weight", -deep / 2, 0.0, 4.0),
        words("board", sum(board) / 2, 0.0, 4.0),
    )
    return Block(high * _SCALE + 2 * _ROOM_MM, tagged(shapes, Tag("Figure", worded(_SAID))))
