"""Poses as a finder would give them."""

from __future__ import annotations

import numpy as np

from calibration.registration import Camera
from kits import ting
from kits.kit import Plan
from simulator.draw import aim, draw_scene
from simulator.render import render
from training.data import nudged, samples
from training.subjects import SUBJECTS
from vision.network import MARKED_PRESENCE


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
    made = samples(SUBJECTS["shapes"], ting.KIT, picture, 0, rng, empties=200, most=200)
    counts = np.bincount(made.labels[:, 0], minlength=len(MARKED_PRESENCE))
    assert counts[MARKED_PRESENCE.index("marked")] == 15
    assert counts[MARKED_PRESENCE.index("piece")] == 1
