"""Polyhedra and their nets: one flat piece of card with glue tabs.

Net frame: mm, x right, y down, printed side up, the first face's centre at the origin.
All folds go backwards, which puts the print on the outside.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
Point3 = tuple[float, float, float]
Segment = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Polyhedron:
    """Vertices in mm, and faces as vertex numbers, counter-clockwise as seen from outside."""

    vertices: tuple[Point3, ...]
    faces: tuple[tuple[int, ...], ...]
    parents: tuple[int, ...]
    """For each face but the first, the earlier face to which the net attaches it."""


@dataclass(frozen=True, slots=True)
class Net:
    """The net of a polyhedron."""

    faces: tuple[tuple[Point, ...], ...]
    """The corners of each face, in the order of the polyhedron's ring."""
    folds: tuple[Segment, ...]
    """The lines to score between faces."""
    tabs: tuple[tuple[Point, ...], ...]
    """Glue tabs; each begins and ends on its fold."""
    outline: tuple[Point, ...]
    """The line to cut."""


def tetrahedron(edge_mm: float) -> Polyhedron:
    """Return a regular tetrahedron: face k lies opposite vertex k."""
    s = edge_mm / math.sqrt(8)
    vertices = ((s, s, s), (s, -s, -s), (-s, s, -s), (-s, -s, s))
    return Polyhedron(vertices, ((1, 3, 2), (0, 2, 3), (0, 3, 1), (0, 1, 2)), (0, 0, 0))


def cube(edge_mm: float) -> Polyhedron:
    """Return a cube: faces k and 5 − k are opposite each other, and its net is a cross."""
    return box((edge_mm, edge_mm, edge_mm))


def box(sides_mm: Point3) -> Polyhedron:
    """Return a box with *sides_mm* (x, y, z); face 0 is its top, 5 its bottom."""
    x, y, z = (side / 2 for side in sides_mm)
    vertices = ((-x, -y, z), (x, -y, z), (x, y, z), (-x, y, z), (-x, -y, -z), (x, -y, -z), (x, y, -z), (-x, y, -z))
    faces = ((0, 1, 2, 3), (4, 5, 1, 0), (1, 5, 6, 2), (4, 0, 3, 7), (3, 2, 6, 7), (7, 6, 5, 4))
    return Polyhedron(vertices, faces, (0, 0, 0, 0, 4))


def open_box(sides_mm: Point3) -> Polyhedron:
    """Return a box without a lid; face 0 is its floor, faces 1 to 4 its walls."""
    whole = box(sides_mm)
    return Polyhedron(whole.vertices, whole.faces[:5], whole.parents[:4])


def octahedron(edge_mm: float) -> Polyhedron:
    """Return a regular octahedron: faces k and 7 − k are opposite each other."""
    r = edge_mm / math.sqrt(2)
    vertices = ((r, 0.0, 0.0), (0.0, r, 0.0), (-r, 0.0, 0.0), (0.0, -r, 0.0), (0.0, 0.0, r), (0.0, 0.0, -r))
    faces = ((0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4), (2, 1, 5), (1, 0, 5), (0, 3, 5), (3, 2, 5))
    return Polyhedron(vertices, faces, (0, 1, 2, 1, 0, 3, 2))


def prism(sides: int, across_mm: float, height_mm: float, *, top: float = 1.0) -> Polyhedron:
    """Return an upright prism on a regular polygon *across_mm* wide between opposite corners, *top* times so above.

    Face 0 is its top, the last its bottom.
    """
    turns = [2 * math.pi * k / sides for k in range(sides)]
    ring = [(across_mm / 2 * math.cos(t), across_mm / 2 * math.sin(t)) for t in turns]
    vertices = (*((top * x, top * y, height_mm) for x, y in ring), *((x, y, 0.0) for x, y in ring))
    walls = tuple((k, sides + k, sides + (k + 1) % sides, (k + 1) % sides) for k in range(sides))
    faces = (tuple(range(sides)), *walls, tuple(range(2 * sides - 1, sides - 1, -1)))
    return Polyhedron(vertices, faces, (0, *range(1, sides), 1))


