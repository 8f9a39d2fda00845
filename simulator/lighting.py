"""How much light arrives: on planes, with soft shadows, and on the faces of bodies.

A lamp is a few points spread over its size; a shadow is the sum of theirs, so it is
sharp at the foot of a body and soft far from it. Light from all sides (the dome) is a
few weak lamps around the table: it darkens the foot of each body.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from simulator.bodies import Body
from simulator.grain import Field, noise
from simulator.projection import SUBPIXEL_BITS, Map, Projection, subpixel
from simulator.scene import Array, Light

_LAMP_POINTS = 7
_DOME_POINTS = 8
_FAR_MM = 4000.0
DOME = -1


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A point that light comes from; ``give`` is what a level surface gets at the board's centre."""

    at_mm: Array
    give: Array
    lamp: int
    """Number of the lamp that it belongs to; ``DOME`` for the light from all sides."""

    @property
    def dome(self) -> bool:
        return self.lamp == DOME


@dataclass(frozen=True, slots=True, eq=False)
class Lit:
    """All sources over one board."""

    sources: tuple[Source, ...]
    centre_mm: Array
    light: Light

    @property
    def positions(self) -> Array:
        return np.array([source.at_mm for source in self.sources])

    @property
    def gives(self) -> Array:
        return np.array([source.give for source in self.sources])

    def on_faces(self, at_mm: Array, normals: Array, ground: Array, reach: Array | None = None) -> Array:
        """Return light (faces, 3) on faces at one place; *ground* is what the board sends back up.

        *reach* is the share of each source that reaches the place.
        """
        way = self.positions - at_mm
        distance = np.linalg.norm(way, axis=1, keepdims=True)
        way = way / distance
        level = self.positions - self.centre_mm
        far = np.linalg.norm(level, axis=1, keepdims=True)
        steep = np.maximum(-level[:, 2:] / far, 0.15)
        power = self.gives / steep * (far / distance) ** 2
        if reach is not None:
            power = power * reach[:, None]
        facing = np.maximum(normals @ way.T, 0.0)
        up = (1 - normals[:, 2:]) / 2
        return np.asarray(facing @ power + (1 - up) * ground)


def lit(light: Light, centre_mm: tuple[float, float]) -> Lit:
    """Return the sources that *light* amounts to."""
    rng = np.random.default_rng(light.seed)
    centre = np.array([*centre_mm, 0.0])
    sources = []
    for number, lamp in enumerate(light.lamps):
        spread = rng.standard_normal((_LAMP_POINTS, 3))
        spread *= lamp.radius_mm / np.maximum(np.linalg.norm(spread, axis=1, keepdims=True), 1e-6)
        points = np.asarray(lamp.at_mm) + spread * rng.uniform(0.3, 1.0, (_LAMP_POINTS, 1)) ** 0.5
        points[:, 2] = np.minimum(points[:, 2], -120.0)
        sources += [Source(p, np.asarray(lamp.tint) / _LAMP_POINTS, number) for p in points]
    turn = rng.uniform(0, 2 * math.pi)
    for i in range(_DOME_POINTS):
        azimuth = turn + i * 2.4
        height = math.sin(math.radians(22 + 60 * i / (_DOME_POINTS - 1)))
        flat = math.sqrt(1 - height * height)
        way = np.array([flat * math.cos(azimuth), flat * math.sin(azimuth), -height])
        sources.append(Source(centre + way * _FAR_MM, np.asarray(light.dome) / _DOME_POINTS, DOME))
    return Lit(tuple(sources), centre, light)


@dataclass(frozen=True, slots=True, eq=False)
class Caster:
    """What throws shadows: points (n, 3) whose hull it is, and the light (3,) that comes through it."""

    points_mm: Array
    through: tuple[float, float, float]


def casters_of(bodies: Sequence[Body]) -> list[Caster]:
    """Return the shadow casters of bodies; clear plastic lets its own colour through."""
    made = []
    for body in bodies:
        clear = body.material.clearness
        tint = np.asarray(body.material.tint)
        through = clear * 0.9 * tint / max(float(tint.max()), 1e-3)
        made.append(Caster(body.vertices, (float(through[0]), float(through[1]), float(through[2]))))
    return made


