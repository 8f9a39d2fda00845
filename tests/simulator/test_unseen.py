"""What is kept for examination: never drawn to learn from, always drawn to examine with."""

from __future__ import annotations

import numpy as np
import pytest

from kits import tabik, ting, tingle, tink, tinker_tactics
from kits.colours import COLOURS
from kits.kit import Kit
from simulator.grain import UNSEEN_TEXTURES, surface, unseen_field
from simulator.numerals import numeral
from simulator.palette import _HSV, SHADES
from simulator.scene import Scene
from simulator.suits import SUITS, UNSEEN_SUITS, suit_rings
from simulator.typefaces import TYPEFACES, UNSEEN_TYPEFACES
from simulator.unseen import draw_unseen
from training.pictures import draw_training_scene

KITS = (tink.KIT, ting.KIT, tingle.KIT, tingle.WITH_PYRAMIDS, tabik.kit(board_size=6), tinker_tactics.kit(players=2))


def reserved(scene: Scene) -> list[str]:
    """Return what in *scene* is kept for examination."""
    materials = [piece.material for piece in scene.pieces]
    numbers = [m.dice.typeface for m in materials if m.dice]
    found = {
        "board": scene.board.style in UNSEEN_TEXTURES,
        "table": scene.ground.kind in (*UNSEEN_TEXTURES, "tartan"),
        "light": scene.light.slats > 0,
        "lens": bool(np.any(scene.view.camera.dist[2:4])),
        "numbers": any(number >= len(TYPEFACES) for number in numbers),
        "signs": any(m.mark in UNSEEN_SUITS for m in materials),
    }
    return [name for name, there in found.items() if there]


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: f"{kit.name} {'-'.join(kit.pieces)}")
def test_training_draws_nothing_that_is_kept(kit: Kit) -> None:
    for seed in range(40):
        assert reserved(draw_training_scene(np.random.default_rng(seed), kit)) == []


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: f"{kit.name} {'-'.join(kit.pieces)}")
def test_an_examination_is_of_what_is_kept(kit: Kit) -> None:
    for seed in range(20):
        scene = draw_unseen(np.random.default_rng(seed), tier="normal", kit=kit)
        found = reserved(scene)
        assert {"table", "lens"} <= set(found)
        assert "board" in found or scene.board.style == "kit"
        dice = [piece.material.dice for piece in scene.pieces if piece.material.dice]
        assert "numbers" in found or not dice


@pytest.mark.parametrize("colour", COLOURS)
def test_shades_kept_lie_outside_those_learned_from(colour: str) -> None:
    hues, saturations, values = _HSV[colour]
    for h, s, v in SHADES[colour]:
        apart = (
            v[1] <= values[0] or v[0] >= values[1] or s[1] <= saturations[0] or s[0] >= saturations[1]
            or h[1] <= hues[0] or h[0] >= hues[1]
        )  # fmt: skip
        assert apart, f"{colour} {h} {s} {v}"


def test_textures_numbers_and_signs_that_are_kept_can_be_drawn() -> None:
    rng = np.random.default_rng(1)
    for kind in UNSEEN_TEXTURES:
        assert 0.3 < unseen_field(kind, rng, (400, 500), px_per_mm=2.0).std() < 3
    for kind in (*UNSEEN_TEXTURES, "tartan"):
        assert surface(kind, (0.2, 0.3, 0.4), (0.5, 0.1, 0.1), size_px=64, px_per_mm=1.0, seed=3).std() > 1
    for typeface in range(len(TYPEFACES), len(TYPEFACES) + len(UNSEEN_TYPEFACES)):
        shapes = [numeral(value, typeface) for value in range(1, 9)]
        assert all(np.ptp(np.vstack(rings), axis=0)[1] == pytest.approx(1, abs=0.02) for rings in shapes)
    assert not set(SUITS) & set(UNSEEN_SUITS)
    for mark in UNSEEN_SUITS:
        assert np.abs(np.vstack(suit_rings(mark))).max() <= 1.15
