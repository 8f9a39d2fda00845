"""Boards are found where they are, in parts of pictures too and in pulled ones, and not where they are not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.locate import from_corners, locate
from calibration.registration import Registration
from calibration.tags import register_tags
from kits import ting, tingle, tink
from kits.kit import Kit, Plan
from kits.tink import KIT
from printkit.raster import board_image
from tests.calibration.scenes import (
    Image,
    box_of,
    camera_over,
    chessboard,
    corner_error,
    corners_off,
    go_board,
    photograph,
    printed,
    ruled,
    with_pieces,
)

PLAN = Plan(8, 8, 50.0)
BOARDS = {
    "wood": chessboard(),
    "vinyl": chessboard(dark=(70, 110, 20), light=(200, 235, 235), rim=(200, 235, 235)),
    "dark frame": chessboard(dark=(40, 40, 40), light=(220, 220, 220), rim=(40, 40, 40)),
    "red": chessboard(dark=(40, 40, 190), light=(240, 240, 240), rim=(90, 120, 150)),
}


@pytest.mark.parametrize(
    ("board", "elevation", "roll"),
    [("wood", 90.0, 30.0), ("vinyl", 60.0, 5.0), ("dark frame", 32.0, -4.0), ("red", 60.0, 5.0)],
)
def test_a_chessboard_in_play_is_found(board: str, elevation: float, roll: float) -> None:
    truth = camera_over(PLAN, elevation=elevation, roll=roll)
    picture = with_pieces(photograph(BOARDS[board], box_of(PLAN), truth), truth, 20)
    found = locate(picture, KIT)
    assert found is not None
    assert found.method == "lattice"
    assert corner_error(found.boards[0], truth, any_turn=True) < 0.01


def test_a_board_whose_lines_cross_at_a_sharp_angle_is_found() -> None:
    truth = camera_over(PLAN, elevation=29, azimuth=45, roll=0)
    picture = photograph(BOARDS["vinyl"], box_of(PLAN), truth)
    found = locate(cv2.GaussianBlur(picture, (0, 0), 2.0).astype(np.uint8), KIT)
    assert found is not None
    assert corner_error(found.boards[0], truth, any_turn=True) < 0.01


def test_the_nearest_side_is_row_one_or_that_of_the_seat_named() -> None:
    truth = camera_over(PLAN, elevation=45, azimuth=10, roll=0)
    picture = photograph(BOARDS["wood"], box_of(PLAN), truth)
    as_a, as_b = locate(picture, KIT), locate(picture, KIT, near="B")
    assert as_a is not None
    assert as_b is not None
    assert corner_error(as_a.boards[0], truth) < 0.01
    assert (as_a.boards[0].row_1_assumed, as_b.boards[0].row_1_assumed) == (True, False)
    np.testing.assert_allclose(as_b.corners_px, np.roll(as_a.corners_px, 2, axis=0), atol=0.01)
    as_d = locate(picture, KIT, near="D", players=4)
    assert as_d is not None
    np.testing.assert_allclose(as_d.corners_px, np.roll(as_a.corners_px, -3, axis=0), atol=0.01)


def test_tall_pieces_are_projected_from_the_pose() -> None:
    truth = camera_over(PLAN, elevation=50, k1=-0.03)
    found = locate(photograph(BOARDS["wood"], box_of(PLAN), truth), KIT)
    assert found is not None
    tips = [(*PLAN.centre_mm(cell), -44.5) for cell in PLAN.cells]
    assert np.abs(found.boards[0].px_from_board(tips) - truth.px_from_board(tips)).max() < 2.0


def _carpet() -> Image:
    noise = np.random.default_rng(5).normal(120, 60, (480, 640, 3))
    return np.clip(cv2.GaussianBlur(noise, (0, 0), 2) * 2, 0, 255).astype(np.uint8)


NEGATIVES: dict[str, Callable[[], Image]] = {
    "blank": lambda: np.full((480, 640, 3), 128, np.uint8),
    "carpet": _carpet,
    "go board": go_board,
    "chequered cloth": lambda: chessboard(14),
    "seven cells": lambda: chessboard(7),
    "nine cells": lambda: chessboard(9),
    "tiny": lambda: np.zeros((50, 50, 3), np.uint8),
    "one pixel": lambda: np.zeros((1, 1, 3), np.uint8),
    "ribbon": lambda: np.zeros((2, 6000, 3), np.uint8),
}


@pytest.mark.parametrize("name", NEGATIVES)
def test_a_picture_without_a_board_is_given_none(name: str) -> None:
    assert locate(NEGATIVES[name](), KIT) is None


def test_a_printed_board_is_found_by_its_tags_partly_covered() -> None:
    truth = camera_over(KIT.plan, elevation=35, distance_mm=650)
    picture = printed(KIT, truth)
    found = locate(picture, KIT)
    assert found is not None
    assert found.method == "tags"
    assert corner_error(found.boards[0], truth) < 0.002
    hidden = truth.px_from_board([(-40, 120), (350, 120), (350, 350), (-40, 350)])
    cv2.fillPoly(picture, [hidden.round().astype(np.int32)], (90, 120, 170))
    found = locate(picture, KIT)
    assert found is not None
    assert corner_error(found.boards[0], truth) < 0.01


@pytest.mark.parametrize(("look_alike", "found"), [(True, True), (False, False)])
def test_burnt_out_tags_count_if_they_look_like_themselves(look_alike: bool, found: bool) -> None:
    drawing, (left, top) = board_image(KIT, 2.5)
    for nth, marker in enumerate(KIT.markers[1:]):
        corners = (np.array(marker.corners_mm) - [left, top]) * 2.5
        (x0, y0), (x1, y1) = corners.min(axis=0).round().astype(int), corners.max(axis=0).round().astype(int)
        tag = drawing[y0:y1, x0:x1]
        if not look_alike:
            tag[:] = 20
        elif nth % 2:
            tag[:, (x1 - x0) // 2 : -3] = 250
        else:
            tag[:] = cv2.GaussianBlur(tag, (0, 0), 5)
    truth = camera_over(KIT.plan, distance_mm=650)
    box = (left, top, left + drawing.shape[1] / 2.5, top + drawing.shape[0] / 2.5)
    place, _ = register_tags(photograph(drawing, box, truth), KIT)
    assert (place is not None) is found
    assert place is None or corner_error(place, truth) < 0.01


def test_a_misplaced_tag_has_no_say() -> None:
    moved = replace(KIT.markers[3], corners_mm=tuple((x + 9, y + 6) for x, y in KIT.markers[3].corners_mm))
    kit = replace(KIT, markers=(*KIT.markers[:3], moved, *KIT.markers[4:]))
    truth = camera_over(KIT.plan, distance_mm=650)
    found = locate(printed(kit, truth), KIT)
    assert found is not None
    assert corner_error(found.boards[0], truth) < 0.002


def test_corners_set_by_hand_are_kept() -> None:
    truth = camera_over(PLAN)
    found = from_corners(truth.corners_px, PLAN, truth.camera.size)
    assert found is not None
    assert (found.method, found.found_by) == ("manual", "hand")
    np.testing.assert_allclose(found.corners_px, truth.corners_px, atol=0.5)


def test_corners_that_no_upright_camera_sees_are_kept_too() -> None:
    wide = np.array([[100, 800], [1100, 600], [800, 100], [300, 300]], dtype=np.float64)
    found = from_corners(wide, PLAN, (1280, 960))
    assert found is not None
    np.testing.assert_allclose(found.corners_px, wide, atol=0.1)
    assert found.error_px < 1.0
    oblong = np.array([[200, 800], [1000, 800], [1000, 100], [200, 100]], dtype=np.float64)
    found = from_corners(oblong, PLAN, (1280, 960))
    assert found is not None
    np.testing.assert_allclose(found.corners_px, oblong, atol=0.1)
    assert found.error_px > 5.0


CUT_PX = 330


def _seen(kit: Kit, *, with_tags: bool) -> tuple[Image, Registration]:
    """Return *kit*'s board, printed with tags or bought without, in a picture, and the truth."""
    distance_mm = (3.4 if with_tags else 2.9) * kit.plan.height_mm
    truth = camera_over(kit.plan, elevation=50, azimuth=25, distance_mm=distance_mm)
    if with_tags:
        return printed(kit, truth), truth
    drawing = chessboard() if kit.ground.chequered else ruled(kit.plan, block=kit.ground.block)
    bought = photograph(drawing, box_of(kit.plan), truth)
    return with_pieces(bought, truth, len(kit.plan.cells) // 6, tall=0.3), truth


def _cut_out(picture: Image, truth: Registration) -> tuple[Image, Registration]:
    """Return the left part of *picture*."""
    height, width = picture.shape[:2]
    camera = replace(truth.camera, size=(width - CUT_PX, height))
    return picture[:, :-CUT_PX].copy(), replace(truth, camera=camera)


@pytest.mark.parametrize("kit", [tink.KIT, tingle.KIT], ids=lambda kit: kit.name)
def test_a_board_is_found_in_a_part_of_a_picture(kit: Kit) -> None:
    part, truth = _cut_out(*_seen(kit, with_tags=False))
    found = locate(part, kit)
    assert found is not None
    assert corner_error(found.boards[0], truth, any_turn=True) < 0.005


def test_a_frame_of_tags_is_found_in_a_part_of_a_picture() -> None:
    kit = ting.KIT
    part, truth = _cut_out(*_seen(kit, with_tags=True))
    found = locate(part, kit)
    assert found is not None
    assert found.method == "tags"
    assert corner_error(found.boards[0], truth) < 0.005
    width, height = truth.camera.size
    corners = [truth.px_from_board(marker.corners_mm) for marker in kit.markers]
    in_view = sum(bool(np.all((tag > 0) & (tag < (width - 1, height - 1)))) for tag in corners)
    assert len(found.boards[0].codes) >= in_view - 1


@pytest.mark.parametrize(("kit", "with_tags"), [(ting.KIT, False), (tink.KIT, True)], ids=["bought", "printed"])
def test_a_board_is_found_in_a_picture_that_was_pulled_straight(kit: Kit, with_tags: bool) -> None:
    picture, truth = _seen(kit, with_tags=with_tags)
    height, width = picture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    inward = np.array([[0.06, 0.02], [-0.01, 0.07], [-0.05, -0.02], [0.01, -0.06]], dtype=np.float32)
    H = cv2.getPerspectiveTransform(corners, corners + inward * np.array([width, height], dtype=np.float32))
    pulled = np.asarray(cv2.warpPerspective(picture, H, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8)
    found = locate(pulled, kit)
    assert found is not None
    seen = cv2.perspectiveTransform(truth.corners_px.reshape(-1, 1, 2), H).reshape(4, 2)
    assert corners_off(found.boards[0], np.asarray(seen, dtype=np.float64), any_turn=True) < 0.01