_SLOPE, _STEPS = 0.9, 40
"""Slope of a tab's ends, and in how many steps a tab that does not fit is narrowed."""
Edge = tuple[int, int]
"""A face and the number of one of its edges."""


def unfold(body: Polyhedron, *, tab_mm: float, glued: Collection[Edge] | None = None) -> Net:
    """Return the net of *body* with tabs of *tab_mm* on the edges *glued*.

    By default, of every two edges that meet when it is folded, one has a tab (``glued_edges``).
    """
    flat: list[list[Point]] = [_laid(body, body.faces[0])]
    hinges = _hinges(body)
    for face, parent in enumerate(body.parents, start=1):
        own, other = body.faces[face], body.faces[parent]
        here, there = shared(own, other)
        start, end = flat[parent][(there + 1) % len(other)], flat[parent][there]
        flat.append(_attached(_laid(body, own), here, start, end))
    closing = glued_edges(body)
    tabs = {
        (face, edge): tab(*_edge(flat[face], edge), tab_mm, under=_over(body, flat, (face, edge), closing[face, edge]))
        for face, edge in (closing if glued is None else glued)
    }
    folds = [_edge(flat[face], edge) for (face, edge), child in hinges.items() if child >= 0]
    return Net(
        faces=tuple(tuple(face) for face in flat),
        folds=(*folds, *((tab[0], tab[-1]) for tab in tabs.values())),
        tabs=tuple(tabs.values()),
        outline=tuple(_once(_walk(body, flat, hinges, tabs, 0, 0, len(flat[0])))),
    )


def _hinges(body: Polyhedron) -> dict[Edge, int]:
    """Return the edges that the net does not cut: a parent's edge → the face there, that face's own edge → -1."""
    hinges = {}
    for face, parent in enumerate(body.parents, start=1):
        here, there = shared(body.faces[face], body.faces[parent])
        hinges[parent, there] = face
        hinges[face, here] = -1
    return hinges


def _laid(body: Polyhedron, ring: Sequence[int]) -> list[Point]:
    """Return a face's corners in its own plane, seen from outside, y down, centred on the origin."""
    points = [body.vertices[k] for k in ring]
    middle = tuple(sum(axis) / len(points) for axis in zip(*points, strict=True))
    spokes = [_minus(point, middle) for point in points]
    normal = _cross(_minus(points[1], points[0]), _minus(points[2], points[1]))
    along = _unit(_minus(points[1], points[0]))
    up = _unit(_cross(normal, along))
    return [(_dot(spoke, along), -_dot(spoke, up)) for spoke in spokes]


def shared(own: Sequence[int], other: Sequence[int]) -> tuple[int, int]:
    """Return the index of the edge that two rings share, in each ring. Raises ``ValueError`` if they share none."""
    for here in range(len(own)):
        for there in range(len(other)):
            if own[here] == other[(there + 1) % len(other)] and own[(here + 1) % len(own)] == other[there]:
                return here, there
    raise ValueError("these faces do not meet in an edge")


def _attached(points: list[Point], edge: int, start: Point, end: Point) -> list[Point]:
    """Return *points* moved so that their *edge* runs from *start* to *end*."""
    a, b = complex(*points[edge]), complex(*points[(edge + 1) % len(points)])
    p, q = complex(*start), complex(*end)
    turn = (q - p) / (b - a)
    placed = [p + (complex(*point) - a) * turn for point in points]
    return [(z.real, z.imag) for z in placed]


def _edge(face: Sequence[Point], edge: int) -> Segment:
    return face[edge], face[(edge + 1) % len(face)]


