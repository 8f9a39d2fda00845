"""Ruled boards of every size are found by their lines, and lines that are no board are not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.boards import board_seen, find_board, places_by_three, places_within
from calibration.locate import locate
from calibration.outline import Outline
from calibration.registration import Array, Registration
from calibration.scaling import Grey
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


def check_found(picture: Image, kit: Kit, truth: Registration, *, off: float = 0.01) -> None:
    """Check that *kit*'s board is found in *picture*, any way round, and no farther *off* in parts of its side."""
    found = locate(picture, kit)
    assert found is not None
    assert (found.method, len(found.boards)) == ("lattice", 1)
    assert corner_error(found.boards[0], truth, any_turn=True) < off


def in_grey(picture: Image) -> Grey:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32)


def outer_px(truth: Registration) -> Array:
    return truth.px_from_board(np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * truth.plan.width_mm)


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("name", "elevation", "azimuth"), [(name, *((80.0, 30.0), (45.0, -15.0))[n % 2]) for n, name in enumerate(KITS)]
)
def test_a_ruled_board_in_play_is_found(name: str, elevation: float, azimuth: float) -> None:
    picture, truth = scene(KITS[name], elevation, azimuth)
    check_found(picture, KITS[name], truth)


def test_a_board_whose_lines_are_burnt_out_is_found_by_its_outline() -> None:
    """Three parts in ten of the lines are plain, of the others three hundredths of their contrast is left."""
    plan = tingle.KIT.plan
    truth = camera_over(plan, elevation=65.0, azimuth=20.0, distance_mm=2.6 * plan.width_mm)
    drawing = ruled(plan, block=2).astype(np.float64)
    left = np.where(np.arange(drawing.shape[1]) < 0.3 * drawing.shape[1], 1.0, 0.03)[None, :, None]
    burnt = np.asarray(drawing.max() - (drawing.max() - drawing) * left, dtype=np.uint8)
    check_found(with_pieces(photograph(burnt, box_of(plan), truth), truth, 10, tall=0.3), tingle.KIT, truth)


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
    check_found(photograph(sheet, box_of(plan), truth), ting.KIT, truth, off=0.012)


@pytest.mark.parametrize("wider", [-0.05, 0.08])
def test_a_board_is_laid_on_its_lines_however_its_outline_is_drawn(wider: float) -> None:
    picture, truth = scene(ting.KIT, 60.0, 10.0)
    outer = outer_px(truth)
    found = find_board(in_grey(picture), ting.KIT, [Outline(outer + wider * (outer - outer.mean(axis=0)), 1.0)])
    assert found is not None
    assert corner_error(found, truth, any_turn=True) < 0.005


@pytest.mark.parametrize(
    ("kit", "view", "off"),
    [
        (tingle.KIT, {"elevation": 28, "azimuth": 45, "distance_mm": 360, "hfov": 86, "k1": -0.03}, (4.0, 4.0)),
        (ting.KIT, {"elevation": 37, "azimuth": 50, "distance_mm": 1400, "hfov": 29}, (6.0, -7.0)),
    ],
    ids=["near, by a wide lens", "from afar"],
)
def test_a_board_lies_in_an_outline_that_is_a_little_off(
    kit: Kit, view: dict[str, float], off: tuple[float, float]
) -> None:
    truth = camera_over(kit.plan, **view)  # type: ignore[arg-type]
    drawn = Outline(truth.corners_px[::-1] + np.outer((-1, 1, -1, 1), off), 0.95)
    (laid,) = places_within(drawn, kit.plan, truth.camera.size)
    assert corner_error(laid, truth, any_turn=True) < 0.05


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
    seen = outer_px(truth)
    cv2.circle(picture, tuple(seen[1].astype(int).tolist()), 90, (90, 120, 190), -1)
    seen[1] -= (40.0, -25.0)
    found = find_board(in_grey(picture), ting.KIT, [Outline(seen, 1.0)])
    assert found is not None
    assert corner_error(found, truth, any_turn=True) < 0.01
    noise = np.random.default_rng(3).normal(128, 30, picture.shape[:2]).astype(np.float32)
    assert find_board(noise, ting.KIT, [Outline(seen, 1.0)]) is None
    other, there = scene(tabik.kit(board_size=7), 60.0, 10.0)
    assert find_board(in_grey(other), ting.KIT, [Outline(outer_px(there), 1.0)]) is None


def test_the_near_side_of_an_oblong_board_is_one_of_its_ends() -> None:
    picture, truth = scene(tinker_tactics.KIT, 60.0, 10.0)
    as_a, as_b = locate(picture, tinker_tactics.KIT), locate(picture, tinker_tactics.KIT, near="B")
    assert as_a is not None
    assert as_b is not None
    assert corner_error(as_a.boards[0], truth) < 0.01
    np.testing.assert_allclose(as_b.corners_px, np.roll(as_a.corners_px, 2, axis=0), atol=0.01)


def _planks() -> Image:
    picture = np.full((768, 1024, 3), (90, 130, 170), np.uint8)
    rng = np.random.default_rng(3)
    for _ in range(300):
        x, y, length = (int(rng.integers(low, high)) for low, high in ((0, 1024), (0, 768), (20, 300)))
        cv2.line(picture, (x, y), (x + length, y), (70, 105, 140), 1)
    for joint in range(0, 768, 96):
        cv2.line(picture, (0, joint), (1024, joint), (40, 60, 80), 3)
    return picture


NEGATIVES: dict[str, tuple[str, Callable[[], Image]]] = {
    "blank": ("ting", lambda: np.full((480, 640, 3), 128, np.uint8)),
    "noise": ("tinker pair", lambda: np.random.default_rng(5).integers(0, 255, (480, 640, 3)).astype(np.uint8)),
    "planks": ("ting", _planks),
    "go board": ("tinker pair", go_board),
    "chessboard": ("tinker pair", chessboard),
    "one line more": ("tabik of 8", lambda: scene(tabik.kit(board_size=9), 60.0, 10.0, pieces=0.1)[0]),
    "one pixel": ("ting", lambda: np.zeros((1, 1, 3), np.uint8)),
    "ribbon": ("ting", lambda: np.zeros((5000, 1, 3), np.uint8)),
}


@pytest.mark.parametrize("name", NEGATIVES)
def test_lines_that_are_no_board_are_refused(name: str) -> None:
    kit, picture = NEGATIVES[name]
    assert locate(picture(), KITS[kit]) is None


@pytest.mark.parametrize("name", ["ting", "tabik of 8"])
def test_a_printed_board_is_found_by_tags_else_by_its_lines(name: str) -> None:
    kit = KITS[name]
    truth = camera_over(kit.plan, elevation=60, distance_mm=3.2 * kit.plan.height_mm)
    picture = printed(kit, truth)
    tagged = locate(picture, kit)
    assert tagged is not None
    assert tagged.method == "tags"
    assert corner_error(tagged.boards[0], truth) < 0.003
    check_found(picture, replace(kit, markers=()), truth, off=0.015)


def test_a_mini_board_is_found_by_its_own_tags() -> None:
    kit = tinker_tactics.kit(players=3)
    mini = kit.minis[1]
    truth = camera_over(mini.plan, elevation=60, distance_mm=3.2 * mini.plan.height_mm)
    found = locate(printed(replace(kit, plan=mini.plan, markers=mini.markers, minis=()), truth), kit)
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
