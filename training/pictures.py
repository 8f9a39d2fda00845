"""What the training pictures show: the simulator's scenes, all tiers and sizes of picture mixed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kits import tabik, ting, tingle, tinker_tactics
from kits.kit import Kit
from kits.pieces import Rod
from kits.thickness import QUICK_MM
from simulator.draw import Tier, draw_scene
from simulator.palette import any_tint, jitter
from simulator.positions import strewn
from simulator.scene import Scene
from training.shades import in_other_shades, of_glass
from training.surfaces import on_other_boards

TIERS: tuple[Tier, ...] = ("easy", "normal", "normal", "hard", "hard")
SIZES = ((1280, 960), (1280, 960), (960, 720), (1280, 720))

_STRAY = 0.35
"""How often rods lie where none may, so that one that does is seen: a referee must say so."""
_MOST_ASTRAY = 0.3
_MATCHES, _FLAT = 0.25, 0.3
"""How often rods on a printed board are matches, and how often the quick kit's flat ones."""
_WOOD = (222, 190, 140)
_BARE = 0.7
_DARKEST_ROD = 0.15


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
    tier, size = _tier_and_size(rng, size)
    scene = in_other_shades(rng, draw_scene(rng, tier=tier, kit=kit, size=size, contents=_contents(rng, kit)))
    return on_other_boards(rng, of_glass(rng, scene))


def draw_printed_scene(rng: np.random.Generator, kit: Kit) -> Scene:
    """Return a random scene of the printed board of *kit* and the printed pieces, with any rods that would do."""
    tier, size = _tier_and_size(rng, None)
    made = rng.random() if kit.rod else 1.0
    if kit.rod and made < _MATCHES + _FLAT:
        kit = replace(kit, rod=_match(rng, kit.rod) if made < _MATCHES else replace(kit.rod, height_mm=QUICK_MM))
    scene = draw_scene(rng, tier=tier, kit=kit, size=size, contents=_contents(rng, kit), style="kit", paper=True)
    return _with_matches(rng, scene) if made < _MATCHES else scene


def _tier_and_size(rng: np.random.Generator, size: tuple[int, int] | None) -> tuple[Tier, tuple[int, int]]:
    tier = TIERS[rng.integers(len(TIERS))]
    return tier, size or SIZES[rng.integers(len(SIZES))]


def _contents(rng: np.random.Generator, kit: Kit) -> dict[str, str] | None:
    """Return a position with rods astray, sometimes and of a kit with rods; None for any other."""
    astray = kit.rod is not None and rng.random() < _STRAY
    return strewn(rng, kit, astray=float(rng.uniform(0.02, _MOST_ASTRAY))) if astray else None


def _match(rng: np.random.Generator, rod: Rod) -> Rod:
    thick = float(rng.uniform(1.7, 2.6))
    return Rod(length_mm=rod.length_mm * float(rng.uniform(0.85, 1.05)), width_mm=thick, height_mm=thick)


def _with_matches(rng: np.random.Generator, scene: Scene) -> Scene:
    """Return *scene* with rods of bare wood, now and then dyed."""
    tint = jitter(rng, _WOOD, amount=0.1) if rng.random() < _BARE else any_tint(rng, lowest=_DARKEST_ROD)
    made = tuple(replace(lying, material=replace(lying.material, tint=tint, paper=False)) for lying in scene.rods)
    return replace(scene, rods=made)
