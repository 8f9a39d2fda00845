"""The camera that points speak for is ordinary unless that is much worse."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.pose import ANY_LENS, PROCESSED, USUAL, fit_pose
from calibration.registration import Array, Camera, Registration, seen_px, undistorted
from kits import ting
from tests.calibration.scenes import camera_over

PLAN = ting.KIT.plan
TRUTH = camera_over(PLAN, elevation=50.0, azimuth=20.0, distance_mm=2.6 * PLAN.width_mm)


def _points() -> tuple[Array, Array]:
    """Return 49 points on a board in mm and where an ordinary camera sees them, to a third of a pixel."""
    x, y = np.meshgrid(np.linspace(0, PLAN.width_mm, 7), np.linspace(0, PLAN.height_mm, 7))
    board = np.column_stack([x.ravel(), y.ravel()])
    return board, TRUTH.px_from_board(board) + np.random.default_rng(4).normal(0, 0.3, board.shape)


def _centre_off(seen_px: Array, size: tuple[int, int]) -> float:
    """Return how far from the middle of its picture the likeliest camera looks, as a share of the longer side."""
    pose = fit_pose(_points()[0], seen_px, size, priors=(USUAL, PROCESSED))
    assert pose is not None
    place = Registration(pose.camera, pose.R, pose.t, PLAN, "hand", pose.error_px)
    assert np.linalg.norm(place.px_from_board(_points()[0]) - seen_px, axis=1).max() < 3.0
    return float(np.abs(pose.camera.K[:2, 2] - (np.array(size) - 1) / 2).max()) / max(size)


def test_an_ordinary_picture_has_an_ordinary_camera_though_the_board_is_bent_and_one_cut_out_has_not() -> None:
    (board, seen), (width, height) = _points(), TRUTH.camera.size
    bend = 3.0 * np.abs(2 * board[:, 0] / PLAN.width_mm - 1)
    assert _centre_off(seen, (width, height)) < 0.02
    assert _centre_off(seen + np.column_stack([0 * bend, bend]), (width, height)) < 0.05
    assert _centre_off(seen - (0.3 * width, 0), (round(0.7 * width), height)) > 0.1


def test_what_is_far_off_is_not_bent_but_seen_by_another_camera() -> None:
    tags = np.array([(21, 189.6), (129.6, 111), (81, -27.6), (-27.6, -27.6), (-27.6, 51)])
    board = (tags[:, None] + 18 * np.array([(0, 0), (1, 0), (1, 1), (0, 1)])).reshape(-1, 2)
    seen = np.array(
        [
            *[(118.6, 798.1), (213.1, 825.3), (150.9, 905.8), (54.6, 876.3)],
            *[(945.6, 627.8), (1050.7, 650.9), (1017.1, 721.8), (909.2, 696.9)],
            *[(941.0, 157.3), (1022.8, 169.0), (996.8, 211.2), (914.5, 198.4)],
            *[(480.2, 89.8), (547.8, 99.9), (512.3, 137.1), (443.5, 127.2)],
            *[(301.5, 278.2), (375.1, 290.8), (332.3, 337.5), (256.5, 324.1)],
        ]
    )
    usual, chosen = (fit_pose(board, seen, (1280, 960), priors=priors) for priors in ((USUAL,), (USUAL, PROCESSED)))
    assert usual is not None
    assert chosen is not None
    assert usual.error_px > 20.0
    assert chosen.error_px < 3.0


def _seen(elevation: float, seed: int, *, hfov: float = 52.0, camera: Camera | None = None) -> Camera:
    """Return the likeliest camera by what one with a long, bent lens sees of a board, given what *camera* knows."""
    truth = camera_over(PLAN, elevation=elevation, distance_mm=3.2 * PLAN.width_mm, hfov=hfov, k1=0.08)
    board = _points()[0]
    seen = truth.px_from_board(board) + np.random.default_rng(seed).normal(0, 0.5, board.shape)
    pose = fit_pose(board, seen, truth.camera.size, camera=camera, priors=(ANY_LENS, PROCESSED))
    assert pose is not None
    return pose.camera


def _focal_off(camera: Camera, hfov: float = 52.0) -> float:
    """Return how much too long the focal length of *camera* is, as a logarithm."""
    return float(np.log(camera.K[0, 0] * np.tan(np.radians(hfov / 2)) / (camera.size[0] / 2)))


@pytest.mark.parametrize(("elevation", "least", "most"), [(45.0, 0.005, 0.02), (88.0, 0.2, 0.3)])
def test_a_fit_tells_how_exactly_the_camera_is_known(elevation: float, least: float, most: float) -> None:
    cameras = [_seen(elevation, seed) for seed in range(20)]
    told = [np.sqrt(camera.doubt[0, 0]) for camera in cameras if camera.doubt is not None]
    assert least < min(told) < max(told) < most
    assert 0.3 < np.sqrt(np.mean([(_focal_off(camera) / max(told)) ** 2 for camera in cameras])) < 1.5


def test_what_is_learned_of_a_camera_helps_where_the_board_tells_little_of_it() -> None:
    learned = _seen(45.0, 1)
    assert abs(_focal_off(_seen(88.0, 2))) > 0.05
    assert abs(_focal_off(_seen(88.0, 2, camera=learned))) < 0.02


def test_a_camera_that_has_zoomed_is_another_one() -> None:
    zoomed = _seen(45.0, 2, hfov=36.0, camera=_seen(45.0, 1))
    assert abs(_focal_off(zoomed, 36.0)) < 0.05
    assert abs(_focal_off(_seen(88.0, 3, hfov=36.0, camera=zoomed), 36.0)) < 0.05


def test_a_known_camera_is_in_no_doubt() -> None:
    assert _seen(45.0, 1, camera=TRUTH.camera).doubt is None


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


@pytest.mark.parametrize("bent", [np.zeros(5), np.array([-0.1, 0.02, 0.002, -0.001, 0.001]), np.array([0.1, -0.05])])
def test_points_are_seen_where_opencv_sees_them(bent: Array) -> None:
    camera = Camera(np.array([[900.0, 0.0, 630.0], [0.0, 890.0, 470.0], [0.0, 0.0, 1.0]]), bent, (1280, 960))
    points = np.random.default_rng(7).uniform((-300, -200, 500), (300, 200, 900), (50, 3))
    theirs, _ = cv2.projectPoints(
        points.reshape(-1, 1, 3), np.zeros(3), np.zeros(3), camera.K, np.resize(np.append(bent, np.zeros(5)), 5)
    )
    np.testing.assert_allclose(seen_px(camera, points), theirs.reshape(-1, 2), atol=1e-9)
    assert seen_px(camera, np.empty((0, 3))).shape == (0, 2)
