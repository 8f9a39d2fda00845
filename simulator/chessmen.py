"""Chessmen: turned solids of two colours that stand on a board among the pieces of another game.

They are kept for examination; whoever draws pictures to learn from must not use this module.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from simulator.bodies import Body, moved
from simulator.looks import Material
from simulator.palette import jitter
from simulator.scene import Array, Loose, Scene
from simulator.solids import Faces, lathe, prism, rectangle

_AROUND = 20
"""Number of steps in which a profile is turned into a solid."""
_FOOT = ((1.0, 0.0), (1.0, 0.05), (0.8, 0.12), (0.55, 0.16))
"""The foot that all chessmen have: (radius, height), as shares of the foot's radius and of the whole height."""
_PROFILES: Mapping[str, tuple[tuple[float, float], ...]] = MappingProxyType(
    {
        "pawn": ((0.36, 0.55), (0.6, 0.6), (0.36, 0.63), (0.5, 0.7), (0.55, 0.82), (0.42, 0.94), (0.1, 1.0)),
        "rook": ((0.45, 0.65), (0.72, 0.72), (0.72, 1.0)),
        "knight": ((0.42, 0.32), (0.6, 0.36)),
        "bishop": ((0.32, 0.58), (0.55, 0.62), (0.32, 0.66), (0.5, 0.76), (0.36, 0.9), (0.1, 0.96), (0.1, 1.0)),
        "queen": ((0.32, 0.66), (0.55, 0.7), (0.34, 0.74), (0.62, 0.94), (0.3, 0.97), (0.1, 1.0)),
        "king": ((0.34, 0.62), (0.58, 0.66), (0.36, 0.7), (0.56, 0.88), (0.2, 0.92)),
    }
)
"""How the profile of each chessman goes on above its foot."""
_SIZES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "pawn": (0.8, 1.25),
        "rook": (0.9, 1.35),
        "knight": (0.9, 1.6),
        "bishop": (0.9, 1.85),
        "queen": (1, 2.2),
        "king": (1, 2.5),
    }
)
"""Chessman → the diameter of its foot and its height, both in diameters of the king's foot."""
_PALE = ((236, 222, 186), (222, 184, 130), (244, 240, 228), (206, 160, 104))
_DARK = ((34, 30, 30), (84, 50, 32), (112, 66, 38), (58, 38, 34))
_FEET = (0.55, 0.8)
"""Range of the diameter of a king's foot, in cells."""
_OFTEN = MappingProxyType({"pawn": 8, "rook": 2, "knight": 2, "bishop": 2, "queen": 1, "king": 1})
_ASTRAY = 0.07
"""How far from the middle of its cell a chessman stands, in pitches."""


@dataclass(frozen=True, slots=True)
class _Set:
    """A set of chessmen: the diameter of the king's foot, and the two materials."""

    foot_mm: float
    materials: tuple[Material, Material]

    @classmethod
    def drawn(cls, rng: np.random.Generator, pitch_mm: float) -> _Set:
        gloss = float(rng.uniform(0.1, 0.8))
        pale, dark = (jitter(rng, tints[int(rng.integers(len(tints)))]) for tints in (_PALE, _DARK))
        return cls(pitch_mm * float(rng.uniform(*_FEET)), (Material(pale, gloss=gloss), Material(dark, gloss=gloss)))

    def man(self, rng: np.random.Generator, at_mm: tuple[float, float]) -> Loose:
        """Return a random chessman, standing *at_mm*."""
        kinds, weights = zip(*_OFTEN.items(), strict=True)
        kind = str(rng.choice(kinds, p=np.array(weights) / sum(weights)))
        wide, high = _SIZES[kind]
        material = self.materials[int(rng.integers(2))]
        made = replace(material, seed=int(rng.integers(2**31)))
        size = (wide * self.foot_mm, wide * self.foot_mm, high * self.foot_mm)
        return Loose(kind, at_mm, float(rng.uniform(0, 360)), size, made, material.tint)


def with_chessmen(rng: np.random.Generator, scene: Scene, most: int, *, fewest: int = 3) -> Scene:
    """Return *scene* with *fewest* to *most* chessmen of one set on empty cells of its board."""
    plan = scene.kit.plan
    used = {piece.cell for piece in scene.pieces}
    empty = [cell for cell in plan.cells if cell not in used]
    count = min(int(rng.integers(fewest, most + 1)), len(empty))
    owned = _Set.drawn(rng, plan.pitch_mm)
    men = []
    for cell in rng.choice(empty, size=count, replace=False) if empty else ():
        x, y = plan.centre_mm(str(cell))
        off = rng.normal(0, _ASTRAY * plan.pitch_mm, 2)
        men.append(owned.man(rng, (x + float(off[0]), y + float(off[1]))))
    return replace(scene, foreign=(*scene.foreign, *men))


def chessman(thing: Loose) -> tuple[Body, ...]:
    """Return the parts of *thing*, whose shape is one of ``CHESSMEN``, in a frame of its own."""
    radius, height = thing.size_mm[0] / 2, thing.size_mm[2]
    profile = np.array([*_FOOT, *_PROFILES[thing.shape]]) * [radius, height]
    made = [_band(thing, pair) for pair in itertools.pairwise(profile) if pair[1][1] > pair[0][1]]
    match thing.shape:
        case "king":
            cross = ((0.24, 0.92, 1.0), (0.7, 0.945, 0.97))
            made += [
                _block(thing, (wide * radius, 0.24 * radius), low * height, high * height) for wide, low, high in cross
            ]
        case "knight":
            neck, muzzle, ears = ((0.9, 0.36, 0.7), (1.3, 0.66, 0.88), (0.7, 0.86, 1.0))
            made += [
                _block(thing, (long * radius, 0.6 * radius), low * height, high * height, aside=aside * radius)
                for (long, low, high), aside in ((neck, -0.1), (muzzle, 0.15), (ears, -0.2))
            ]
    return tuple(made)


def _band(thing: Loose, ends: tuple[Array, Array]) -> Body:
    """Return the surface turned between two points (radius, height) of a profile."""
    (low, foot), (high, top) = ends
    vertices, faces = lathe(np.array([[low, 0.0], [high, top - foot]]), _AROUND)
    return _raised(thing, vertices, faces, float(foot))


def _block(thing: Loose, size: tuple[float, float], low: float, high: float, aside: float = 0.0) -> Body:
    outline, away = rectangle(*size, cut=0.2 * min(size)), np.array([aside, 0.0])
    vertices, faces = prism(outline + away, 0.9 * outline + away, high - low)
    return _raised(thing, vertices, faces, low)


def _raised(thing: Loose, vertices: Array, faces: Faces, height: float) -> Body:
    body = Body(vertices, faces, (thing.material.tint,) * len(faces), thing.material)
    return moved(body, np.eye(3), np.array([0.0, 0.0, -height]))


CHESSMEN = tuple(_PROFILES)
