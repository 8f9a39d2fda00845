"""What scenes to learn from show: shades, glass and boards in any colour, but none that is kept for examination."""

from __future__ import annotations

import colorsys
import itertools

import numpy as np
import pytest

from kits import tabik, ting, tink
from kits.colours import COLOURS
from kits.kit import Kit
from simulator.draw import draw_scene
from simulator.grain import srgb
from simulator.palette import KEPT_DARKS, KEPT_LIGHTS, SHADES, lightness, linear
from training.shades import WIDE, in_other_shades, is_kept, shade
from training.surfaces import is_kept as is_kept_surface
from training.surfaces import on_other_boards, surface_tint


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


def test_no_surface_is_one_that_is_kept_surface() -> None:
    rng = np.random.default_rng(1)
    drawn = [surface_tint(rng) for _ in range(2000)]
    assert not any(is_kept_surface(tint) for tint in drawn)
    assert sum(lightness(tint) < 0.2 for tint in drawn) > 100
    assert sum(lightness(tint) > 0.7 for tint in drawn) > 100


@pytest.mark.parametrize("kept", [*KEPT_DARKS, *KEPT_LIGHTS])
def test_what_is_kept_is_known_a_little_off(kept: tuple[int, int, int]) -> None:
    r, g, b = kept
    assert is_kept_surface(linear((r / 255, g / 255, b / 255)))
    assert is_kept_surface(linear((r / 255 - 0.05, g / 255 + 0.05 * (g < 240), b / 255)))
    assert not is_kept_surface(linear((r / 255 - 0.25, g / 255 - 0.2, b / 255 - 0.2)))


@pytest.mark.parametrize(("kit", "style"), [(tink.KIT, None), (tabik.kit(board_size=6), "wood")])
def test_lines_and_chequers_can_be_seen(kit: Kit, style: str | None) -> None:
    changed = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        scene = draw_scene(rng, tier="easy", kit=kit, style=style)
        other = on_other_boards(rng, scene)
        if other is scene:
            continue
        changed += 1
        look = other.board
        apart = lightness(look.light) - lightness(look.dark) if look.grid is None else lightness(look.grid.line)
        assert apart > 0.25 if look.grid is None else abs(apart - lightness(look.light)) > 0.25
        assert lightness(look.light) >= lightness(look.dark)
    assert changed >= 10


def test_a_printed_board_stays_ours() -> None:
    rng = np.random.default_rng(3)
    scene = draw_scene(rng, tier="easy", kit=tabik.kit(board_size=6), style="kit")
    assert all(on_other_boards(rng, scene) is scene for _ in range(10))
