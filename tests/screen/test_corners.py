"""What the camera sees, is read there without certainty, and kept; boards that are not found are pointed out."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from core.reading import Reading
from kiebitz.api.pictures import locate, pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.eye.seer import Seer
from kiebitz.home import games_folder
from kiebitz.kits import kit_of
from kiebitz.pictures.any_board import place_of
from kiebitz.pictures.frame import Frame
from kiebitz.pictures.frame import Image as Pixels
from kiebitz.screen.live.desk import Desk
from kiebitz.screen.live.feed import Feed
from kiebitz.screen.live.lookout import Lookout, Shown
from kiebitz.screen.live.questions import doubts_json
from kiebitz.screen.serving import Screen
from tests.screen.browser import in_browser
from tests.screen.conftest import PATIENCE_S, Served, running, state_of, told
from tests.screen.test_pages import check

CONTENTS = {"e5": "As", "d4": "Bs", "c6": "As"}
TINK = {"game": "tink", "players": 2, "colours": {"A": "red", "B": "yellow"}}


@cache
def seen() -> Pixels:
    return pretend_picture(rules_of("tink").start().play("Se5").play("Sd4").play("Sc6"))


@cache
def unfound() -> Pixels:
    """Return the same table, so blurred that its tags cannot be read."""
    return cv2.GaussianBlur(seen(), (0, 0), 9).astype(np.uint8)


@pytest.fixture(autouse=True)
def _blurred_boards_are_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Kiebitz find no board that is as blurred as ``unfound()``, though it could."""
    find = Seer.find
    monkeypatch.setattr(
        Seer, "find", lambda seer, image: find(seer, image) if cv2.Laplacian(image, cv2.CV_64F).std() > 5.0 else None
    )


class Pictures:
    name = "pictures"

    def frames(self) -> Iterator[Frame]:
        for number in range(3):
            yield Frame(seen(), number, float(number))


def test_pictures_are_shown_while_no_game_is_known() -> None:
    lookout = Lookout()
    shown = Shown(Pictures(), lambda frame: lookout.see(frame, None))
    assert lookout.picture() is None
    assert [frame.index for frame in shown.frames() if isinstance(frame, Frame)] == [0, 1, 2]
    view = lookout.view()
    assert (view["size"], view["boards"], view["method"]) == ([seen().shape[1], seen().shape[0]], [], None)
    assert lookout.picture()


def send(client: httpx.Client, image: Pixels, *, photo: bool = False) -> None:
    """Send *image* as a camera does; a *photo* until it is taken."""
    data = cv2.imencode(".jpg", image)[1].tobytes()
    while client.post("frames", content=data, params={"photo": "1"} if photo else {}).status_code == 429 and photo:
        time.sleep(0.05)


def until_found(client: httpx.Client, image: Pixels | None = None) -> dict[str, object]:
    return state_of(client, lambda state: state["position"], image=image)


@pytest.mark.slow
def test_a_board_is_read_where_people_say_it_lies(client: httpx.Client) -> None:
    client.post("tables", json=TINK).raise_for_status()
    send(client, unfound())
    corners = [[float(x), float(y)] for x, y in locate(seen(), "tink").corners_px]
    told = client.post("commands", json={"do": "corners", "corners_px": corners})
    assert (told.status_code, told.json()) == (200, {"events": []})
    assert until_found(client, unfound())["contents"] == CONTENTS


@pytest.mark.slow
def test_a_photo_is_read_anew_once_its_corners_are_told(client: httpx.Client) -> None:
    client.post("tables", json=TINK).raise_for_status()
    send(client, unfound(), photo=True)
    state_of(client, lambda state: state["n"])
    corners = [[float(x), float(y)] for x, y in locate(seen(), "tink").corners_px]
    client.post("commands", json={"do": "corners", "corners_px": corners}).raise_for_status()
    assert until_found(client)["contents"] == CONTENTS


