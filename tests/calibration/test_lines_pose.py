"""The pose over a ruled board is exact through bent lenses, over parts that lie askew, and with any outline."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.lines_pose import pose_by_lines
from calibration.parts import GAP, common_shifts, holes_of, parts_of
from calibration.registration import Array, Registration, resized
from calibration.scaling import working_picture
from calibration.undistort import bent, straight_homography, straightened
from kits import ting, tingle, tinker_tactics
from kits.kit import Kit, Plan
from tests.calibration.scenes import Image, box_of, camera_over, corner_error, photograph, ruled


def _box(plan: Plan) -> tuple[float, float, float, float]:
    """Return what a drawing covers: its lines lie half a pixel, of 40 to a cell, beside the middle of its margin."""
    left, top, right, bottom = (end - plan.pitch_mm / 80 for end in box_of(plan))
    return left, top, right, bottom


def _found(picture: Image, kit: Kit, truth: Registration) -> Registration:
    """Return the pose found from where all lines would lie if the lens did not bend them, a hundredth of a cell off."""
    grey = working_picture(picture)
    near = resized(truth, (grey.shape[1], grey.shape[0]))
    off = near.R @ np.array([0.01, -0.01, 0.0]) * kit.plan.pitch_mm
    near = replace(near, camera=replace(near.camera, dist=np.zeros(5)), t=1.004 * near.t.reshape(3) + off)
    found = pose_by_lines(grey, near, parts_of(kit))
    assert found is not None
    return resized(found, truth.camera.size)


@pytest.mark.parametrize(("hfov", "k1"), [(84.0, -0.06), (36.0, 0.15)])
def test_a_lens_that_bends_lines_is_found_with_the_board(hfov: float, k1: float) -> None:
    plan, near = ting.KIT.plan, 0.9 / np.tan(np.radians(hfov / 2))
    truth = camera_over(plan, elevation=60.0, distance_mm=near * plan.width_mm, hfov=hfov, k1=k1)
    picture = photograph(ruled(plan, block=3), _box(plan), truth)
    assert corner_error(_found(picture, ting.KIT, truth), truth) < 0.002


def _outlined(plan: Plan, wide: float) -> Image:
    """Return *plan* on nothing else, 40 px a cell, with an outline *wide* cells wide inside of its edge."""
    board = ruled(plan)[20:-20, 20:-20].copy()
    cv2.rectangle(board, (0, 0), (board.shape[1] - 1, board.shape[0] - 1), (60, 60, 60), 2 * round(40 * wide))
    return board


def test_an_outline_inside_the_edge_makes_the_board_no_smaller() -> None:
    plan = tingle.KIT.plan
    truth = camera_over(plan, elevation=60.0, distance_mm=2.0 * plan.width_mm)
    picture = photograph(_outlined(plan, 0.1), (0.0, 0.0, plan.width_mm, plan.height_mm), truth)
    assert corner_error(_found(picture, tingle.KIT, truth), truth) < 0.003


def test_mini_boards_beside_their_places_bend_no_lens() -> None:
    kit = tinker_tactics.KIT
    plan = kit.plan
    truth = camera_over(plan, elevation=60.0, distance_mm=2.2 * plan.height_mm)
    drawing, half = ruled(plan), 40 * plan.rows // 2 + 20
    for way, part in ((-1, slice(0, half)), (1, slice(half, None))):
        drawing[part] = np.roll(drawing[part], way, axis=1)
    found = _found(photograph(drawing, _box(plan), truth), kit, truth)
    assert corner_error(found, truth) < 0.007
    assert abs(found.camera.dist[0]) < 0.05


def test_parts_are_tiles_and_mini_boards() -> None:
    assert len(np.unique(parts_of(ting.KIT))) == 1
    tiles = parts_of(tingle.KIT)
    assert np.array_equal(np.unique(tiles, return_counts=True)[1], np.full(16, 4))
    ring = parts_of(tinker_tactics.kit(players=4))
    assert holes_of(tinker_tactics.kit(players=4).plan) == {(3, 3)}
    assert ring[3, 3] == -1
    assert np.array_equal(np.unique(ring[ring >= 0], return_counts=True)[1], np.full(4, 12))


def test_room_between_parts_makes_all_of_them_smaller() -> None:
    """Only what ends a part on one side alone moves: not its middle, nor a line between two."""
    places = np.array([[0.0, 0.5], [1.0, 0.5], [2.0, 0.5], [8.0, 0.5]])
    smaller = common_shifts(places, np.full(4, True), parts_of(tingle.KIT))[:, 0, -1]
    np.testing.assert_allclose(smaller, [GAP, 0.0, 0.0, -GAP], atol=1e-12)


def test_a_line_between_two_parts_moves_half_as_far_as_either() -> None:
    parts = parts_of(tinker_tactics.KIT)
    shifts = common_shifts(np.array([[2.0, 1.5], [2.5, 3.0], [0.0, 1.5]]), np.array([True, False, True]), parts)
    far, near = shifts[:, :, 8:10], shifts[:, :, 5:7]
    assert far[0, 0, 0] == 2 * far[1, 1, 1] == 2 * near[1, 1, 1] > 0
    assert np.all(shifts[0, :, :5] == 0)
    assert shifts[2, 0, 0] > 0 == shifts[2, 1, 0]


def test_a_straightened_picture_leads_back_to_the_bent_one() -> None:
    plan = ting.KIT.plan
    truth = camera_over(plan, distance_mm=2 * plan.width_mm, k1=-0.2, size=(640, 480))
    points: Array = np.array([[0.0, 0.0], [plan.width_mm, 0.0], [50.0, 90.0]])
    H = straight_homography(truth)
    straight = np.column_stack([points, np.ones(3)]) @ H.T
    np.testing.assert_allclose(bent(truth.camera, straight[:, :2] / straight[:, 2:]), truth.px_from_board(points))
    x, y = np.meshgrid(np.arange(640, dtype=np.float32), np.arange(480, dtype=np.float32))
    for which, picture in enumerate((x, y)):
        there = straightened(picture, truth.camera)[240, 320]
        assert there == pytest.approx(bent(truth.camera, [[320.0, 240.0]])[0, which], abs=0.05)
    assert np.isnan(straightened(x, truth.camera)[0, 0]) == (bent(truth.camera, [[0.0, 0.0]]).min() < 0)
