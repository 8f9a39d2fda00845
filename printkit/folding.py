"""Pictures of how pieces are folded: the net as it is printed, the way it folds, and the finished piece."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from calibration.registration import Array
from kits.dice import body
from kits.fold import Polyhedron, box, open_box
from kits.inks import BLACK, MUTED, PAPER, TEXT, Ink
from kits.kit import Kit
from kits.pawn import tower
from kits.pieces import Die, Pawn, Piece, Pyramid, Slab
from kits.strip import PANELS, STONE_PANELS
from kits.thickness import ONE_FOLD
from printkit.drawing import (
    Area,
    Disc,
    Label,
    Lines,
    Point,
    Pose,
    Shape,
    Stroke,
    Tag,
    Window,
    bounds,
    enlarged,
    moved,
    tagged,
)
from printkit.flow import Block
from printkit.parts import TRAY_MM, Part, part, rod, stone_strip, tray
from printkit.pictures import called, outline_from_above, standing
from printkit.wording import worded

_NET_MM = (36.0, 17.0)
"""Room for the picture of a net."""
_STRIP_MM = (22.0, 17.0)
_PIECE_MM = (13.0, 13.0)
_ARROW_MM = 9.0
_GAP_MM = 3.0
_BETWEEN_MM = 10.0
"""Distance between two pictures in a row."""
_FEW = 3
"""How many stones of a strip its picture shows."""
_YAW, _ELEVATION = math.radians(28.0), math.radians(32.0)
_LIGHT = np.array([-0.35, 0.25, 0.9])
_EDGE = Stroke(TEXT, 0.2)
_LEAST_SHADE = 0.62
_LEAST_LETTER_MM = 1.5
_LEAST_LINE_MM = 0.1
_FAN_MM = (11.0, 2.2)
"""Length of a panel in the picture of a fan, and the distance between two panels."""


def folding(kit: Kit, content: str, *, quick: bool = False, bases: bool = True) -> Block:
    """Return the picture of how the piece that *content* names is folded, made as ``printkit.parts.part`` says."""
    piece = kit.pieces[content] if content in kit.pieces else kit.pieces[content[1:]]
    ink = kit.inks[content[0]]
    net = tuple(as_picture(part(kit, content, quick=quick, bases=bases).shapes))
    stages = [fitted(net, _STRIP_MM if isinstance(piece, Slab) else _NET_MM)]
    if isinstance(piece, Slab):
        stages.append(_fan(STONE_PANELS if content in kit.pieces else PANELS, ink))
    stages.append(fitted(finished(piece, ink), _PIECE_MM))
    return row(stages, "stone" if content in kit.pieces else called(piece))


def rod_folding(kit: Kit) -> Block:
    """Return the picture of how a rod is folded."""
    assert kit.rod is not None
    ink = kit.inks["rod"]
    tube = box((kit.rod.length_mm, kit.rod.width_mm, kit.rod.height_mm))
    return row([_net(rod(kit.rod, ink)), fitted(solid(tube, ink), _PIECE_MM)], "rod")


def tray_folding() -> Block:
    """Return the picture of how a tray is folded."""
    stages = [_net(tray(TRAY_MM, "", "", 1.0)), fitted(solid(open_box(TRAY_MM), PAPER, hollow=True), _PIECE_MM)]
    return row(stages, "tray")


def strip_folding(stone: Slab) -> Block:
    """Return the picture of how a strip of stones becomes stones."""
    net = fitted(tuple(as_picture(stone_strip(stone, _FEW).shapes)), _NET_MM)
    return row([net, _fan(ONE_FOLD, BLACK), fitted(finished(stone, BLACK), _PIECE_MM)], "stone")


def gallery(pictures: Sequence[Block], room_mm: float, scale: float = 1.0) -> Block:
    """Return *pictures*, *scale* times their usual size, side by side in rows of *room_mm*."""
    shapes: list[Shape] = []
    x = y = high = 0.0
    for picture in pictures:
        drawn = tuple(map(_bold_enough, enlarged(picture.shapes, scale)))
        wide = max(point[0] for shape in drawn for point in _corners(shape))
        if x and x + wide > room_mm:
            x, y, high = 0.0, y + high, 0.0
        shapes += moved(drawn, Pose(x, y))
        x, high = x + wide + _BETWEEN_MM, max(high, picture.height_mm * scale)
    return Block(y + high, tuple(shapes))


def finished(piece: Piece, ink: Ink) -> tuple[Shape, ...]:
    """Return *piece* as it stands on a table, in its true size."""
    match piece:
        case Pyramid():
            return standing(piece, ink)
        case Pawn():
            return solid(tower(piece), ink)
        case Die():
            return solid(_resting(body(piece)), ink)
        case Slab():
            ring = outline_from_above(piece, (0.0, 0.0), 1.0)
            count = len(ring)
            vertices = (*((x, y, piece.height_mm) for x, y in ring), *((x, y, 0.0) for x, y in ring))
            walls = tuple((k, (k + 1) % count, count + (k + 1) % count, count + k) for k in range(count))
            return solid(Polyhedron(vertices, (tuple(range(count)), *walls), ()), ink, edges=count < 12)


def solid(shape: Polyhedron, ink: Ink, *, hollow: bool = False, edges: bool = True) -> tuple[Shape, ...]:
    """Return the convex *shape* as it stands on a table; of a *hollow* one without a lid the inside is seen as well."""
    turn = np.array([[math.cos(_YAW), -math.sin(_YAW), 0], [math.sin(_YAW), math.cos(_YAW), 0], [0, 0, 1.0]])
    points = np.array(shape.vertices, dtype=float) @ turn.T
    seen = np.column_stack([points[:, 0], points[:, 1] * math.sin(_ELEVATION) - points[:, 2] * math.cos(_ELEVATION)])
    viewer = np.array([0.0, math.cos(_ELEVATION), math.sin(_ELEVATION)])
    faces = [(_outwards(points, face), face) for face in shape.faces]
    drawn = [(normal, face) for normal, face in faces if normal @ viewer > 0]
    if hollow:
        drawn = [(-normal, face) for normal, face in faces if normal @ viewer <= 0] + drawn
    return tuple(
        Area.of([(float(x), float(y)) for x, y in seen[list(face)]], _shaded(ink, normal), _EDGE if edges else None)
        for normal, face in drawn
    )


def _outwards(points: Array, face: Sequence[int]) -> Array:
    a, b, c = (points[face[k]] for k in range(3))
    normal = np.cross(b - a, c - b)
    normal = normal / np.linalg.norm(normal)
    return np.asarray(normal if normal @ (a - points.mean(axis=0)) > 0 else -normal)


def _shaded(ink: Ink, normal: Array) -> Ink:
    share = _LEAST_SHADE + (1 - _LEAST_SHADE) * max(0.0, float(normal @ _LIGHT) / float(np.linalg.norm(_LIGHT)))
    red, green, blue = (round(value * share) for value in ink.rgb)
    return Ink(f"shaded {ink.name}", (red, green, blue))


def _resting(shape: Polyhedron) -> Polyhedron:
    """Return *shape* turned so that its last face lies on the table."""
    points = np.array(shape.vertices, dtype=float)
    down = _outwards(points, shape.faces[-1])
    side = np.cross(down, [0.0, 0.0, -1.0])
    sine, cosine = float(np.linalg.norm(side)), float(-down[2])
    if sine < 1e-9:
        return shape
    x, y, z = side / sine
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    turned = points @ (np.eye(3) + sine * cross + (1 - cosine) * cross @ cross).T
    return replace(shape, vertices=tuple((float(a), float(b), float(c)) for a, b, c in turned))


def _fan(panels: int, ink: Ink) -> tuple[tuple[Shape, ...], Point]:
    """Return a strip seen from the side while it is being folded back and forth."""
    length, step = _FAN_MM
    points = [((length if k % 2 else 0.0), 1.0 + step * k) for k in range(panels + 1)]
    ends = Lines((tuple(points[:2]), tuple(points[-2:])), Stroke(ink if ink != PAPER else MUTED, 0.9))
    return (Lines((tuple(points),), Stroke(MUTED, 0.4)), ends), (length, 2.0 + step * panels)


def _net(piece: Part) -> tuple[tuple[Shape, ...], Point]:
    return fitted(tuple(as_picture(piece.shapes)), _NET_MM)


def as_picture(shapes: Iterable[Shape]) -> Iterable[Shape]:
    """Yield *shapes* for looking at only: nothing is cut or scored, and words too small to read are left out."""
    for shape in shapes:
        match shape:
            case Label():
                if len(shape.text) == 1:
                    yield shape
            case Window():
                yield replace(shape, shapes=tuple(as_picture(shape.shapes)))
            case Lines():
                yield replace(shape, stroke=replace(shape.stroke, use="print"))
            case Area() | Disc():
                yield replace(shape, stroke=shape.stroke and replace(shape.stroke, use="print"))


def fitted(shapes: Sequence[Shape], room: Point) -> tuple[tuple[Shape, ...], Point]:
    """Return *shapes* scaled down to *room* (width, height) from (0, 0), and the size that they have."""
    corners = [point for shape in shapes for point in _corners(shape)]
    left, top, right, bottom = bounds(corners)
    scale = min(1.0, room[0] / (right - left), room[1] / (bottom - top))
    placed = tuple(map(_bold_enough, enlarged(moved(shapes, Pose(-left, -top)), scale)))
    placed = tuple(shape for shape in placed if not isinstance(shape, Label) or shape.size_mm >= _LEAST_LETTER_MM)
    return placed, ((right - left) * scale, (bottom - top) * scale)


def _bold_enough(shape: Shape) -> Shape:
    """Return *shape* with its lines at least as bold as printers can print."""
    if isinstance(shape, Window):
        return replace(shape, shapes=tuple(map(_bold_enough, shape.shapes)))
    if isinstance(shape, Label) or shape.stroke is None:
        return shape
    return replace(shape, stroke=replace(shape.stroke, width_mm=max(shape.stroke.width_mm, _LEAST_LINE_MM)))


def _corners(shape: Shape) -> Iterable[Point]:
    match shape:
        case Area():
            return (point for ring in shape.rings for point in ring)
        case Lines():
            return (point for run in shape.runs for point in run)
        case Window():
            return shape.ring
        case _:
            return ()


def row(stages: Sequence[tuple[tuple[Shape, ...], Point]], name: str) -> Block:
    """Return *stages* of how what is called *name* is folded, side by side with arrows between them."""
    height = max(size[1] for _, size in stages)
    shapes: list[Shape] = []
    x = 0.0
    for number, (stage, (width, high)) in enumerate(stages):
        if number:
            shapes += moved(_arrow(), Pose(x + _GAP_MM, height / 2 + 1.0))
            x += _ARROW_MM + 2 * _GAP_MM
        shapes += moved(stage, Pose(x, (height - high) / 2 + 1.0))
        x += width
    return Block(height + 4.0, tagged(shapes, Tag("Figure", worded(f"From the net to the finished piece: {name}."))))


def _arrow() -> tuple[Shape, ...]:
    head = ((_ARROW_MM - 2.5, -1.8), (_ARROW_MM, 0.0), (_ARROW_MM - 2.5, 1.8))
    return (Lines((((0.0, 0.0), (_ARROW_MM, 0.0)), head), Stroke(MUTED, 0.5)),)
