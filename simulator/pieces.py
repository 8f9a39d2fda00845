"""Pieces laid on the board as people lay them: off centre, turned, no two quite the same."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from string import digits

import numpy as np

from core.reading import ROD
from kits.kit import Kit
from kits.pieces import Die, Piece, Pyramid, Rod, Slab
from simulator.looks import Material
from simulator.materials import material_of
from simulator.scene import LaidRod, Placed


def draw_pieces(
    rng: np.random.Generator,
    kit: Kit,
    contents: Mapping[str, str],
    seats: Mapping[str, str],
    materials: Mapping[str, Material],
    *,
    scale: float = 1.0,
) -> tuple[Placed, ...]:
    """Return pieces for *contents*, off centre and turned as people leave them; all *scale* times their size."""
    slack, neat = rng.uniform(0.1, 0.9), rng.random() < 0.15
    aligned = kit.is_filled
    scale = 1.0 if aligned else scale
    unevenness = float(rng.uniform(0.3, 4.0)) if aligned else 0.0
    pieces = []
    for cell, content in sorted(contents.items()):
        if content in (".", ROD):
            continue
        name, _, value = content.partition("=")
        seat, kind = name[:-1], name[-1]
        solid = kit.pieces[kind]
        across, height = size_mm(solid, material_of(materials, name))
        room = min(max(0.0, (kit.plan.pitch_mm - across) / 2) * slack, 0.2 * kit.plan.pitch_mm if value else np.inf)
        if kit.rod:
            room = max(0.0, kit.plan.pitch_mm - across - kit.rod.width_mm) / 2 * slack
        offset = rng.uniform(-room, room, 2)
        yaw = rng.normal(0, 5) if neat else rng.uniform(0, 90 if isinstance(solid, Pyramid) else 360)
        if aligned:
            yaw = rng.normal(0, unevenness) + 90 * float(rng.integers(4))
        material = material_of(materials, name)
        tint = tuple(float(v) for v in np.clip(np.asarray(material.tint) * rng.normal(1, 0.04), 0.002, 1))
        pieces.append(
            Placed(
                cell=cell,
                seat=seat,
                colour=seats[seat or kind],
                kind=kind,
                offset_mm=(float(offset[0]), float(offset[1])),
                yaw_deg=float(yaw),
                base_mm=across * scale * float(rng.normal(1, 0.012)),
                height_mm=height * scale * float(rng.normal(1, 0.02)),
                material=replace(
                    material,
                    tint=(tint[0], tint[1], tint[2]),
                    seed=int(rng.integers(2**31)),
                ),
                value=int(value or 0),
            )
        )
    return tuple(pieces)


def size_mm(solid: Piece, material: Material) -> tuple[float, float]:
    """Return how far a piece of *material* measures across and how high it is."""
    match solid:
        case Slab() if material.flat_mm:
            return solid.across_mm, material.flat_mm
        case Pyramid():
            return solid.base_mm, solid.height_mm
        case Die():
            return solid.edge_mm, solid.edge_mm
        case _:
            return solid.across_mm, solid.height_mm


def draw_rods(
    rng: np.random.Generator,
    kit: Kit,
    contents: Mapping[str, str],
    materials: Mapping[str, Material],
    stones: Sequence[Placed],
) -> tuple[LaidRod, ...]:
    """Return rods for the edges of *contents*, each where the *stones* beside it leave room.

    Raises ``ValueError`` for a kit without rods.
    """
    if kit.rod is None:
        raise ValueError(f"no rods belong to {kit.name}")
    beside = {stone.cell: stone for stone in stones}
    return tuple(
        _laid(rng, kit.rod, kit.plan.pitch_mm, edge, beside, materials[ROD])
        for edge, what in sorted(contents.items())
        if what == ROD
    )


def _laid(
    rng: np.random.Generator, rod: Rod, pitch: float, edge: str, beside: Mapping[str, Placed], material: Material
) -> LaidRod:
    first, second = edge.split("-")
    axis = 1 if first.rstrip(digits) == second.rstrip(digits) else 0
    low, high = (second, first) if axis else (first, second)
    near, far = -pitch / 2, pitch / 2
    turns = []
    if low in beside:
        near = beside[low].offset_mm[axis] + beside[low].base_mm / 2 - pitch / 2
        turns.append(_off_square(beside[low].yaw_deg))
    if high in beside:
        far = beside[high].offset_mm[axis] - beside[high].base_mm / 2 + pitch / 2
        turns.append(_off_square(beside[high].yaw_deg))
    room = max(0.0, far - near - rod.width_mm)
    across = (near + far) / 2 + room * float(np.clip(rng.normal(0, 0.15), -0.5, 0.5))
    if not turns:
        across = float(rng.normal(0, 0.05 * pitch))
    length = rod.length_mm * float(rng.normal(1, 0.015))
    slide = max(0.3, (pitch - rod.width_mm - length) / 2)
    along = slide * float(np.clip(rng.normal(0, 0.5), -1, 1))
    spread = math.degrees(room / rod.length_mm)
    return LaidRod(
        edge=edge,
        offset_mm=(across, along) if axis == 0 else (along, across),
        turn_deg=(sum(turns) / len(turns) if turns else 0.0) + float(rng.normal(0, 0.3 + 0.3 * min(spread, 12.0))),
        size_mm=(
            length,
            rod.width_mm * float(rng.normal(1, 0.03)),
            rod.height_mm * float(rng.normal(1, 0.03)),
        ),
        material=replace(material, seed=int(rng.integers(2**31))),
    )


def _off_square(yaw_deg: float) -> float:
    """Return how far a square is turned off the grid, -45 to 45 degrees."""
    return (yaw_deg + 45) % 90 - 45
