"""Loose dice in photographs, whose camera nobody knows."""

from __future__ import annotations

import numpy as np

from benchmarks.dice import views_of
from vision.die_views import REACH_PX
from vision.network import FACE_MODEL


def test_a_die_comes_to_lie_in_the_middle_in_every_turn_and_size() -> None:
    seen = views_of((100.0, 200.0, 140.0, 240.0), FACE_MODEL, REACH_PX)
    middle = np.einsum("nij,j->ni", seen.H_image_crop, [31.5, 31.5, 1.0])
    np.testing.assert_allclose(middle[:, :2], np.tile([120.0, 220.0], (len(middle), 1)))
    scales = np.linalg.norm(seen.H_image_crop[:, :2, 0], axis=1)
    reach_of_a_die_turned_by_45_degrees = 0.71 * 40 / np.sqrt(2)
    assert scales.min() * REACH_PX < reach_of_a_die_turned_by_45_degrees < scales.max() * REACH_PX
    assert len(np.unique(scales.round(6))) == 3
