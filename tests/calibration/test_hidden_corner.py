"""A board is laid by three of its corners where the fourth is not seen where it is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.boards import find_board, places_by_three
from calibration.outline import Outline
from kits import ting, tinker_tactics
from kits.kit import Kit
from tests.calibration.scenes import box_of, camera_over, corner_error, photograph, ruled


@pytest.mark.parametrize("kit", [ting.KIT, tinker_tactics.KIT], ids=["square", "oblong"])
@pytest.mark.parametrize("wrong", range(4))
def test_three_corners_and_a_camera_leave_a_few_poses_of_which_one_is_right(kit: Kit, wrong: int) -> None:
    truth = camera_over(kit.plan, elevation=55.0, azimuth=20.0, distance_mm=2.6 * kit.plan.width_mm)
    outline = truth.px_from_board(np.roll(truth.plan.corners_mm, wrong, axis=0))[::-1].copy()
    outline[wrong] += (60.0, -45.0)
    places = list(places_by_three(outline, kit.plan, truth.camera.size, camera=truth.camera))
    assert 1 <= len(places) <= 16 * (1 + (kit is tinker_tactics.KIT))
    assert min(corner_error(place, truth, any_turn=True) for place in places) < 1e-3


def test_a_board_with_a_corner_under_a_hand_is_found_and_what_is_none_is_unlike_one() -> None:
    plan = ting.KIT.plan
    truth = camera_over(plan, elevation=60.0, azimuth=10.0, distance_mm=2.6 * plan.width_mm)
    picture = photograph(ruled(plan, block=3), box_of(plan), truth)
    outline = truth.px_from_board(np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * plan.width_mm)
    cv2.circle(picture, tuple(outline[1].astype(int).tolist()), 90, (90, 120, 190), -1)
    seen = outline.copy()
    seen[1] -= (40.0, -25.0)
    found = find_board(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32), ting.KIT, [Outline(seen, 1.0)])
    assert found is not None
    assert corner_error(found, truth, any_turn=True) < 0.01
    noise = np.random.default_rng(3).normal(128, 30, picture.shape[:2]).astype(np.float32)
    assert find_board(noise, ting.KIT, [Outline(seen, 1.0)]) is None
