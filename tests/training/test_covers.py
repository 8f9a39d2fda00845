"""What is held over a board: it hides what is under it, and a reader's truth says so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kits import ting
from simulator.draw import draw_scene
from simulator.looks import Material
from simulator.render import render
from simulator.scene import Loose, Scene
from training.covers import with_covers
from training.subjects import SUBJECTS
from vision.network import SHAPE_MODEL

SHAPES = SUBJECTS[SHAPE_MODEL.name]


def _table() -> Scene:
    contents = {"c3": "As", "j10": "Bs"}
    return draw_scene(np.random.default_rng(5), tier="easy", kit=ting.KIT, contents=contents, hand=False, loose=False)


def test_a_card_held_over_the_board_hides_the_pieces_under_it_and_no_others() -> None:
    scene = _table()
    x, y = scene.kit.plan.centre_mm("c3")
    white = Material((0.9, 0.9, 0.9))
    card = Loose("sheet", (x, y), 0.0, (150.0, 105.0, 0.3), white, (0.9, 0.9, 0.9), over_mm=20.0)
    before, after = render(scene).truth, render(replace(scene, loose=(card,))).truth
    assert [piece.visible > 0.9 for piece in before.pieces] == [True, True]
    assert [piece.visible > 0.5 for piece in after.pieces] == [False, True]
    assert before.covered["c3"] == 0.0
    assert after.covered["c3"] > 0.5
    assert after.covered["j10"] == 0.0


def test_now_and_then_something_is_held_over_a_board_higher_than_all_pieces() -> None:
    scene = _table()
    made = [with_covers(np.random.default_rng(seed), scene) for seed in range(60)]
    changed = [one for one in made if one.hand or one.loose]
    assert 5 < len(changed) < 30
    assert any(one.hand for one in changed)
    held = [thing for one in changed for thing in one.loose]
    assert held
    assert all(thing.over_mm > max(piece.height_mm for piece in scene.pieces) for thing in held)


def test_what_is_no_piece_is_learned_as_covered() -> None:
    made = [with_covers(np.random.default_rng(seed), _table()) for seed in range(20)]
    scene = next(one for one in made if len(one.foreign) > 2 and not one.hand and not one.loose)
    truth = render(scene).truth
    assert len(truth.taken) > 2
    covered = {cell for cell in truth.contents if SHAPES.label(scene.kit, truth, cell)[0] == 2}
    assert covered == set(truth.taken)
