"""Outlines of boards: what the network says is put together rightly, and it says what it was taught."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from benchmarks.examination import simulated
from calibration.outline import SHOWN_PX, STRIDE, find_outline, find_outlines, likeliest, shown, skew
from calibration.registration import Array
from kits import ting, tingle
from simulator.draw import draw_scene
from simulator.render import render
from tests.calibration.scenes import camera_over

QUAD = np.array([(60, 40), (250, 62), (230, 200), (50, 180)], dtype=np.float64)


def _said(quad: Array, *, hidden: int | None = None) -> Array:
    """Return what a network should say (4, 30, 40) of a board with the corners *quad* px, one of them *hidden*."""
    fine = np.zeros((30 * STRIDE, 40 * STRIDE), np.float32)
    cv2.fillConvexPoly(fine, np.round(quad).astype(np.int32), 1.0)
    on = cv2.resize(fine, (40, 30), interpolation=cv2.INTER_AREA)
    x, y = np.meshgrid(np.arange(40.0), np.arange(30.0))
    places = np.delete((quad + 0.5) / STRIDE - 0.5, [] if hidden is None else [hidden], axis=0)
    off = places[:, :, None, None] - np.stack([x, y])
    far = np.linalg.norm(off, axis=1)
    where = np.take_along_axis(off, far.argmin(axis=0)[None, None], axis=0)[0]
    return np.stack([12 * on - 6, 6 - 8 * far.min(axis=0), *where])


def _farthest(found: Array, quad: Array) -> float:
    turned = [np.roll(way, turn, axis=0) for way in (found, found[::-1]) for turn in range(4)]
    return min(float(np.linalg.norm(way - quad, axis=1).max()) for way in turned)


def test_corners_are_where_the_network_says() -> None:
    found = likeliest(_said(QUAD))
    assert found is not None
    assert _farthest(found.corners_px, QUAD) < 0.5
    assert found.plain > 0.9


@pytest.mark.parametrize("hidden", range(4))
def test_a_corner_that_is_not_seen_is_where_the_sides_meet(hidden: int) -> None:
    found = likeliest(_said(QUAD, hidden=hidden))
    assert found is not None
    assert _farthest(found.corners_px, QUAD) < STRIDE


def test_nothing_is_no_board() -> None:
    nothing = np.zeros((4, 30, 40))
    nothing[:2] = -6
    assert likeliest(nothing) is None


def test_one_place_that_is_hardly_on_a_board_is_no_outline() -> None:
    hardly = np.zeros((4, 30, 40))
    hardly[:2] = -6
    hardly[0, 12, 17] = 0.02
    assert likeliest(hardly) is None


def test_what_is_shown_knows_no_exposure() -> None:
    picture = np.random.default_rng(1).integers(40, 90, (48, 64, 3)).astype(np.uint8)
    np.testing.assert_allclose(shown(picture * 2), shown(picture), atol=0.5)


@pytest.mark.parametrize("grey", [False, True])
def test_a_board_is_seen_whatever_its_size_in_the_picture(grey: bool) -> None:
    """Of easy tables most outlines lie within a thirtieth of the board's side."""
    near = []
    for number in range(6):
        rng = np.random.default_rng([77, number])
        scene = draw_scene(rng, tier="easy", kit=ting.KIT, style="paper", hand=False, size=(800, 600))
        picture = render(scene)
        image = cv2.cvtColor(picture.image, cv2.COLOR_BGR2GRAY) if grey else picture.image
        found = find_outline(np.asarray(image, dtype=np.uint8))
        true = picture.truth.registration.corners_px
        side = np.linalg.norm(np.roll(true, 1, axis=0) - true, axis=1).max()
        near.append(found is not None and _farthest(found.corners_px, true) < side / 30)
    assert sum(near) >= 5


def test_a_board_seen_from_low_down_is_seen_again_as_a_square() -> None:
    """Enlarged alone, it was more than a cell off."""
    truth = simulated("tinker_tactics", 107_007)
    corners = truth.registration.corners_px
    found = find_outline(truth.image)
    assert found is not None
    assert _farthest(found.corners_px, corners) < 0.02 * cv2.arcLength(corners.astype(np.float32), closed=True)


def test_pictures_of_any_shape_are_taken() -> None:
    for shape in ((2, 2, 3), (40, 1000, 3), (1000, 30), (1, 5000, 3), (SHOWN_PX, SHOWN_PX, 3)):
        find_outline(np.full(shape, 128, np.uint8))


@pytest.mark.parametrize(("side", "least", "most"), [((8, 8), 0.0, 0.02), ((6, 4), 0.15, 1.0), ((4, 6), 0.15, 1.0)])
@pytest.mark.parametrize("elevation", [60.0, 89.0])
def test_cells_are_squares_to_some_camera_and_those_of_another_board_are_not(
    elevation: float, side: tuple[int, int], least: float, most: float
) -> None:
    place = camera_over(tingle.KIT.plan, elevation=elevation)
    corners = place.px_from_board(tingle.KIT.plan.corners_mm)
    assert least <= skew(corners, side, place.camera.size) <= most
    assert least <= skew(np.roll(corners, 1, axis=0), side, place.camera.size) <= most


def test_where_nothing_has_corners_there_is_no_outline() -> None:
    assert list(find_outlines(np.full((480, 640, 3), 128, np.uint8), (8, 8))) == []
    assert list(find_outlines(np.zeros((3000, 1, 3), np.uint8), (8, 8))) == []
