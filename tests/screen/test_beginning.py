"""From nothing to the first refereed move, by what the pages say to do next."""

from __future__ import annotations

import io
import re
import time
from pathlib import Path

import cv2
import httpx
import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page, Playwright

from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.home import games_folder
from kiebitz.screen.doors import open_doors
from kiebitz.screen.serving import Screen
from tests.screen.browser import CHROMIUM, IN_BROWSER, IPHONE, flags, write_film
from tests.screen.conftest import running, see_empty_board, state_of
from tests.screen.kept_game import GUEST, keep, moves
from tests.screen.test_pages import check

pytestmark = IN_BROWSER
START = rules_of("tink").start()
SLOWEST_S = 60.0
"""From the scanned code to the first move told; the film shows the empty board for six seconds of them."""


def show(client: httpx.Client, image: np.ndarray) -> None:
    client.post("frames", content=cv2.imencode(".jpg", image)[1].tobytes())


def test_a_page_follows_what_another_device_begins_and_says_what_to_do_next(page: Page, client: httpx.Client) -> None:
    page.get_by_role("heading", name="What shall Kiebitz look at?").wait_for()
    client.post("tables", json={}).raise_for_status()
    steps = page.locator("#preparing li")
    steps.first.wait_for()
    assert steps.evaluate_all("all => all.map((one) => one.dataset.done)") == ["false"] * 3
    page.get_by_role("button", name="Choose the game").wait_for()
    check(page)
    blank = np.full((480, 640, 3), 120, np.uint8)
    while steps.nth(1).get_attribute("data-done") == "false":
        show(client, blank)
        page.wait_for_timeout(100)
    assert steps.nth(2).get_attribute("aria-current") == "step"
    see_empty_board(client)
    steps.first.wait_for(state="hidden")
    page.get_by_role("button", name="New game").click()
    page.get_by_role("heading", name="What shall Kiebitz look at?").wait_for()
    client.post("tables", json={"game": "tabik"}).raise_for_status()
    page.get_by_role("heading", name="Kiebitz · Tabik").wait_for()


def test_a_game_that_is_not_over_is_offered_on_the_first_choice(page: Page, client: httpx.Client) -> None:
    keep(games_folder(), *moves("Sc3", "Sd4"))
    client.post("tables", json={"source": "demo"}).raise_for_status()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Go on: Tink, 2 moves").click()
    assert page.get_by_role("button", name="Only look").count() == 0
    assert not page.get_by_text("Who plays").is_visible()
    check(page)
    page.get_by_role("button", name="Use a phone").click()
    page.get_by_role("dialog").wait_for()
    state = state_of(client, lambda state: "plies" in state)
    assert (state["source"], state["plies"]) == ("phone", 2)


@pytest.mark.thinned(0)
def test_i7_a_game_whose_other_table_is_lost_is_offered_alone(page: Page, client: httpx.Client) -> None:
    client.post("tables", json={}).raise_for_status()  # an earlier table, as it ends, would be the newest game
    keep(games_folder(), GUEST, *moves("Sc3", "Sd4"))
    page.get_by_role("button", name="Resume").click()
    page.get_by_text("or alone, as New game offers").first.wait_for()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Go on alone: Tink, 2 moves").click()
    assert page.get_by_role("button", name="Only look").count() == 0
    check(page)
    page.get_by_role("button", name="Use a phone").click()
    page.get_by_role("dialog").wait_for()
    shown = START.play("Sc3").play("Sd4")
    state_of(client, lambda state: state["position"] == shown.text, image=pretend_picture(shown))


def test_the_first_move_is_refereed_soon_after_the_code_was_scanned(
    playwright: Playwright, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    monkeypatch.setattr(open_doors, "lan_addresses", lambda: ["127.0.0.2"])
    film = tmp_path / "table.y4m"
    write_film(film, [*[pretend_picture(START)] * 2, *[pretend_picture(START.play("Sc3"))] * 8], each=3)
    with running(Screen.open(0, lan=True)) as screen:
        certificate = screen.doors[1].certificate
        assert certificate is not None
        pinned = f"--ignore-certificate-errors-spki-list={certificate.spki}"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*flags(film), pinned])
        page, phone = browser.new_page(), browser.new_context(**IPHONE).new_page()
        page.set_default_timeout(60_000)
        page.goto(screen.address())
        page.get_by_role("button", name="Use a phone").click()
        code = page.get_by_alt_text("Code for the camera")
        code.wait_for()
        seen = np.asarray(Image.open(io.BytesIO(code.screenshot())).convert("L"))
        address = cv2.QRCodeDetector().detectAndDecode(seen)[0]
        begun = time.monotonic()
        phone.goto(address)
        phone.get_by_role("button", name="Start camera").tap()
        page.get_by_role("gridcell", name=re.compile("^c3, small, red")).wait_for()
        took_s = time.monotonic() - begun
        browser.close()
    print(f"The first move was refereed {took_s:.1f} s after the code was scanned.")
    assert took_s < SLOWEST_S
