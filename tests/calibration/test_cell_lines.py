"""Lines may be bright on dark, and the lines of a chessboard are no board of another size."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.locate import locate
from kits import tabik, ting, tinker_tactics
from kits.kit import Plan
from tests.calibration.scenes import box_of, camera_over, chessboard, corner_error, photograph, ruled

SMALL = tabik.kit(board_size=5)


def test_bright_lines_on_a_dark_board_are_lines_too() -> None:
    plan = SMALL.plan
    truth = camera_over(plan, elevation=60.0, azimuth=20.0, distance_mm=2.6 * plan.width_mm)
    dark = (255 - ruled(plan)).astype(np.uint8)
    found = locate(photograph(dark, box_of(plan), truth), SMALL)
    assert found is not None
    assert corner_error(found.boards[0], truth, any_turn=True) < 0.01


def test_part_of_a_chessboard_is_no_board_of_another_size() -> None:
    plan = Plan(8, 8, 30.0)
    truth = camera_over(plan, elevation=60.0, azimuth=20.0, distance_mm=2.6 * plan.width_mm)
    picture = photograph(chessboard(), box_of(plan), truth)
    assert locate(picture, tinker_tactics.KIT) is None


@pytest.mark.parametrize("hfov", [36.0, 84.0])
def test_heavy_lines_are_enough_without_an_outline_and_through_any_lens(hfov: float) -> None:
    plan, px = ting.KIT.plan, 40
    near = 0.9 / np.tan(np.radians(hfov / 2))
    truth = camera_over(plan, elevation=50.0, azimuth=20.0, distance_mm=near * plan.width_mm, hfov=hfov)
    last = px * plan.columns + px // 2
    sheet = np.full((px * (plan.rows + 1), px * (plan.columns + 1), 3), (205, 220, 225), np.uint8)
    for line in range(1, plan.columns):
        at, heavy = px // 2 + px * line, line % 3 == 0
        shade, wide = ((60,) * 3, 3) if heavy else ((130, 145, 150), 1)
        cv2.line(sheet, (at, px // 2), (at, last), shade, wide)
        cv2.line(sheet, (px // 2, at), (last, at), shade, wide)
    found = locate(photograph(sheet, box_of(plan), truth), ting.KIT)
    assert found is not None
    assert corner_error(found.boards[0], truth, any_turn=True) < 0.012
