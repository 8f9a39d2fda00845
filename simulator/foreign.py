"""Small things that belong to no game and lie on a board: coins, caps, keys, paper.

Those to learn from are other shapes than those to examine with; whoever draws pictures to learn from must not use
``UNSEEN``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from scipy.spatial import ConvexHull

from kits.pieces import Die, Piece, Slab
from simulator.bodies import Body, Decal, moved
from simulator.chessmen import CHESSMEN, chessman
from simulator.looks import Material, Tint
from simulator.palette import any_tint, jitter
from simulator.scene import Array, Loose, Scene
from simulator.solids import Faces, lathe, prism, raised, rectangle, ring

Span = tuple[float, float]
Parts = tuple[Body, ...]

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
    body: Callable[[Loose], Parts]
    """Returns its parts in a frame of their own, standing on z = 0."""
    made_of: tuple[tuple[int, int, int], ...] = ()
    """Its possible colours (red, green, blue in sRGB, 0 to 255); empty for any."""
    like: tuple[str, ...] = ()
    """Outlines of pieces that it looks like; it is not drawn on boards with such pieces."""


def with_foreign(rng: np.random.Generator, scene: Scene, kinds: Mapping[str, Kind], most: int) -> Scene:
    """Return *scene* with one to *most* things of *kinds* on empty cells of its board, as many as find a place.

    None looks like a piece of its kit.
    """
    kit, plan = scene.kit, scene.kit.plan
    known = {_outline(piece) for piece in (*kit.pieces.values(), *(kit.other_pieces or {}).values())}
    kinds = {name: kind for name, kind in kinds.items() if not known.intersection(kind.like)}
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


def foreign_body(thing: Loose) -> Parts:
    """Return the parts of *thing*, of one of the kinds here, in a frame of its own."""
    return chessman(thing) if thing.shape in CHESSMEN else {**LEARNED, **UNSEEN, **HOUSEHOLD}[thing.shape].body(thing)


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


def _solid(thing: Loose, shape: tuple[Array, Faces], *on_top: Array, tint: Tint | None = None) -> Body:
    """Return the body of a *shape* whose last faces are top and bottom, with rings (n, 2) *on_top* painted on it."""
    vertices, faces = shape
    tint = tint or thing.material.tint
    height = -float(vertices[:, 2].min())
    decals = tuple(Decal(len(faces) - 2, raised(outline, height), thing.second) for outline in on_top)
    return Body(vertices, faces, (tint,) * len(faces), replace(thing.material, tint=tint), decals)


def _shifted(body: Body, x: float, y: float, z: float = 0.0) -> Body:
    return moved(body, np.eye(3), np.array([x, y, z]))


def _coin(thing: Loose) -> Parts:
    """Return a disc with a rim and a relief."""
    radius, rng = thing.size_mm[0] / 2, np.random.default_rng(thing.material.seed)
    head = ring(int(rng.integers(4, 9)), radius * 0.5) * rng.uniform(0.6, 1.0, 2)
    whole, face = ring(24, radius), ring(24, 0.86 * radius)
    body = _solid(thing, prism(whole, whole, thing.size_mm[2]), face)
    relief = Decal(body.decals[0].face, raised(head, thing.size_mm[2]), _shaded(thing.material.tint, 0.8))
    return (replace(body, decals=(*body.decals, relief)),)


def _cap(thing: Loose) -> Parts:
    radius = thing.size_mm[0] / 2
    return (_solid(thing, prism(ring(24, radius), ring(24, 0.94 * radius), thing.size_mm[2]), ring(24, 0.78 * radius)),)


def _block(thing: Loose) -> Parts:
    length, width, height = thing.size_mm
    outline = rectangle(length, width, cut=0.06 * width)
    return (_solid(thing, prism(outline, outline, height)),)


def _eraser(thing: Loose) -> Parts:
    """Return a block in a sleeve."""
    length, width, height = thing.size_mm
    outline = rectangle(length, width, cut=0.06 * width)
    sleeve = rectangle(0.62 * length, width) + np.array([0.19 * length, 0.0])
    return (_solid(thing, prism(outline, outline, height), sleeve),)


def _stub(thing: Loose) -> Parts:
    """Return a round stick lying down, such as a pencil's end or a battery."""
    length, width, _ = thing.size_mm
    vertices, faces = prism(ring(10, width / 2), ring(10, width / 2), length)
    lying = np.column_stack([vertices[:, 2] + length / 2, vertices[:, 1], vertices[:, 0] - width / 2])
    tints = (*(thing.material.tint,) * (len(faces) - 2), thing.second, thing.second)
    return (Body(lying, faces, tints, thing.material),)


def _note(thing: Loose) -> Parts:
    """Return a folded sheet with a line of writing."""
    length, width, height = thing.size_mm
    outline = rectangle(length, width)
    line = rectangle(0.7 * length, 0.08 * width)
    return (_solid(thing, prism(outline, outline * [0.98, 0.9], height), line, line + np.array([0.0, 0.22 * width])),)


def _key(thing: Loose) -> Parts:
    """Return a key: a bow with a hole, a shaft and teeth."""
    length, width, height = thing.size_mm
    bow, hole = ring(14, width / 2), ring(10, 0.2 * width) - np.array([0.15 * width, 0.0])
    made = [_shifted(_solid(replace(thing, second=(0.02, 0.02, 0.02)), prism(bow, bow, height), hole), -length / 3, 0)]
    pieces = [(0.62 * length, 0.26 * width, 0.13 * length, 0.0)]
    pieces += [(0.05 * length, 0.2 * width, at * length, 0.2 * width) for at in (0.2, 0.3, 0.4)]
    for long, wide, x, y in pieces:
        outline = rectangle(long, wide)
        made.append(_shifted(_solid(thing, prism(outline, outline, height)), x, y))
    return tuple(made)


