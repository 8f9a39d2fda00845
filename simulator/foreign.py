"""Small things that belong to no game and lie on a board: coins, caps, erasers, paper."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from kits.pieces import Die, Piece, Slab
from simulator.bodies import Body, Decal
from simulator.looks import Material, Tint
from simulator.palette import any_tint, jitter
from simulator.scene import Array, Loose, Scene
from simulator.solids import Faces, prism, raised, rectangle, ring

Span = tuple[float, float]

_METAL = ((196, 196, 200), (150, 152, 158), (212, 176, 92), (184, 112, 76), (120, 92, 70))
_PAPER = ((246, 244, 238), (238, 232, 206), (226, 236, 246))
_ASTRAY = 0.1
"""How far from the middle of its cell a thing usually lies, in pitches."""
_TRIES = 8
_CLOSE = 0.85
"""How near two things may come, as a share of the sum of their radii."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Small things of one shape."""

    length_mm: Span
    width: Span
    """Its width, as a share of its length."""
    height_mm: Span
    body: Callable[[Loose], Body]
    """Returns its body in a frame of its own, standing on z = 0."""
    made_of: tuple[tuple[int, int, int], ...] = ()
    """Its possible colours (red, green, blue in sRGB, 0 to 255); empty for any."""
    like: tuple[str, ...] = ()
    """Outlines of pieces that it looks like; it is not drawn on boards with such pieces."""


def with_foreign(rng: np.random.Generator, scene: Scene, most: int) -> Scene:
    """Return *scene* with one to *most* things on empty cells of its board, as many as find a place.

    None looks like a piece of its kit.
    """
    kit, plan = scene.kit, scene.kit.plan
    known = {_outline(piece) for piece in (*kit.pieces.values(), *(kit.other_pieces or {}).values())}
    kinds = {name: kind for name, kind in KINDS.items() if not known.intersection(kind.like)}
    taken = [(*_place(scene, piece.cell, piece.offset_mm), 0.6 * piece.base_mm) for piece in scene.pieces]
    used = {piece.cell for piece in scene.pieces}
    empty = [cell for cell in plan.cells if cell not in used]
    things: list[Loose] = []
    for _ in range(int(rng.integers(1, most + 1)) if empty else 0):
        thing = _drawn(rng, str(rng.choice(list(kinds))), kinds)
        reach = math.hypot(*thing.size_mm[:2]) / 2
        for _ in range(_TRIES):
            off = rng.normal(0, _ASTRAY * plan.pitch_mm, 2)
            x, y = _place(scene, str(rng.choice(empty)), (float(off[0]), float(off[1])))
            if all(math.hypot(x - a, y - b) > _CLOSE * (reach + r) for a, b, r in taken):
                things.append(replace(thing, at_mm=(x, y)))
                taken.append((x, y, reach))
                break
    return replace(scene, foreign=tuple(things))


def _outline(piece: Piece) -> str:
    match piece:
        case Slab(outline=outline):
            return outline
        case Die():
            return "die"
        case _:
            return ""


def _place(scene: Scene, cell: str, off_mm: tuple[float, float]) -> tuple[float, float]:
    x, y = scene.kit.plan.centre_mm(cell)
    return x + off_mm[0], y + off_mm[1]


def _drawn(rng: np.random.Generator, shape: str, kinds: Mapping[str, Kind]) -> Loose:
    kind = kinds[shape]
    length, wide, high = (float(rng.uniform(*span)) for span in (kind.length_mm, kind.width, kind.height_mm))
    named = kind.made_of
    tint = jitter(rng, named[int(rng.integers(len(named)))]) if named else any_tint(rng, lowest=0.05)
    second = _shaded(tint, float(rng.uniform(0.4, 1.4))) if named or rng.random() < 0.6 else any_tint(rng)
    material = Material(tint, gloss=float(rng.uniform(0, 0.9)), seed=int(rng.integers(2**31)))
    return Loose(shape, (0.0, 0.0), float(rng.uniform(0, 360)), (length, length * wide, high), material, second)


def _shaded(tint: Tint, share: float) -> Tint:
    b, g, r = (min(value * share, 1.0) for value in tint)
    return b, g, r


def _solid(thing: Loose, shape: tuple[Array, Faces], *on_top: Array) -> Body:
    """Return the body of a *shape* whose last faces are top and bottom, with rings (n, 2) *on_top* painted on it."""
    vertices, faces = shape
    height = -float(vertices[:, 2].min())
    decals = tuple(Decal(len(faces) - 2, raised(outline, height), thing.second) for outline in on_top)
    return Body(vertices, faces, (thing.material.tint,) * len(faces), thing.material, decals)


def _coin(thing: Loose) -> Body:
    """Return a disc with a rim and a relief."""
    radius, rng = thing.size_mm[0] / 2, np.random.default_rng(thing.material.seed)
    head = ring(int(rng.integers(4, 9)), radius * 0.5) * rng.uniform(0.6, 1.0, 2)
    whole, face = ring(24, radius), ring(24, 0.86 * radius)
    body = _solid(thing, prism(whole, whole, thing.size_mm[2]), face)
    relief = Decal(body.decals[0].face, raised(head, thing.size_mm[2]), _shaded(thing.material.tint, 0.8))
    return replace(body, decals=(*body.decals, relief))


def _cap(thing: Loose) -> Body:
    radius = thing.size_mm[0] / 2
    return _solid(thing, prism(ring(24, radius), ring(24, 0.94 * radius), thing.size_mm[2]), ring(24, 0.78 * radius))


def _block(thing: Loose) -> Body:
    length, width, height = thing.size_mm
    outline = rectangle(length, width, cut=0.06 * width)
    return _solid(thing, prism(outline, outline, height))


def _eraser(thing: Loose) -> Body:
    """Return a block in a sleeve."""
    length, width, height = thing.size_mm
    outline = rectangle(length, width, cut=0.06 * width)
    sleeve = rectangle(0.62 * length, width) + np.array([0.19 * length, 0.0])
    return _solid(thing, prism(outline, outline, height), sleeve)


def _stub(thing: Loose) -> Body:
    """Return a round stick lying down, such as a pencil's end or a battery."""
    length, width, _ = thing.size_mm
    vertices, faces = prism(ring(10, width / 2), ring(10, width / 2), length)
    lying = np.column_stack([vertices[:, 2] + length / 2, vertices[:, 1], vertices[:, 0] - width / 2])
    tints = (*(thing.material.tint,) * (len(faces) - 2), thing.second, thing.second)
    return Body(lying, faces, tints, thing.material)


def _note(thing: Loose) -> Body:
    """Return a folded sheet with a line of writing."""
    length, width, height = thing.size_mm
    outline = rectangle(length, width)
    line = rectangle(0.7 * length, 0.08 * width)
    return _solid(thing, prism(outline, outline * [0.98, 0.9], height), line, line + np.array([0.0, 0.22 * width]))


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "coin": Kind((15, 27), (1, 1), (1.2, 2.6), _coin, _METAL, like=("circle",)),
        "cap": Kind((18, 32), (1, 1), (6, 15), _cap, like=("circle",)),
        "block": Kind((10, 28), (0.45, 1.0), (8, 20), _block, like=("square", "die")),
        "eraser": Kind((22, 46), (0.35, 0.55), (6, 13), _eraser),
        "stub": Kind((22, 60), (0.2, 0.4), (8, 8), _stub),
        "note": Kind((20, 44), (0.5, 0.95), (0.5, 5), _note, _PAPER, like=("square",)),
    }
)
