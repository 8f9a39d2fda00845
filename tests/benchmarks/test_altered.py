"""Altered pictures show the board where their corners say."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from benchmarks.altered import ALTERATIONS, Shown

SPOTS = np.array([[260.0, 200.0], [520.0, 180.0], [560.0, 420.0], [230.0, 400.0]])


@pytest.mark.parametrize("name", ALTERATIONS)
def test_corners_move_with_the_picture(name: str) -> None:
    image = np.full((600, 800, 3), 60, np.uint8)
    for spot in SPOTS.astype(int):
        cv2.circle(image, spot.tolist(), 7, (250, 250, 250), -1)
    altered = ALTERATIONS[name](Shown(image, SPOTS), np.random.default_rng(3))
    grey = altered.image.mean(axis=2)
    rows, columns = np.indices(grey.shape)
    assert altered.is_whole
    for x, y in altered.corners_px:
        near = np.hypot(columns - x, rows - y) < 16
        weight = np.where(near, np.maximum(grey - np.median(grey) - 30, 0), 0)
        seen = (columns * weight).sum() / weight.sum(), (rows * weight).sum() / weight.sum()
        assert seen == pytest.approx((x, y), abs=1.0)


def test_a_board_of_which_a_corner_is_cut_off_is_not_whole() -> None:
    image = np.zeros((600, 800, 3), np.uint8)
    assert Shown(image, SPOTS).is_whole
    assert not Shown(image[:, :500], SPOTS).is_whole