def glued_edges(body: Polyhedron) -> dict[Edge, int]:
    """Return the place of each tab, and the face that closes over it: of two faces the later one has the tab."""
    open_edges: dict[frozenset[int], int] = {}
    hinges, glued = _hinges(body), {}
    for face, ring in enumerate(body.faces):
        for edge in range(len(ring)):
            if (face, edge) in hinges:
                continue
            ends = frozenset((ring[edge], ring[(edge + 1) % len(ring)]))
            if ends in open_edges:
                glued[face, edge] = open_edges[ends]
            open_edges[ends] = face
    return glued


def between(a: Point, b: Point, share: float) -> Point:
    """Return the point that lies *share* of the way from *a* to *b*."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def tab(start: Point, end: Point, width_mm: float, *, under: Sequence[Point] = ()) -> tuple[Point, ...]:
    """Return a glue tab outside the edge from *start* to *end* of a ring that is counter-clockwise as seen.

    Where the face *under* which it is glued is too narrow there, that end of the tab is narrower.
    """
    a, b = complex(*start), complex(*end)
    length = abs(b - a)
    along = (b - a) / length
    widest = min(width_mm, 0.45 * length)

    def corner(end: complex, inwards: complex) -> complex:
        ways = (widest * (1 - step / _STEPS) for step in range(_STEPS))
        places = (end + inwards * _SLOPE * width + along * 1j * width for width in ways)
        return next((z for z in places if not under or _inside((z.real, z.imag), under)), end)

    corners = (a, corner(a, along), corner(b, -along), b)
    return tuple((z.real, z.imag) for z in corners)


def _over(body: Polyhedron, flat: Sequence[Sequence[Point]], place: Edge, other: int) -> Sequence[Point]:
    """Return where face *other* lies in the net's plane once it has closed over the tab at *place*."""
    face, edge = place
    own, there = body.faces[face], body.faces[other]
    start, end = _edge(flat[face], edge)
    ends = {own[edge], own[(edge + 1) % len(own)]}
    shared_edge = next(k for k in range(len(there)) if {there[k], there[(k + 1) % len(there)]} == ends)
    return _attached(list(flat[other]), shared_edge, end, start)


def _inside(point: Point, ring: Sequence[Point]) -> bool:
    """Return whether *point* lies inside *ring*."""
    x, y = point
    crossings = 0
    for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (y0 > y) != (y1 > y):
            crossings += x < x0 + (y - y0) / (y1 - y0) * (x1 - x0)
    return crossings % 2 == 1


def _walk(
    body: Polyhedron,
    flat: Sequence[Sequence[Point]],
    hinges: dict[tuple[int, int], int],
    tabs: dict[tuple[int, int], tuple[Point, ...]],
    face: int,
    first: int,
    count: int,
) -> Iterator[Point]:
    """Yield the outline along *count* edges of *face* from edge *first*, and around everything attached to them."""
    sides = len(flat[face])
    for edge in ((first + k) % sides for k in range(count)):
        child = hinges.get((face, edge), -1)
        if child >= 0:
            entry = shared(body.faces[child], body.faces[face])[0]
            yield from _walk(body, flat, hinges, tabs, child, entry + 1, len(flat[child]) - 1)
        else:
            yield flat[face][edge]
            yield from tabs.get((face, edge), ())[1:-1]


def _once(points: Iterator[Point]) -> Iterator[Point]:
    """Yield *points* without consecutive repeats."""
    last: Point | None = None
    for point in points:
        if last is None or math.dist(last, point) > 1e-6:
            yield point
        last = point


def _minus(a: Sequence[float], b: Sequence[float]) -> Point3:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _cross(a: Point3, b: Point3) -> Point3:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _dot(a: Point3, b: Point3) -> float:
    return sum(p * q for p, q in zip(a, b, strict=True))


def _unit(a: Point3) -> Point3:
    length = math.sqrt(_dot(a, a))
    return a[0] / length, a[1] / length, a[2] / length
