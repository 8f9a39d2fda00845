"""Boards to learn from: in any colour, with lines that can be seen, and none that is kept for examination."""

from __future__ import annotations

import numpy as np
import pytest

from kits import tabik, ting, tink
from kits.kit import Kit
from simulator.draw import draw_scene
from simulator.grain import srgb
from simulator.palette import KEPT_DARKS, KEPT_LIGHTS, lightness, linear
from simulator.patterns import PATTERNS
from training.surfaces import is_kept, on_other_boards, on_patterned_cloths, surface_tint


def test_no_surface_is_one_that_is_kept() -> None:
    rng = np.random.default_rng(1)
    drawn = [surface_tint(rng) for _ in range(2000)]
    assert not any(is_kept(tint) for tint in drawn)
    assert sum(lightness(tint) < 0.2 for tint in drawn) > 100
    assert sum(lightness(tint) > 0.7 for tint in drawn) > 100


@pytest.mark.parametrize("kept", [*KEPT_DARKS, *KEPT_LIGHTS])
def test_what_is_kept_is_known_a_little_off(kept: tuple[int, int, int]) -> None:
    r, g, b = kept
    assert is_kept(linear((r / 255, g / 255, b / 255)))
    assert is_kept(linear((r / 255 - 0.05, g / 255 + 0.05 * (g < 240), b / 255)))
    assert not is_kept(linear((r / 255 - 0.25, g / 255 - 0.2, b / 255 - 0.2)))


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


def test_boards_are_often_of_the_colour_of_what_lies_on_them() -> None:
    changed, alike = 0, 0
    for seed in range(80):
        rng = np.random.default_rng(seed)
        scene = draw_scene(rng, tier="easy", kit=ting.KIT, style="wood")
        look = on_other_boards(rng, scene).board
        if look is scene.board or not scene.pieces:
            continue
        tints = np.array([srgb(piece.material.tint) for piece in scene.pieces])
        changed += 1
        alike += bool(np.abs(tints - srgb(look.light)).max(axis=1).min() < 40)
    assert changed / 4 < alike < changed / 1.5


def test_boards_are_on_patterned_cloths_now_and_then() -> None:
    rng = np.random.default_rng(7)
    plain = draw_scene(rng, tier="easy", kit=ting.KIT, style="wood")
    kinds = [on_patterned_cloths(rng, plain).ground.kind for _ in range(100)]
    assert set(kinds) == {plain.ground.kind, *PATTERNS}
    assert 25 < sum(kind in PATTERNS for kind in kinds) < 55