def _ring(thing: Loose) -> Parts:
    """Return a ring with a hole to see through."""
    radius, height, n = thing.size_mm[0] / 2, thing.size_mm[2], 20
    outer, inner = ring(n, radius), ring(n, 0.78 * radius)
    made = []
    for k in range(n):
        outline = np.array([outer[k], outer[(k + 1) % n], inner[(k + 1) % n], inner[k]])
        made.append(_solid(thing, prism(outline, outline, height)))
    return tuple(made)


def _animal(thing: Loose) -> Parts:
    """Return a toy animal with four legs and a head."""
    length, width, height = thing.size_mm
    leg, trunk = rectangle(0.16 * length, 0.3 * width), rectangle(0.75 * length, width, cut=0.2 * width)
    made = [
        _shifted(_solid(thing, prism(leg, leg, 0.45 * height)), x * length, y * width)
        for x in (-0.28, 0.22)
        for y in (-0.32, 0.32)
    ]
    made.append(_shifted(_solid(thing, prism(trunk, trunk * 0.85, 0.4 * height)), -0.05 * length, 0, -0.42 * height))
    head = rectangle(0.32 * length, 0.6 * width, cut=0.15 * width)
    made.append(_shifted(_solid(thing, prism(head, head * 0.8, 0.4 * height)), 0.34 * length, 0, -0.6 * height))
    return tuple(made)


def _cup(thing: Loose) -> Parts:
    radius, height = thing.size_mm[0] / 2, thing.size_mm[2]
    profile = np.array([[0.6, 0.0], [0.7, 0.3], [0.95, 0.85], [1.0, 1.0]]) * [radius, height]
    return (_solid(thing, lathe(profile, 20), ring(20, 0.88 * radius)),)


def _mug(thing: Loose) -> Parts:
    """Return a drinking cup with its handle and contents."""
    radius, height = thing.size_mm[0] / 2, thing.size_mm[2]
    handle = rectangle(0.5 * radius, 0.25 * radius) + np.array([1.15 * radius, 0.0])
    grip = _shifted(_solid(thing, prism(handle, handle, 0.55 * height)), 0, 0, -0.25 * height)
    return (
        _solid(thing, lathe(np.array([[0.9, 0.0], [1.0, 1.0]]) * [radius, height], 24), ring(24, 0.9 * radius)),
        grip,
    )


def _card(thing: Loose) -> Parts:
    """Return a playing card or bank card with a picture on it."""
    length, width, height = thing.size_mm
    outline = rectangle(length, width, cut=0.06 * width)
    return (_solid(thing, prism(outline, outline, height), rectangle(0.8 * length, 0.6 * width)),)


def _crumple(thing: Loose) -> Parts:
    """Return a crumpled ball of paper, each face at its own angle."""
    rng = np.random.default_rng(thing.material.seed)
    points = rng.normal(0, 1, (26, 3))
    points *= np.array(thing.size_mm) / 2 * rng.uniform(0.75, 1.0, (26, 1)) / np.linalg.norm(points, axis=1)[:, None]
    points[:, 2] -= points[:, 2].max()
    faces = tuple(tuple(int(i) for i in face) for face in ConvexHull(points).simplices)
    return (Body(points, faces, (thing.material.tint,) * len(faces), thing.material),)


def _brick(thing: Loose) -> Parts:
    """Return a toy brick with studs."""
    length, width, height = thing.size_mm
    block, stud = rectangle(length, width), ring(12, 0.15 * width)
    made = [_solid(thing, prism(block, block, 0.84 * height))]
    columns = max(2, round(2 * length / width))
    made += [
        _shifted(_solid(thing, prism(stud, stud, 0.16 * height)), float(x) * length, y * width, -0.84 * height)
        for x in (np.arange(columns) + 0.5) / columns - 0.5
        for y in (-0.25, 0.25)
    ]
    return tuple(made)


LEARNED: Mapping[str, Kind] = MappingProxyType(
    {
        "coin": Kind((15, 27), (1, 1), (1.2, 2.6), _coin, _METAL, like=("circle",)),
        "cap": Kind((18, 32), (1, 1), (6, 15), _cap, like=("circle",)),
        "block": Kind((10, 28), (0.45, 1.0), (8, 20), _block, like=("square", "die")),
        "eraser": Kind((22, 46), (0.35, 0.55), (6, 13), _eraser),
        "stub": Kind((22, 60), (0.2, 0.4), (8, 8), _stub),
        "note": Kind((20, 44), (0.5, 0.95), (0.5, 5), _note, _PAPER, like=("square",)),
    }
)
"""Things that pictures to learn from show."""
UNSEEN: Mapping[str, Kind] = MappingProxyType(
    {
        "key": Kind((42, 58), (0.38, 0.46), (1.8, 3), _key, _METAL),
        "ring": Kind((18, 25), (1, 1), (2.5, 6), _ring, _METAL),
        "animal": Kind((20, 38), (0.36, 0.5), (12, 26), _animal),
        "cup": Kind((16, 32), (1, 1), (14, 40), _cup),
        "crumple": Kind((16, 34), (0.7, 1.0), (10, 24), _crumple, _PAPER),
        "brick": Kind((20, 34), (0.4, 0.6), (8, 12), _brick),
    }
)
"""Things kept for examination."""
HOUSEHOLD: Mapping[str, Kind] = MappingProxyType(
    {
        "mug": Kind((68, 86), (1, 1), (72, 100), _mug),
        "card": Kind((80, 92), (0.6, 0.68), (0.6, 1.5), _card),
        "coin": LEARNED["coin"],
        "key": UNSEEN["key"],
    }
)
"""Things that people put down next to their game; all but the coins are kept for examination."""
