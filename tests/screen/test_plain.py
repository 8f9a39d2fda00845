"""The door without https: what it serves, to whom, and what it keeps back."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

import cv2
import httpx
import numpy as np
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from PIL import Image

from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.commands.table import welcome
from kiebitz.failure import Failure
from kiebitz.screen.doors import open_doors
from kiebitz.screen.doors.open_doors import ALONE
from kiebitz.screen.live.asked import Ask
from kiebitz.screen.serving import Screen
from tests.screen.browser import in_browser
from tests.screen.conftest import heard, new_page, running, see_empty_board, until
from tests.screen.test_pages import check

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


@cache
def picture() -> bytes:
    image = pretend_picture(rules_of("tink").start().play("Se5").play("Sd4").play("Sc6"))
    return cv2.imencode(".jpg", image)[1].tobytes()


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIEBITZ_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setattr(open_doors, "lan_addresses", list)
        with running(Screen.open(0, lan=True)) as opened:
            opened.desk.begin(Ask("tink", 2))
            yield opened


def origin(screen: Screen) -> str:
    return f"http://{screen.plain[0].hosts[0]}"


@contextmanager
def asking(screen: Screen, token: str) -> Iterator[httpx.Client]:
    headers = {"X-Kiebitz": token}
    with httpx.Client(base_url=f"{origin(screen)}/api/v1/", headers=headers, trust_env=False, timeout=20) as client:
        yield client


def test_who_lets_phones_join_without_a_network_is_told_that_none_can(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ALONE in welcome(screen)
    monkeypatch.setattr(screen, "lan_address", lambda path, _="": f"https://192.168.0.7:8081{path}")
    assert ALONE not in welcome(screen)


def test_the_doors_do_not_answer_in_each_others_names(screen: Screen) -> None:
    with asking(screen, screen.tokens.photo) as client:
        assert client.get("state", headers={"Host": f"127.0.0.1:{screen.port}"}).status_code == 421
        foreign = f"http://127.0.0.1:{screen.port}"
        assert client.post("frames", content=picture(), headers={"Origin": foreign}).status_code == 403
        assert client.get("state", headers={"Origin": origin(screen)}).status_code == 200


def test_only_pages_that_need_no_https_are_served(screen: Screen) -> None:
    found = {path: httpx.get(origin(screen) + path, trust_env=False).status_code for path in
             ("/", "/photo", "/trust", "/phone", "/games", "/rules")}  # fmt: skip
    assert found == {"/": 200, "/photo": 200, "/trust": 200, "/phone": 404, "/games": 404, "/rules": 404}


def test_the_authority_is_the_one_whose_fingerprint_is_shown(screen: Screen) -> None:
    data = httpx.get(f"{origin(screen)}/authority.crt", trust_env=False)
    shown = screen.pairing().authority_fingerprint
    found = x509.load_der_x509_certificate(data.content).fingerprint(hashes.SHA256())
    assert (found.hex(":").upper(), data.headers["content-type"]) == (shown, "application/x-x509-ca-cert")


def test_the_names_of_people_stay_away_from_where_anybody_may_listen(screen: Screen) -> None:
    address, known = f"http://127.0.0.1:{screen.port}/api/v1/", {"X-Kiebitz": screen.tokens.table}
    with httpx.Client(base_url=address, headers=known, trust_env=False) as table:
        table.post("tables", json={"game": "tink", "names": {"A": "Ada", "B": "Bo"}}).raise_for_status()
        see_empty_board(table)
        with asking(screen, screen.tokens.onlooker) as onlooker:
            assert table.get("state").json()["people"] == {"A": "Ada", "B": "Bo"}
            assert onlooker.get("state").json()["people"] == {}
            assert "Ada" in read_until(table, "players")
            assert "Ada" not in read_until(onlooker, "players")
    screen.desk.begin(Ask("tink", 2))


def read_until(client: httpx.Client, event: str) -> str:
    """Return what a follower gets up to the event called *event*."""
    got = ""
    for told in heard(client, "passing=1"):
        got += json.dumps(told)
        if told["event"] == event:
            break
    return got


def test_the_next_port_is_taken_or_else_a_free_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def listening(address: str, port: int) -> str:
        asked.append(port)
        if port == 8081:
            raise Failure("taken")
        return address

    monkeypatch.setattr(open_doors, "listening", listening)
    own = ["192.168.1.20"]
    assert [door.names for door in open_doors._plain_doors(own, 8080)] == [("192.168.1.20",)]
    assert len(open_doors._plain_doors(own, 65_535)) == 1
    assert asked == [8081, 0, 0]


def test_without_the_network_nothing_is_served_plainly() -> None:
    screen = Screen.open(0)
    try:
        assert (screen.plain, screen.plain_address("/photo"), screen.pairing().photo) == ([], "", "")
    finally:
        screen.doors[0].socket.close()


@in_browser
def test_a_photo_taken_without_https_is_read(browser: Browser, screen: Screen, tmp_path: Path) -> None:
    photo = tmp_path / "board.jpg"
    Image.open(io.BytesIO(picture())).save(photo)
    screen.desk.begin(Ask("tink", 2))
    with new_page(browser) as page:
        # loopback counts as a secure place, so what is not one is played
        page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
        page.goto(screen.pairing().photo)
        assert page.get_by_role("button", name="Start camera").count() == 0
        page.get_by_text("anybody on this network may see").wait_for()
        check(page)
        with page.expect_file_chooser() as chooser:
            page.get_by_text("Take a photo", exact=True).click()
        chooser.value.set_files(photo)
        until(lambda: screen.desk.state().get("contents"), "the photo")
    assert screen.desk.state()["contents"] == {"e5": "As", "d4": "Bs", "c6": "As"}
    assert screen.desk.feed.newest == 2  # it was found and read; nobody complains that no other picture comes
    assert np.asarray(Image.open(photo)).shape[:2] == (960, 1280)
