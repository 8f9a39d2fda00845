"""The camera model: out to a ray and back to the pixel."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.registration import Camera, Registration, seen_px, undistorted
from kits.kit import Plan


@pytest.mark.parametrize(
    "dist", [(0, 0, 0, 0, 0), (-0.14, 0.015, 0, 0, 0), (0.05, 0, 0, 0, 0), (-0.1, 0.02, 0.002, -0.001, 0.001)]
)
def test_a_ray_comes_back_to_its_pixel_in_the_corners_of_a_wide_lens(dist: tuple[float, ...]) -> None:
    K = np.array([[800.0, 0, 639.5], [0, 800.0, 479.5], [0, 0, 1]])
    camera = Camera(K, np.array(dist, dtype=np.float64), (1280, 960))
    pixels = np.stack(np.meshgrid(np.linspace(0, 1279, 9), np.linspace(0, 959, 7)), axis=-1).reshape(-1, 2)
    rays = np.column_stack([undistorted(camera, pixels), np.ones(len(pixels))])
    back, _ = cv2.projectPoints(rays.reshape(-1, 1, 3), np.zeros(3), np.zeros(3), camera.K, camera.dist)
    assert np.abs(np.asarray(back).reshape(-1, 2) - pixels).max() < 1e-3


def test_no_points_are_seen_nowhere() -> None:
    camera = Camera(np.array([[800.0, 0, 639.5], [0, 800.0, 479.5], [0, 0, 1]]), np.zeros(5), (1280, 960))
    place = Registration(camera, np.eye(3), np.array([0.0, 0.0, 500.0]), Plan(8, 8, 40.0), "hand", 0.0)
    assert place.px_from_board(np.empty((0, 2))).shape == (0, 2)
    assert place.px_from_board(np.empty((0, 3))).shape == (0, 2)


@pytest.mark.parametrize("bent", [np.zeros(5), np.array([-0.1, 0.02, 0.002, -0.001, 0.001]), np.array([0.1, -0.05])])
def test_points_are_seen_where_opencv_sees_them(bent: npt.NDArray[np.float64]) -> None:
    camera = Camera(np.array([[900.0, 0.0, 630.0], [0.0, 890.0, 470.0], [0.0, 0.0, 1.0]]), bent, (1280, 960))
    points = np.random.default_rng(7).uniform((-300, -200, 500), (300, 200, 900), (50, 3))
    theirs, _ = cv2.projectPoints(
        points.reshape(-1, 1, 3), np.zeros(3), np.zeros(3), camera.K, np.resize(np.append(bent, np.zeros(5)), 5)
    )
    np.testing.assert_allclose(seen_px(camera, points), theirs.reshape(-1, 2), atol=1e-9)
    assert seen_px(camera, np.empty((0, 3))).shape == (0, 2)