@pytest.mark.slow
def test_photos_are_looked_through_until_one_shows_a_printed_board(client: httpx.Client) -> None:
    client.post("tables", json={}).raise_for_status()
    for _ in range(5):
        send(client, unfound(), photo=True)
    send(client, seen(), photo=True)
    state = until_found(client)
    assert (state["game"], state["contents"]) == ("tink", CONTENTS)


@in_browser
@pytest.mark.thinned(2)
@pytest.mark.parametrize("path", ["/", "/phone"])
def test_corners_are_dragged_and_nudged_and_given_up(
    page: Page, served: Served, client: httpx.Client, path: str
) -> None:
    client.post("tables", json=TINK).raise_for_status()
    tokens = served.screen.tokens
    page.goto("about:blank")
    page.goto(f"{served.origin}{path}#{tokens.camera if path == '/phone' else tokens.table}")
    if path == "/":
        page.get_by_text("What the camera sees").click()
    by_hand = page.locator("#by-hand").get_by_role("button", name="Set the corners by hand")
    deadline = time.monotonic() + PATIENCE_S
    while not by_hand.is_visible():
        assert time.monotonic() < deadline
        send(client, unfound())
        page.wait_for_timeout(200)
    by_hand.click()
    picture = page.get_by_role("dialog").get_by_alt_text("The newest picture of the table")
    while not picture.evaluate("image => image.naturalWidth"):
        assert time.monotonic() < deadline
        send(client, unfound())
        page.wait_for_timeout(50)
    check(page)
    box = picture.bounding_box()
    assert box is not None
    height, width = seen().shape[:2]
    corners = locate(seen(), "tink").corners_px
    for name, (x, y) in zip(("a1", "h1", "h8", "a8"), corners, strict=True):
        handle = page.get_by_role("button", name=f"Corner {name}", exact=True)
        at = handle.bounding_box()
        assert at is not None
        page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + (x - 10) * box["width"] / width, box["y"] + y * box["height"] / height, steps=4)
        page.mouse.up()
        page.keyboard.press("Shift+ArrowRight")
    page.get_by_text(re.compile(r"^a8: \d+, \d+$")).wait_for(state="attached")
    page.get_by_role("button", name="Use these corners").click()
    page.get_by_role("dialog").wait_for(state="hidden")
    assert until_found(client, unfound())["contents"] == CONTENTS
    with client.stream("GET", "events?since=0") as stream:
        found = next(line for line in stream.iter_lines() if '"found"' in line)
    assert '"manual"' in found
    page.get_by_role("button", name="Find it by itself").click()
    state_of(client, lambda state: state["phase"] == "looking")


@in_browser
@pytest.mark.thinned(0)
def test_corners_of_the_table_before_are_not_offered(page: Page, client: httpx.Client) -> None:
    client.post("tables", json=TINK).raise_for_status()
    until_found(client, seen())
    page.get_by_text("What the camera sees").click()
    by_hand = page.locator("#by-hand").get_by_role("button", name="Set the corners by hand")
    by_hand.click()
    client.post("tables", json=TINK).raise_for_status()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(by_hand).to_be_hidden()
    until_found(client, seen())
    by_hand.click()
    expect(page.get_by_role("dialog").get_by_alt_text("The newest picture of the table")).to_be_visible()


def test_the_newest_picture_is_no_larger_than_a_page_shows() -> None:
    lookout = Lookout()
    lookout.see(Frame(np.zeros((1440, 1920, 3), np.uint8), 0, 0.0), None)
    data = lookout.picture()
    assert data is not None
    assert Image.open(io.BytesIO(data)).size == (960, 720)


@pytest.fixture(scope="module")
def lookout() -> Lookout:
    """Return a lookout on a pretend table with a red piece on c3."""
    start = rules_of("tink").start()
    image = pretend_picture(start.play("Sc3").play("Sd4"))
    seen = Lookout()
    seen.see(Frame(image, 0, 0.0), place_of(image, kit_of("tink")))
    return seen


