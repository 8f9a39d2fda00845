"""Where the outermost cells end."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.chessboard import working_picture
from calibration.locate import locate
from calibration.rim import Rim, rim_corners
from kits.kit import Plan
from kits.tink import KIT
from tests.calibration.scenes import box_of, camera_over, chessboard, corner_error, corners_off, photograph

PLAN = Plan(8, 8, 50.0)


def test_a_side_may_be_bent_as_that_of_a_mat_that_was_rolled_up() -> None:
    """The middle of the near side is in its place, its ends curl up by a twentieth of a cell."""
    truth = camera_over(PLAN)
    along = np.linspace(0.2, 7.8, 24)
    planned = np.column_stack([along, np.full(24, 8.0)]) * PLAN.pitch_mm
    curled = planned - np.column_stack([np.zeros(24), 0.05 * ((along - 4) / 4) ** 2 * PLAN.pitch_mm])
    rim = Rim(planned, truth.px_from_board(curled), 0.0)
    corners = np.array(rim_corners(rim, truth)) / PLAN.pitch_mm
    assert corners[:2, 1] == pytest.approx([7.95, 7.95], abs=0.01)
    assert corners[2:, 1] == pytest.approx([0.0, 0.0], abs=1e-6)


def test_a_rim_is_measured_close_to_the_border_of_the_picture() -> None:
    truth = camera_over(PLAN, elevation=70, distance_mm=800)
    corners = truth.corners_px
    low, high = np.floor(corners.min(axis=0) - 6).astype(int), np.ceil(corners.max(axis=0) + 6).astype(int)
    board = chessboard()
    cv2.rectangle(board, (31, 31), (544, 544), (60, 90, 120), 1)
    part = photograph(board, box_of(PLAN), truth)[low[1] : high[1], low[0] : high[0]].copy()
    found = locate(part, KIT)
    assert found is not None
    assert corners_off(found.boards[0], corners - low, any_turn=True) < 0.006
    assert found.boards[0].rim_mm is not None


def test_the_working_picture_shows_things_where_they_are() -> None:
    """A picture whose height does not divide evenly: what is low in it must not be a part of a pixel too high."""
    truth = camera_over(PLAN, elevation=80, distance_mm=760, size=(1400, 788))
    picture = photograph(chessboard(), box_of(PLAN), truth)
    grey = working_picture(picture)
    across, down = picture.shape[1] / grey.shape[1], picture.shape[0] / grey.shape[0]
    spot = np.zeros((788, 1400), np.uint8)
    cv2.circle(spot, (1300, 770), 9, 255, -1)
    small = working_picture(spot)
    rows, columns = np.indices(small.shape)
    place = [float((along * small).sum() / small.sum()) for along in (columns, rows)]
    seen = (place[0] + 0.5) * across - 0.5, (place[1] + 0.5) * down - 0.5
    assert seen == pytest.approx((1300, 770), abs=0.1)
    found = locate(picture, KIT)
    assert found is not None
    assert corner_error(found.boards[0], truth, any_turn=True) < 0.005
