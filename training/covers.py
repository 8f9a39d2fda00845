"""Cards, boxes and hands over what lies on the board, and small things on it: what is hidden or no piece is learned."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from simulator.draw import draw_hand
from simulator.foreign import with_foreign
from simulator.looks import Material
from simulator.palette import any_tint, jitter
from simulator.scene import Loose, Scene

_OFTEN = 0.22
"""Share of tables over which something is held that the simulator's own tables would not have there."""
_FOREIGN = 0.4
"""Share of tables with something on the board that is not a piece."""
_MOST_FOREIGN = 8
_HAND = 0.35
_MOST = 3
_WHITE = (244, 242, 236)
_PALE = 0.5
_SIZES = {"card": (88.0, 62.0, 0.6), "sheet": (150.0, 105.0, 0.3), "box": (95.0, 60.0, 22.0), "pen": (140.0, 9.0, 8.0)}
"""Length, width and height in mm."""


def with_covers(rng: np.random.Generator, scene: Scene) -> Scene:
    """Return *scene* with a hand or with cards and the like over its board, now and then; else as it was.

    As often there are things on it that are no pieces.
    """
    if rng.random() < _FOREIGN:
        scene = with_foreign(rng, scene, _MOST_FOREIGN)
    if rng.random() >= _OFTEN:
        return scene
    if rng.random() < _HAND:
        return replace(scene, hand=draw_hand(rng, scene.kit.plan))
    held = tuple(_held(rng, scene) for _ in range(int(rng.integers(1, _MOST + 1))))
    return replace(scene, loose=(*scene.loose, *held))


def _held(rng: np.random.Generator, scene: Scene) -> Loose:
    """Return something held above all pieces, over any place of the board; half the time it is pale as paper."""
    plan = scene.kit.plan
    shape = str(rng.choice(list(_SIZES)))
    size = tuple(float(side * rng.uniform(0.7, 1.2)) for side in _SIZES[shape])
    x, y = (float(rng.uniform(0.0, side)) for side in (plan.width_mm, plan.height_mm))
    pale = rng.random() < _PALE
    tint = jitter(rng, _WHITE) if pale else any_tint(rng, lowest=0.05)
    second = tint if rng.random() < 0.5 else any_tint(rng)
    material = Material(tint, gloss=float(rng.uniform(0, 0.6)), seed=int(rng.integers(2**31)))
    tallest = max((piece.height_mm for piece in scene.pieces), default=5.0)
    over = scene.board.thickness_mm + tallest + float(rng.uniform(1, 25))
    return Loose(shape, (x, y), float(rng.uniform(0, 360)), size, material, second, over_mm=over)  # type: ignore[arg-type]
