"""A projector lights the real board: the camera aligns it by four marks, and its light changes no reading."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

import cv2
import httpx
import numpy as np
import numpy.typing as npt
import pytest
from playwright.sync_api import Browser, Page, expect

from calibration.places import Place
from calibration.projected import TAGS, projected
from calibration.registration import Registration
from core.games import names
from kiebitz.api.pictures import locate, pretend_picture, read
from kiebitz.api.play import Position
from kiebitz.api.play import game as rules_of
from kiebitz.kits import kit_of
from kiebitz.pictures.frame import Image
from kiebitz.screen.routes.projector_api import SHOW, marks_path
from kits.codes import PROJECTED, own_codes
from simulator.calm import Aim, calm_table
from tests.screen.browser import in_browser
from tests.screen.conftest import Served, new_page, state_of
from tests.screen.tabletop import phone_over, photographs

Array = npt.NDArray[np.float64]
GAME = {"game": "tink", "players": 2, "source": "phone"}
SIZE = (1600, 900)
"""The projector's picture in px."""
LIGHT = 90
"""Grey levels that white of the projector adds."""
RIM = 60
"""Grey levels that an outline adds."""
TABLE = calm_table(kit_of("tink"), aim=Aim(elevation_deg=62.0, azimuth_deg=-4.0, margin=0.27), size=(1600, 1200))
PLAN = TABLE.scene.view.plan
LIT_MM = np.array(
    [(-236.0, -62.0), (PLAN.width_mm + 228, -71), (PLAN.width_mm + 244, PLAN.height_mm + 66),
     (-223, PLAN.height_mm + 60)], np.float32,
)  # fmt: skip
"""The corners of the light on the table, in the board's frame, with a keystone."""
UNIT = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
H_SHOWN_BOARD = cv2.getPerspectiveTransform(LIT_MM, UNIT).astype(np.float64)


def mapped(H: npt.ArrayLike, points: npt.ArrayLike) -> Array:
    moved = cv2.perspectiveTransform(np.asarray(points, np.float64).reshape(-1, 1, 2), np.asarray(H, np.float64))
    return np.asarray(moved, np.float64).reshape(-1, 2)


