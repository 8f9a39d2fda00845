"""Dice with four, six and eight faces as convex bodies, numbered as real ones are.

Opposite faces of a d6 sum to 7, of a d8 to 9. A d4 has a value at each corner (read at
the tip) or one for each face (read along the base that lies below). Its own frame: z
into the table, lying on z = 0 with the value on top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np

from simulator.bodies import Body, Decal
from simulator.numerals import numeral
from simulator.scene import Array, DieStyle, Material, Tint
from simulator.solids import Faces, ring

UP = np.array([0.0, 0.0, -1.0])
PLAIN = DieStyle(typeface=0)
_PIP_SPOTS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (1, 1), (-1, 1)],
    5: [(-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A regular solid of edge 1 about its centre: faces as vertex numbers, clockwise seen from outside."""

    vertices: Array
    faces: Faces

    @property
    def normals(self) -> Array:
        """Outward unit normals (faces, 3)."""
        middles = np.array([self.vertices[list(f)].mean(axis=0) for f in self.faces])
        return np.asarray(middles / np.linalg.norm(middles, axis=1, keepdims=True))


@cache
def shape(faces: int) -> Shape:
    """Return the tetrahedron, cube or octahedron."""
    match faces:
        case 4:
            corners = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / np.sqrt(8)
            return _closed(corners, [(1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2)])
        case 6:
            corners = np.array(list(product((-0.5, 0.5), repeat=3)))
            sides = [(axis, side) for axis in range(3) for side in (0.5, -0.5)]
            return _closed(corners, [tuple(np.flatnonzero(corners[:, axis] == side)) for axis, side in sides])
        case 8:
            corners = np.vstack([np.eye(3), -np.eye(3)]) / np.sqrt(2)
            return _closed(corners, [(0 + 3 * x, 1 + 3 * y, 2 + 3 * z) for x, y, z in product((0, 1), repeat=3)])
    raise ValueError(f"a die has 4, 6 or 8 faces here, not {faces}")


def _closed(corners: Array, faces: Sequence[tuple[int, ...]]) -> Shape:
    """Put each face's corners in ring order, clockwise seen from outside."""
    ordered = []
    for face in faces:
        points = corners[list(face)]
        out = points.mean(axis=0)
        out = out / np.linalg.norm(out)
        first = points[0] - out * (points[0] @ out)
        second = np.cross(out, first)
        angles = np.arctan2(points @ second, points @ first)
        ordered.append(tuple(int(face[i]) for i in np.argsort(angles)))
    return Shape(corners, tuple(ordered))


def numbering(faces: int, style: DieStyle) -> tuple[int, ...]:
    """Return the value of each face; of a d4, the one that it shows when it lies on the face."""
    rng = np.random.default_rng([style.layout, faces])
    if faces == 4:
        return tuple(int(v) + 1 for v in rng.permutation(4))
    if faces == 6:
        values = [1, 6, 2, 5, 3, 4] if rng.random() < 0.75 else [1, 6, 2, 5, 4, 3]
        return tuple(values)
    pairs = [(low, 9 - low) if rng.random() < 0.5 else (9 - low, low) for low in rng.permutation(4) + 1]
    values = [0] * 8
    for i, (one, other) in enumerate(pairs):
        values[i], values[7 - i] = int(one), int(other)
    return tuple(values)


def die(faces: int, edge_mm: float, value: int, material: Material) -> Body:
    """Return a die that shows *value*. Raises ``ValueError`` for a value that it has not."""
    style = material.dice or PLAIN
    solid, values = shape(faces), numbering(faces, style)
    if value not in values:
        raise ValueError(f"a d{faces} does not show {value}")
    way = solid.normals[values.index(value)]
    turned = _upright(-way if faces == 4 else way)
    corners = solid.vertices * edge_mm @ turned.T
    whole = Shape(corners - [0, 0, corners[:, 2].max()], solid.faces)
    vertices, rings = _bevelled(whole, 0.0 if material.paper else style.bevel)
    tints = (material.tint,) * len(rings)
    decals = [*_clouds(whole, material), *_numbers(whole, values, edge_mm, turned, material)]
    return Body(vertices, rings, tints, material, tuple(decals))


def _upright(way: Array) -> Array:
    """Return the rotation that takes the unit vector *way* to ``UP``."""
    axis = np.cross(way, UP)
    c = float(way @ UP)
    if np.linalg.norm(axis) < 1e-9:
        return np.eye(3) if c > 0 else np.diag([1.0, -1.0, -1.0])
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + K + K @ K / (1 + c))


