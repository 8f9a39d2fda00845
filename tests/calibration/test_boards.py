"""Ruled boards of every size are found by their lines, and lines that are no board are not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.boards import board_seen, find_board, places_within
from calibration.locate import locate
from calibration.outline import Outline
from calibration.registration import Registration
from kits import tabik, ting, tingle, tinker_tactics
from kits.kit import Kit
from tests.calibration.scenes import (
    Image,
    box_of,
    camera_over,
    chessboard,
    corner_error,
    go_board,
    photograph,
    printed,
    ruled,
    with_pieces,
)

KITS = {
    "ting": ting.KIT,
    "tingle": tingle.KIT,
    "tabik of 5": tabik.kit(board_size=5),
    "tabik of 8": tabik.KIT,
    "tabik of 11": tabik.kit(board_size=11),
    "tinker pair": tinker_tactics.KIT,
    "tinker ring": tinker_tactics.kit(players=4),
}


def scene(kit: Kit, elevation: float, azimuth: float, *, pieces: float = 0.25) -> tuple[Image, Registration]:
    """Return a bought or hand-drawn board of *kit* with pieces on a share of its cells, and the truth."""
    plan = kit.plan
    truth = camera_over(
        plan, elevation=elevation, azimuth=azimuth, distance_mm=2.6 * max(plan.width_mm, plan.height_mm)
    )
    picture = photograph(ruled(plan, block=kit.ground.block), box_of(plan), truth)
    return with_pieces(picture, truth, int(pieces * len(plan.cells)), tall=0.3), truth


@pytest.mark.thinned(3)
@pytest.mark.parametrize("name", KITS)
@pytest.mark.parametrize(("elevation", "azimuth"), [(80.0, 30.0), (45.0, -15.0)])
def test_a_ruled_board_in_play_is_found(name: str, elevation: float, azimuth: float) -> None:
    picture, truth = scene(KITS[name], elevation, azimuth)
    found = locate(picture, KITS[name])
    assert found is not None
    assert (found.method, found.found_by) == ("lattice", "outline")
    assert corner_error(found.boards[0], truth, any_turn=True) < 0.01


def test_a_board_whose_lines_are_burnt_out_is_found_by_its_outline() -> None:
    """Three parts in ten of the lines are plain, of the others three hundredths of their contrast is left."""
    plan = tingle.KIT.plan
    truth = camera_over(plan, elevation=65.0, azimuth=20.0, distance_mm=2.6 * plan.width_mm)
    drawing = ruled(plan, block=2).astype(np.float64)
    left = np.where(np.arange(drawing.shape[1]) < 0.3 * drawing.shape[1], 1.0, 0.03)[None, :, None]
    burnt = np.asarray(drawing.max() - (drawing.max() - drawing) * left, dtype=np.uint8)
    picture = with_pieces(photograph(burnt, box_of(plan), truth), truth, 10, tall=0.3)
    found = locate(picture, tingle.KIT)
    assert found is not None
    assert corner_error(found.boards[0], truth, any_turn=True) < 0.01


@pytest.mark.parametrize("wider", [-0.05, 0.04, 0.08])
def test_a_board_is_laid_on_its_lines_however_its_outline_is_drawn(wider: float) -> None:
    picture, truth = scene(ting.KIT, 60.0, 10.0)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    outer = truth.px_from_board(np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * ting.KIT.plan.width_mm)
    found = find_board(grey, ting.KIT, [Outline(outer + wider * (outer - outer.mean(axis=0)), 1.0)])
    assert found is not None
    assert corner_error(found, truth, any_turn=True) < 0.005


def test_a_board_that_a_wide_lens_sees_over_its_corner_lies_in_its_outline() -> None:
    truth = camera_over(tingle.KIT.plan, elevation=28, azimuth=45, distance_mm=360, hfov=86, k1=-0.03)
    off = np.array([(-4.0, 4.0), (3.0, -3.0), (-4.0, -2.0), (3.0, 2.0)])
    drawn = Outline(truth.corners_px[::-1] + off, 0.95)
    (laid,) = places_within(drawn, tingle.KIT.plan, truth.camera.size)
    assert corner_error(laid, truth, any_turn=True) < 0.05


def test_a_board_that_is_seen_from_afar_lies_in_its_outline() -> None:
    truth = camera_over(ting.KIT.plan, elevation=37, azimuth=50, distance_mm=1400, hfov=29)
    off = np.array([(6.0, -5.0), (-7.0, 4.0), (-5.0, 6.0), (4.0, 7.0)])
    drawn = Outline(truth.corners_px[::-1] + off, 0.95)
    (laid,) = places_within(drawn, ting.KIT.plan, truth.camera.size)
    assert corner_error(laid, truth, any_turn=True) < 0.05


def test_an_outline_around_anything_else_is_no_board() -> None:
    picture, truth = scene(tabik.kit(board_size=7), 60.0, 10.0)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    outer = truth.px_from_board(np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * truth.plan.width_mm)
    assert find_board(grey, ting.KIT, [Outline(outer, 1.0)]) is None


def test_lines_may_be_missing_in_turns_where_the_sides_are_plain() -> None:
    plan, px = tingle.KIT.plan, 40
    truth = camera_over(plan, elevation=55.0, azimuth=25.0, distance_mm=2.6 * plan.width_mm)
    first, last = px // 2, px * plan.columns + px // 2
    sheet = np.full((px * (plan.rows + 1), px * (plan.columns + 1), 3), (150, 140, 160), np.uint8)
    cv2.rectangle(sheet, (first, first), (last, last), (200, 225, 230), -1)
    for line in range(1, plan.columns, 2):
        at = first + px * line
        cv2.line(sheet, (at, first), (at, last), (70, 80, 60), 2)
        cv2.line(sheet, (first, at), (last, at), (70, 80, 60), 2)
    found = locate(photograph(sheet, box_of(plan), truth), tingle.KIT)
    assert found is not None
    assert corner_error(found.boards[0], truth, any_turn=True) < 0.01


def _on_cloth(turn_deg: float) -> tuple[Image, Registration]:
    """Return a small board on a large checked cloth, which is turned by so much against it, and the truth."""
    plan = tinker_tactics.KIT.plan
    truth = camera_over(plan, elevation=60.0, azimuth=10.0, distance_mm=2.5 * plan.height_mm)
    left, top, right, bottom = box_of(plan)
    px, wide = 4, 1000
    cloth = np.full((px * wide, px * wide, 3), (150, 190, 140), np.uint8)
    for at in range(0, px * wide, 45 * px):
        cv2.line(cloth, (at, 0), (at, px * wide), (60, 90, 50), 2 * px)
        cv2.line(cloth, (0, at), (px * wide, at), (90, 120, 80), 3 * px)
    middle = px * wide / 2
    turned = cv2.warpAffine(
        cloth,
        cv2.getRotationMatrix2D((middle, middle), turn_deg, 1.0),
        (px * wide, px * wide),
        borderMode=cv2.BORDER_WRAP,
    )
    size = round((right - left) * px), round((bottom - top) * px)
    x, y = (round(middle - side / 2) for side in size)
    turned[y : y + size[1], x : x + size[0]] = cv2.resize(ruled(plan), size, interpolation=cv2.INTER_AREA)
    out = (wide - np.array(size) / px) / 2
    box = (left - out[0], top - out[1], right + out[0], bottom + out[1])
    return photograph(np.asarray(turned, dtype=np.uint8), box, truth), truth


@pytest.mark.parametrize("turn_deg", [6.0, 35.0])
def test_a_board_on_a_checked_cloth_is_found(turn_deg: float) -> None:
    picture, truth = _on_cloth(turn_deg)
    found = locate(picture, tinker_tactics.KIT)
    assert found is not None
    assert corner_error(found.boards[0], truth, any_turn=True) < 0.01


def test_the_near_side_of_an_oblong_board_is_one_of_its_ends() -> None:
    picture, truth = scene(tinker_tactics.KIT, 60.0, 10.0)
    as_a, as_b = locate(picture, tinker_tactics.KIT), locate(picture, tinker_tactics.KIT, near="B")
    assert as_a is not None
    assert as_b is not None
    assert corner_error(as_a.boards[0], truth) < 0.01
    np.testing.assert_allclose(as_b.corners_px, np.roll(as_a.corners_px, 2, axis=0), atol=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("size", [7, 9])
def test_a_board_of_another_size_is_none(size: int) -> None:
    picture, _ = scene(tabik.kit(board_size=size), 60.0, 10.0, pieces=0.1)
    assert locate(picture, tabik.KIT) is None


def _planks() -> Image:
    picture = np.full((768, 1024, 3), (90, 130, 170), np.uint8)
    rng = np.random.default_rng(3)
    for _ in range(300):
        x, y, length = (int(rng.integers(low, high)) for low, high in ((0, 1024), (0, 768), (20, 300)))
        cv2.line(picture, (x, y), (x + length, y), (70, 105, 140), 1)
    for joint in range(0, 768, 96):
        cv2.line(picture, (0, joint), (1024, joint), (40, 60, 80), 3)
    return picture


NEGATIVES = {
    "blank": np.full((480, 640, 3), 128, np.uint8),
    "noise": np.random.default_rng(5).integers(0, 255, (480, 640, 3)).astype(np.uint8),
    "planks": _planks(),
    "go board": go_board(),
    "one pixel": np.zeros((1, 1, 3), np.uint8),
    "ribbon": np.zeros((5000, 1, 3), np.uint8),
}


@pytest.mark.parametrize("name", NEGATIVES)
@pytest.mark.parametrize("kit", ["ting", "tinker pair"])
def test_lines_that_are_no_board_are_refused(name: str, kit: str) -> None:
    assert locate(NEGATIVES[name], KITS[kit]) is None


def _printed(kit: Kit) -> tuple[Image, Registration]:
    truth = camera_over(kit.plan, elevation=60, distance_mm=3.2 * kit.plan.height_mm)
    return printed(kit, truth), truth


@pytest.mark.parametrize("name", ["ting", "tingle", "tabik of 8"])
def test_a_printed_board_is_found_by_tags_else_by_its_lines(name: str) -> None:
    kit = KITS[name]
    picture, truth = _printed(kit)
    tagged = locate(picture, kit)
    assert tagged is not None
    assert tagged.method == "tags"
    assert corner_error(tagged.boards[0], truth) < 0.003
    ruled_only = locate(picture, replace(kit, markers=()))
    assert ruled_only is not None
    assert ruled_only.method == "lattice"
    assert corner_error(ruled_only.boards[0], truth, any_turn=True) < 0.015


def test_a_mini_board_is_found_by_its_own_tags() -> None:
    kit = tinker_tactics.kit(players=3)
    mini = kit.minis[1]
    alone = replace(kit, plan=mini.plan, markers=mini.markers, minis=())
    picture, truth = _printed(alone)
    found = locate(picture, kit)
    assert found is not None
    assert [board.plan.prefix for board in found.boards] == ["B"]
    assert corner_error(found.boards[0], truth) < 0.005


@pytest.mark.parametrize("chequered", [True, False])
def test_a_board_that_nobody_asked_for_is_named_by_its_cells(chequered: bool) -> None:
    plan = tabik.kit(board_size=8).plan
    truth = camera_over(plan, elevation=65.0, azimuth=20.0, distance_mm=2.6 * plan.width_mm)
    drawing = chessboard() if chequered else ruled(plan)
    picture = with_pieces(photograph(drawing, box_of(plan), truth), truth, 10, tall=0.3)
    assert board_seen(picture, {(8, 8): 0, (6, 6): 0, (9, 9): 0, (4, 6): 0}) == ((8, 8), chequered)
    assert board_seen(picture, {(6, 6): 0, (9, 9): 0}) is None
