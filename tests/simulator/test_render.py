"""The pretend table: what the truth says is what the picture shows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from kits.tink import KIT
from simulator.draw import draw_scene
from simulator.furnish import STYLES
from simulator.looks import Material
from simulator.palette import hsv, linear
from simulator.render import render
from simulator.scene import Hand, Light, Scene, Sensor
from simulator.table import Table

SMALL = (640, 480)
PLAIN = Sensor(vignette=0, luma_noise=0, chroma_noise=0, sharpen=0, jpeg_quality=100, defocus_px=0.4)
EVEN = Light(lamps=(), dome=(0.8, 0.8, 0.8), unevenness=0, glare=0, glare_spread=0.1, seed=0)


def plain_scene(seed: int = 1, **wanted: object) -> Scene:
    """A scene in even light before a perfect sensor."""
    scene = draw_scene(np.random.default_rng(seed), kit=KIT, tier="easy", hand=False, loose=False, size=SMALL, **wanted)  # type: ignore[arg-type]
    return replace(scene, light=EVEN, sensor=PLAIN)


@pytest.mark.parametrize("tier", ["easy", "normal", "hard"])
@pytest.mark.parametrize("style", STYLES)
def test_a_seed_gives_the_same_picture_again(tier: str, style: str) -> None:
    first, second = (
        render(draw_scene(np.random.default_rng(5), kit=KIT, tier=tier, style=style, hand=True, size=SMALL))  # type: ignore[arg-type]
        for _ in range(2)
    )
    assert first.image.shape == (480, 640, 3)
    assert first.image.dtype == np.uint8
    assert np.array_equal(first.image, second.image)
    assert first.truth.position == second.truth.position
    other = render(draw_scene(np.random.default_rng(6), kit=KIT, tier=tier, style=style, size=SMALL))  # type: ignore[arg-type]
    assert not np.array_equal(first.image, other.image)


def test_contents_and_colours_are_those_asked_for() -> None:
    wanted = {"a1": "As", "d4": "Bl", "h8": "Cm", "e4": "."}
    colours = {"A": "red", "B": "black", "C": "clear"}
    truth = render(plain_scene(contents=wanted, colours=colours)).truth
    assert truth.position == {cell: wanted.get(cell, ".") for cell in KIT.plan.cells}
    assert truth.contents["d4"] == ("black", "l")
    assert truth.contents["e4"] is None
    assert {p.placed.cell for p in truth.pieces} == {"a1", "d4", "h8"}


def test_a_raised_frame_stands_on_the_board_and_hides_no_cell_from_above() -> None:
    """Seen from over the board its inner sides lean outward; they do not go on below the board's face."""
    scene = plain_scene(7, contents={}, style="wood")
    pale, green = linear((0.9, 0.9, 0.9)), linear((0.1, 0.8, 0.1))
    board = replace(scene.board, dark=pale, light=pale, border=green, border_mm=20.0, line_mm=0, texture=0, hinge=False)
    tall = replace(board, rim_mm=8.0, thickness_mm=20.0, labels=False)
    picture = render(replace(scene, board=tall))
    registration, eye = picture.truth.registration, picture.truth.registration.eye_mm
    width, height = registration.plan.width_mm, registration.plan.height_mm
    assert 0 < eye[0] < width
    assert 0 < eye[1] < height
    outline = np.array([(3.0, 3.0), (width - 3, 3.0), (width - 3, height - 3), (3.0, height - 3)])
    inside = np.zeros(picture.image.shape[:2], dtype=np.uint8)
    cv2.fillPoly(inside, [registration.px_from_board(outline).round().astype(np.int32)], (1,))
    image = picture.image.astype(int)
    is_green = image[..., 1] - image[..., [0, 2]].max(axis=2) > 30
    assert is_green.any()
    assert not is_green[inside == 1].any()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_positions_keep_to_the_stock(players: int) -> None:
    for seed in range(40):
        scene = draw_scene(np.random.default_rng(seed), kit=KIT, players=players)
        used = Counter(piece.content for piece in scene.pieces)
        assert len(scene.seats) == players
        assert len(set(scene.seats.values())) == players
        assert all(count <= KIT.stock[content[1]] for content, count in used.items())
        assert len({piece.cell for piece in scene.pieces}) == len(scene.pieces)
        for piece in scene.pieces:
            assert np.hypot(*piece.offset_mm) < scene.kit.plan.pitch_mm / 2


