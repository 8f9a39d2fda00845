"""A board that is nearly in place is laid exactly on the corners of its cells and on its lines, under pieces too."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from calibration.corners import corners_seen, laid_on_corners
from calibration.crossings import laid_on_crossings, with_rim
from calibration.lines import Parts, holes_of, laid_on_lines, parts_of
from calibration.locate import locate
from calibration.registration import Camera, Registration, at_size, resized
from calibration.scaling import Grey, working_picture
from kits import tabik, ting, tingle, tinker_tactics
from kits.kit import Kit, Plan
from simulator.draw import draw_scene
from simulator.render import render
from tests.calibration.scenes import (
    Image,
    box_of,
    camera_over,
    chessboard,
    corner_error,
    lines_box,
    photograph,
    ruled,
    with_stones,
)

PLAN = Plan(7, 7, 40.0)
TRUTH = camera_over(PLAN, elevation=60.0, azimuth=25.0, distance_mm=2.4 * PLAN.width_mm)


def laid(picture: Image, near: Registration, parts: Parts, camera: Camera | None = None) -> Registration:
    """Return the board of *near* laid on all that is seen of it in *picture*."""
    grey = working_picture(picture)
    size = (grey.shape[1], grey.shape[0])
    camera = None if camera is None else at_size(camera, size)
    on_corners = laid_on_corners(grey, resized(near, size), camera=camera)
    assert on_corners is not None
    found = laid_on_lines(grey, laid_on_crossings(grey, on_corners, camera=camera), parts, camera=camera)
    return resized(found, near.camera.size)


def moved(truth: Registration, by_mm: tuple[float, float, float], turn: float = 0.009) -> Registration:
    """Return *truth*, moved and turned (radians), as if seen through a lens that bends no lines."""
    turned, _ = cv2.Rodrigues(np.array([0.0, 0.0, turn]))
    straight = replace(truth.camera, dist=np.zeros(5))
    return replace(truth, camera=straight, R=truth.R @ turned, t=truth.t + truth.R @ np.array(by_mm))


def found_on(picture: Image, kit: Kit, truth: Registration) -> Registration:
    """Return the pose found from a hundredth of a cell beside the true one."""
    off = 0.01 * kit.plan.pitch_mm
    return laid(picture, moved(truth, (off, -off, 0.0), 0.0), parts_of(kit))


NO_PARTS: Parts = np.zeros((7, 7), np.intp)


@pytest.mark.parametrize(("share", "high_mm"), [(0.0, 4.0), (0.4, 4.0), (0.9, 9.0)])
def test_a_board_is_laid_on_its_own_lines_whatever_the_stones_say(share: float, high_mm: float) -> None:
    picture = with_stones(photograph(ruled(PLAN), lines_box(PLAN), TRUTH), TRUTH, share, high_mm)
    near = moved(TRUTH, (2.4, -1.6, 0.0))
    assert corner_error(near, TRUTH) > 0.009
    assert corner_error(laid(picture, near, NO_PARTS), TRUTH) < 0.005


def test_a_lattice_of_tops_is_lowered_to_the_board() -> None:
    picture = with_stones(photograph(ruled(PLAN), lines_box(PLAN), TRUTH), TRUTH, 0.9, 9.0)
    tops = moved(TRUTH, (0.0, 0.0, -9.0))
    assert corner_error(tops, TRUTH) > 0.025
    assert corner_error(laid(picture, tops, NO_PARTS), TRUTH) < 0.005


def test_bright_lines_on_a_dark_board_are_lines_and_a_known_camera_is_kept() -> None:
    picture = with_stones(photograph(255 - ruled(PLAN), lines_box(PLAN), TRUTH), TRUTH, 0.5, 6.0)
    near = moved(TRUTH, (1.4, -1.0, 0.0))
    assert corner_error(laid(picture, near, NO_PARTS), TRUTH) < 0.003
    found = laid(picture, near, NO_PARTS, TRUTH.camera)
    np.testing.assert_allclose(found.camera.K, TRUTH.camera.K)
    assert corner_error(found, TRUTH) < 0.003


def test_an_outline_inside_the_edge_makes_the_board_no_smaller() -> None:
    plan, wide = tingle.KIT.plan, 4
    truth = camera_over(plan, elevation=60.0, distance_mm=2.0 * plan.width_mm)
    board = ruled(plan)[20:-20, 20:-20].copy()
    cv2.rectangle(board, (0, 0), (board.shape[1] - 1, board.shape[0] - 1), (60, 60, 60), 2 * wide)
    picture = photograph(board, (0.0, 0.0, plan.width_mm, plan.height_mm), truth)
    assert corner_error(found_on(picture, tingle.KIT, truth), truth) < 0.005


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
    picture = photograph(_drawn_by_hand(plan), lines_box(plan), truth)
    assert corner_error(found_on(picture, ting.KIT, truth), truth) < 0.003


def test_mini_boards_beside_their_places_bend_no_lens() -> None:
    kit = tinker_tactics.KIT
    plan = kit.plan
    truth = camera_over(plan, elevation=60.0, distance_mm=2.2 * plan.height_mm)
    drawing, half = ruled(plan), 40 * plan.rows // 2 + 20
    for way, part in ((-1, slice(0, half)), (1, slice(half, None))):
        drawing[part] = np.roll(drawing[part], way, axis=1)
    found = found_on(photograph(drawing, lines_box(plan), truth), kit, truth)
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


def test_where_nothing_is_seen_corners_say_where_the_board_is() -> None:
    picture = photograph(ruled(PLAN), lines_box(PLAN), TRUTH)
    near = resized(TRUTH, (1024, 768))
    on_corners = laid_on_corners(working_picture(picture), near)
    assert on_corners is not None
    nothing = np.full((768, 1024), 128.0, np.float32)
    crossed = laid_on_crossings(nothing, on_corners)
    assert corner_error(crossed.place, on_corners.place) < 0.002
    assert np.array_equal(crossed.corners.sd_px, on_corners.corners.sd_px)
    bare = laid_on_lines(nothing, crossed, NO_PARTS)
    assert corner_error(resized(bare, TRUTH.camera.size), TRUTH) < 0.005


@pytest.mark.parametrize(("hfov", "k1"), [(84.0, -0.06), (36.0, 0.15)])
def test_a_lens_that_bends_lines_is_found_with_the_board(hfov: float, k1: float) -> None:
    plan, near = ting.KIT.plan, 0.9 / np.tan(np.radians(hfov / 2))
    truth = camera_over(plan, elevation=60.0, distance_mm=near * plan.width_mm, hfov=hfov, k1=k1)
    found = locate(photograph(ruled(plan, block=3), lines_box(plan), truth), ting.KIT)
    assert found is not None
    assert corner_error(found.boards[0], truth, any_turn=True) < 0.006
    assert found.camera.dist[0] == pytest.approx(k1, abs=0.03)


@pytest.mark.parametrize("bend", [0.0, 0.08])
def test_a_mat_that_is_bent_ends_where_it_is_seen(bend: float) -> None:
    """Its left and right ends are both seen further right than its middle says."""
    plan = Plan(8, 8, 50.0)
    truth = camera_over(plan, elevation=60.0, distance_mm=2.4 * plan.width_mm)
    flat = chessboard()
    y, x = np.mgrid[0 : flat.shape[0], 0 : flat.shape[1]].astype(np.float32)
    px = flat.shape[1] / 9
    drawing = cv2.remap(flat, x - np.float32(bend * px) * (x / (4.5 * px) - 1) ** 2, y, cv2.INTER_LINEAR)
    grey = working_picture(photograph(np.asarray(drawing, np.uint8), box_of(plan), truth))
    there = resized(truth, (grey.shape[1], grey.shape[0]))
    on_corners = laid_on_corners(grey, there, camera=there.camera)
    assert on_corners is not None
    crossed = laid_on_crossings(grey, on_corners, camera=there.camera)
    assert (crossed.corners.sd_px < on_corners.corners.sd_px).sum() > 40
    seen = there.px_from_board(np.array(plan.corners_mm) + np.array([bend * (8 / 9) ** 2 * plan.pitch_mm, 0.0]))
    assert np.abs(with_rim(grey, crossed).corners_px - seen).max() < 2.5


@cache
def under_stones() -> tuple[Grey, Registration]:
    """Return a board of 6 × 6 with a stone on nearly every cell, and the truth."""
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


def test_corners_under_stones_are_seen_on_the_board_and_not_on_the_tops() -> None:
    grey, truth = under_stones()
    seen = corners_seen(grey, truth)
    off = np.linalg.norm(seen.seen_px - truth.px_from_board(seen.board_mm), axis=1)
    assert np.median(off / seen.sd_px) < 1.0
    tops = replace(truth, t=truth.t - truth.R @ np.array([0.0, 0.0, 0.3 * truth.plan.pitch_mm]))
    found = laid_on_corners(grey, tops)
    assert found is not None
    assert corner_error(found.place, truth) < 0.5 * corner_error(tops, truth)


def test_a_board_is_told_from_what_is_none_and_from_a_part_of_a_larger_one() -> None:
    grey, truth = under_stones()
    part = replace(truth, plan=Plan(4, 4, truth.plan.pitch_mm))
    middle = truth.R @ np.array([2.5 * truth.plan.pitch_mm, 2.5 * truth.plan.pitch_mm, 0.0])
    assert corners_seen(grey, truth).likeness > -0.2
    assert corners_seen(grey, part).likeness < -2
    assert corners_seen(grey, replace(truth, t=truth.t + middle)).likeness < -2


def test_a_board_that_no_camera_can_show_is_not_laid() -> None:
    grey, truth = under_stones()
    assert laid_on_corners(grey, replace(truth, t=-truth.t)) is None
    assert laid_on_corners(grey, replace(truth, t=500 * truth.t)) is None
