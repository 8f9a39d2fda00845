"""What the training pictures show: the simulator's scenes, all tiers and sizes of picture mixed."""

from __future__ import annotations

import numpy as np

from kits import tabik, ting, tingle, tinker_tactics
from kits.kit import Kit
from simulator.draw import Tier, draw_scene
from simulator.positions import strewn
from simulator.scene import Scene
from training.shades import in_other_shades, of_glass
from training.surfaces import on_other_boards

TIERS: tuple[Tier, ...] = ("easy", "normal", "normal", "hard", "hard")
SIZES = ((1280, 960), (1280, 960), (960, 720), (1280, 720))

_STRAY = 0.35
"""How often rods lie where none may, so that one that does is seen: a referee must say so."""
_MOST_ASTRAY = 0.3


def draw_tabik(rng: np.random.Generator) -> Kit:
    """Return Tabik's kit, of any size that is found by its lines."""
    return tabik.kit(board_size=int(rng.integers(4, 12)))


def draw_ruled(rng: np.random.Generator) -> Kit:
    """Return the kit of a game whose board is found by its lines, half of the time Tabik's."""
    if rng.random() < 0.5:
        return draw_tabik(rng)
    return (ting.KIT, tingle.KIT, tingle.WITH_PYRAMIDS, tinker_tactics.kit(players=2))[rng.integers(4)]


def draw_training_scene(rng: np.random.Generator, kit: Kit, size: tuple[int, int] | None = None) -> Scene:
    """Return a random scene of *kit*'s game on some table, in a picture of *size* (width, height) or some other."""
    tier = TIERS[rng.integers(len(TIERS))]
    size = size or SIZES[rng.integers(len(SIZES))]
    astray = kit.rod is not None and rng.random() < _STRAY
    contents = strewn(rng, kit, astray=float(rng.uniform(0.02, _MOST_ASTRAY))) if astray else None
    scene = in_other_shades(rng, draw_scene(rng, tier=tier, kit=kit, size=size, contents=contents))
    return on_other_boards(rng, of_glass(rng, scene))
