"""A board that the referee does not find is pointed out on the screen, with the pointer and with the keyboard."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Iterator
from functools import cache

import cv2
import httpx
import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from kiebitz.api.pictures import locate, pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.eye.seer import Seer
from kiebitz.pictures.frame import Frame
from kiebitz.pictures.frame import Image as Pixels
from kiebitz.screen.live.lookout import Lookout, Shown
from tests.screen.browser import in_browser
from tests.screen.conftest import PATIENCE_S, Served, state_of
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
