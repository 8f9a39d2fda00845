"""Scenes for teaching alone: a die on nearly every cell, each of its own colour, make and size."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kits.colours import COLOURS
from kits.kit import Kit
from simulator.draw import Tier, draw_scene
from simulator.materials import SEATS, draw_dice_style, draw_resin
from simulator.positions import with_value
from simulator.scene import Placed, Scene
from training.pictures import SIZES, draw_training_scene
from training.shades import shade

_TIERS: tuple[Tier, ...] = ("easy", "easy", "normal", "normal", "normal", "hard")
_AS_PLAYED = 0.15
_OFTEN_AS_PLAYED = 0.5
"""Share of scenes in which bare and covered cells are learned too; among crowds of dice bare wood is rare, and was
taken for covered.
"""
_ODD_SHADE = 0.4
_LIKING = np.array([1.0 if name != "clear" else 0.5 for name in COLOURS])


def draw_dice_table(rng: np.random.Generator, kit: Kit) -> Scene:
    """Return a scene to learn from where dice lie, and where none: half of the time a table as in a game."""
    return draw_dice_scene(rng, kit, as_played=_OFTEN_AS_PLAYED)


def draw_dice_scene(rng: np.random.Generator, kit: Kit, *, as_played: float = _AS_PLAYED) -> Scene:
    """Return a scene to learn dice from: a dense one, or with the probability *as_played* a table as in a game."""
    if rng.random() < as_played:
        return draw_training_scene(rng, kit)
    return draw_dense_scene(rng, kit, SIZES[rng.integers(len(SIZES))])


def draw_dense_scene(rng: np.random.Generator, kit: Kit, size: tuple[int, int]) -> Scene:
    """Return a scene with a die on most or all cells of *kit*'s board, whatever its stock is.

    *size* is (width, height) in px.
    """
    share = rng.uniform(0.6, 1.0)
    seats = SEATS[: len(kit.minis)]
    contents = {
        cell: with_value(rng, kit, seats[rng.integers(len(seats))] + str(rng.choice(list(kit.stock))))
        for cell in kit.plan.cells
        if rng.random() < share
    }
    scene = draw_scene(rng, tier=_TIERS[rng.integers(len(_TIERS))], kit=kit, contents=contents, size=size)
    paper = kit if any(piece.material.paper for piece in scene.pieces) else None
    return replace(scene, pieces=tuple(_repainted(rng, piece, paper) for piece in scene.pieces))


def _repainted(rng: np.random.Generator, piece: Placed, paper: Kit | None) -> Placed:
    """Return *piece* with a random colour, make and size; *paper* is the printed kit, if any."""
    colour = COLOURS[int(rng.choice(len(COLOURS), p=_LIKING / _LIKING.sum()))]
    if paper and rng.random() < 0.6:
        colour = str(rng.choice([ink.name for ink in paper.inks.values()]))
    material = draw_resin(rng, colour, draw_dice_style(rng), letter=piece.seat, paper=paper)
    if rng.random() < _ODD_SHADE:
        material = replace(material, tint=shade(rng, colour))
    size = float(rng.uniform(0.9, 1.1))
    return replace(
        piece,
        colour=colour,
        material=replace(material, seed=piece.material.seed),
        base_mm=piece.base_mm * size,
        height_mm=piece.height_mm * size,
    )