def test_a_red_piece_is_red_inside_its_outline_and_nowhere_else() -> None:
    scene = plain_scene(3, contents={"e5": "Al"}, colours={"A": "red", "B": "blue"}, style="card")
    pale = linear((0.9, 0.9, 0.9))
    board = replace(scene.board, dark=pale, light=pale, border=pale, line_mm=0, labels=False, hinge=False, texture=0)
    ground = replace(scene.ground, kind="plain", first=pale, floor=pale, floor_kind="plain")
    red = Material(hsv(0, 1, 0.8), gloss=0.0)
    pieces = (replace(scene.pieces[0], material=red),)
    picture = render(replace(scene, board=board, ground=ground, pieces=pieces))
    image = picture.image.astype(int)
    is_red = image[..., 2] - image[..., :2].max(axis=2) > 70
    inside = np.zeros(is_red.shape, dtype=np.uint8)
    (seen,) = picture.truth.pieces
    cv2.fillConvexPoly(inside, np.rint(seen.outline_px).astype(np.int32), (1,))
    assert seen.visible == pytest.approx(1, abs=0.08)
    assert is_red[cv2.erode(inside, np.ones((3, 3))) > 0].mean() > 0.97
    assert not is_red[cv2.dilate(inside, np.ones((7, 7))) == 0].any()


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_tags_are_found_where_the_truth_has_them(seed: int) -> None:
    scene = draw_scene(
        np.random.default_rng(seed), kit=KIT, tier="easy", style="kit", contents={}, hand=False, loose=False
    )
    picture = render(replace(scene, sensor=PLAIN, light=EVEN))
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36H11)
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, codes, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(picture.image)
    found = dict(zip(np.asarray(codes).ravel().tolist(), corners, strict=True))
    assert len(found) >= 6
    errors = []
    for marker in scene.kit.markers:
        if marker.code in found:
            truth = picture.truth.registration.px_from_board(np.asarray(marker.corners_mm))
            errors.append(found[marker.code].reshape(4, 2) - truth)
    assert np.abs(np.mean(errors, axis=1)).max() < 0.5  # a tag's centre; its corners draw in a little where white glows
    assert np.abs(np.mean(errors, axis=(0, 1))).max() < 0.15
    assert np.median(np.linalg.norm(errors, axis=2)) < 0.7


@pytest.mark.parametrize("seed", [8, 12])
def test_squares_are_where_the_truth_has_them(seed: int) -> None:
    scene = plain_scene(seed, contents={}, style="vinyl")
    board = replace(scene.board, dark=(0.03,) * 3, light=(0.8,) * 3, texture=0.0, hinge=False, a1_dark=True)
    picture = render(replace(scene, board=board))
    grey = cv2.cvtColor(picture.image, cv2.COLOR_BGR2GRAY)
    crossings = np.array([[x, y] for x in range(1, 8) for y in range(1, 8)]) * scene.kit.plan.pitch_mm
    expected = picture.truth.registration.px_from_board(crossings)
    inside = ((expected > 8) & (expected < np.array(SMALL) - 8)).all(axis=1)
    start = expected[inside].astype(np.float32).reshape(-1, 1, 2)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    refined = cv2.cornerSubPix(grey, start.copy(), (5, 5), (-1, -1), stop)
    off = np.linalg.norm((refined - start).reshape(-1, 2), axis=1)
    assert len(off) > 20
    assert np.median(off) < 0.3
    assert off.max() < 0.7
    centre = picture.truth.registration.px_from_board([scene.kit.plan.centre_mm("d4"), scene.kit.plan.centre_mm("d5")])
    dark, light = (int(grey[round(y), round(x)]) for x, y in centre)
    assert dark + 60 < light


def test_a_hand_covers_the_cell_it_reaches_for() -> None:
    skin = linear((0.8, 0.6, 0.5))
    hand = Hand((0, 0), 15, 90, 1.0, skin, skin, 80, 0.3, False, 1)
    scene = plain_scene(11, contents={"e3": "As", "a8": "Bs"})
    x, y = scene.kit.plan.centre_mm("e4")
    without = render(scene).truth
    covered = render(replace(scene, hand=replace(hand, at_mm=(x, y)))).truth
    assert max(without.covered.values()) < 0.5
    assert covered.covered["e3"] > 0.5
    assert covered.covered["a8"] == without.covered["a8"]
    before, after = ({p.placed.cell: p.visible for p in truth.pieces} for truth in (without, covered))
    assert after["e3"] < 0.5 < before["e3"]
    assert after["a8"] == before["a8"]


def test_pieces_stay_put_on_a_table_until_they_are_moved() -> None:
    table = Table.draw(np.random.default_rng(4), kit=KIT, size=SMALL, colours={"A": "red", "B": "blue"})
    one = table.picture({"c3": "As", "f6": "Bs"}, seed=1)
    two = table.picture({"c3": "As"}, seed=2)
    kept = {p.placed.cell: p.outline_px for p in one.truth.pieces}["c3"]
    assert np.array_equal(kept, two.truth.pieces[0].outline_px)
    assert not np.array_equal(one.image, two.image)
    assert table.picture({"c3": "As"}, seed=2, hand="c3").truth.covered["c3"] > two.truth.covered["c3"]
    moved = table.bumped(np.random.default_rng(1)).picture({"c3": "As"})
    shift = np.linalg.norm(moved.truth.pieces[0].outline_px.mean(axis=0) - kept.mean(axis=0))
    assert 0.3 < shift < 60
