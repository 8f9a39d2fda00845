"""Flat pieces, pawns and rods as convex bodies in a frame of their own, standing on z = 0."""

from __future__ import annotations

import math

import numpy as np

from kits.pieces import Outline, Slab
from simulator.bodies import Body, Decal
from simulator.looks import Material
from simulator.scene import Array
from simulator.solids import lathe, prism, rectangle, ring
from simulator.suits import sign_rings

_ROUND = 24
_TOWER_SIDES = 6
_FOOT = np.array([[1.0, 0.0], [1.0, 0.08], [0.86, 0.14]])
_SKIRT = np.array([[0.84, 0.12], [0.4, 0.52]])
_NECK = np.array([[0.4, 0.5], [0.34, 0.62]])
_BALL = np.array([[0.3, 0.55], [0.56, 0.68], [0.62, 0.78], [0.56, 0.89], [0.34, 0.97], [0.1, 1.0]])
_CONE = np.array([[1.0, 0.0], [1.0, 0.04], [0.62, 0.5], [0.3, 0.75]])
"""Profiles of a pawn's parts: shares of its radius and of its height."""


def slab(solid: Slab, across: float, height: float, material: Material) -> Body:
    """Return a flat piece as wide and high as said, its edges a little rounded."""
    outline = _outline(solid.outline, across)
    rng = np.random.default_rng(material.seed)
    cut = 0.0 if material.paper else float(rng.uniform(0.2, 0.9))
    inset = outline * (1 - cut / (across / 2))
    if material.paper or cut < 0.4:
        vertices, faces = prism(outline, outline, height)
    else:
        n, shoulder = len(outline), height - 0.5 * cut
        lower, _ = prism(outline, outline, shoulder)
        vertices = np.vstack([lower, np.column_stack([inset, np.full(n, -height)])])
        sides = tuple((b + i, b + (i + 1) % n, b + n + (i + 1) % n, b + n + i) for b in (0, n) for i in range(n))
        faces = (*sides, tuple(range(2 * n, 3 * n)), tuple(range(n - 1, -1, -1)))
    top = len(faces) - 2
    decals = _mark(top, across, height, material) if material.mark and material.pip_tint else ()
    if material.ring_tint is not None:
        inner, outer = (np.column_stack([r, np.full(len(r), -height)]) for r in (outline * (1 - 2 / across), outline))
        decals = (Decal(top, outer, material.ring_tint, (inner,)),)
    return Body(vertices, faces, (material.tint,) * len(faces), material, decals)


def _outline(shape: Outline, across: float) -> Array:
    match shape:
        case "square":
            return rectangle(across, across)
        case "triangle":
            return ring(3, across / math.sqrt(3))
        case "circle":
            return ring(_ROUND, across / 2)


def _mark(face: int, across: float, height: float, material: Material) -> tuple[Decal, ...]:
    """Return the sign on top."""
    assert material.pip_tint is not None
    rings = [np.column_stack([r * across * 0.31, np.full(len(r), -height)]) for r in sign_rings(material.mark)]
    return (Decal(face, rings[0], material.pip_tint, tuple(rings[1:])),)


def pawn(across: float, height: float, material: Material) -> tuple[Body, ...]:
    """Return a figure's round parts, from the foot up, or the tower that is folded from paper."""
    if material.paper:
        return (_tower(across, height, material),)
    rng = np.random.default_rng(material.seed)
    parts = [_FOOT, _SKIRT, _NECK, _BALL] if rng.random() < 0.6 else [_CONE, _BALL]
    slim = rng.uniform(0.85, 1.1)
    bodies = []
    for number, part in enumerate(parts):
        profile = part * [across / 2 * (slim if number else 1.0), height]
        vertices, faces = lathe(profile, 16)
        bodies.append(Body(vertices, faces, (material.tint,) * len(faces), material))
    return tuple(bodies)


def _tower(across: float, height: float, material: Material) -> Body:
    """Return a six-sided tower with a sign and a ring on its top."""
    outline = ring(_TOWER_SIDES, across / 2)
    vertices, faces = prism(outline, outline, height)
    top = len(faces) - 2
    decals: tuple[Decal, ...] = ()
    if material.mark and material.pip_tint:
        circle = [ring(_ROUND, r) for r in (0.36 * across + 0.3, 0.36 * across - 0.3)]
        shapes = [*circle, *(0.25 * across * r for r in sign_rings(material.mark))]
        raised = [np.column_stack([shape, np.full(len(shape), -height)]) for shape in shapes]
        decals = (Decal(top, raised[0], material.pip_tint, tuple(raised[1:])),)
    return Body(vertices, faces, (material.tint,) * len(faces), material, decals)


def rod(size_mm: tuple[float, float, float], material: Material) -> Body:
    """Return a rod along x."""
    length, width, height = size_mm
    outline = rectangle(length, width)
    vertices, faces = prism(outline, outline * [1, 0.9], height)
    return Body(vertices, faces, (material.tint,) * len(faces), material)
