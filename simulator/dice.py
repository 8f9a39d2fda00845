"""Dice with four, six, eight and ten faces as convex bodies, numbered as real ones are.

Opposite faces of a d6 sum to 7, of a d8 and a d10 to 9. A d4 has a value at each corner (read at
the tip) or one for each face (read along the base that lies below). Its own frame: z
into the table, lying on z = 0 with the value on top.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from kits.dice import body
from kits.pieces import Die
from simulator.bodies import Body, Decal
from simulator.looks import DieStyle, Material, Tint
from simulator.numerals import numeral
from simulator.printed import printed_faces
from simulator.scene import Array
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


@dataclass(frozen=True, eq=False)
class Shape:
    """A regular solid as kits.fold numbers it: face k of a tetrahedron lies opposite vertex k, of others opposite
    the face as far from the end.
    """

    vertices: Array
    faces: Faces

    @cached_property
    def normals(self) -> Array:
        """Outward unit normals (faces, 3)."""
        if len(self.faces) == 10:
            return np.array([_across(self.vertices[list(f[:3])]) for f in self.faces])
        centre = self.vertices.mean(axis=0)
        middles = np.array([self.vertices[list(f)].mean(axis=0) - centre for f in self.faces])
        return np.asarray(middles / np.linalg.norm(middles, axis=1, keepdims=True))


@cache
def shape(faces: int) -> Shape:
    """Return the tetrahedron, cube or octahedron of edge 1, or a d10 as thick as a cube of edge 1.

    Raises ``KeyError`` for other numbers of faces.
    """
    if faces == 10:
        return _trapezohedron()
    solid = body(Die(str(faces), faces, 1.0))  # type: ignore[arg-type]
    return Shape(np.array(solid.vertices), solid.faces)


def _trapezohedron() -> Shape:
    """Return a d10, on which faces k and 9 − k are opposite."""
    c = np.cos(np.pi / 5)
    angles = np.arange(10) * np.pi / 5
    wave = np.where(np.arange(10) % 2, -1.0, 1.0) * (1 - c) / (1 + c)
    vertices = np.vstack([np.column_stack([np.cos(angles), np.sin(angles), wave]), [[0, 0, 1.0], [0, 0, -1.0]]])
    near = [(10, (2 * k) % 10, (2 * k + 1) % 10, (2 * k + 2) % 10) for k in range(5)]
    far = [(11, (2 * k + 7) % 10, (2 * k + 6) % 10, (2 * k + 5) % 10) for k in range(5)]
    body = Shape(vertices, (*near, *reversed(far)))
    thick = 2 * float(body.normals[0] @ vertices[10])
    return Shape(vertices / thick, body.faces)


def _across(corners: Array) -> Array:
    """Return the unit normal of a face with these *corners* (3, 3), counter-clockwise as seen from outside."""
    across = np.cross(corners[1] - corners[0], corners[2] - corners[1])
    return np.asarray(across / np.linalg.norm(across))


def numbering(faces: int, style: DieStyle) -> tuple[int, ...]:
    """Return the value of each face of a bought die; of a d4, the one that it shows when it lies on the face."""
    rng = np.random.default_rng([style.layout, faces])
    if faces == 4:
        return tuple(int(v) + 1 for v in rng.permutation(4))
    if faces == 6:
        return (1, 2, 3, 4, 5, 6) if rng.random() < 0.75 else (1, 2, 4, 3, 5, 6)
    lows = rng.permutation(4) + 1 if faces == 8 else rng.permutation(5)
    pairs = [(low, 9 - low) if rng.random() < 0.5 else (9 - low, low) for low in lows]
    values = [0] * faces
    for i, (one, other) in enumerate(pairs):
        values[i], values[faces - 1 - i] = int(one), int(other)
    return tuple(values)


def die(solid: Die, edge_mm: float, value: int, material: Material, seat: str = "") -> Body:
    """Return a die of *seat* that shows *value*. Raises ``ValueError`` for a value that it has not."""
    style = material.dice or PLAIN
    whole, values, turned = lying(solid, edge_mm, value, material)
    vertices, rings = _bevelled(whole, 0.0 if material.paper else style.bevel)
    b, g, r = (v + style.worn * (1 - v) for v in material.tint)
    edges = material.tint if material.paper else (b, g, r)
    tints = (material.tint,) * solid.faces + (edges,) * (len(rings) - solid.faces)
    painted = (
        _printed(solid, whole, material, seat)
        if material.paper
        else _numbers(solid, whole, values, edge_mm, turned, material)
    )
    return Body(vertices, rings, tints, material, (*_clouds(whole, material), *_flecks(whole, material), *painted))


def lying(solid: Die, edge_mm: float, value: int, material: Material) -> tuple[Shape, tuple[int, ...], Array]:
    """Return a die with sharp edges that shows *value*, what its faces show, and how it is turned (3, 3) to show it.

    Raises ``ValueError`` for a value that it has not.
    """
    regular = shape(solid.faces)
    values = tuple(range(1, solid.faces + 1)) if material.paper else numbering(solid.faces, material.dice or PLAIN)
    if value not in values:
        raise ValueError(f"a d{solid.faces} does not show {value}")
    way = regular.normals[values.index(value)]
    turned = _upright(-way if solid.faces == 4 else way)
    corners = regular.vertices * edge_mm @ turned.T
    return Shape(corners - [0, 0, corners[:, 2].max()], regular.faces), values, turned


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
    """Return vertices and faces with edges and corners cut flat: first the faces, then the edges, then the corners."""
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


def _numbers(
    solid: Die, whole: Shape, values: tuple[int, ...], edge: float, turned: Array, material: Material
) -> Iterator[Decal]:
    """Yield what is painted on the faces."""
    style, tint = material.dice or PLAIN, material.pip_tint or (0.02, 0.02, 0.02)
    rng = np.random.default_rng([style.layout, len(values), 1])
    pole = turned @ np.eye(3)[int(rng.integers(3)) if rng.random() < 0.25 else 2]
    normals = whole.normals
    for f, face in enumerate(whole.faces):
        points = whole.vertices[list(face)]
        middle = points.mean(axis=0)
        match len(values):
            case 4:
                for corner in face:
                    tip = whole.vertices[corner]
                    up = (tip - middle) / np.linalg.norm(tip - middle)
                    at, high = (
                        (middle - (0.165 - style.inward) * edge * up, 0.17)
                        if style.at_base
                        else (tip - (0.31 + style.inward) * edge * up, 0.22)
                    )
                    yield from _figure(
                        _Spot(f, at, up, normals[f], edge, tint), values[corner], high * style.small, style
                    )
            case 6:
                up = points[1] - points[0] if rng.random() < 0.5 else points[2] - points[1]
                spot = _Spot(f, middle, up / np.linalg.norm(up) * rng.choice([-1, 1]), normals[f], edge, tint)
                yield from _pips(spot, values[f], style) if style.pips else _figure(spot, values[f], 0.56, style)
            case 10:
                tip = points[0] - points[2]
                up = tip / np.linalg.norm(tip) * (1.0 if style.layout % 2 else -1.0)
                text, high = (f"{values[f]}0", 0.3) if solid.tens else (str(values[f]), 0.4)
                yield from _figure(_Spot(f, middle, up, normals[f], edge, tint), text, high, style)
            case _:
                side = 1.0 if (middle - whole.vertices.mean(axis=0)) @ pole > 0 else -1.0
                up = side * pole - normals[f] * (side * pole @ normals[f])
                up = up / np.linalg.norm(up)
                yield from _figure(
                    _Spot(f, middle - 0.02 * edge * up, up, normals[f], edge, tint), values[f], 0.4, style
                )


@dataclass(frozen=True, eq=False)
class _Spot:
    """A place on a face: its middle, the way up, the way outwards, and the length of the die's edge."""

    face: int
    middle: Array
    up: Array
    out: Array
    edge: float
    tint: Tint

    @cached_property
    def right(self) -> Array:
        """The way to the right, as seen from outside."""
        (a, b, c), (x, y, z) = self.up, self.out
        return np.array([b * z - c * y, c * x - a * z, a * y - b * x])

    def at(self, points: Array) -> Array:
        """Return (n, 3) where *points* (n, 2) of the face are; from outside, x is right and y down, in edges."""
        axes = np.stack([self.right, -self.up]) * self.edge
        return np.asarray(self.middle + points @ axes)