def marks() -> npt.NDArray[np.uint8]:
    """Return the projector's picture as the page's path says."""
    shown = np.zeros(SIZE[::-1], np.uint8)
    for ring in marks_path().split("Z")[:-1]:
        corners = np.array(re.findall(r"[\d.]+", ring), float).reshape(-1, 2) * SIZE - 0.5
        cv2.fillConvexPoly(shown, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return shown


def lit(image: Image, view: Registration, shown: npt.NDArray[np.uint8]) -> Image:
    """Return *image* with the light of the projector's picture *shown* on the plane of the board, lens included."""
    height, width = image.shape[:2]
    across, down = np.meshgrid(np.arange(width), np.arange(height))
    on_board = view.board_from_px(np.column_stack([across.ravel(), down.ravel()]))
    from_px = mapped(H_SHOWN_BOARD, on_board) * shown.shape[1::-1] - 0.5
    maps = from_px.reshape(height, width, 2).astype(np.float32)
    light = cv2.remap(shown, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    soft = cv2.GaussianBlur(light.astype(np.float32), (0, 0), 0.7)[..., None]
    return np.asarray(np.clip(image + soft * (LIGHT / 255), 0, 255), np.uint8)


def without(shown: npt.NDArray[np.uint8], *codes: int) -> npt.NDArray[np.uint8]:
    """Return the projector's picture without these marks."""
    left = shown.copy()
    for code in codes:
        cv2.fillConvexPoly(left, np.round(TAGS[code] * SIZE).astype(np.int32), 0)
    return left


@pytest.fixture(scope="module")
def bare() -> Image:
    return TABLE.picture({"d4": "As", "e5": "Bm"}).image


@pytest.fixture(scope="module")
def seen(bare: Image) -> Image:
    return lit(bare, TABLE.scene.view, marks())


def test_d5_the_light_is_aligned_to_less_than_a_pixel(seen: Image) -> None:
    found = projected(seen, Place.of(TABLE.scene.view))
    assert found is not None
    off_px = (found.corners - mapped(H_SHOWN_BOARD, PLAN.corners_mm)) * SIZE
    assert np.abs(off_px).max() < 1
    assert found.error_px < 1.5


def test_d5_the_light_is_aligned_on_the_board_that_the_camera_finds_among_the_marks(seen: Image, bare: Image) -> None:
    place, dark = locate(seen, "tink"), locate(bare, "tink")
    assert np.abs(np.subtract(place.corners_px, dark.corners_px)).max() < 1


@pytest.mark.thinned(4)
@pytest.mark.parametrize("code", PROJECTED)
def test_d5_three_marks_align_nothing(bare: Image, code: int) -> None:
    seen = lit(bare, TABLE.scene.view, without(marks(), code))
    assert projected(seen, Place.of(TABLE.scene.view)) is None


@pytest.mark.parametrize("code", PROJECTED)
def test_d5_a_hand_over_a_mark_aligns_nothing(seen: Image, code: int) -> None:
    view, hand = TABLE.scene.view, seen.copy()
    middle = mapped(np.linalg.inv(H_SHOWN_BOARD), TAGS[code].mean(axis=0))
    at = np.round(view.px_from_board(middle)[0] + (12, 8)).astype(int)
    cv2.ellipse(hand, at.tolist(), (70, 28), 25, 0, 360, (120, 150, 205), -1)
    assert projected(hand, Place.of(view)) is None


def test_d5_a_mark_that_lies_elsewhere_aligns_nothing(bare: Image) -> None:
    shown = marks()
    shifted = without(shown, PROJECTED[2])
    x, y = np.round(TAGS[PROJECTED[2]][0] * SIZE).astype(int)
    side = 144
    shifted[y - 90 : y - 90 + side, x - 60 : x - 60 + side] = shown[y : y + side, x : x + side]
    assert projected(lit(bare, TABLE.scene.view, shifted), Place.of(TABLE.scene.view)) is None


def test_d5_no_kit_has_the_codes_of_the_projector() -> None:
    owned = {own_codes(f"game {n}") + 11 for n in range(2000)}
    assert max(owned) < min(PROJECTED)
    assert len(set(PROJECTED)) == 4


# -- the route and the page


def test_d5_the_route_says_what_is_missing_and_then_where_the_board_lies(
    client: httpx.Client, bare: Image, seen: Image
) -> None:
    client.post("tables", json=GAME).raise_for_status()
    state_of(client, lambda state: state["position"], image=bare)
    waiting = client.get("projector").json()
    assert (waiting["state"], waiting["message"], waiting["corners"]) == ("waiting", SHOW, None)
    state_of(client, lambda _: client.get("projector").json()["state"] == "aligned", image=seen)
    told = client.get("projector").json()
    off_px = (np.array(told["corners"]) - mapped(H_SHOWN_BOARD, PLAN.corners_mm)) * SIZE
    assert np.abs(off_px).max() < 2
    assert told["error_px"] < 1.5


@in_browser
@pytest.mark.thinned(0)
def test_d5_the_page_lights_the_cell_of_a_move(browser: Browser, served: Served, client: httpx.Client) -> None:
    view, empty = TABLE.scene.view, TABLE.picture({}).image
    client.post("tables", json=GAME).raise_for_status()
    with (
        new_page(browser, locale="de-DE", viewport={"width": 1280, "height": 720}) as page,
        phone_over(client, TABLE) as phone,
    ):
        phone.put(photographs(empty))
        page.goto(served.screen.address("/projector"))
        expect(page.get_by_role("status")).to_have_text("Der Kamera alle vier Marken zeigen, flach auf dem Tisch.")
        phone.put(photographs(lit(empty, view, screenshot(page))))
        expect(page.locator("body.lit")).to_be_attached()
        assert page.locator("#light path").count() == 0
        phone.show({"d4": "As"})
        expect(page.locator("#light path.last")).to_be_attached()
        outline = page.locator("#light path.last").get_attribute("d") or ""
        cell = np.array(re.findall(r"[\d.]+", outline), float).reshape(-1, 2)
        middle = mapped(H_SHOWN_BOARD, PLAN.centre_mm("d4"))[0] * (1280, 720)
        assert np.abs(cell.mean(axis=0) - middle).max() < 4
        assert page.locator("#light path").count() == 1
        told, shown = client.get("state").json()["n"], screenshot(page)
        phone.put(photographs(lit(TABLE.picture({"d4": "As"}).image, view, shown)))
        phone.wait()
        assert client.get("state").json()["n"] == told
        phone.put(photographs(lit(TABLE.picture({"d4": "As", "e6": "Bs"}, seed=3).image, view, shown)))
        assert state_of(client, lambda state: state["n"] > told)["last"] == ["e6"]
        page.get_by_role("button", name="Marken wieder zeigen").click()
        expect(page.locator("#light path.tags")).to_be_attached()
        phone.sleep()


def screenshot(page: Page) -> npt.NDArray[np.uint8]:
    """Return in grey what the projector shows."""
    decoded = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    return np.asarray(decoded, np.uint8)


# -- what the light does to the reading


def outlined(image: Image, game: str, places: Sequence[str], *, share: float = 0.08) -> Image:
    """Return *image* with yellow light around *places* as the page outlines them, *share* of a cell thick."""
    found, plan = locate(image, game), kit_of(game).plan
    assert found.corners_px is not None
    H = cv2.getPerspectiveTransform(np.array(plan.corners_mm, np.float32), np.array(found.corners_px, np.float32))
    light = np.zeros(image.shape[:2], np.float32)
    for place in places:
        ends = place.split("-")
        middle = np.mean([plan.centre_mm(end) for end in ends], axis=0)
        reach = 0.46 if len(ends) == 1 else 0.18  # as in pages/grid.js
        for half, level in ((reach, RIM), (reach - share, 0)):
            ring = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half * plan.pitch_mm + middle
            cv2.fillConvexPoly(light, np.round(mapped(H, ring) * 16).astype(np.int32), level, cv2.LINE_AA, 4)
    yellow = np.array([62, 194, 239]) / 239
    return np.asarray(np.clip(image + light[..., None] * yellow, 0, 255), np.uint8)


def played(game: str) -> Iterator[tuple[Position, list[str]]]:
    """Yield three positions of a game with what the move to each has changed."""
    rng, position, told = random.Random(5), rules_of(game).start(), 0
    while told < 3:
        before, position = position.contents, position.play(rng.choice(position.legal_actions))
        after = position.contents
        if changed := sorted(place for place in {*before, *after} if before.get(place, ".") != after.get(place, ".")):
            told += 1
            yield position, changed


@pytest.mark.thinned(5)
@pytest.mark.parametrize("game", names())
def test_d5_outlines_of_light_do_not_change_what_is_read(game: str) -> None:
    for position, changed in played(game):
        image = pretend_picture(position)
        assert read(outlined(image, game, changed), game).contents == read(image, game).contents
