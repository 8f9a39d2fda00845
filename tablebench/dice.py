"""Dice and the numbers on them, in mm: each lies on one face, in a frame of its own. No Blender."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tablebench.solids import Pose, Solid, Vectors, prism, regular, square

_SPREAD, _PIP = 0.25, 0.075
"""Distance of a d6's pips from the middle of their face, and their radius, in edges."""
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """What is printed on a face: a ``number``, ``size`` high, or, where there is none, a pip of that radius."""

    at: Vectors
    normal: Vectors
    up: Vectors
    size: float
    number: int | None = None

    def moved(self, pose: Pose) -> Mark:
        """Return the mark on a body at *pose*."""
        return Mark(pose.moved(self.at), pose.turned(self.normal), pose.turned(self.up), self.size, self.number)


@dataclass(frozen=True, slots=True)
class Fashion:
    """How a set of dice looks: edges in mm by kind, pips or digits on a d6, where a d4 is read."""

    edges: dict[str, float]
    pips: bool
    read_at_tip: bool


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it lies: its body and what is printed on it. ``values`` says what each face or (d4) corner counts."""

    body: Solid
    values: tuple[int, ...]
    marks: tuple[Mark, ...]


def draw_fashion(rng: random.Random) -> Fashion:
    """Return the dice of a random box."""
    edges = {"d4": rng.uniform(18, 22), "d6": rng.uniform(14, 17), "d8": rng.uniform(18, 20.5)}
    return Fashion(edges, rng.random() < 0.5, rng.random() < 0.5)


def draw_die(kind: str, value: int, fashion: Fashion, rng: random.Random) -> Die:
    """Return a die that shows *value*, its other numbers at random."""
    edge = fashion.edges[kind]
    match kind:
        case "d4":
            return _d4(edge, value, fashion.read_at_tip, rng)
        case "d6":
            return _d6(edge, value, fashion.pips, rng)
        case _:
            return _d8(edge, value, rng)


def _d4(edge: float, value: int, read_at_tip: bool, rng: random.Random) -> Die:
    """Return a tetrahedron; each number stands upright at its corner, or along the edge opposite that corner."""
    base = [(x, y, 0.0) for x, y in regular(3, edge / math.sqrt(3))]
    body = Solid(np.array([*base, (0.0, 0.0, edge * math.sqrt(2 / 3))]), ((2, 1, 0), (0, 1, 3), (1, 2, 3), (2, 0, 3)))
    rest = [number for number in range(1, 5) if number != value]
    rng.shuffle(rest)
    values = (*rest, value)
    marks = []
    for face in body.faces[1:]:
        middle = body.vertices[list(face)].mean(axis=0)
        for corner in face:
            up = body.vertices[corner] - middle
            at = middle + (0.5 if read_at_tip else -0.225) * up
            marks.append(Mark(at, middle - body.vertices.mean(axis=0), up, 0.25 * edge, values[corner]))
    return Die(body, values, tuple(marks))


def _d6(edge: float, value: int, pips: bool, rng: random.Random) -> Die:
    """Return a cube whose opposite faces add up to 7."""
    body = prism(square(edge), 0.0, edge)
    rest = [pair for pair in ((1, 6), (2, 5), (3, 4)) if value not in pair]
    rng.shuffle(rest)
    (near, far), (right, left) = (rng.sample(pair, 2) for pair in rest)
    values = (7 - value, value, near, right, far, left)
    marks: list[Mark] = []
    for face, number in list(zip(body.faces, values, strict=True))[1:]:
        middle, normal = _middle_and_normal(body, face)
        up = np.array([0.0, 1.0, 0.0]) if number == value else np.array([0.0, 0.0, 1.0])
        marks += _pips(middle, normal, up, edge, number) if pips else [Mark(middle, normal, up, 0.68 * edge, number)]
    return Die(body, values, tuple(marks))


def _pips(middle: Vectors, normal: Vectors, up: Vectors, edge: float, number: int) -> Iterator[Mark]:
    right = np.cross(up, normal)
    for across, along in _PIPS[number]:
        yield Mark(middle + _SPREAD * edge * (across * right + along * up), normal, up, _PIP * edge)


def _d8(edge: float, value: int, rng: random.Random) -> Die:
    """Return an octahedron whose opposite faces add up to 9."""
    radius, height = edge / math.sqrt(3), edge * math.sqrt(2 / 3)
    low = [(x, y, 0.0) for x, y in regular(3, radius, 30.0)]
    high = [(x, y, height) for x, y in regular(3, radius, 90.0)]
    faces = ((2, 1, 0), (3, 4, 5), (0, 1, 3), (4, 5, 2), (1, 2, 4), (3, 5, 0), (2, 0, 5), (3, 1, 4))
    body = Solid(np.array([*low, *high]), tuple(_outward(np.array([*low, *high]), face) for face in faces))
    rest = [(a, 9 - a) for a in range(1, 5) if value not in (a, 9 - a)]
    rng.shuffle(rest)
    values = (9 - value, value, *(number for pair in rest for number in rng.sample(pair, 2)))
    marks = []
    for face, number in list(zip(body.faces, values, strict=True))[1:]:
        middle, normal = _middle_and_normal(body, face)
        marks.append(Mark(middle, normal, body.vertices[rng.choice(face)] - middle, 0.42 * edge, number))
    return Die(body, values, tuple(marks))


def _outward(vertices: Vectors, face: Sequence[int]) -> tuple[int, ...]:
    """Return *face* with its corners anticlockwise from outside."""
    a, b, c = (vertices[k] for k in face)
    outside = float(np.cross(b - a, c - a) @ (a - vertices.mean(axis=0))) > 0
    return tuple(face) if outside else tuple(reversed(face))


def _middle_and_normal(body: Solid, face: Sequence[int]) -> tuple[Vectors, Vectors]:
    middle = body.vertices[list(face)].mean(axis=0)
    out = middle - body.vertices.mean(axis=0)
    return middle, out / np.linalg.norm(out)