def _printed(solid: Die, whole: Shape, material: Material, seat: str) -> Iterator[Decal]:
    """Yield what the printed kit shows on its dice."""
    tint = material.pip_tint or (0.02, 0.02, 0.02)
    for number, face in enumerate(printed_faces(solid, seat, suited=False)):
        corners = whole.vertices[list(whole.faces[number])]
        yield from (Decal(number, *mark) for mark in face.on(corners, tint))


def _figure(spot: _Spot, value: int | str, height: float, style: DieStyle) -> Iterator[Decal]:
    shapes = numeral(value, style.typeface, style.six)
    rings = [spot.at(outline * height * style.size) for outline in shapes]
    yield Decal(spot.face, rings[0], spot.tint, tuple(rings[1:]))


def _pips(spot: _Spot, value: int, style: DieStyle) -> Iterator[Decal]:
    circle = ring(style.pip_sides, style.pip * (style.one if value == 1 else 1.0))
    gap = np.array([style.narrow if value == 6 else 1.0, 1.0]) * style.pip_gap
    b, g, r = (0.55 * v for v in spot.tint)
    for at in _PIP_SPOTS[value] * gap:
        if style.sunk:
            yield Decal(spot.face, spot.at(circle + at), (b, g, r))
        lit = np.array([0.0, 0.5 * style.sunk * style.pip])
        yield Decal(spot.face, spot.at(circle * (1 - style.sunk) + at + lit), spot.tint)


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
        second = np.cross(whole.normals[f], first)
        angles = np.arctan2((around - middle) @ second, (around - middle) @ first)
        yield Decal(f, around[np.argsort(angles)], (tint[0], tint[1], tint[2]), ())


def _flecks(whole: Shape, material: Material) -> Iterator[Decal]:
    """Yield small patches of another colour, as on speckled dice."""
    rng = np.random.default_rng(material.seed)
    for f, face in enumerate(whole.faces):
        points = whole.vertices[list(face)]
        for middle in rng.dirichlet(np.ones(len(face)), material.flecks) @ points:
            across = (points[0] - middle) * rng.uniform(0.02, 0.07)
            down = np.cross(whole.normals[f], across) * rng.uniform(0.4, 1.0)
            yield Decal(f, middle + np.array([across, down, -across, -down]), material.fleck)
