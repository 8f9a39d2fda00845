"""Clear pieces as glass: all edges of pyramids drawn, what stands behind shines through."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kits import ting, tink
from simulator.draw import draw_scene
from simulator.looks import Material
from simulator.render import render
from simulator.scene import Scene
from training.shades import glass, of_glass


def scene_with(material: Material) -> Scene:
    """Return a table with one piece, of *material*."""
    scene = draw_scene(np.random.default_rng(3), tier="easy", kit=tink.KIT)
    piece = replace(scene.pieces[0], material=material)
    return replace(scene, pieces=(piece,), loose=(), hand=None)


def test_wider_rims_darken_more() -> None:
    clear = Material((0.8, 0.8, 0.8), clearness=0.9, gloss=0.0, through=0.9)
    means = []
    for rim in (0.01, 0.03, 0.09):
        picture = render(scene_with(replace(clear, rim=rim, rim_tint=(0.02, 0.02, 0.02))))
        means.append(float(picture.image.mean()))
    assert means[0] > means[1] > means[2]


def test_only_what_is_clear_becomes_glass() -> None:
    glassy = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        scene = draw_scene(rng, tier="easy", kit=tink.KIT)
        for old, new in zip(scene.pieces, of_glass(rng, scene).pieces, strict=True):
            assert new.material == old.material or old.material.clearness > 0.5
            glassy += new.material.rim > 0
    assert glassy > 10


def test_glass_keeps_its_colour_and_marks() -> None:
    material = Material((0.1, 0.2, 0.7), clearness=0.8, pip_tint=(0.9, 0.9, 0.9))
    made = glass(np.random.default_rng(1), material)
    assert (made.tint, made.pip_tint, made.clearness) == (material.tint, material.pip_tint, material.clearness)
    assert made.rim > 0


def test_flat_clear_pieces_show_the_board() -> None:
    for seed in range(4):
        scene = draw_scene(
            np.random.default_rng(seed), tier="easy", kit=ting.KIT, colours={"A": "clear", "B": "white"}, hand=False
        )
        here = {
            colour: replace(scene, pieces=tuple(piece for piece in scene.pieces if piece.colour == colour), loose=())
            for colour in ("clear", "white")
        }
        bare = render(replace(scene, pieces=(), loose=())).image.astype(float)
        shown = {colour: np.abs(render(some).image - bare).max(axis=2) for colour, some in here.items()}
        off = {colour: np.median(away[away > 12]) for colour, away in shown.items()}
        assert off["clear"] < 0.8 * off["white"]
