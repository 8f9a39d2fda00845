"""Pyramid things as convex bodies: pyramids, and what else lies on a table."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from kits.kit import Kit, Plan
from kits.pieces import Pyramid
from simulator.looks import Material, Tint
from simulator.printed import printed_faces
from simulator.scene import Loose, Placed
from simulator.solids import prism, rectangle, ring, turn

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Decal:
    """A flat polygon (n, 3) painted on a face."""

    face: int
    outline_mm: Array
    tint: Tint
    others_mm: tuple[Array, ...] | None = None
    """Further rings of a shape that is not convex, filled by the even-odd rule; None for a convex one."""


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A convex solid: vertices (n, 3) in the board frame, faces as vertex numbers in ring order."""

    vertices: Array
    faces: tuple[tuple[int, ...], ...]
    tints: tuple[Tint, ...]
    material: Material
    decals: tuple[Decal, ...] = ()
    apex: int | None = None
    """The vertex to which the faces narrow, in a pyramid."""

    @property
    def centre_mm(self) -> Array:
        return np.asarray(self.vertices.mean(axis=0))

    def normals(self) -> Array:
        """Outward unit normals (faces, 3)."""
        a, b, c = (self.vertices[[face[i] for face in self.faces]] for i in range(3))
        normals = np.cross(b - a, c - a)
        normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-12
        outward = np.einsum("ij,ij->i", normals, a - self.centre_mm) >= 0
        return np.asarray(np.where(outward[:, None], normals, -normals))


def moved(body: Body, turned: Array, place: Array) -> Body:
    """Return *body* turned, then shifted."""
    decals = tuple(
        replace(
            d,
            outline_mm=d.outline_mm @ turned.T + place,
            others_mm=None if d.others_mm is None else tuple(o @ turned.T + place for o in d.others_mm),
        )
        for d in body.decals
    )
    return replace(body, vertices=body.vertices @ turned.T + place, decals=decals)


def _pyramid_shape(base: float, height: float, material: Material) -> Array:
    half = base / 2
    corners = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0], [0, 0, -height]])
    if material.paper:
        rng = np.random.default_rng(material.seed)
        corners += rng.normal(0, 0.03 * base, (5, 3)) * np.array([1, 1, 0.5])
        corners[:4, 2] = np.minimum(corners[:4, 2], 0)
    return corners


_PYRAMID_FACES = ((0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4), (3, 2, 1, 0))


def _pips(corners: Array, count: int, material: Material) -> list[Decal]:
    """Return dots in a row along the base edge of each side, where the real pieces have them."""
    if material.pip_tint is None or count == 0:
        return []
    rng = np.random.default_rng(material.seed + 1)
    gap, up, radius = rng.uniform(0.11, 0.2), rng.uniform(0.08, 0.2), rng.uniform(0.022, 0.05)
    slide = rng.choice([0.0, 0.0, -0.15, 0.15])
    angles = np.arange(8) * (math.pi / 4)
    decals = []
    for face in range(4):
        a, b, apex = corners[face], corners[(face + 1) % 4], corners[4]
        edge, rise = b - a, apex - (a + b) / 2
        width, slope = float(np.linalg.norm(edge)), float(np.linalg.norm(rise))
        r = max(radius * width, 0.5)
        for i in range(count):
            centre = (a + b) / 2 + edge * ((i - (count - 1) / 2) * gap + slide) + rise * up
            dot = centre + np.outer(np.cos(angles) * r / width, edge) + np.outer(np.sin(angles) * r / slope, rise)
            decals.append(Decal(face, dot, material.pip_tint))
    return decals


def _hollow(corners: Array, tint: Tint) -> Decal:
    inner = corners[:4].mean(axis=0) + (corners[:4] - corners[:4].mean(axis=0)) * 0.86
    return Decal(4, inner[::-1], (tint[0] * 0.25, tint[1] * 0.25, tint[2] * 0.25))


def pyramid(piece: Placed, plan: Plan, solid: Pyramid) -> Body:
    """Return the body of a piece of the kind *solid* on its cell."""
    x, y = plan.centre_mm(piece.cell)
    shape = _pyramid_shape(piece.base_mm, piece.height_mm, piece.material)
    place = np.array([x + piece.offset_mm[0], y + piece.offset_mm[1], 0.0])
    vertices = shape @ turn(piece.yaw_deg).T + place
    tints = (piece.material.tint,) * 5
    return Body(
        vertices, _PYRAMID_FACES, tints, piece.material, _marks(vertices, solid, piece.seat, piece.material), apex=4
    )