def shade(projection: Projection, lights: Lit, casters: Sequence[Caster], z_mm: float, *, step_px: int) -> Map:
    """Return the light (height, width, 3), one value every *step_px*, on the plane *z_mm* under *casters*."""
    plane = projection.plane(z_mm)
    shape = (projection.height // step_px, projection.width // step_px)
    shadows = _Shadows(projection, casters, z_mm)
    planes = [np.zeros(shape, dtype=np.float32) for _ in range(3)]
    for lamp in sorted({source.lamp for source in lights.sources if not source.dome}):
        sources = [source for source in lights.sources if source.lamp == lamp]
        sum_px = np.zeros((*shape, 3) if shadows.tinted else shape, dtype=np.float32)
        for source in sources:
            cv2.accumulate(shadows.thrown(source.at_mm, sum_px.shape, step_px, soft=False), sum_px)
        middle = np.mean([source.at_mm for source in sources], axis=0)
        reach = projection.fine(_reach(plane, middle, lights.centre_mm, z_mm) / (255 * len(sources)), step_px=step_px)
        give = np.sum([source.give for source in sources], axis=0)
        for c, share in enumerate(cv2.split(sum_px) if shadows.tinted else [sum_px] * 3):
            planes[c] += share * reach * np.float32(give[c])
    domes = [source for source in lights.sources if source.dome]
    coarse = 2 * step_px
    sky = np.zeros((projection.height // coarse, projection.width // coarse), dtype=np.float32)
    for source in domes:
        cv2.accumulate(shadows.thrown(source.at_mm, sky.shape, coarse, soft=True), sky)
    smooth = cv2.resize(cv2.GaussianBlur(sky, (0, 0), 2.0), (shape[1], shape[0]))
    give = np.sum([source.give for source in domes], axis=0) / (255 * len(domes))
    light = lights.light
    uneven = _uneven(plane, lights, projection, step_px) if light.unevenness > 0 or light.slats > 0 else np.float32(1)
    blurred = [
        cv2.GaussianBlur((p + smooth * np.float32(g)) * uneven, (5, 5), 1.2) for p, g in zip(planes, give, strict=True)
    ]
    return np.asarray(cv2.merge(blurred), dtype=np.float32)


def _reach(plane: Array, at_mm: Array, centre_mm: Array, z_mm: float) -> npt.NDArray[np.float64]:
    """Return a source's light on a level surface, relative to that at the centre: by angle and distance."""
    way = at_mm - np.dstack([plane, np.full(plane.shape[:2], z_mm)])
    square = np.einsum("ijk,ijk->ij", way, way)
    there = at_mm - centre_mm
    ratio = float(there @ there) / square
    return np.asarray(ratio**1.5)


class _Shadows:
    """The shadows of many casters on one plane."""

    def __init__(self, projection: Projection, casters: Sequence[Caster], z_mm: float) -> None:
        self.projection, self.z_mm = projection, z_mm
        self.points = np.vstack([c.points_mm for c in casters]) if casters else np.empty((0, 3))
        self.ends = np.cumsum([len(c.points_mm) for c in casters]).tolist()
        self.through = [c.through for c in casters]
        self.tinted = any(max(through) > 0.02 for through in self.through)

    def thrown(self, at_mm: Array, shape: tuple[int, ...], step_px: int, *, soft: bool) -> npt.NDArray[np.uint8]:
        """Return a mask that is 255 where the light of a point reaches the plane; clear bodies let some through."""
        mask = np.full(shape, 255, dtype=np.uint8)
        if not self.ends:
            return mask
        drop = np.maximum(self.points[:, 2] - at_mm[2], 30.0)
        fallen = at_mm[:2] + (self.points[:, :2] - at_mm[:2]) * ((self.z_mm - at_mm[2]) / drop)[:, None]
        ground = np.column_stack([fallen, np.full(len(fallen), self.z_mm)])
        seen = self.projection.visible(ground)
        outlines = subpixel(self.projection.px(ground), scale=1 / step_px)
        start = 0
        for end, through in zip(self.ends, self.through, strict=True):
            if seen[start:end].all():
                value = tuple(255.0 * v for v in through) if len(shape) == 3 else (255.0 * max(through) * 0.5 * soft,)
                cv2.fillConvexPoly(mask, cv2.convexHull(outlines[start:end]), value, cv2.LINE_8, SUBPIXEL_BITS)
            start = end
        return mask


def _uneven(plane: Array, lights: Lit, projection: Projection, step_px: int) -> Field:
    """Return large soft shadows from outside the picture, fixed to the table, and the stripes of a blind."""
    depth = lights.light.unevenness
    rng = np.random.default_rng(lights.light.seed + 1)
    field = noise(rng, (256, 256), (rng.uniform(24, 90), rng.uniform(24, 90)))
    scale = 0.18
    x = ((plane[..., 0] - lights.centre_mm[0]) * scale + 128).astype(np.float32)
    y = ((plane[..., 1] - lights.centre_mm[1]) * scale + 128).astype(np.float32)
    patch = cv2.remap(field, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    level = 1 + depth * 0.5 * patch
    if lights.light.slats > 0:
        turn, period = rng.uniform(0, math.pi), rng.uniform(45, 130)
        along = (plane[..., 0] * math.cos(turn) + plane[..., 1] * math.sin(turn)) / period
        level = level * (1 + 0.5 * lights.light.slats * np.tanh(3 * np.sin(2 * math.pi * along)))
    return projection.fine(np.clip(level, 0.25, 1.8), step_px=step_px)


def glare(projection: Projection, lights: Lit, z_mm: float) -> Map:
    """Return the mirrored lamps (height, width, 3) in a shiny plane."""
    plane = projection.plane(z_mm)
    points = np.dstack([plane, np.full(plane.shape[:2], z_mm)])
    sight = points - projection.view.eye_mm
    sight /= np.linalg.norm(sight, axis=2, keepdims=True)
    mirrored = sight * np.array([1.0, 1.0, -1.0])
    total = np.zeros((*plane.shape[:2], 3))
    steep = np.clip(sight[..., 2], 0.05, 1)
    fresnel = 0.35 + 0.65 * (1 - steep) ** 3
    for lamp in lights.light.lamps:
        way = np.asarray(lamp.at_mm) - points
        reach = np.linalg.norm(way, axis=2)
        cosine = np.einsum("ijk,ijk->ij", mirrored, way) / reach
        width = lights.light.glare_spread + np.arctan(lamp.radius_mm / reach)
        off = np.arccos(np.clip(cosine, -1, 1)) / width
        total += (np.exp(-(off**2.5)) * fresnel)[..., None] * np.asarray(lamp.tint) * lights.light.glare
    return projection.fine(total)
