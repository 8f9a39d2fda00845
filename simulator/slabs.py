"""Flat pieces, pawns and rods as convex bodies in a frame of their own, standing on z = 0."""

from __future__ import annotations

import math

import numpy as np

from kits.pawn import tower
from kits.pieces import Outline, Pawn, Slab
from simulator.bodies import Body, Decal
from simulator.looks import Material, Tint
from simulator.printed import printed_faces
from simulator.scene import Array
from simulator.solids import lathe, prism, raised, rectangle, ring
from simulator.suits import SUITS, suit_rings

_ROUND = 24
_CUT: Tint = (0.8, 0.81, 0.82)
"""Colour of the edges of cut paper."""
_FOOT = np.array([[1.0, 0.0], [1.0, 0.08], [0.86, 0.14]])
_SKIRT = np.array([[0.84, 0.12], [0.4, 0.52]])
_NECK = np.array([[0.4, 0.5], [0.34, 0.62]])
_BALL = np.array([[0.3, 0.55], [0.56, 0.68], [0.62, 0.78], [0.56, 0.89], [0.34, 0.97], [0.1, 1.0]])
_CONE = np.array([[1.0, 0.0], [1.0, 0.04], [0.62, 0.5], [0.3, 0.75]])
"""Profiles of a pawn's parts: shares of its radius and of its height."""


def slab(solid: Slab, across: float, height: float, material: Material, seat: str = "") -> Body:
    """Return a flat piece as wide and high as said, its edges a little rounded, or cut out of paper."""
    if material.paper:
        return _cut_out(solid, across, height, material, seat)
    outline = _outline(solid.outline, across)
    rng = np.random.default_rng(material.seed)
    cut = float(rng.uniform(0.2, 0.9))
    inset = outline * (1 - cut / (across / 2))
    if cut < 0.4:
        vertices, faces = prism(outline, outline, height)
    else:
        n, shoulder = len(outline), height - 0.5 * cut
        lower, _ = prism(outline, outline, shoulder)
        vertices = np.vstack([lower, np.column_stack([inset, np.full(n, -height)])])
        sides = tuple((b + i, b + (i + 1) % n, b + n + (i + 1) % n, b + n + i) for b in (0, n) for i in range(n))
        faces = (*sides, tuple(range(2 * n, 3 * n)), tuple(range(n - 1, -1, -1)))
    top = len(faces) - 2
    decals = _mark(top, across, height, material) if material.mark and material.pip_tint else ()
    return Body(vertices, faces, (material.tint,) * len(faces), material, decals)


def _cut_out(solid: Slab, across: float, height: float, material: Material, seat: str) -> Body:
    """Return layers of paper, white at the cut, and what is printed on the top one."""
    printed = printed_faces(solid, seat or "A", suited=material.mark in SUITS)[0]
    outline = printed.corners * (across / solid.across_mm)
    vertices, faces = prism(outline, outline, height)
    top = len(faces) - 2
    tints = (*(_CUT,) * top, material.tint, material.tint)
    decals: tuple[Decal, ...] = ()
    if seat and material.pip_tint is not None:
        decals = tuple(Decal(top, *mark) for mark in printed.on(raised(outline, height), material.pip_tint))
    elif material.ring_tint is not None:
        inner, outer = (raised(ring, height) for ring in (outline * (1 - 2 / across), outline))
        decals = (Decal(top, outer, material.ring_tint, (inner,)),)
    return Body(vertices, faces, tints, material, decals)


def _outline(shape: Outline, across: float) -> Array:
    match shape:
        case "square":
            return rectangle(across, across)
        case "triangle":
            return ring(3, across / math.sqrt(3))
        case "circle":
            return ring(_ROUND, across / 2)


def _mark(face: int, across: float, height: float, material: Material) -> tuple[Decal, ...]:
    """Return the sign on the top."""
    assert material.pip_tint is not None
    rings = [raised(r * across * 0.31, height) for r in suit_rings(material.mark)]
    return (Decal(face, rings[0], material.pip_tint, tuple(rings[1:])),)


def pawn(solid: Pawn, across: float, height: float, material: Material, seat: str = "") -> tuple[Body, ...]:
    """Return a figure's round parts, from the foot up, or the tower that is folded from paper."""
    if material.paper:
        return (_tower(solid, across, height, material, seat),)
    rng = np.random.default_rng(material.seed)
    parts = [_FOOT, _SKIRT, _NECK, _BALL] if rng.random() < 0.6 else [_CONE, _BALL]
    slim = rng.uniform(0.85, 1.1)
    bodies = []
    for number, part in enumerate(parts):
        profile = part * [across / 2 * (slim if number else 1.0), height]
        vertices, faces = lathe(profile, 16)
        bodies.append(Body(vertices, faces, (material.tint,) * len(faces), material))
    return tuple(bodies)


def _tower(solid: Pawn, across: float, height: float, material: Material, seat: str) -> Body:
    """Return the tower that is folded from paper, with what is printed on it."""
    shape = tower(solid)
    size = np.array([across / solid.across_mm] * 2 + [height / solid.height_mm]) * [1, -1, -1]
    vertices = np.array(shape.vertices) * size
    decals: list[Decal] = []
    if material.pip_tint is not None:
        printed = printed_faces(solid, seat, suited=material.mark in SUITS)
        for number, (face, ring) in enumerate(zip(printed, shape.faces, strict=True)):
            decals += (Decal(number, *mark) for mark in face.on(vertices[list(ring)], material.pip_tint))
    return Body(vertices, shape.faces, (material.tint,) * len(shape.faces), material, tuple(decals))


def rod(size_mm: tuple[float, float, float], material: Material) -> Body:
    """Return a rod along x."""
    length, width, height = size_mm
    outline = rectangle(length, width)
    vertices, faces = prism(outline, outline * [1, 0.9], height)
    return Body(vertices, faces, (material.tint,) * len(faces), material)
