"""Boards in colours that the simulator's own seldom have: any that lines or chequers can be seen on.

Boards that are bought or made at home are mostly of pale wood, card or paper, and the simulator draws those; a reader
that has learned on them alone takes a dark cell for a black stone. Often they have the very colour of what lies on
them: there pieces are missed, and chance alone hardly ever makes such a table. Colours kept for examination are never
drawn.

Tables have cloths of lines and squares, too, which are no board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from simulator.grain import srgb
from simulator.looks import Tint
from simulator.palette import KEPT_DARKS, KEPT_LIGHTS, any_tint, jitter, lightness
from simulator.patterns import PATTERNS
from simulator.scene import Scene

_OFTEN = 0.5
_ALIKE = 0.35
"""How often a board, and how often its lines or other squares, have the colour of something that lies on it."""
_ALIKE_SPREAD = 0.06
"""Standard deviation from that colour, in sRGB."""
_TRIES = 20
_DARKEST = 0.06
_TOLD_APART = 0.25
"""Least difference in lightness of two distinguishable colours, in sRGB."""
_NEAR = 0.06
"""A colour kept for examination is avoided: at least one channel must differ from it by more than this, in sRGB."""
_PATTERNED = 0.4
"""How often a board lies on a patterned cloth or on tiles."""


def on_patterned_cloths(rng: np.random.Generator, scene: Scene) -> Scene:
    """Return *scene* on a patterned table, now and then, with one colour that may be like the board's own."""
    if rng.random() >= _PATTERNED:
        return scene
    kind = str(rng.choice(list(PATTERNS)))
    first, second = (_like_one_of(rng, [scene.board.border, scene.board.light], lambda _: True) for _ in range(2))
    return replace(scene, ground=replace(scene.ground, kind=kind, first=first, second=second))


def on_other_boards(rng: np.random.Generator, scene: Scene) -> Scene:
    """Return *scene* on a board in other colours, half of the time; a printed board stays ours."""
    look = scene.board
    if look.style == "kit" or rng.random() >= _OFTEN:
        return scene
    lying = [*(piece.material.tint for piece in scene.pieces), *(rod.material.tint for rod in scene.rods)]
    base = _like_one_of(rng, lying, lambda _: True)
    other = _like_one_of(rng, lying, lambda tint: _are_told_apart(base, tint))
    if look.grid is None:
        border = base if rng.random() < 0.5 else other
        line = other if border == base else base
        dark, light = sorted((base, other), key=lightness)
        return replace(scene, board=replace(look, dark=dark, light=light, border=border, line=line))
    grid = replace(look.grid, line=other, block_line=other)
    return replace(scene, board=replace(look, dark=base, light=base, border=base, line=other, grid=grid))


def surface_tint(rng: np.random.Generator) -> Tint:
    """Return any colour but those of boards that are kept for examination."""
    while True:
        tint = any_tint(rng, lowest=_DARKEST)
        if not is_kept(tint):
            return tint


def is_kept(tint: Tint) -> bool:
    """Return whether a board's colour is like one that is kept for examination."""
    b, g, r = srgb(tint)
    kept = np.array([*KEPT_DARKS, *KEPT_LIGHTS])
    return bool((np.abs(kept - (r, g, b)).max(axis=1) < 255 * _NEAR).any())


def _like_one_of(rng: np.random.Generator, lying: Sequence[Tint], fits: Callable[[Tint], bool]) -> Tint:
    """Return a surface colour that *fits*, now and then almost the same as one of those *lying* on it."""
    if lying and rng.random() < _ALIKE:
        for _ in range(_TRIES):
            b, g, r = (round(float(v)) for v in srgb(lying[int(rng.integers(len(lying)))]))
            tint = jitter(rng, (r, g, b), amount=_ALIKE_SPREAD)
            if fits(tint) and not is_kept(tint):
                return tint
    while not fits(tint := surface_tint(rng)):
        pass
    return tint


def _are_told_apart(one: Tint, other: Tint) -> bool:
    return abs(lightness(other) - lightness(one)) > _TOLD_APART
