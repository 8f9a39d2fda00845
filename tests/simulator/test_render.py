"""The pretend table: the same from a seed, within the stock, and what the truth says is what the picture shows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from core.game import HiddenSetup
from core.games import find
from core.tabik.options import TabikOptions
from kits import tabik, ting, tingle, tinker_tactics
from kits.kit import Kit
from kits.tink import KIT
from simulator.bodies import Body
from simulator.draw import draw_scene
from simulator.furnish import STYLES
from simulator.grid_looks import grid_styles
from simulator.looks import Material
from simulator.palette import hsv, linear
from simulator.positions import played
from simulator.render import render
from simulator.scene import Hand, Light, Scene, Sensor
from simulator.table import Table
from simulator.things import placed_bodies, rod_body

SMALL, TINY = (640, 480), (320, 240)
PLAIN = Sensor(vignette=0, luma_noise=0, chroma_noise=0, sharpen=0, jpeg_quality=100, defocus_px=0.4)
EVEN = Light(lamps=(), dome=(0.8, 0.8, 0.8), unevenness=0, glare=0, glare_spread=0.1, seed=0)
KITS = {
    "tink": KIT,
    "ting": ting.KIT,
    "tabik 5": tabik.kit(board_size=5),
    "tabik 11": tabik.kit(board_size=11),
    "tingle": tingle.KIT,
    "tingle with pyramids": tingle.WITH_PYRAMIDS,
    "tinker 2": tinker_tactics.kit(players=2),
    "tinker 4": tinker_tactics.kit(players=4),
    "tinker 5": tinker_tactics.kit(players=5),
}


def drawn(kit: Kit, seed: int, tier: str = "normal", **wanted: object) -> Scene:
    return draw_scene(np.random.default_rng(seed), **{"kit": kit, "tier": tier, "size": SMALL, **wanted})  # type: ignore[arg-type]


def plain_scene(seed: int = 1, **wanted: object) -> Scene:
    """Return a scene of Tink in even light before a perfect sensor."""
    return replace(drawn(KIT, seed, "easy", hand=False, loose=False, **wanted), light=EVEN, sensor=PLAIN)


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("name", "tier"), [*zip(KITS, 3 * ("easy", "normal", "hard"), strict=True)])
def test_a_seed_gives_the_same_picture_again(name: str, tier: str) -> None:
    scenes = [drawn(KITS[name], seed, tier, hand=True, size=TINY) for seed in (3, 3, 4)]
    first, second = map(render, scenes[:2])
    assert first.image.shape == (240, 320, 3)
    assert first.image.dtype == np.uint8
    assert np.array_equal(first.image, second.image)
    assert first.truth.position == second.truth.position
    assert not np.array_equal(scenes[2].view.R, scenes[0].view.R)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("name", ["tink", "ting", "tabik 5", "tingle", "tinker 2"])
def test_every_style_of_board_is_drawn(name: str) -> None:
    kit = KITS[name]
    for style in STYLES if kit.ground.chequered else grid_styles(kit):
        scene = drawn(kit, 5, style=style, size=TINY)
        assert (scene.board.grid is None) == (style == "kit" or kit.ground.chequered)
        assert render(scene).image.std() > 5
    with pytest.raises(ValueError, match="no board style"):
        drawn(kit, 5, style="stone")


@pytest.mark.parametrize("name", KITS)
def test_random_positions_keep_to_the_stock(name: str) -> None:
    kit = KITS[name]
    for seed in range(15):
        scene = drawn(kit, seed, players=None if kit.minis or kit.rod else 2 + seed % 3)
        used = Counter(piece.seat + piece.kind for piece in scene.pieces)
        assert all(count <= kit.stock[content[-1]] for content, count in used.items())
        assert len({piece.cell for piece in scene.pieces}) == len(scene.pieces)
        assert len(set(scene.seats.values())) == len(scene.seats)
        assert all(1 <= piece.value <= int(piece.kind) for piece in scene.pieces if piece.kind in "468")
        assert all(piece.cell in scene.kit.plan.cells for piece in scene.pieces)
        assert all(np.hypot(*piece.offset_mm) < scene.kit.plan.pitch_mm / 2 for piece in scene.pieces)


def test_played_positions_of_tabik_are_positions_of_the_game() -> None:
    game, options = find("tabik"), TabikOptions(board_size=5)
    for seed in range(12):
        contents = played(np.random.default_rng(seed), KITS["tabik 5"])
        every = {**dict.fromkeys(game.cells(game.start(options)), "."), **contents}
        game.parse_position(game.format_contents(every, options), options)


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


@pytest.mark.parametrize("name", ["ting", "tabik 5", "tinker 5"])
def test_a_camera_from_above_sees_every_cell(name: str) -> None:
    truth = render(
        draw_scene(
            np.random.default_rng(8), kit=KITS[name], tier="easy", contents={}, hand=False, loose=False, size=SMALL
        )
    ).truth
    centres = truth.registration.px_from_board([truth.registration.plan.centre_mm(c) for c in truth.contents])
    assert (centres > 0).all()
    assert (centres < SMALL).all()
    assert max(truth.covered.values()) == 0
    assert all(seen.visible == 1 and not seen.rod for seen in truth.edges.values())
    assert set(truth.position.values()) == {"."}


def test_rods_are_where_the_truth_says() -> None:
    scene = drawn(KITS["tabik 5"], 2)
    truth = render(scene).truth
    assert set(truth.edges) == set(scene.kit.plan.edges)
    assert len(truth.edges) == 2 * 5 * 4
    assert {edge for edge, seen in truth.edges.items() if seen.rod} == {rod.edge for rod in scene.rods}
    assert all(0 <= seen.visible <= 1 for seen in truth.edges.values())


@pytest.mark.parametrize("seed", range(6))
def test_rods_lie_between_stones_not_in_them(seed: int) -> None:
    scene = drawn(KITS["tabik 11"], seed)
    kit = scene.kit
    stones = [_foot(placed_bodies(piece, kit.plan, kit.pieces[piece.kind])[0]) for piece in scene.pieces]
    inside = []
    for laid in scene.rods:
        rod = _foot(rod_body(laid, kit.plan))
        shared = sum(cv2.intersectConvexConvex(rod, stone)[0] for stone in stones)
        inside.append(shared / cv2.contourArea(rod))
    assert not inside or np.mean(inside) < 0.08
    assert not inside or max(inside) < 0.4


def _foot(body: Body) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.asarray(cv2.convexHull(body.vertices[:, :2].astype(np.float32)))


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("name", "style"),
    [("tabik 5", "paper"), ("ting", "kit"), ("tingle", "tiles"), ("tinker 2", "kit"), ("tinker 4", "card")],
)
def test_a_table_shows_a_whole_game(name: str, style: str) -> None:
    game = find({"tabik": "tabik", "ting": "ting", "tinke": "tinker_tactics"}.get(name[:5], "tingle"))
    values = {"tinker 4": {"players": 4}, "tabik 5": {"board_size": 5}}
    options = game.options.of(values.get(name, {}))
    table = Table.draw(np.random.default_rng(4), kit=KITS[name], style=style, size=SMALL)
    position = game.deal(options, 1) if isinstance(game, HiddenSetup) else game.start(options)
    for seed in range(3):
        contents = game.contents(position)
        truth = table.picture(contents, seed=seed, hand=next(iter(table.scene.kit.plan.cells))).truth
        assert truth.position == contents
        actions = [a for a in game.actions(position) if a != "--"]
        position = game.play(position, actions[len(actions) // 2])