def _marks(corners: Array, solid: Pyramid, seat: str, material: Material) -> tuple[Decal, ...]:
    if material.paper and material.pip_tint is not None:
        decals: list[Decal] = []
        for number, face in enumerate(printed_faces(solid, seat, suited=False)):
            apex_left_right = corners[[4, (number + 1) % 4, number]]
            decals += (Decal(number, *mark) for mark in face.on(apex_left_right, material.pip_tint))
        return tuple(decals)
    return tuple(_pips(corners, solid.pips, material))


def box(length: float, width: float, z_top: float, z_bottom: float, at_mm: tuple[float, float], tint: Tint) -> Body:
    """Return an upright box of one colour, used for boards and their rims."""
    outline = rectangle(length, width)
    vertices, faces = prism(outline, outline, z_bottom - z_top)
    vertices = vertices + np.array([at_mm[0], at_mm[1], z_bottom])
    return Body(vertices, faces, (tint,) * len(faces), Material(tint, gloss=0.1))


def loose_body(thing: Loose, z_mm: float, kit: Kit) -> Body:
    """Return the body of *thing* standing on the plane *z_mm*; *kit* knows its pieces."""
    length, width, height = thing.size_mm
    material, tint = thing.material, thing.material.tint
    place, turned = np.array([*thing.at_mm, z_mm]), turn(thing.yaw_deg)
    if thing.shape in ("pyramid", "lying"):
        shape = _pyramid_shape(length, height, material)
        decals = list(_marks(shape, kit.pyramids[thing.piece[1]], thing.piece[0], material)) if thing.piece else []
        if thing.shape == "lying":
            shape, decals = _laid_down(shape, decals)
        vertices = shape @ turned.T + place
        decals = [Decal(d.face, d.outline_mm @ turned.T + place, d.tint) for d in decals]
        return Body(vertices, _PYRAMID_FACES, (tint,) * 5, material, (*decals, _hollow(vertices, tint)), apex=4)
    if thing.shape in ("cup", "bowl"):
        slim = 0.86 if thing.shape == "cup" else 0.5
        vertices, faces = prism(ring(24, length / 2 * slim), ring(24, length / 2), height)
        inner = np.column_stack([ring(24, length / 2 * 0.9), np.full(24, -height)])
    elif thing.shape == "pen":
        outline = np.array(
            [
                [-length / 2, -width / 2],
                [length * 0.42, -width / 2],
                [length / 2, 0],
                [length * 0.42, width / 2],
                [-length / 2, width / 2],
            ]
        )
        vertices, faces = prism(outline, outline * np.array([1.0, 0.5]), height)
        inner = np.empty((0, 3))
    else:
        outline = rectangle(length, width, cut=min(length, width) * (0.0 if thing.shape == "sheet" else 0.07))
        vertices, faces = prism(outline, outline, height)
        share = {"phone": 0.94, "card": 0.25, "sheet": 0.0}.get(thing.shape, 0.6)
        inner = np.column_stack([rectangle(length * share, width * share), np.full(4, -height)])
    decals = [Decal(len(faces) - 2, inner @ turned.T + place, thing.second)] if len(inner) else []
    return Body(vertices @ turned.T + place, faces, (tint,) * len(faces), material, tuple(decals))


def _laid_down(shape: Array, decals: list[Decal]) -> tuple[Array, list[Decal]]:
    """Turn an upright pyramid over a base edge onto its side: one face lies on the table."""
    half, height = abs(shape[0, 1]), abs(shape[4, 2])
    angle = math.pi - math.atan2(height, half)
    c, s = math.cos(angle), math.sin(angle)
    tilt = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    pivot = np.array([0.0, half, 0.0])

    def lay(points: Array) -> Array:
        laid = (points - pivot) @ tilt.T
        return np.asarray(laid)

    laid = lay(shape)
    down = laid[:, 2].max()
    return laid - np.array([0, 0, down]), [
        Decal(d.face, lay(d.outline_mm) - np.array([0, 0, down]), d.tint) for d in decals
    ]
