"""Lines may be bright on dark, and the lines of a chessboard are no board of another size."""

from __future__ import annotations

import numpy as np

from calibration.locate import locate
from kits import tabik, tinker_tactics
from kits.kit import Plan
from tests.calibration.scenes import box_of, camera_over, chessboard, corner_error, photograph, ruled

SMALL = tabik.kit(board_size=5)


def test_bright_lines_on_a_dark_board_are_lines_too() -> None:
    plan = SMALL.plan
    truth = camera_over(plan, elevation=60.0, azimuth=20.0, distance_mm=2.6 * plan.width_mm)
    dark = (255 - ruled(plan)).astype(np.uint8)
    found = locate(photograph(dark, box_of(plan), truth), SMALL)
    assert found is not None
    assert corner_error(found, truth, any_turn=True) < 0.01


def test_part_of_a_chessboard_is_no_board_of_another_size() -> None:
    plan = Plan(8, 8, 30.0)
    truth = camera_over(plan, elevation=60.0, azimuth=20.0, distance_mm=2.6 * plan.width_mm)
    picture = photograph(chessboard(), box_of(plan), truth)
    assert locate(picture, tinker_tactics.KIT) is None
