"""Poses as a finder would give them."""

from __future__ import annotations

import numpy as np

from calibration.registration import Camera
from kits.kit import Plan
from simulator.draw import aim
from training.data import nudged


def test_a_nudged_pose_is_off_by_a_little() -> None:
    K = np.array([[1000.0, 0, 639.5], [0, 1000.0, 479.5], [0, 0, 1]])
    true = aim(Camera(K, np.zeros(5), (1280, 960)), Plan(8, 8, 50.0), 1.0, 0.4, 0.0, 0.8, (0.0, 0.0))
    cell_px = np.linalg.norm(true.corners_px[1] - true.corners_px[0]) / 8
    rng = np.random.default_rng(1)
    off = [float(np.abs(nudged(true, rng).corners_px - true.corners_px).max() / cell_px) for _ in range(40)]
    assert max(off) < 0.12
    assert 0.004 < float(np.median(off)) < 0.05
    assert min(off) == 0.0
