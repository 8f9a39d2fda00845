"""A board is laid exactly where its lines, or bright and dark cells, cross: through any lens, beside stones, askew."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.corners import laid_on_corners
from calibration.crossings import laid_on_crossings, with_rim
from calibration.locate import locate
from calibration.registration import Camera, Registration, at_size, resized
from calibration.scaling import working_picture
from kits import ting
from kits.kit import Plan
from tests.calibration.scenes import (
    Image,
    box_of,
    camera_over,
    chessboard,
    corner_error,
    lines_box,
    photograph,
    ruled,
)

PLAN = Plan(7, 7, 40.0)
TRUTH = camera_over(PLAN, elevation=60.0, azimuth=25.0, distance_mm=2.4 * PLAN.width_mm)


def _laid(picture: Image, near: Registration, camera: Camera | None = None) -> Registration:
    grey = working_picture(picture)
    size = (grey.shape[1], grey.shape[0])
    camera = None if camera is None else at_size(camera, size)
    laid = laid_on_corners(grey, resized(near, size), camera=camera)
    assert laid is not None
    return resized(laid_on_crossings(grey, laid, camera=camera).place, near.camera.size)


def _beside(truth: Registration, by: float = 0.02) -> Registration:
    """Return *truth* moved by a part of a cell, and seen as if through a lens that bends no lines."""
    off = truth.R @ np.array([by, -by, 0.0]) * truth.plan.pitch_mm
    return replace(truth, camera=replace(truth.camera, dist=np.zeros(5)), t=1.004 * truth.t.reshape(3) + off)


@pytest.mark.parametrize(("hfov", "k1"), [(84.0, -0.06), (36.0, 0.15)])
def test_a_lens_that_bends_lines_is_found_with_the_board(hfov: float, k1: float) -> None:
    plan, near = ting.KIT.plan, 0.9 / np.tan(np.radians(hfov / 2))
    truth = camera_over(plan, elevation=60.0, distance_mm=near * plan.width_mm, hfov=hfov, k1=k1)
    picture = photograph(ruled(plan, block=3), lines_box(plan), truth)
    found = locate(picture, ting.KIT)
    assert found is not None
    assert corner_error(found.boards[0], truth, any_turn=True) < 0.006
    assert found.camera.dist[0] == pytest.approx(k1, abs=0.03)


def test_bright_and_dark_cells_cross_as_lines_do() -> None:
    plan = Plan(8, 8, 50.0)
    truth = camera_over(plan, elevation=50.0, k1=-0.03)
    found = _laid(photograph(chessboard(), box_of(plan), truth), _beside(truth))
    inner = np.array([(x, y) for x in range(1, 8) for y in range(1, 8)]) * plan.pitch_mm
    assert np.abs(found.px_from_board(inner) - truth.px_from_board(inner)).max() < 1.0
    tips = [(*plan.centre_mm(cell), -44.5) for cell in plan.cells]
    assert np.abs(found.px_from_board(tips) - truth.px_from_board(tips)).max() < 3.0


def test_nothing_to_be_seen_moves_nothing() -> None:
    grey = working_picture(photograph(ruled(PLAN), lines_box(PLAN), TRUTH))
    near = resized(TRUTH, (grey.shape[1], grey.shape[0]))
    laid = laid_on_corners(grey, near)
    assert laid is not None
    found = laid_on_crossings(np.full_like(grey, 128.0), laid)
    assert corner_error(found.place, laid.place) < 0.002


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
    laid = laid_on_corners(grey, there, camera=there.camera)
    assert laid is not None
    found = with_rim(grey, laid_on_crossings(grey, laid, camera=there.camera))
    moved = np.array([bend * (8 / 9) ** 2 * plan.pitch_mm, 0.0])
    seen = there.px_from_board(np.array(plan.corners_mm) + moved)
    assert np.abs(found.corners_px - seen).max() < 2.5


def test_where_no_crossing_is_seen_a_corner_is_as_uncertain_as_before() -> None:
    plan = Plan(8, 8, 50.0)
    truth = camera_over(plan, elevation=50.0)
    grey = working_picture(photograph(chessboard(), box_of(plan), truth))
    laid = laid_on_corners(grey, resized(truth, (grey.shape[1], grey.shape[0])))
    assert laid is not None
    assert (laid_on_crossings(grey, laid).corners.sd_px < laid.corners.sd_px).sum() > 40
    assert np.array_equal(laid_on_crossings(np.full_like(grey, 128), laid).corners.sd_px, laid.corners.sd_px)
