"""Small pictures for instructions: pyramids as they stand, positions from above."""

from __future__ import annotations

import math
from collections.abc import Iterable

from kits.card import Diagram
from kits.inks import ACCENT, BLACK, GRID, MUTED, PAPER, TEXT, TINT, Ink
from kits.kit import Kit, Plan
from kits.pieces import Pyramid
from kits.pyramid import FaceMarks, face_marks
from printkit.drawing import Area, Lines, Point, Shape, Stroke

_TURN = math.radians(28.0)
_ELEVATION = math.radians(24.0)
_SHADE = 0.72
_THIN = Stroke(TEXT, 0.15)


def standing(solid: Pyramid, ink: Ink) -> tuple[Shape, ...]:
    """Return *solid* as it stands on a table seen from slightly above, the middle of its base at (0, 0)."""
    marks = face_marks(solid)
    mark = max(PAPER, BLACK, key=ink.contrast)
    dark = Ink(f"dark {ink.name}", _scaled(ink, _SHADE))
    return (
        *_seen_face(solid, marks, math.pi - _TURN, dark, mark),
        *_seen_face(solid, marks, math.pi / 2 - _TURN, ink, mark),
    )


def _scaled(ink: Ink, share: float) -> tuple[int, int, int]:
    red, green, blue = (round(value * share) for value in ink.rgb)
    return red, green, blue


def _seen_face(solid: Pyramid, marks: FaceMarks, direction: float, ink: Ink, mark: Ink) -> tuple[Shape, ...]:
    """Return the face whose foot looks in *direction* (0 is to the right, a quarter turn is towards the eye)."""
    half = solid.base_mm / 2
    out = math.cos(direction), math.sin(direction)
    along = out[1], -out[0]

    def seen(point: Point) -> Point:
        x, distance = point
        share = distance / marks.height_mm
        east = out[0] * half * share + along[0] * x
        near = out[1] * half * share + along[1] * x
        up = solid.height_mm * (1 - share)
        return east, near * math.sin(_ELEVATION) - up * math.cos(_ELEVATION)

    def area(points: Iterable[Point], fill: Ink, stroke: Stroke | None = None) -> Area:
        return Area.of(map(seen, points), fill, stroke)

    foot = marks.height_mm
    shapes: list[Shape] = [area([(0.0, 0.0), (-half, foot), (half, foot)], ink, _THIN)]
    for start, end in marks.bands_mm:
        a, b = half * start / foot, half * end / foot
        shapes.append(area([(-a, start), (a, start), (b, end), (-b, end)], mark))
    turns = [2 * math.pi * k / 24 for k in range(24)]
    for x, y in marks.pips:
        r = marks.pip_radius_mm
        shapes.append(area([(x + r * math.cos(t), y + r * math.sin(t)) for t in turns], mark))
    return tuple(shapes)


def position(kit: Kit, diagram: Diagram, cell_mm: float) -> tuple[Shape, ...]:
    """Return *diagram* from above with its top left corner at (0, 0), in cells of *cell_mm*."""
    plan = Plan(diagram.columns, diagram.rows, cell_mm)
    shapes = [*_grid(plan)]
    if diagram.marked:
        shapes.append(_around(plan, diagram.marked))
    if diagram.line:
        shapes.append(Lines((tuple(map(plan.centre_mm, diagram.line)),), Stroke(ACCENT, 0.18 * cell_mm)))
    if diagram.new:
        shapes.append(_around(plan, (diagram.new,), inset_mm=0.08 * cell_mm))
    scale = cell_mm / kit.plan.pitch_mm
    for cell, content in diagram.spent.items():
        half = kit.pyramids[content[1]].base_mm * scale / 2
        dashes = Stroke(kit.inks[content[0]], 0.3, (0.8, 0.6))
        shapes.append(_square(plan.centre_mm(cell), half, PAPER, dashes))
    for cell, content in diagram.pieces.items():
        half = kit.pyramids[content[1]].base_mm * scale / 2
        shapes += _from_above(plan.centre_mm(cell), half, kit.inks[content[0]])
    return tuple(shapes)


def _grid(plan: Plan) -> tuple[Shape, ...]:
    pitch, width, height = plan.pitch_mm, plan.width_mm, plan.height_mm
    upright = tuple(((k * pitch, 0.0), (k * pitch, height)) for k in range(1, plan.columns))
    level = tuple(((0.0, k * pitch), (width, k * pitch)) for k in range(1, plan.rows))
    return (
        Area.box((0.0, 0.0, width, height), fill=TINT),
        Lines(upright + level, Stroke(GRID, 0.15)),
        Area.box((0.0, 0.0, width, height), stroke=Stroke(MUTED, 0.3)),
    )


def _around(plan: Plan, cells: tuple[str, ...], *, inset_mm: float = 0.0) -> Area:
    xs, ys = zip(*map(plan.centre_mm, cells), strict=True)
    half = plan.pitch_mm / 2 - inset_mm
    return Area.box((min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half), stroke=Stroke(ACCENT, 0.5))


def _square(centre: Point, half: float, fill: Ink, stroke: Stroke) -> Area:
    x, y = centre
    return Area.box((x - half, y - half, x + half, y + half), fill, stroke)


def _from_above(centre: Point, half: float, ink: Ink) -> tuple[Shape, ...]:
    x, y = centre
    ridges = ((x - half, y - half), (x + half, y + half)), ((x - half, y + half), (x + half, y - half))
    mark = max(PAPER, BLACK, key=ink.contrast)
    return _square(centre, half, ink, _THIN), Lines(ridges, Stroke(mark, 0.2))
