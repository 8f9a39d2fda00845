"""Boards are laid exactly through bent lenses, over parts that lie askew, with any outline and whatever is on them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from calibration.corners import laid_on_corners
from calibration.crossings import OUTLINE, laid_on_crossings
from calibration.lines import GAP, common_shifts, holes_of, laid_on_lines, parts_of
from calibration.registration import Camera, Registration, resized
from calibration.ridges import find_ridges
from calibration.scaling import working_picture
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
    laid = laid_on_corners(grey, near)
    assert laid is not None
    found = laid_on_lines(grey, laid_on_crossings(grey, laid), parts_of(kit))
    return resized(found, truth.camera.size)


def _outlined(plan: Plan, wide: float) -> Image:
    """Return *plan* on nothing else, 40 px a cell, with an outline *wide* cells wide inside of its edge."""
    board = ruled(plan)[20:-20, 20:-20].copy()
    cv2.rectangle(board, (0, 0), (board.shape[1] - 1, board.shape[0] - 1), (60, 60, 60), 2 * round(40 * wide))
    return board


def test_an_outline_inside_the_edge_makes_the_board_no_smaller() -> None:
    plan = tingle.KIT.plan
    truth = camera_over(plan, elevation=60.0, distance_mm=2.0 * plan.width_mm)
    picture = photograph(_outlined(plan, 0.1), (0.0, 0.0, plan.width_mm, plan.height_mm), truth)
    assert corner_error(_found(picture, tingle.KIT, truth), truth) < 0.005


def _drawn_by_hand(plan: Plan) -> Image:
    """Return *plan*, 40 px a cell, with a rim of half a cell and lines that waver by a fiftieth of a cell."""
    rng = np.random.default_rng(3)
    board = np.full((40 * (plan.rows + 1), 40 * (plan.columns + 1), 3), (205, 220, 225), np.uint8)
    for axis, lines, cells in ((0, plan.columns, plan.rows), (1, plan.rows, plan.columns)):
        along = np.linspace(0, cells, 2 * cells + 1)
        for line in range(lines + 1):
            points = np.column_stack([line + rng.normal(0, 0.02, len(along)), along])[:, [axis, 1 - axis]]
            bits = np.rint(16 * (40 * points + 20)).astype(np.int32)
            cv2.polylines(board, [bits], False, (60, 60, 60), 2, cv2.LINE_AA, 4)
    return board


def test_lines_drawn_by_hand_are_right_in_the_mean() -> None:
    plan = ting.KIT.plan
    truth = camera_over(plan, elevation=60.0, distance_mm=2.0 * plan.width_mm)
    picture = photograph(_drawn_by_hand(plan), _box(plan), truth)
    assert corner_error(_found(picture, ting.KIT, truth), truth) < 0.003


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
    smaller = common_shifts(places, parts_of(tingle.KIT))[:, 0, -1]
    np.testing.assert_allclose(smaller, [GAP, 0.0, 0.0, -GAP], atol=1e-12)


def test_a_line_between_two_parts_and_a_corner_of_both_move_half_as_far_as_either() -> None:
    parts = parts_of(tinker_tactics.KIT)
    places = np.array([[2.0, 1.5], [2.5, 3.0], [2.0, 3.0], [0.0, 1.5]])
    moved = common_shifts(places, parts)
    far, near = moved[:, :, 7:9], moved[:, :, 4:6]
    assert far[0, 0, 0] == 2 * far[1, 1, 1] == 2 * near[1, 1, 1] == 2 * far[2, 0, 0] > 0
    assert np.all(moved[:3, :, :4] == 0)


def test_each_side_moves_alone_and_a_corner_with_both_of_its_own() -> None:
    plan = ting.KIT.plan
    left, corner = common_shifts(np.array([[0.0, 1.5], [plan.columns, plan.rows]]), parts_of(ting.KIT))
    np.testing.assert_allclose(left, np.outer([1, 0], [OUTLINE, 0, 0, 0]))
    np.testing.assert_allclose(corner, [[0, OUTLINE, 0, 0], [0, 0, 0, OUTLINE]])


def test_where_no_line_is_seen_corners_say_where_the_board_is() -> None:
    plan = ting.KIT.plan
    truth = camera_over(plan, elevation=60.0, distance_mm=2 * plan.width_mm)
    picture = photograph(ruled(plan), _box(plan), truth)
    near = resized(truth, (1024, 768))
    laid = laid_on_corners(working_picture(picture), near)
    assert laid is not None
    bare = laid_on_lines(np.full((768, 1024), 128.0, np.float32), laid, parts_of(ting.KIT))
    assert corner_error(resized(bare, truth.camera.size), truth) < 0.005


STRAIGHT_DOWN = Registration(
    Camera(np.array([[50.0, 0, 50.5], [0, 50.0, 50.5], [0, 0, 1.0]]), np.zeros(5), (300, 300)),
    np.eye(3),
    np.array([0.0, 0.0, 1.0]),
    Plan(4, 4, 1.0),
    "outline",
    0.0,
)


def test_a_ridge_is_where_its_line_is() -> None:
    """A dark line 0.1 cells beside its place, the same on both sides, is announced as that."""
    grey = np.full((300, 300), 200.0, np.float32)
    grey[:, 154:157] = 90.0
    ridges = find_ridges(grey, STRAIGHT_DOWN)
    assert set(ridges.line[ridges.dark]) == {2.0}
    assert len(np.unique(ridges.middle[ridges.dark])) == 8
    np.testing.assert_allclose(ridges.at[ridges.dark], 0.09, atol=0.01)
    assert ridges.uneven[ridges.dark].max() < 0.05


def test_a_line_under_one_end_of_which_a_piece_lies_is_seen_at_the_other() -> None:
    grey = np.full((300, 300), 200.0, np.float32)
    grey[:, 154:157] = 90.0
    grey[100:127, 120:190] = 30.0
    ridges = find_ridges(grey, STRAIGHT_DOWN)
    there = ridges.dark & (ridges.which == 0) & (ridges.line == 2)
    there &= (ridges.middle > 1) & (ridges.middle < 2) & (abs(ridges.at - 0.09) < 0.01)
    assert np.count_nonzero(there) > 0
    assert np.all(ridges.middle[there] > 1.5)