def _bevelled(whole: Shape, share: float) -> tuple[Array, Faces]:
    """Return vertices and faces with edges and corners cut flat: first the faces, then edges, then corners."""
    if share <= 0:
        return whole.vertices, whole.faces
    vertices: list[Array] = []
    number: dict[tuple[int, int], int] = {}
    for f, face in enumerate(whole.faces):
        points = whole.vertices[list(face)]
        for corner, point in zip(face, points + (points.mean(axis=0) - points) * share, strict=True):
            number[f, corner] = len(vertices)
            vertices.append(point)
    rings = [tuple(number[f, corner] for corner in face) for f, face in enumerate(whole.faces)]
    edges: dict[tuple[int, int], int] = {}
    for f, face in enumerate(whole.faces):
        for a, b in zip(face, (*face[1:], face[0]), strict=True):
            edges[a, b] = f
    for (a, b), f in edges.items():
        if a < b:
            g = edges[b, a]
            rings.append((number[f, b], number[f, a], number[g, a], number[g, b]))
    for corner in range(len(whole.vertices)):
        around = [f for f, face in enumerate(whole.faces) if corner in face]
        ordered = [around[0]]
        while len(ordered) < len(around):
            face = whole.faces[ordered[-1]]
            after = face[(face.index(corner) + 1) % len(face)]
            ordered.append(edges[after, corner])
        rings.append(tuple(number[f, corner] for f in ordered))
    return np.array(vertices), tuple(rings)


def _numbers(whole: Shape, values: tuple[int, ...], edge: float, turned: Array, material: Material) -> Iterator[Decal]:
    """Yield what is painted on the faces."""
    style, tint = material.dice or PLAIN, material.pip_tint or (0.02, 0.02, 0.02)
    rng = np.random.default_rng([style.layout, len(values), 1])
    pole = turned @ np.eye(3)[int(rng.integers(3)) if rng.random() < 0.25 else 2]
    normals = _outward(whole)
    for f, face in enumerate(whole.faces):
        points = whole.vertices[list(face)]
        middle = points.mean(axis=0)
        match len(values):
            case 4:
                for corner in face:
                    tip = whole.vertices[corner]
                    up = (tip - middle) / np.linalg.norm(tip - middle)
                    at = middle - 0.13 * edge * up if style.at_base else tip - 0.31 * edge * up
                    yield from _figure(_Spot(f, at, up, normals[f], edge, tint), values[corner], 0.22, style)
            case 6:
                up = points[1] - points[0] if rng.random() < 0.5 else points[2] - points[1]
                spot = _Spot(f, middle, up / np.linalg.norm(up) * rng.choice([-1, 1]), normals[f], edge, tint)
                yield from _pips(spot, values[f]) if style.pips else _figure(spot, values[f], 0.56, style)
            case _:
                side = 1.0 if (middle - whole.vertices.mean(axis=0)) @ pole > 0 else -1.0
                up = side * pole - normals[f] * (side * pole @ normals[f])
                up = up / np.linalg.norm(up)
                yield from _figure(
                    _Spot(f, middle - 0.02 * edge * up, up, normals[f], edge, tint), values[f], 0.4, style
                )


@dataclass(frozen=True, slots=True, eq=False)
class _Spot:
    """A place on a face: its middle, the way up, the way out, and the die's edge."""

    face: int
    middle: Array
    up: Array
    out: Array
    edge: float
    tint: Tint

    def at(self, points: Array) -> Array:
        """Return points (n, 3) of points (n, 2) of the face seen from outside, x right, y down, in edges."""
        right = np.cross(self.up, self.out)
        return np.asarray(self.middle + self.edge * (np.outer(points[:, 0], right) - np.outer(points[:, 1], self.up)))


def _outward(whole: Shape) -> Array:
    centre = whole.vertices.mean(axis=0)
    return Shape(whole.vertices - centre, whole.faces).normals


def _figure(spot: _Spot, value: int, height: float, style: DieStyle) -> Iterator[Decal]:
    shapes = numeral(value, style.typeface, style.six)
    rings = [spot.at(outline * height * style.size) for outline in shapes]
    yield Decal(spot.face, rings[0], spot.tint, tuple(rings[1:]))


def _pips(spot: _Spot, value: int) -> Iterator[Decal]:
    circle = ring(10, 0.095)
    for x, y in _PIP_SPOTS[value]:
        yield Decal(spot.face, spot.at(circle + np.array([x, y]) * 0.25), spot.tint)


def _clouds(whole: Shape, material: Material) -> Iterator[Decal]:
    """Yield the swirls of pearl: patches a little lighter or darker than the rest."""
    if material.cloudy <= 0:
        return
    rng = np.random.default_rng(material.seed)
    for f, face in enumerate(whole.faces):
        points = whole.vertices[list(face)]
        weights = rng.dirichlet(np.full(len(face), 0.7), 6)
        factor = 1 + rng.normal(0, 2 * material.cloudy)
        tint = tuple(float(np.clip(v * factor + 0.1 * material.cloudy, 0, 1)) for v in material.tint)
        around = weights @ points
        middle, first = around.mean(axis=0), around[0] - around.mean(axis=0)
        second = np.cross(_outward(whole)[f], first)
        angles = np.arctan2((around - middle) @ second, (around - middle) @ first)
        yield Decal(f, around[np.argsort(angles)], (tint[0], tint[1], tint[2]), ())
