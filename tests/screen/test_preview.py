"""What a camera of this computer shows before it is chosen; the cameras are scripted."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from typing import ClassVar

import httpx
import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from kiebitz.pictures import live
from kiebitz.pictures.connected import Connected
from kiebitz.screen.live import preview
from kiebitz.screen.routes import devices_api
from tests.screen.browser import in_browser
from tests.screen.conftest import Served, new_page, until

CAMERAS = (Connected(0, "Busy Cam"), Connected(2, "Webcam C920"))


class Capture:
    """The camera with number 2 gives pictures, every other one none; *open* are those not released."""

    open: ClassVar[set[int]] = set()
    most_open: ClassVar[int] = 0

    def __init__(self, number: int) -> None:
        self.number = number
        Capture.open.add(number)
        Capture.most_open = max(Capture.most_open, len(Capture.open))

    def read(self) -> tuple[bool, object]:
        time.sleep(0.02)
        return self.number == 2, np.full((720, 1280, 3), 99, np.uint8)

    def get(self, _: int) -> float:
        return 0.0

    def release(self) -> None:
        Capture.open.discard(self.number)


@pytest.fixture(autouse=True)
def _cameras(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for module in (devices_api, preview):
        monkeypatch.setattr(module, "connected", lambda: CAMERAS)
    monkeypatch.setattr(live, "_opened", Capture)
    monkeypatch.setattr(preview, "_ASKED_S", 0.4)
    Capture.most_open = 0
    yield
    wait_until_closed()


def wait_until_closed() -> None:
    until(lambda: not Capture.open, "the camera is free")


def test_a_camera_is_open_only_as_long_as_somebody_looks(client: httpx.Client) -> None:
    assert [camera["name"] for camera in client.get("cameras").json()["cameras"]] == ["Busy Cam", "Webcam C920"]
    assert not Capture.open
    for _ in range(3):
        seen = client.get("cameras/2/newest")
        time.sleep(0.05)
    assert seen.content.startswith(b"\xff\xd8")
    assert seen.headers["Kiebitz-Size"] == "1280x720"
    assert float(seen.headers["Kiebitz-Rate"]) > 0
    wait_until_closed()


def test_several_who_look_open_the_camera_once(client: httpx.Client) -> None:
    threads = [threading.Thread(target=lambda: client.get("cameras/2/newest")) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Capture.most_open == 1


def test_a_camera_that_is_busy_or_gone_is_told_apart(client: httpx.Client) -> None:
    busy, gone = client.get("cameras/0/newest"), client.get("cameras/7/newest")
    assert (busy.status_code, gone.status_code) == (404, 404)
    assert busy.json()["error"].startswith("Busy Cam gives no picture. Another program may be using it")
    assert gone.json()["error"] == "This camera is not connected any more; plug it in again."
    assert client.get("cameras/x/newest").json()["error"] == "A camera has a number."


def test_the_camera_is_free_again_when_a_game_begins_with_it(client: httpx.Client) -> None:
    client.get("cameras/2/newest")
    client.post("tables", json={"game": "tink", "source": "2"}).raise_for_status()
    until(lambda: client.get("frames/newest").status_code == 200, "a picture")
    assert client.get("cameras/2/newest").headers["Kiebitz-Size"] == "1280x720"
    assert Capture.most_open == 1
    client.post("tables", json={"game": "tink"}).raise_for_status()


@in_browser
@pytest.mark.thinned(0)
def test_a_camera_is_looked_through_and_then_chosen(browser: Browser, served: Served) -> None:
    with served.client() as client:
        client.post("tables", json={"game": "tink"}).raise_for_status()
    with new_page(browser, viewport={"width": 820, "height": 1180}) as page:
        page.goto(served.screen.address())
        page.get_by_role("button", name="New game").click()
        show(page, "Busy Cam").get_by_text("Another program may be using it").wait_for()
        page.get_by_role("button", name="Another one").click()
        show(page, "Webcam C920").get_by_text("1280 × 720").wait_for()
        assert page.get_by_alt_text("What Webcam C920 sees").is_visible()
        page.get_by_role("button", name="Use this camera").click()
        page.get_by_role("button", name="New game").wait_for()
    with served.client() as client:
        assert client.get("state").json()["source"] == "2"
        client.post("tables", json={"game": "tink"}).raise_for_status()


def show(page: Page, camera: str) -> Page:
    page.get_by_role("button", name=re.compile(camera)).click()
    page.get_by_role("dialog", name=camera).wait_for()
    return page