def test_from_above_the_cells_lie_in_rows_with_a1_at_the_bottom_left(lookout: Lookout) -> None:
    data = lookout.picture(above=True)
    assert data is not None
    image = np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)
    cell = image.shape[0] // 10
    assert image.shape[:2] == (10 * cell, 10 * cell)

    def redness(column: int, row: int) -> float:
        patch = image[(9 - row) * cell : (10 - row) * cell, column * cell : (column + 1) * cell]
        return float((patch[..., 0] - patch[..., 1] > 60).mean())

    found = max((redness(column, row), column, row) for column in range(1, 9) for row in range(1, 9))
    assert (found[1], found[2]) in {(3, 3), (3, 4)}  # c3, or where a standing piece leans to


def test_without_a_board_there_is_only_the_picture_itself() -> None:
    seen = Lookout()
    assert seen.picture(above=True) is None
    seen.see(Frame(np.zeros((480, 640, 3), np.uint8), 0, 0.0), None)
    assert seen.picture(above=True) == seen.picture()


def test_what_moves_is_painted_and_nothing_else() -> None:
    seen = Lookout()
    seen.see(Frame(np.zeros((480, 640, 3), np.uint8), 0, 0.0), None)
    moved = np.zeros((480, 640, 3), np.uint8)
    moved[100:200, 300:400] = 255
    seen.see(Frame(moved, 1, 0.1), None)
    data = seen.picture(motion=True)
    assert data is not None
    image = np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)
    painted = (image[..., 0] - image[..., 1]) > 100
    assert painted[110:190, 310:390].all()
    assert not painted[:80].any()
    assert not painted[:, :280].any()


def test_meters_tell_what_is_well_and_how_fast_pictures_come() -> None:
    sharp = pretend_picture(rules_of("tink").start())
    seen, blurred = Lookout(), Lookout()
    for number in range(21):
        seen.took(0.05)
        seen.see(Frame(sharp, number, number / 5), None)
    blurred.see(Frame(cv2.GaussianBlur(sharp, (0, 0), 6).astype(np.uint8), 0, 0.0), None)
    meters: Any = seen.view()["meters"]
    soft: Any = blurred.view()["meters"]
    assert (meters["per_second"], meters["look_ms"]) == (5.0, 50)
    assert meters["brightness"]["value"] > meters["brightness"]["least"]
    assert meters["overexposed"]["value"] < meters["overexposed"]["most"]
    assert meters["sharpness"]["value"] > 0.5 > soft["sharpness"]["value"]


def test_the_most_doubtful_cells_come_first_and_sure_ones_not_at_all() -> None:
    rows = {f"a{n}": {".": 0.0, "As": -float(n)} for n in range(1, 9)} | {"b1": {".": 0.0, "As": -20.0}}
    assert [one["cell"] for one in doubts_json(Reading(rows))] == ["a1", "a2", "a3", "a4"]
    assert doubts_json(Reading({"b1": rows["b1"]})) == doubts_json(None) == []


@pytest.fixture(scope="module")
def illegal(served: Served) -> int:
    """Return the number of the first broken rule on the pretend table."""
    with served.client() as client:
        client.post("tables", json={"game": "tabik", "source": "demo"}).raise_for_status()
    return int(told(served, 0, until="illegal")[-1]["n"])


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_broken_rule_has_pictures_for_whoever_may_look(served: Served, illegal: int, when: str) -> None:
    with served.client(served.screen.tokens.viewer) as viewer:
        answer = viewer.get(f"events/{illegal}/{when}.jpg")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    assert max(Image.open(io.BytesIO(answer.content)).size) <= 320


@pytest.mark.slow
def test_a_table_without_crops_keeps_none_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    with running(Screen.open(0, desk=Desk(Feed(), step_s=0, crops=False))) as screen:
        own = Served(screen)
        with own.client() as client:
            assert client.post("tables", json={"game": "tabik", "source": "demo"}).json()["crops"] is False
            number = told(own, 0, until="illegal")[-1]["n"]
            assert client.get(f"events/{number}/after.jpg").status_code == 404
    assert list(games_folder().glob("*.jsonl"))
    assert not list(games_folder().glob("*.crops"))
