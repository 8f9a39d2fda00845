"""Outlines of boards: what the network says is put together rightly; and panels, which a checked cloth has in it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from benchmarks.examination import simulated
from benchmarks.refereeing.rendered import RenderedTable
from benchmarks.refereeing.scenarios import SCENARIOS
from benchmarks.refereeing.watching import played
from calibration import outline
from calibration.locate import locate
from calibration.outline import SHOWN_PX, STRIDE, Image, find_outline, find_outlines, likeliest, skew
from calibration.panels import find_panels
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


def farthest(found: Array, quad: Array) -> float:
    turned = [np.roll(way, turn, axis=0) for way in (found, found[::-1]) for turn in range(4)]
    return min(float(np.linalg.norm(way - quad, axis=1).max()) for way in turned)


def test_corners_are_where_the_network_says() -> None:
    found = likeliest(_said(QUAD))
    assert found is not None
    assert farthest(found.corners_px, QUAD) < 0.5
    assert found.plain > 0.9


@pytest.mark.parametrize("hidden", range(4))
def test_a_corner_that_is_not_seen_is_where_the_sides_meet(hidden: int) -> None:
    found = likeliest(_said(QUAD, hidden=hidden))
    assert found is not None
    assert farthest(found.corners_px, QUAD) < STRIDE


def test_nothing_and_one_place_that_is_hardly_on_a_board_are_no_board() -> None:
    hardly = np.zeros((4, 30, 40))
    hardly[:2] = -6
    assert likeliest(hardly) is None
    hardly[0, 12, 17] = 0.02
    assert likeliest(hardly) is None


def test_a_board_is_seen_whatever_its_size_in_the_picture() -> None:
    """Of easy tables most outlines lie within a thirtieth of the board's side, in colour and in grey."""
    near = []
    for number in range(1, 5):
        scene = draw_scene(
            np.random.default_rng([77, number]), tier="easy", kit=ting.KIT, style="paper", hand=False, size=(800, 600)
        )
        picture = render(scene)
        grey = np.asarray(cv2.cvtColor(picture.image, cv2.COLOR_BGR2GRAY), np.uint8)
        true = picture.truth.registration.corners_px
        side = np.linalg.norm(np.roll(true, 1, axis=0) - true, axis=1).max()
        found = (find_outline(picture.image), find_outline(grey))
        near += [one is not None and farthest(one.corners_px, true) < side / 30 for one in found]
    assert sum(near) >= 7


def test_a_board_seen_from_low_down_is_seen_again_as_a_square() -> None:
    """Enlarged alone, it was more than a cell off."""
    truth = simulated("tinker_tactics", 107_007)
    corners = truth.registration.corners_px
    found = find_outline(truth.image)
    assert found is not None
    assert farthest(found.corners_px, corners) < 0.02 * cv2.arcLength(corners.astype(np.float32), closed=True)


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


PANEL = np.array([(150, 40), (250, 80), (190, 190), (90, 130)], dtype=np.float64)


def cloth(width: int, height: int, seed: int) -> Image:
    """Return a picture of a grey cloth with stripes both ways."""
    rng = np.random.default_rng(seed)
    across, down = (rng.integers(60, 220, length // 16 + 1).repeat(16, axis=0)[:length] for length in (width, height))
    mixed = (0.5 * across[None] + 0.5 * down[:, None]).astype(np.uint8)
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(mixed, (0, 0), 0.7), cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def test_a_plain_panel_on_a_cloth_is_seen() -> None:
    picture = cloth(320, 240, 1)
    cv2.fillConvexPoly(picture, PANEL.astype(np.int32), (150, 140, 30))
    assert min(farthest(panel, PANEL) for panel in find_panels(picture)[:3]) < 4.0


def test_what_reaches_the_edge_of_the_picture_is_no_panel() -> None:
    picture = np.full((240, 320, 3), 200, np.uint8)
    cv2.rectangle(picture, (0, 60), (150, 180), (20, 30, 150), -1)
    assert find_panels(picture) == []


def test_a_board_on_a_checked_cloth_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played("tingle", SCENARIOS["plain"], 7303, plies=1)
    table = RenderedTable(game.course, seed=7303)
    picture, true = table.picture(game.shots[0]), table.view.corners_px
    monkeypatch.setattr(outline, "MOST_PANELS", 0)
    assert locate(picture, game.course.kit) is None
    monkeypatch.undo()
    place = locate(picture, game.course.kit)
    assert place is not None
    assert farthest(place.corners_px, true) < 0.1 * place.cell_px
