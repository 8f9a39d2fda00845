"""Painting bodies into the picture: shaded faces, clear plastic, pips, and edges that are not jagged.

A body is painted in a patch several times as fine as the picture and then averaged
down. The patch keeps two layers, what passes through from behind and what is added,
so that edges and clear plastic mix with whatever stands behind them.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from simulator.bodies import Body
from simulator.lighting import Lit
from simulator.looks import Material
from simulator.projection import SUBPIXEL_BITS, Map, Points, Projection, hull, subpixel
from simulator.scene import Array

_BANDS = 5


def paint(canvas: Map, projection: Projection, body: Body, lights: Lit, *, reach: Array | None = None) -> Array:
    """Paint *body* on *canvas* (linear light, changed in place) and return its outline (n, 2) in px.

    *reach* is the share of each source that reaches the body. The outline is empty when
    the body is out of view.
    """
    if not projection.visible(body.vertices).all():
        return np.empty((0, 2))
    points = projection.px(body.vertices)
    outline = hull(points)
    left, top = (int(v) for v in np.floor(points.min(axis=0)) - 1)
    right, bottom = (int(v) for v in np.ceil(points.max(axis=0)) + 2)
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, projection.width), min(bottom, projection.height)
    if right <= left or bottom <= top:
        return outline
    spot = canvas[top:bottom, left:right]
    span = max(right - left, bottom - top)
    fineness = 4 if span < 100 else 3 if span < 200 else 2 if span < 400 else 1
    patch = _Patch(projection, (left, top), (right - left, bottom - top), fineness)
    ground = spot.mean(axis=(0, 1)) * 0.6
    _faces(patch, body, lights, ground, _beneath(canvas, points, body), reach)
    through, added = patch.layers()
    spot *= through
    spot += added
    return outline


def _beneath(canvas: Map, points: Array, body: Body) -> Array:
    """Return the light that the board reflects up under *body*, before the body is painted over it."""
    if body.material.clearness <= 0:
        return np.zeros(3)
    foot = points[:4] if body.apex is not None else points
    x, y = (int(v) for v in foot.mean(axis=0))
    spot = canvas[max(y - 2, 0) : max(y + 3, 1), max(x - 2, 0) : max(x + 3, 1)]
    return np.asarray(spot.mean(axis=(0, 1)), dtype=np.float64) if spot.size else np.full(3, 0.3)


class _Patch:
    """A small fine canvas of two layers."""

    def __init__(self, projection: Projection, origin: tuple[int, int], size: tuple[int, int], fineness: int) -> None:
        self.projection, self.origin, self.size, self.fineness = projection, origin, size, fineness
        shape = (size[1] * fineness, size[0] * fineness, 3)
        self.through = np.ones(shape, dtype=np.float32)
        self.added = np.zeros(shape, dtype=np.float32)

    def fill(self, points_mm: Array, through: Array, added: Array) -> None:
        points = subpixel(self.projection.px(points_mm), scale=self.fineness, origin_px=self.origin)
        if self.fineness == 1:
            self._fill_smooth(points, through, added)
            return
        cv2.fillConvexPoly(self.through, points, through.tolist(), cv2.LINE_8, SUBPIXEL_BITS)
        cv2.fillConvexPoly(self.added, points, added.tolist(), cv2.LINE_8, SUBPIXEL_BITS)

    def fill_rings(self, rings_mm: Sequence[Array], added: Array) -> None:
        """Fill the points inside an odd number of rings, fully opaque."""
        points = [subpixel(self.projection.px(ring), scale=self.fineness, origin_px=self.origin) for ring in rings_mm]
        if self.fineness == 1:
            mask = np.zeros(self.through.shape[:2], dtype=np.uint8)
            cv2.fillPoly(mask, points, (255,), cv2.LINE_AA, SUBPIXEL_BITS)
            share = mask[..., None] * np.float32(1 / 255)
            self.through *= 1 - share
            self.added += share * (added.astype(np.float32) - self.added)
            return
        cv2.fillPoly(self.through, points, (0.0, 0.0, 0.0), cv2.LINE_8, SUBPIXEL_BITS)
        cv2.fillPoly(self.added, points, added.tolist(), cv2.LINE_8, SUBPIXEL_BITS)

    def _fill_smooth(self, points: Points, through: Array, added: Array) -> None:
        """Fill with a smooth edge, in a patch too large to be finer than the picture."""
        mask = np.zeros(self.through.shape[:2], dtype=np.uint8)
        cv2.fillConvexPoly(mask, points, (255,), cv2.LINE_AA, SUBPIXEL_BITS)
        left, top, wide, high = cv2.boundingRect(mask)
        box = (slice(top, top + high), slice(left, left + wide))
        share = mask[box][..., None] * np.float32(1 / 255)
        for layer, value in ((self.through, through), (self.added, added)):
            layer[box] += share * (value.astype(np.float32) - layer[box])

    def stroke(self, a_mm: Array, b_mm: Array, added: Array, width: int, *, opaque: bool = False) -> None:
        """Draw a line, *width* px of the patch wide; unless it is *opaque*, what is behind shines through."""
        points = subpixel(self.projection.px([a_mm, b_mm]), scale=self.fineness, origin_px=self.origin)
        start, end = (tuple(int(v) for v in p) for p in points)
        cv2.line(self.added, start, end, added.tolist(), width, cv2.LINE_8, SUBPIXEL_BITS)
        if opaque:
            cv2.line(self.through, start, end, (0.0, 0.0, 0.0), width, cv2.LINE_8, SUBPIXEL_BITS)

    def px_wide(self, a_mm: Array, b_mm: Array) -> float:
        """Return the distance between two points, in px of the patch."""
        ends = self.projection.px([a_mm, b_mm])
        return float(np.linalg.norm(ends[1] - ends[0])) * self.fineness

    def layers(self) -> tuple[Map, Map]:
        if self.fineness == 1:
            return self.through, self.added
        through = cv2.resize(self.through, self.size, interpolation=cv2.INTER_AREA)
        added = cv2.resize(self.added, self.size, interpolation=cv2.INTER_AREA)
        return np.asarray(through, dtype=np.float32), np.asarray(added, dtype=np.float32)


def _faces(patch: _Patch, body: Body, lights: Lit, ground: Array, beneath: Array, reach: Array | None) -> None:
    rng = np.random.default_rng(body.material.seed)
    material, normals = body.material, body.normals()
    eye = patch.projection.view.eye_mm
    centres = np.array([body.vertices[list(face)].mean(axis=0) for face in body.faces])
    to_eye = eye - centres
    to_eye /= np.linalg.norm(to_eye, axis=1, keepdims=True)
    facing = np.einsum("ij,ij->i", normals, to_eye)
    light = lights.on_faces(body.centre_mm, normals, ground, reach)
    shine = _shine(body, lights, normals, to_eye, reach)
    uneven = 0.15 if material.paper else material.cloudy
    mood = rng.uniform(1 - uneven, 1 + uneven, len(body.faces)) if uneven else np.ones(len(body.faces))
    base_dark, tip = rng.uniform(0.8, 1.0), rng.uniform(0.95, 1.12)
    for i in np.argsort(facing):
        if facing[i] <= 0:
            continue
        tint = np.asarray(body.tints[i])
        colour = tint * light[i] * mood[i]
        passing = np.zeros(3)
        if material.clearness > 0:
            colour, passing = _clear_plastic(material, tint, light[i], beneath, rng)
        ring = body.vertices[list(body.faces[i])]
        if body.apex is not None and body.faces[i][-1] == body.apex:
            _banded(patch, ring, passing, colour, shine[i], base_dark, tip)
            if material.clearness > 0:
                _refracted(patch, ring, passing, colour + shine[i], rng)
        else:
            patch.fill(ring, passing, colour + shine[i])
        for decal in body.decals:
            if decal.face == i:
                shown = np.asarray(decal.tint) * light[i] + shine[i] * 0.5
                if decal.others_mm is None:
                    patch.fill(decal.outline_mm, np.zeros(3), shown)
                else:
                    patch.fill_rings([decal.outline_mm, *decal.others_mm], shown)
    if body.apex is not None and material.rim > 0:
        _rims(patch, body, light)
    elif body.apex is not None:
        _edges(patch, body, facing, light, rng)


def _shine(body: Body, lights: Lit, normals: Array, to_eye: Array, reach: Array | None) -> Array:
    """Return the light that each face mirrors: the lamps as a broad lobe, and a little of the room."""
    gloss = body.material.gloss
    mirrored = 2 * np.einsum("ij,ij->i", normals, to_eye)[:, None] * normals - to_eye
    way = lights.positions - body.centre_mm
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    lobe = np.maximum(mirrored @ way.T, 0) ** (6 + 60 * gloss)
    gives = lights.gives if reach is None else lights.gives * reach[:, None]
    grazing = (1 - np.clip(np.einsum("ij,ij->i", normals, to_eye), 0, 1)) ** 4
    room = np.asarray(lights.light.dome) * np.clip(0.6 - mirrored[:, 2:], 0.1, 1)
    return np.asarray(gloss * (0.9 * lobe @ gives + (0.04 + 0.4 * grazing[:, None]) * room))


def _clear_plastic(
    material: Material, tint: Array, light: Array, beneath: Array, rng: np.random.Generator
) -> tuple[Array, Array]:
    """Return the light that clear plastic adds and the share that it lets through.

    It mostly shows the board *beneath*, filtered by its own colour and stronger or weaker in each face; so it is dark
    on a dark cell and bright on a bright one.
    """
    pure = (tint / max(float(tint.max()), 0.05)) ** 1.15
    inner = pure * beneath * rng.uniform(0.35, 1.3) + tint * light * rng.uniform(0.15, 0.45)
    clearness, passing = material.clearness, material.through * material.clearness**1.5
    colour = (1 - clearness) * tint * light + clearness * inner
    return colour * min(1.0, (1 - passing) / 0.65), passing * pure


def _banded(
    patch: _Patch, ring: Array, passing: Array, colour: Array, shine: Array, base_dark: float, tip: float
) -> None:
    """Fill a side of a pyramid in bands from its base to its tip."""
    a, b, apex = ring
    for k in range(_BANDS):
        u, v = k / _BANDS, (k + 1) / _BANDS
        share = base_dark + (tip - base_dark) * min(1.0, (u + 0.1) * 1.3)
        quad = np.array([a + (apex - a) * u, b + (apex - b) * u, b + (apex - b) * v, a + (apex - a) * v])
        patch.fill(quad, passing, colour * share + shine * (0.7 + 0.6 * u))


def _refracted(patch: _Patch, ring: Array, passing: Array, colour: Array, rng: np.random.Generator) -> None:
    """Paint facets seen through a clear side, along its edges: lighter where the way through is short, else darker."""
    a, b, apex = ring
    for start, other in ((a, b), (b, a)):
        if rng.random() < 0.45:
            continue
        end = start + (other - start) * rng.uniform(0.12, 0.5)
        peak = start + (apex - start) * rng.uniform(0.5, 1.0)
        bright = rng.uniform(0.7, 1.9)
        patch.fill(np.array([start, end, peak]), np.clip(passing * bright, 0, 1), colour * bright)


def _rims(patch: _Patch, body: Body, light: Array) -> None:
    """Draw all eight edges of a clear pyramid, those behind included: light takes other ways there."""
    corners, apex = body.vertices[:4], body.vertices[4]
    widest = max(patch.px_wide(a, b) for a, b in zip(corners, np.roll(corners, 1, axis=0), strict=True))
    wide = max(1, round(body.material.rim * widest))
    shown = np.asarray(body.material.rim_tint) * light[:4].mean(axis=0)
    for corner, other in zip(corners, np.roll(corners, 1, axis=0), strict=True):
        patch.stroke(corner, other, shown, wide, opaque=True)
        patch.stroke(corner, apex, shown, wide, opaque=True)


def _edges(patch: _Patch, body: Body, facing: Array, light: Array, rng: np.random.Generator) -> None:
    """Draw the four edges to the tip: white folds in paper, a faint gleam in plastic."""
    material = body.material
    strength = rng.uniform(0.0, 0.5) * material.gloss + 0.25 * material.clearness
    apex = body.vertices[4]
    for i in range(4):
        before = (i + 3) % 4
        if facing[i] <= 0.02 or facing[before] <= 0.02:
            continue
        if material.paper:
            fold = 0.5 * np.asarray(material.tint) + 0.35
            patch.stroke(body.vertices[i], apex, fold * (light[i] + light[before]) / 2, 2)
        elif strength > 0.08:
            tint = np.asarray(material.tint) * (1 - strength) + strength * 0.6
            patch.stroke(body.vertices[i], apex, tint * (light[i] + light[before]) * 0.6, 1)
