"""Pieces laid on the board as people lay them: off centre, turned, no two quite the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from kits.kit import Kit
from kits.pieces import Die, Piece, Pyramid, Slab
from simulator.materials import ROD, material_of
from simulator.scene import LaidRod, Material, Placed


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
    aligned = kit.rod is not None
    scale = 1.0 if aligned else scale
    unevenness = float(rng.uniform(0.3, 4.0)) if aligned else 0.0
    pieces = []
    for cell, content in sorted(contents.items()):
        if content in (".", ROD):
            continue
        name, _, value = content.partition("=")
        seat, kind = name[:-1], name[-1]
        solid = kit.pieces[kind]
        across, height = size_mm(solid)
        room = min(max(0.0, (kit.plan.pitch_mm - across) / 2) * slack, 0.2 * kit.plan.pitch_mm if value else np.inf)
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


def size_mm(solid: Piece) -> tuple[float, float]:
    """Return how far a piece measures across and how high it is."""
    match solid:
        case Pyramid():
            return solid.base_mm, solid.height_mm
        case Die():
            return solid.edge_mm, solid.edge_mm
        case _:
            return solid.across_mm, solid.height_mm


def draw_rods(
    rng: np.random.Generator, kit: Kit, contents: Mapping[str, str], materials: Mapping[str, Material]
) -> tuple[LaidRod, ...]:
    """Return rods for the edges of *contents*, each a little off its place. Raises ``ValueError`` without rods."""
    if kit.rod is None:
        raise ValueError(f"no rods belong to {kit.name}")
    rod, material = kit.rod, materials[ROD]
    loose = float(rng.uniform(0.02, 0.12))
    stone = max((piece.across_mm for piece in kit.pieces.values() if isinstance(piece, Slab)), default=rod.length_mm)
    gap = max(kit.plan.pitch_mm - stone, 0.2)
    laid = []
    for edge, what in sorted(contents.items()):
        if what != ROD:
            continue
        along = rng.normal(0, loose * rod.length_mm)
        across = rng.normal(0, 0.15 * gap)
        level = edge[0] == edge.split("-")[1][0]
        laid.append(
            LaidRod(
                edge=edge,
                offset_mm=(float(along), float(across)) if level else (float(across), float(along)),
                turn_deg=float(rng.normal(0, 2.0)),
                size_mm=(
                    rod.length_mm * float(rng.normal(1, 0.015)),
                    rod.width_mm * float(rng.normal(1, 0.03)),
                    rod.height_mm * float(rng.normal(1, 0.03)),
                ),
                material=replace(material, seed=int(rng.integers(2**31))),
            )
        )
    return tuple(laid)
