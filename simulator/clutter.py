"""What lies beside the board: the stash, and other things that people leave on tables."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from core.reading import ROD
from kits.kit import Kit, Plan
from kits.pieces import Pyramid, across_mm
from simulator.looks import BoardLook, Material, Tint
from simulator.materials import material_of
from simulator.palette import any_tint, hsv, jitter, linear
from simulator.pieces import size_mm
from simulator.positions import with_value
from simulator.scene import Ground, Loose

_COMMON = 4
"""The most pieces of each kind of a common supply that lie next to the board."""


def draw_loose(
    rng: np.random.Generator,
    kit: Kit,
    look: BoardLook,
    ground: Ground,
    contents: Mapping[str, str],
    seats: Mapping[str, str],
    materials: Mapping[str, Material],
    *,
    busy: bool,
) -> tuple[Loose, ...]:
    """Return the stash beside the board, and other things that people leave on tables."""
    room = _Room(kit.plan, look.border_mm + kit.band_mm, np.asarray(ground.outline_mm, np.float32).reshape(-1, 1, 2))
    things: list[Loose] = []
    for pieces in stash(kit, tuple(seats), contents):
        spot = room.place(rng, 60.0)
        if spot is None:
            continue
        room.taken.pop()
        for piece in pieces:
            at = room.place(rng, 0.9 * length_mm(kit, piece), near=spot)
            if at is None:
                continue
            things.append(of_stash(rng, kit, piece, at, material_of(materials, piece)))
    return (*things, *_left_there(rng, room, most=5 if busy else 3))


def _left_there(rng: np.random.Generator, room: _Room, *, most: int) -> Iterator[Loose]:
    """Yield fewer than *most* things that somebody left on the table."""
    for _ in range(int(rng.integers(0, most))):
        shape = str(rng.choice(["cup", "bowl", "phone", "pen", "card", "card", "sheet", "box"]))
        size, reach = _size(rng, shape)
        at = room.place(rng, reach)
        if at is None:
            continue
        tint = any_tint(rng, lowest=0.05)
        second: Tint = any_tint(rng) if rng.random() < 0.5 else (0.02, 0.02, 0.02)
        if shape in ("card", "sheet"):
            tint = jitter(rng, (244, 242, 236))
            second = hsv(0, 0.85, 0.8) if rng.random() < 0.5 else (0.02, 0.02, 0.02)
        if shape == "phone":
            tint, second = linear((0.06, 0.06, 0.07)), (0.01, 0.01, 0.012)
        material = Material(tint, gloss=float(rng.uniform(0, 0.8)), seed=int(rng.integers(2**31)))
        yield Loose(shape, at, float(rng.uniform(0, 360)), size, material, second)


@dataclass(frozen=True, slots=True, eq=False)
class _Room:
    """The table around the board, in mm of the board frame."""

    plan: Plan
    margin: float
    """How far the board reaches beyond its playing area."""
    edge: npt.NDArray[np.float32]
    """The corners (N, 1, 2) of the table."""
    taken: list[tuple[float, float, float]] = field(default_factory=list)
    """The spots already taken: x, y and reach."""

    def place(
        self, rng: np.random.Generator, reach: float, *, near: tuple[float, float] | None = None
    ) -> tuple[float, float] | None:
        """Take and return a free spot for a thing of this *reach*; None if twelve tries find none."""
        plan, margin = self.plan, self.margin
        for _ in range(12):
            if near is None:
                out = margin + reach + rng.uniform(8, 260)
                along = rng.uniform(-0.15, 1.15)
                side = int(rng.integers(4))
                x = along * plan.width_mm if side < 2 else (-out if side == 2 else plan.width_mm + out)
                y = along * plan.height_mm if side >= 2 else (-out if side == 0 else plan.height_mm + out)
            else:
                x, y = near[0] + rng.normal(0, 45), near[1] + rng.normal(0, 45)
            beyond = max(-x, x - plan.width_mm, -y, y - plan.height_mm) - margin
            inside = cv2.pointPolygonTest(self.edge, (float(x), float(y)), True)
            is_taken = any(math.hypot(x - a, y - b) < reach + r for a, b, r in self.taken)
            if inside >= 0.5 * reach and beyond >= reach + 2 and not is_taken:
                self.taken.append((x, y, reach))
                return x, y
        return None


def stash(kit: Kit, seats: tuple[str, ...], contents: Mapping[str, str]) -> list[list[str]]:
    """Return the pieces that are not on the board, a heap for each seat; of a common supply a few of each kind."""
    used = Counter(content.partition("=")[0] for content in contents.values())
    if kit.rod:
        return [[kind] * min(_COMMON, kit.stock[kind] - used[kind]) for kind in kit.stock] + [[ROD] * _COMMON]
    return [
        [seat + kind for kind, count in kit.stock.items() for _ in range(count - used[seat + kind])] for seat in seats
    ]


def length_mm(kit: Kit, piece: str) -> float:
    """Return how far *piece* of the stash measures across."""
    return kit.rod.length_mm if piece == ROD and kit.rod else across_mm(kit.pieces[piece[-1]])


def of_stash(rng: np.random.Generator, kit: Kit, piece: str, at: tuple[float, float], material: Material) -> Loose:
    """Return *piece* lying where somebody keeps it."""
    if piece == ROD and kit.rod:
        size = kit.rod.length_mm, kit.rod.width_mm, kit.rod.height_mm
        return Loose("piece", at, float(rng.uniform(0, 360)), size, material, piece=ROD)
    solid = kit.pieces[piece[-1]]
    across, high = size_mm(solid, material)
    shape = "piece"
    if isinstance(solid, Pyramid):
        shape = "lying" if rng.random() < 0.35 else "pyramid"
    yaw = float(rng.uniform(0, 360))
    return Loose(shape, at, yaw, (across, across, high), material, piece=with_value(rng, kit, piece))


def _size(rng: np.random.Generator, shape: str) -> tuple[tuple[float, float, float], float]:
    """Return length, width and height of a thing, and the radius of the circle it needs."""
    k = float(rng.uniform(0.85, 1.15))
    sizes = {
        "cup": (84.0, 84.0, 95.0),
        "bowl": (140.0, 140.0, 55.0),
        "phone": (150.0, 72.0, 8.0),
        "pen": (140.0, 9.0, 8.0),
        "card": (88.0, 62.0, 0.6),
        "sheet": (210.0, 148.0, 0.3),
        "box": (120.0, 80.0, 30.0),
    }
    a, b, c = sizes[shape]
    return (a * k, b * k, c * k), math.hypot(a, b) / 2 * k if shape not in ("cup", "bowl") else a / 2 * k
