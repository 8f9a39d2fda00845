"""Pieces that lie as no piece should: across a line, on their side, two in a cell, tilted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kits.kit import Kit
from kits.pieces import Die, Pawn, Piece, Pyramid
from simulator.bodies import Body, moved
from simulator.scene import Array, How, Loose, Misplaced, Placed, Scene
from simulator.solids import turn
from simulator.things import bodies_beside

HOWS: tuple[How, ...] = ("line", "side", "two", "tilted")
_BESIDE = 1.25
"""Two centres nearer than this are neighbours, in pitches."""
_ON_LINE = 0.06
"""A piece across a line has its middle at most this far from the line, in pitches."""
_CORNER = 0.2
"""Share of such pieces that stand across two lines at once."""
_TILTED_DEG = (14.0, 40.0)
_STEEPEST_D4_DEG = 26.0


def with_misplaced(rng: np.random.Generator, scene: Scene, most: int, hows: Sequence[How] = HOWS) -> Scene:
    """Return *scene* with up to *most* of its pieces misplaced, in such of the ways *hows* as its kit allows.

    A piece across a line stands on cells that were empty beside its own.
    """
    kit, left, found = scene.kit, list(scene.pieces), list[Misplaced]()
    rng.shuffle(left)
    taken = {piece.cell for piece in left}
    for _ in range(most):
        if not left:
            break
        piece = left.pop()
        ways = [how for how in hows if _can(kit.pieces[piece.kind], how)]
        made = _made(rng, kit, piece, str(rng.choice(ways)), taken, left) if ways else []
        if not made:
            left.insert(0, piece)
            continue
        found += made
        taken |= {cell for each in made for cell in each.cells}
    return replace(scene, pieces=tuple(left), misplaced=(*scene.misplaced, *found))


def misplacing(rng: np.random.Generator, scene: Scene, piece: Placed, how: How, onto: Placed | None = None) -> Scene:
    """Return *scene* with this *piece* lying wrong; as one of two in a cell it is put *onto* another.

    The scene stays as it is where there is no room for that.
    """
    taken = {each.cell for each in scene.pieces}
    if onto is not None:
        made = _both(rng, scene.kit, onto, piece)
    else:
        made = _made(rng, scene.kit, piece, how, taken, []) if _can(scene.kit.pieces[piece.kind], how) else []
    left = tuple(each for each in scene.pieces if each not in (piece, onto)) if made else scene.pieces
    return replace(scene, pieces=left, misplaced=(*scene.misplaced, *made))


def misplaced_bodies(piece: Misplaced, kit: Kit) -> tuple[Body, ...]:
    """Return the bodies of a *piece* of *kit* that is misplaced."""
    thing = piece.thing
    if not piece.tilt_deg:
        return bodies_beside(thing, 0.0, kit)
    upright = bodies_beside(replace(thing, at_mm=(0.0, 0.0), yaw_deg=0.0), 0.0, kit)
    tilt = turn(thing.yaw_deg) @ _about_x(piece.tilt_deg)
    down = max(float((body.vertices @ tilt.T)[:, 2].max()) for body in upright)
    return tuple(moved(body, tilt, np.array([*thing.at_mm, -down])) for body in upright)


def _can(solid: Piece, how: str) -> bool:
    """Return whether a piece of this shape can lie like this; a flat one would not stay on its side."""
    match how:
        case "side":
            return isinstance(solid, Pyramid | Pawn)
        case "tilted":
            return isinstance(solid, Die)
        case _:
            return True


def _made(
    rng: np.random.Generator, kit: Kit, piece: Placed, how: str, taken: set[str], others: list[Placed]
) -> list[Misplaced]:
    """Return *piece* misplaced, if there is room; a second piece for its cell is taken from *others*."""
    here = np.array(kit.plan.centre_mm(piece.cell))
    match how:
        case "line":
            return _across(rng, kit, piece, taken)
        case "side":
            off = rng.uniform(-0.12, 0.12, 2) * kit.plan.pitch_mm
            yaw = float(rng.uniform(0, 360))
            if isinstance(kit.pieces[piece.kind], Pawn):
                return [Misplaced("side", (piece.cell,), _thing(kit, piece, here + off, yaw), 90.0)]
            along = turn(yaw)[:2, 1] * 0.3 * piece.height_mm
            return [Misplaced("side", (piece.cell,), _thing(kit, piece, here + off + along, yaw, shape="lying"))]
        case "tilted":
            steepest = _STEEPEST_D4_DEG if piece.kind == "4" else _TILTED_DEG[1]
            tilt = float(rng.uniform(_TILTED_DEG[0], steepest))
            return [Misplaced("tilted", (piece.cell,), _thing(kit, piece, here + piece.offset_mm, piece.yaw_deg), tilt)]
        case "two" if others:
            return _both(rng, kit, piece, others.pop(int(rng.integers(len(others)))))
        case _:
            return []


def _across(rng: np.random.Generator, kit: Kit, piece: Placed, taken: set[str]) -> list[Misplaced]:
    """Return *piece* across the line to an empty neighbouring cell, or across two lines to three empty cells."""
    plan = kit.plan
    here = np.array(plan.centre_mm(piece.cell))
    where = {cell: (np.array(plan.centre_mm(cell)) - here) / plan.pitch_mm for cell in plan.cells}
    ways = [step for step in where.values() if 0.1 < float(np.linalg.norm(step)) < _BESIDE]
    rng.shuffle(ways)
    corner = rng.random() < _CORNER
    for way in ways:
        other = way + (np.array([-way[1], way[0]]) if corner else 0.0)
        box = np.array([np.minimum(0, other), np.maximum(0, other)])
        cells = [cell for cell, at in where.items() if (at > box[0] - 0.1).all() and (at < box[1] + 0.1).all()]
        if len(cells) < (4 if corner else 2) or taken.intersection(set(cells) - {piece.cell}):
            continue
        off = rng.uniform(-_ON_LINE, _ON_LINE, 2)
        if not corner:
            off = np.where(np.abs(way) > 0.5, off, rng.uniform(-0.15, 0.15, 2))
        at = here + (other / 2 + off) * plan.pitch_mm
        return [Misplaced("line", tuple(cells), _thing(kit, piece, at, piece.yaw_deg))]
    return []


def _both(rng: np.random.Generator, kit: Kit, piece: Placed, other: Placed) -> list[Misplaced]:
    """Return *piece* and *other* on the cell of *piece*: side by side where there is room, else the smaller on top."""
    plan, angle = kit.plan, float(rng.uniform(0, 2 * math.pi))
    here = np.array(plan.centre_mm(piece.cell))
    low, high = (piece, other) if piece.base_mm >= other.base_mm else (other, piece)
    apart = 0.56 * (low.base_mm + high.base_mm)
    if apart + 0.5 * (low.base_mm + high.base_mm) < 1.2 * plan.pitch_mm and rng.random() < 0.75:
        way = np.array([math.cos(angle), math.sin(angle)]) * apart
        yaw = math.degrees(angle)
        share = high.base_mm / (low.base_mm + high.base_mm)
        places = [(low, here - way * share, 0.0), (high, here + way * (1 - share), 0.0)]
        return [Misplaced("two", (piece.cell,), _thing(kit, each, at, yaw, over=over)) for each, at, over in places]
    solid = kit.pieces[low.kind]
    up = low.height_mm
    if isinstance(solid, Pyramid):
        up *= max(0.25, 1 - high.base_mm / low.base_mm)
    elif isinstance(solid, Pawn) or (isinstance(solid, Die) and solid.faces != 6):
        return []
    off = rng.uniform(-0.05, 0.05, (2, 2)) * plan.pitch_mm
    return [
        Misplaced("two", (piece.cell,), _thing(kit, low, here + off[0], low.yaw_deg)),
        Misplaced("two", (piece.cell,), _thing(kit, high, here + off[0] + off[1] / 3, high.yaw_deg, over=up)),
    ]


def _thing(kit: Kit, piece: Placed, at: Array, yaw_deg: float, *, shape: str = "", over: float = 0.0) -> Loose:
    shape = shape or ("pyramid" if isinstance(kit.pieces[piece.kind], Pyramid) else "piece")
    size = piece.base_mm, piece.base_mm, piece.height_mm
    return Loose(shape, (float(at[0]), float(at[1])), yaw_deg, size, piece.material, piece=piece.content, over_mm=over)


def _about_x(deg: float) -> Array:
    c, s = math.cos(math.radians(deg)), math.sin(math.radians(deg))
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
