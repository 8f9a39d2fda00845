"""Shades of pieces to learn from: all of each name, but what is kept for examination."""

from __future__ import annotations

import colorsys
import itertools

import numpy as np
import pytest

from kits import tabik, ting, tingle
from kits.colours import COLOURS
from simulator.draw import draw_scene
from simulator.grain import srgb
from simulator.palette import SHADES
from training.shades import WIDE, in_other_shades, is_kept, shade


@pytest.mark.parametrize("colour", COLOURS)
def test_no_shade_is_one_that_is_kept(colour: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(300):
        b, g, r = (v / 255 for v in srgb(shade(rng, colour)))
        hue, saturation, value = colorsys.rgb_to_hsv(r, g, b)
        assert not is_kept(colour, 360 * hue, saturation, value)


@pytest.mark.parametrize("colour", [name for name in COLOURS if name not in ("white", "clear", "black")])
def test_what_is_kept_lies_within_its_name(colour: str) -> None:
    for kept in SHADES[colour]:
        for (low, high), (lowest, highest) in zip(kept, WIDE[colour], strict=True):
            assert lowest <= low < high <= highest


def test_hues_of_two_names_do_not_overlap() -> None:
    hues = sorted(WIDE[name][0] for name in COLOURS if name not in ("white", "clear", "black"))
    assert all(before[1] < after[0] for before, after in itertools.pairwise(hues))
    assert hues[-1][1] < hues[0][0] + 360


def test_a_seat_has_one_shade() -> None:
    rng = np.random.default_rng(5)
    scene = draw_scene(rng, tier="easy", kit=ting.KIT)
    while (other := in_other_shades(rng, scene)) is scene:
        pass
    for seat in scene.seats:
        before = [piece.material.tint for piece in scene.pieces if piece.seat == seat]
        tints = np.array([piece.material.tint for piece in other.pieces if piece.seat == seat])
        assert len(tints) == len(before)
        assert (np.abs(tints / tints.mean(axis=0) - 1) < 0.25).all()
        assert not np.allclose(tints, before)


def test_a_wooden_coin_keeps_its_wood() -> None:
    wooden = 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        scene = draw_scene(rng, tier="easy", kit=tingle.KIT)
        other = in_other_shades(rng, scene)
        for old, new in zip(scene.pieces, other.pieces, strict=True):
            if other is not scene and old.material.mark and old.material.tint == new.material.tint:
                wooden += 1
                assert old.material.pip_tint != new.material.pip_tint
    assert wooden > 10


def test_stones_are_of_two_shades_and_rods_of_one() -> None:
    rng = np.random.default_rng(2)
    scene = draw_scene(rng, tier="easy", kit=tabik.kit(board_size=6))
    assert scene.rods
    while (other := in_other_shades(rng, scene)) is scene:
        pass
    for kind, name in scene.seats.items():
        tints = np.array([piece.material.tint for piece in other.pieces if piece.kind == kind])
        assert (np.abs(tints / tints.mean(axis=0) - 1) < 0.25).all()
        assert tints.mean() < 0.2 if name == "black" else tints.mean() > 0.5
    assert len({rod.material.tint for rod in other.rods}) == 1
    assert {rod.material.tint for rod in other.rods} != {rod.material.tint for rod in scene.rods}
