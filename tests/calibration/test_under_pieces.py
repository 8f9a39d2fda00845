"""Stones hide most lines, and gaps between their tops look like lines; the board is laid on its own all the same."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.corners import laid_on_corners
from calibration.crossings import laid_on_crossings
from calibration.lines import laid_on_lines
from calibration.registration import Camera, Registration, at_size, resized
from calibration.scaling import working_picture
from kits.kit import Plan
from tests.calibration.scenes import Image, camera_over, corner_error, lines_box, photograph, ruled, with_stones

PLAN = Plan(7, 7, 40.0)
TRUTH = camera_over(PLAN, elevation=60.0, azimuth=25.0, distance_mm=2.4 * PLAN.width_mm)
BOX = lines_box(PLAN)


def _moved(by_mm: tuple[float, float, float]) -> Registration:
    """Return the truth, moved and turned by half a degree."""
    turn, _ = cv2.Rodrigues(np.array([0.0, 0.0, 0.009]))
    return replace(TRUTH, R=TRUTH.R @ turn, t=TRUTH.t + TRUTH.R @ np.array(by_mm))


def _laid(picture: Image, near: Registration, camera: Camera | None = None) -> Registration:
    grey = working_picture(picture)
    size = (grey.shape[1], grey.shape[0])
    camera = None if camera is None else at_size(camera, size)
    laid = laid_on_corners(grey, resized(near, size), camera=camera)
    assert laid is not None
    crossed = laid_on_crossings(grey, laid, camera=camera)
    found = laid_on_lines(grey, crossed, np.zeros((7, 7), np.intp), camera=camera)
    return resized(found, TRUTH.camera.size)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("share", [0.0, 0.4, 0.9])
@pytest.mark.parametrize("high_mm", [4.0, 9.0])
def test_a_board_is_laid_on_its_own_lines_whatever_the_stones_say(share: float, high_mm: float) -> None:
    picture = with_stones(photograph(ruled(PLAN), BOX, TRUTH), TRUTH, share, high_mm)
    near = _moved((2.4, -1.6, 0.0))
    assert corner_error(near, TRUTH) > 0.009
    assert corner_error(_laid(picture, near), TRUTH) < 0.005


def test_a_lattice_of_tops_is_lowered_to_the_board() -> None:
    picture = with_stones(photograph(ruled(PLAN), BOX, TRUTH), TRUTH, 0.9, 9.0)
    tops = _moved((0.0, 0.0, -9.0))
    assert corner_error(tops, TRUTH) > 0.025
    assert corner_error(_laid(picture, tops), TRUTH) < 0.005


def test_bright_lines_on_a_dark_board_are_lines() -> None:
    picture = with_stones(photograph(255 - ruled(PLAN), BOX, TRUTH), TRUTH, 0.5, 6.0)
    assert corner_error(_laid(picture, _moved((1.4, -1.0, 0.0))), TRUTH) < 0.003


def test_a_known_camera_is_kept() -> None:
    picture = photograph(ruled(PLAN), BOX, TRUTH)
    found = _laid(picture, _moved((1.4, -1.0, 0.0)), TRUTH.camera)
    np.testing.assert_allclose(found.camera.K, TRUTH.camera.K)
    assert corner_error(found, TRUTH) < 0.0025
