"""What bought boards, pieces and tables are made of, for Blender."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import Any

from tablebench.blender_parts import Colour, new_material, place_in, plain, streaks, tones

PIECES: Mapping[str, Colour] = {
    "red": (0.60, 0.02, 0.03),
    "orange": (0.80, 0.19, 0.01),
    "yellow": (0.85, 0.58, 0.03),
    "green": (0.02, 0.28, 0.06),
    "cyan": (0.02, 0.45, 0.60),
    "blue": (0.02, 0.06, 0.45),
    "purple": (0.18, 0.03, 0.33),
    "black": (0.012, 0.012, 0.013),
    "white": (0.82, 0.82, 0.80),
    "clear": (0.95, 0.96, 0.97),
}
WOODS: Mapping[str, tuple[Colour, Colour]] = {
    "maple": ((0.60, 0.40, 0.22), (0.72, 0.52, 0.31)),
    "walnut": ((0.09, 0.045, 0.025), (0.16, 0.08, 0.045)),
    "oak": ((0.28, 0.16, 0.075), (0.44, 0.27, 0.14)),
    "cherry": ((0.30, 0.11, 0.05), (0.42, 0.17, 0.08)),
    "birch": ((0.65, 0.48, 0.31), (0.75, 0.60, 0.42)),
    "rosewood": ((0.07, 0.02, 0.015), (0.14, 0.045, 0.03)),
}
"""Wood → the dark and light colour of its grain."""


def varied(colour: Colour, rng: random.Random, spread: float = 0.12) -> Colour:
    """Return *colour* as another maker would mix it."""
    red, green, blue = (min(1.0, value * math.exp(rng.gauss(0, spread))) for value in colour)
    return red, green, blue


def grey(value: float) -> Colour:
    """Return a grey."""
    return value, value, value


def wood(name: str, rng: random.Random, *, fineness: float = 1.0, spread: float = 0.0) -> Any:
    """Return a wood by *name*, its grain as fine as a board's or, at less than 1, coarser."""
    material, tree, shader = new_material(name, rng.uniform(0.2, 0.6))
    dark, light = (varied(colour, rng, spread) for colour in WOODS[name])
    grain = streaks(
        tree,
        place_in(tree),
        (4 * fineness, 70 * fineness, 70 * fineness),
        detail=6.0,
        turn=rng.uniform(0, 2 * math.pi),
        shift=(9 * rng.random(), 9 * rng.random(), 0.0),
    )
    tree.links.new(tones(tree, grain, dark, light, (0.3, 0.7)), shader.inputs["Base Color"])
    return material


def mottled(name: str, dark: Colour, light: Colour, *, per_metre: float, roughness: float) -> Any:
    """Return a material with spots of two colours, about this many *per_metre*."""
    material, tree, shader = new_material(name, roughness)
    spots = streaks(tree, place_in(tree), (per_metre,) * 3, detail=2.0)
    tree.links.new(tones(tree, spots, dark, light, (0.35, 0.65)), shader.inputs["Base Color"])
    return material


def plastic(colour: str, rng: random.Random, *, clear_share: float) -> Any:
    """Return the plastic of pieces of *colour*; coloured ones are clear in a share of all sets."""
    mixed = varied(PIECES[colour], rng)
    if colour == "clear":
        return plain(colour, mixed, rng.uniform(0.08, 0.35), clear=0.9)
    if colour in ("black", "white") or rng.random() >= clear_share:
        return plain(colour, mixed, rng.uniform(0.1, 0.5))
    red, green, blue = (value**0.6 for value in mixed)
    return plain(colour, (red, green, blue), rng.uniform(0.08, 0.35), clear=0.9)


def table(rng: random.Random) -> tuple[str, Any]:
    """Return the name and the material of a random table."""
    kind = rng.choice(("wood", "wood", "plain", "felt", "marble"))
    if kind == "wood":
        name = rng.choice(tuple(WOODS))
        return f"wood:{name}", wood(name, rng, fineness=0.6)
    if kind == "marble":
        return kind, mottled(kind, grey(0.5), (0.8, 0.79, 0.77), per_metre=8, roughness=0.15)
    top = 0.8 if kind == "plain" else 0.4
    red, green, blue = (rng.uniform(0.02, top) for _ in range(3))
    if kind == "plain":
        return kind, plain(kind, (red, green, blue), rng.uniform(0.15, 0.6))
    return kind, mottled(kind, (0.7 * red, 0.7 * green, 0.7 * blue), (red, green, blue), per_metre=900, roughness=0.95)
