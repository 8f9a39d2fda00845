"""What is learned from: poses as a finder would give them, and what lies on boards or is held over them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.registration import Camera
from kits import ting
from kits.kit import Plan
from simulator.draw import aim, draw_scene
from simulator.looks import Material
from simulator.render import render
from simulator.scene import Loose, Scene
from training.covers import with_covers
from training.data import nudged, samples
from training.subjects import SUBJECTS
from vision.network import MARKED_PRESENCE, SHAPE_MODEL

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


def test_a_nudged_pose_is_off_by_a_little() -> None:
    K = np.array([[1000.0, 0, 639.5], [0, 1000.0, 479.5], [0, 0, 1]])
    true = aim(Camera(K, np.zeros(5), (1280, 960)), Plan(8, 8, 50.0), 1.0, 0.4, 0.0, 0.8, (0.0, 0.0))
    cell_px = np.linalg.norm(true.corners_px[1] - true.corners_px[0]) / 8
    rng = np.random.default_rng(1)
    off = [float(np.abs(nudged(true, rng).corners_px - true.corners_px).max() / cell_px) for _ in range(40)]
    assert max(off) < 0.12
    assert 0.004 < float(np.median(off)) < 0.05
    assert min(off) == 0.0


def test_empty_cells_with_marks_are_told_from_bare_ones() -> None:
    rng = np.random.default_rng(3)
    picture = render(draw_scene(rng, tier="easy", kit=ting.KIT, style="kit", hand=False, contents={"e5": "As"}))
    assert picture.truth.marked == set(ting.KIT.ground.ringed)
    made = samples(SHAPES, ting.KIT, picture, 0, rng, empties=200, most=200)
    counts = np.bincount(made.labels[:, 0], minlength=len(MARKED_PRESENCE))
    assert counts[MARKED_PRESENCE.index("marked")] == 15
    assert counts[MARKED_PRESENCE.index("piece")] == 1
