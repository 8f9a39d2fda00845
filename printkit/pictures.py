"""Small pictures for instructions, and what they show in words: pieces as they stand, positions from above."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kits.card import Diagram
from kits.inks import ACCENT, BLACK, GRID, MUTED, PAPER, TEXT, TINT, Ink
from kits.kit import Kit, Plan
from kits.pieces import Die, Pawn, Piece, Pyramid, Slab
from kits.pyramid import FaceMarks, face_marks
from printkit.drawing import Area, Disc, Label, Lines, Point, Shape, Stroke
from printkit.typeface import CAP

_TURN = math.radians(28.0)
_ELEVATION = math.radians(24.0)
_SHADE = 0.72
_THIN = Stroke(TEXT, 0.15)


def standing(solid: Pyramid, ink: Ink) -> tuple[Shape, ...]:
    """Return *solid* standing on a table, seen from slightly above, the centre of its base at (0, 0)."""
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
    """Return the face that looks in *direction*: 0 is to the right, a quarter turn towards the viewer."""
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
    plan = Plan(diagram.columns, diagram.rows, cell_mm, missing=diagram.missing)
    shapes = [*_grid(plan, diagram.block)]
    shapes += [Disc(plan.centre_mm(cell), 0.22 * cell_mm, stroke=Stroke(GRID, 0.25)) for cell in diagram.ringed]
    shapes += [_around(plan, block) for block in diagram.outlined]
    if diagram.line:
        shapes.append(Lines((tuple(map(plan.centre_mm, diagram.line)),), Stroke(ACCENT, 0.18 * cell_mm)))
    if diagram.path:
        shapes += _walk([plan.centre_mm(cell) for cell in diagram.path], cell_mm)
    if diagram.new:
        shapes.append(_around(plan, (diagram.new,), inset_mm=0.06 * cell_mm))
    scale = cell_mm / kit.plan.pitch_mm
    for cell, content in diagram.spent.items():
        piece, (ink, *_), mark = known(kit, content)
        seen = outline_from_above(piece, plan.centre_mm(cell), scale)
        shapes.append(Area.of(seen, PAPER, Stroke(ink, 0.3, (0.8, 0.6))))
        shapes += _inscribed(mark, plan.centre_mm(cell), cell_mm, MUTED)
    for cell, content in diagram.pieces.items():
        shapes += from_above(kit, content, plan.centre_mm(cell), scale)
    for edge in diagram.edges:
        a, b = edge.split("-")
        shapes.append(rod(kit, plan.centre_mm(a), plan.centre_mm(b), scale))
    return tuple(shapes)


def known(kit: Kit, content: str) -> tuple[Piece, tuple[Ink, ...], str]:
    """Return the piece that *content* names, its owner's inks, and the text on it (a die's value, else nothing)."""
    if content in kit.pieces:
        return kit.pieces[content], kit.inks_of(content), ""
    kind, _, value = content[1:].partition("=")
    return kit.pieces[kind], kit.inks_of(content[0]), value


def outline_from_above(piece: Piece, centre: Point, scale: float) -> tuple[Point, ...]:
    """Return the outline of *piece* as seen from straight above, *scale* times its size."""
    x, y = centre
    match piece:
        case Pyramid(base_mm=across):
            corners, radius = 4, across / math.sqrt(2)
        case Slab(outline="square", across_mm=across):
            corners, radius = 4, across / math.sqrt(2)
        case Slab(outline="triangle", across_mm=across):
            corners, radius = 3, across / math.sqrt(3)
        case Slab(across_mm=across) | Pawn(across_mm=across):
            corners, radius = 48, across / 2
        case Die(faces=4, edge_mm=edge):
            corners, radius = 3, edge / math.sqrt(3)
        case Die(faces=6, edge_mm=edge):
            corners, radius = 4, edge / math.sqrt(2)
        case Die(edge_mm=edge):
            corners, radius = 6, edge / math.sqrt(3) * 1.2
    first = math.pi / 4 if corners == 4 else -math.pi / 2
    turns = (first + 2 * math.pi * k / corners for k in range(corners))
    return tuple((x + radius * scale * math.cos(t), y + radius * scale * math.sin(t)) for t in turns)


def from_above(kit: Kit, content: str, centre: Point, scale: float) -> tuple[Shape, ...]:
    """Return the piece of *content* as seen from straight above, *scale* times its size."""
    piece, inks, text = known(kit, content)
    mark = max(PAPER, BLACK, key=lambda one: min(map(one.contrast, inks)))
    edge = outline_from_above(piece, centre, scale)
    shapes: list[Shape] = [Area.of(edge, inks[0], _THIN), *further_inks(edge, centre, inks)]
    if isinstance(piece, Pyramid):
        shapes.append(Lines(((edge[0], edge[2]), (edge[1], edge[3])), Stroke(mark, 0.2)))
    if isinstance(piece, Pawn):
        shapes.append(Disc(centre, 0.3 * piece.across_mm * scale, stroke=Stroke(mark, 0.25)))
    return *shapes, *_inscribed(text, centre, kit.plan.pitch_mm * scale, mark)


def further_inks(edge: Sequence[Point], centre: Point, inks: Sequence[Ink]) -> Iterator[Area]:
    """Yield equal parts of what *edge* encloses around *centre*, in all of its *inks* but the first."""
    sides, parts = len(edge), len(inks)
    for part in range(1, parts):
        start, end = sides * part / parts, sides * (part + 1) / parts
        between = (edge[corner % sides] for corner in range(math.floor(start) + 1, math.ceil(end)))
        yield Area.of((centre, _along(edge, start), *between, _along(edge, end)), inks[part])


def _along(edge: Sequence[Point], at: float) -> Point:
    """Return the point on *edge* that is *at* sides from its first corner."""
    (x, y), (next_x, next_y) = (edge[(int(at) + step) % len(edge)] for step in (0, 1))
    return x + (next_x - x) * (at % 1), y + (next_y - y) * (at % 1)


def _inscribed(text: str, centre: Point, cell_mm: float, ink: Ink) -> tuple[Shape, ...]:
    size = 0.36 * cell_mm
    place = centre[0], centre[1] + CAP * size / 2
    return (Label(text, place, size, ink, bold=True, align="centre"),) if text else ()


def rod(kit: Kit, a: Point, b: Point, scale: float) -> Area:
    """Return the rod between two neighbouring cells with centres *a* and *b*."""
    assert kit.rod is not None
    along, across = kit.rod.length_mm * scale / 2, kit.rod.width_mm * scale / 2
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    half = (across, along) if abs(a[0] - b[0]) > abs(a[1] - b[1]) else (along, across)
    return Area.box((x - half[0], y - half[1], x + half[0], y + half[1]), fill=kit.inks["rod"])


def _walk(points: list[Point], cell_mm: float) -> tuple[Shape, ...]:
    """Return a line through *points* that ends in an arrow head just before the last one."""
    (px, py), (x, y) = points[-2:]
    ux, uy = (x - px) / cell_mm, (y - py) / cell_mm
    tip = x - 0.34 * cell_mm * ux, y - 0.34 * cell_mm * uy
    back = tip[0] - 0.2 * cell_mm * ux, tip[1] - 0.2 * cell_mm * uy
    wing = 0.12 * cell_mm
    head = tip, (back[0] - wing * uy, back[1] + wing * ux), (back[0] + wing * uy, back[1] - wing * ux)
    return Lines(((*points[:-1], back),), Stroke(ACCENT, 0.07 * cell_mm)), Area.of(head, ACCENT)


def _grid(plan: Plan, block: int) -> tuple[Shape, ...]:
    pitch, width, height = plan.pitch_mm, plan.width_mm, plan.height_mm
    upright = tuple(((k * pitch, 0.0), (k * pitch, height)) for k in range(1, plan.columns))
    level = tuple(((0.0, k * pitch), (width, k * pitch)) for k in range(1, plan.rows))
    heavy = upright[block - 1 :: block] + level[block - 1 :: block] if block else ()
    return (
        Area.box((0.0, 0.0, width, height), fill=TINT),
        Lines(upright + level, Stroke(GRID, 0.15)),
        *((Lines(heavy, Stroke(MUTED, 0.35)),) if heavy else ()),
        Area.box((0.0, 0.0, width, height), stroke=Stroke(MUTED, 0.3)),
        *(_hole(plan, name) for name in sorted(plan.missing)),
    )


def _hole(plan: Plan, name: str) -> Area:
    """Return the mark for a grid square *name* that is not part of the board."""
    x, y = replace(plan, missing=frozenset()).centre_mm(name)
    half = plan.pitch_mm / 2
    return Area.box((x - half, y - half, x + half, y + half), PAPER, Stroke(MUTED, 0.3))


def _around(plan: Plan, cells: tuple[str, ...], *, inset_mm: float = 0.0) -> Area:
    xs, ys = zip(*map(plan.centre_mm, cells), strict=True)
    half = plan.pitch_mm / 2 - inset_mm
    return Area.box((min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half), stroke=Stroke(ACCENT, 0.5))


def called(piece: Piece) -> str:
    """Return what people call a piece of this kind."""
    match piece:
        case Pyramid(size=size):
            return f"{size} pyramid"
        case Slab(outline=outline):
            return "disc" if outline == "circle" else outline
        case Pawn():
            return "pawn"
        case Die(faces=faces):
            return f"die of {faces} sides"


def shown(kit: Kit, diagram: Diagram) -> str:
    """Return what can be seen in *diagram*, in sentences."""
    return " ".join(_sentences(kit, diagram))


def _sentences(kit: Kit, diagram: Diagram) -> Iterable[str]:
    yield f"{diagram.columns} × {diagram.rows} cells."
    for piece, cells in _groups(kit, diagram.pieces).items():
        yield f"On {', '.join(cells)}: {piece}."
    for piece, cells in _groups(kit, diagram.spent).items():
        yield f"Taken back from {', '.join(cells)}: {piece}."
    if diagram.edges:
        yield f"Rods on {', '.join(diagram.edges)}."
    if diagram.path:
        yield f"A walk along {', '.join(diagram.path)}."
    if diagram.line:
        yield f"A line from {diagram.line[0]} to {diagram.line[1]}."


def _groups(kit: Kit, contents: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
    """Return the cells of each kind of piece in *contents*."""
    found: dict[str, list[str]] = {}
    for cell, content in contents.items():
        piece, (ink, *_), value = known(kit, content)
        name = "stone" if content in kit.pieces else called(piece)
        colour = "white" if ink == PAPER else ink.name
        found.setdefault(f"{colour} {name}{f' showing {value}' if value else ''}", []).append(cell)
    return found
