"""Pieces in shades at the edges of their colours' names, and clear ones that draw their edges.

Sets that are bought come in few shades, and the simulator draws those; people have others, and call
a maroon piece red all the same. Those that examinations keep for themselves are never drawn.
Glass shows little but its edges, all of them, dark or bright.
"""

from __future__ import annotations

import colorsys
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from simulator.grain import srgb
from simulator.looks import Material, Tint
from simulator.palette import SHADES, Span, any_tint, drawn_within, hsv
from simulator.scene import Placed, Scene

WIDE: Mapping[str, tuple[Span, Span, Span]] = MappingProxyType(
    {
        "red": ((-25, 10), (0.5, 1.0), (0.24, 1.0)),
        "yellow": ((40, 66), (0.4, 1.0), (0.5, 1.0)),
        "green": ((74, 165), (0.3, 1.0), (0.14, 0.97)),
        "blue": ((205, 252), (0.42, 1.0), (0.2, 1.0)),
        "purple": ((258, 312), (0.25, 1.0), (0.2, 0.97)),
        "cyan": ((167, 203), (0.3, 1.0), (0.45, 1.0)),
        "orange": ((13, 36), (0.58, 1.0), (0.55, 1.0)),
        "black": ((0, 360), (0.0, 0.28), (0.03, 0.33)),
        "white": ((20, 60), (0.0, 0.25), (0.8, 1.0)),
        "clear": ((0, 360), (0.0, 0.15), (0.82, 1.0)),
    }
)
"""Name → ranges of hue in degrees, saturation and value in sRGB: all that people call so, as far as ten names go."""

_OFTEN = 0.5
_WOOD = 0.15, 0.6
"""Range of the saturation of bare wood; paint on a coin has more, or next to none."""
_WEAR = 0.04
_DARKEST_ROD = 0.15
_GLASS = 0.6
_CLEAR = 0.5


def shade(rng: np.random.Generator, colour: str) -> Tint:
    """Return any shade of *colour* but those kept for examination. Raises ``KeyError`` for an unknown name."""
    while True:
        found = drawn_within(rng, WIDE[colour])
        if not is_kept(colour, *found):
            return hsv(*found)


def is_kept(colour: str, hue_deg: float, saturation: float, value: float) -> bool:
    """Return whether a shade of *colour* (hue, saturation and value in sRGB) is kept for examination."""
    return any(
        (hue_deg - h[0]) % 360 <= h[1] - h[0] and s[0] <= saturation <= s[1] and v[0] <= value <= v[1]
        for h, s, v in SHADES[colour]
    )


def in_other_shades(rng: np.random.Generator, scene: Scene) -> Scene:
    """Return *scene* with every seat's pieces, or each kind of stone, in a shade of its own, half of the time.

    Rods are then of any colour. Else it is as it was.
    """
    if rng.random() >= _OFTEN:
        return scene
    tints = {seat: shade(rng, colour) for seat, colour in scene.seats.items()}
    rod = any_tint(rng, lowest=_DARKEST_ROD)
    return replace(
        scene,
        pieces=tuple(dyed(rng, piece, tints[piece.seat or piece.kind]) for piece in scene.pieces),
        rods=tuple(replace(lying, material=replace(lying.material, tint=rod)) for lying in scene.rods),
    )


def dyed(rng: np.random.Generator, piece: Placed, tint: Tint) -> Placed:
    """Return *piece* in *tint*, a little worn: of a wooden coin only its sign."""
    b, g, r = (float(v) for v in np.clip(np.asarray(tint) * rng.normal(1, _WEAR), 0.002, 1))
    old = piece.material
    new = replace(old, pip_tint=(b, g, r)) if _is_wooden(old) else replace(old, tint=(b, g, r))
    return replace(piece, material=new)


def _is_wooden(material: Material) -> bool:
    b, g, r = (v / 255 for v in srgb(material.tint))
    saturation = colorsys.rgb_to_hsv(min(r, 1.0), min(g, 1.0), min(b, 1.0))[1]
    return bool(material.mark) and not material.paper and _WOOD[0] < saturation < _WOOD[1]


def of_glass(rng: np.random.Generator, scene: Scene) -> Scene:
    """Return *scene* with the clear pyramids of some seats as glass."""
    made: dict[str, Material] = {}
    for piece in scene.pieces:
        if piece.seat not in made:
            made[piece.seat] = glass(rng, piece.material) if rng.random() < _GLASS else piece.material
    return replace(
        scene,
        pieces=tuple(
            replace(piece, material=_like(piece.material, made[piece.seat]))
            if piece.material.clearness > _CLEAR
            else piece
            for piece in scene.pieces
        ),
    )


def glass(rng: np.random.Generator, material: Material) -> Material:
    """Return *material* as glass whose edges are seen."""
    dark = rng.random() < 0.7
    shade = float(rng.uniform(0.02, 0.3) if dark else rng.uniform(0.7, 1.2))
    b, g, r = (float(shade * v) for v in 0.5 + 0.5 * np.asarray(material.tint))
    return replace(
        material,
        through=float(rng.uniform(0.4, 0.97)),
        rim=float(rng.uniform(0.01, 0.06)),
        rim_tint=(b, g, r),
    )


def _like(material: Material, other: Material) -> Material:
    return replace(material, through=other.through, rim=other.rim, rim_tint=other.rim_tint)
