"""Corners of cells as the network sees them: what it is shown, and that a lattice of tops is lowered to the board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.corners import CELL_PX, MARGIN, corners_seen, flat_view, laid_on_corners
from calibration.registration import Registration, resized
from calibration.scaling import working_picture
from kits import tabik
from kits.kit import Plan
from simulator.draw import draw_scene
from simulator.render import render
from tests.calibration.scenes import camera_over, corner_error

PLAN = Plan(6, 6, 40.0)
TRUTH = camera_over(PLAN, elevation=60.0, azimuth=25.0, distance_mm=2.4 * PLAN.width_mm)


def test_the_network_is_told_how_things_lean() -> None:
    """What stands half a cell above a place is seen beside it, as far as the lean there says."""
    bare = np.zeros((TRUTH.camera.size[1], TRUTH.camera.size[0]), np.float32)
    eye = TRUTH.eye_mm * (1, 1, -1) / PLAN.pitch_mm
    shown = flat_view(bare, lambda places: TRUTH.px_from_board(places * PLAN.pitch_mm), (6, 6), np.zeros(2), eye)
    place = np.array([4.0, 2.0])
    row, column = (int((at + MARGIN) * CELL_PX) for at in place[::-1])
    above = TRUTH.px_from_board([[*(place * PLAN.pitch_mm), -0.1 * PLAN.pitch_mm]])
    seen = TRUTH.board_from_px(above)[0] / PLAN.pitch_mm
    np.testing.assert_allclose(place + 0.1 * shown[1:3, row, column], seen, atol=0.004)


def _board_under_stones() -> tuple[np.ndarray, Registration]:
    kit = tabik.kit(board_size=6)
    contents = {
        cell: "wb"[(ord(cell[0]) * 3 + int(cell[1:])) % 2] for cell in kit.plan.cells if cell not in ("b2", "e5")
    }
    scene = draw_scene(
        np.random.default_rng(4), tier="easy", kit=kit, contents=contents, style="wood", hand=False, loose=False
    )
    shown = render(scene)
    grey = working_picture(shown.image)
    return grey, resized(shown.truth.registration, (grey.shape[1], grey.shape[0]))


def test_tops_of_stones_are_not_the_board() -> None:
    grey, truth = _board_under_stones()
    tops = replace(truth, t=truth.t - truth.R @ np.array([0.0, 0.0, 0.3 * truth.plan.pitch_mm]))
    before = corner_error(tops, truth)
    laid = laid_on_corners(grey, tops)
    assert laid is not None
    assert corner_error(laid.place, truth) < 0.5 * before
    assert len(laid.corners.seen_px) == 49


def test_a_board_is_told_from_what_is_none_and_from_a_part_of_a_larger_one() -> None:
    grey, truth = _board_under_stones()
    part = replace(truth, plan=Plan(4, 4, truth.plan.pitch_mm))
    middle = truth.R @ np.array([2.5 * truth.plan.pitch_mm, 2.5 * truth.plan.pitch_mm, 0.0])
    assert corners_seen(grey, truth).likeness > -0.2
    assert corners_seen(grey, part).likeness < -2
    assert corners_seen(grey, replace(truth, t=truth.t + middle)).likeness < -2


def test_a_board_that_no_camera_can_show_is_not_laid() -> None:
    grey, truth = _board_under_stones()
    assert laid_on_corners(grey, truth) is not None
    assert laid_on_corners(grey, replace(truth, t=-truth.t)) is None
    assert laid_on_corners(grey, replace(truth, t=500 * truth.t)) is None


def test_corners_are_where_the_camera_sees_them() -> None:
    grey, truth = _board_under_stones()
    seen = corners_seen(grey, truth)
    off = np.linalg.norm(seen.seen_px - truth.px_from_board(seen.board_mm), axis=1)
    assert np.median(off / seen.sd_px) < 1.0


def test_what_is_seen_all_four_ways_round_does_not_depend_on_how_the_board_is_turned() -> None:
    grey, truth = _board_under_stones()
    middle = truth.plan.width_mm / 2 * np.array([1.0, 1.0, 0.0])
    quarter = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    turned = replace(truth, R=truth.R @ quarter, t=truth.t + truth.R @ (middle - quarter @ middle))
    one, other = (corners_seen(grey, place, all_round=True).seen_px.reshape(7, 7, 2) for place in (truth, turned))
    np.testing.assert_allclose(np.rot90(other, -1), one, atol=0.02)
