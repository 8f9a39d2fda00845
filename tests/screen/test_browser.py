"""The pages in a real browser: a game on the pretend table, and one through the browser's own camera."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.game import PositionLike
from core.games import find
from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.screen.live.asked import Ask
from kiebitz.screen.serving import Screen
from tests.screen.browser import CHROMIUM, WHY_NONE, flags, open_games, write_film
from tests.screen.conftest import PATIENCE_MS, Served, new_page, running, see_empty_board, state_of, told

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason=WHY_NONE)]
ACTIONS = ("Sc3", "Sd4")


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a film of an empty board and two moves, the last one shown for long."""
    position = rules_of("tink").start()
    pictures = [pretend_picture(position)]
    for action in ACTIONS:
        position = position.play(action)
        pictures.append(pretend_picture(position))
    path = tmp_path_factory.mktemp("film") / "table.y4m"
    write_film(path, [*pictures, *pictures[-1:] * 6], each=5)
    return path


@pytest.fixture(scope="module")
def browser(playwright: Playwright, film: Path) -> Iterator[Browser]:
    launched = playwright.chromium.launch(executable_path=CHROMIUM, args=flags(film))
    yield launched
    launched.close()


@pytest.fixture
def context(browser: Browser, served: Served) -> Iterator[BrowserContext]:
    """Return a fresh visitor; it must not ask anybody but the table's own server, nor break the page's own policy."""
    fresh = browser.new_context(viewport={"width": 1440, "height": 900})
    strangers: list[str] = []
    complaints: list[str] = []
    fresh.on("request", lambda request: None if _is_ours(request.url, served) else strangers.append(request.url))
    fresh.on("weberror", lambda fault: complaints.append(str(fault.error)))
    fresh.on("console", lambda said: complaints.append(said.text) if _is_complaint(said) else None)
    yield fresh
    fresh.close()
    assert (strangers, complaints) == ([], [])


def _is_complaint(said: ConsoleMessage) -> bool:
    is_refused = "the server responded with" in said.text and "403" not in said.text
    return is_refused or "Content Security" in said.text


def _is_ours(url: str, served: Served) -> bool:
    return url.startswith((f"{served.origin}/", f"blob:{served.origin}/", "data:"))


def opened(context: BrowserContext, served: Served, path: str = "/", token: str = "") -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(served.screen.address(path, token))
    return page


def test_a_game_on_the_pretend_table_is_played_to_its_end(context: BrowserContext, served: Served) -> None:
    from playwright.sync_api import expect

    page = opened(context, served)
    assert "#" not in page.url
    page.get_by_role("button", name=re.compile("Only look")).click()
    board = page.get_by_role("grid", name="Board")
    expect(board.get_by_role("gridcell", name=re.compile("^e5, small, red"))).to_be_visible()
    assert board.get_by_role("gridcell").count() == 64
    expect(page.get_by_role("status")).to_contain_text("line")
    expect(page.get_by_text("Red wins", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_text("Red wins", exact=True)).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("Red to move")).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("status")).to_contain_text("Look around")


def test_the_camera_of_the_phone_referees_a_game(context: BrowserContext, served: Served) -> None:
    from playwright.sync_api import expect

    with served.client() as client:
        client.post("tables", json={"game": "tink", "players": 2}).raise_for_status()
    screen, phone = opened(context, served), opened(context, served, "/phone")
    phone.get_by_role("button", name="Start camera").click()
    expect(phone.get_by_role("status")).not_to_contain_text("Prop the phone")
    below = phone.get_by_role("region", name="The table")
    for cell, content in (("c3", "small, red"), ("d4", "small, yellow")):
        name = re.compile(f"^{cell}, {content}")
        expect(below.get_by_role("gridcell", name=name)).to_be_visible()
        expect(screen.get_by_role("gridcell", name=name)).to_be_visible()
    with served.client() as client:
        state = client.get("state").json()
    assert [move["action"] for move in state["score"]] == list(ACTIONS)
    assert state["position"] == find("tink").format_position(_after(ACTIONS))


def test_one_page_is_both_camera_and_table(context: BrowserContext, served: Served) -> None:
    from playwright.sync_api import expect

    page = opened(context, served)
    open_games(page)
    page.get_by_role("button", name="Tink", exact=True).click()
    page.get_by_role("button", name=re.compile("^Use this device’s camera")).click()
    expect(page.locator("#live video")).to_be_visible()
    expect(page.locator("#live-outline polygon")).to_be_attached()
    expect(page.get_by_role("gridcell", name=re.compile("^c3, small, red"))).to_be_visible()
    expect(page.locator("#live")).to_be_hidden()
    page.get_by_text("What the camera sees").click()
    page.get_by_role("button", name="Stop camera").click()
    expect(page.get_by_role("button", name="Use this device’s camera")).to_be_visible()


COUNTING = """
window.locks = 0;
if (navigator.wakeLock) navigator.wakeLock.request = async () => {
    locks += 1;
    return Object.assign(new EventTarget(), { release() { this.dispatchEvent(new Event("release")); } });
};
"""


def test_a_phone_that_slept_stays_awake_again_and_begins_its_camera_anew(
    context: BrowserContext, served: Served
) -> None:
    with served.client() as client:
        client.post("tables", json={"game": "tink", "players": 2}).raise_for_status()
    context.add_init_script(COUNTING)
    phone = opened(context, served, "/phone")
    phone.get_by_role("button", name="Start camera").click()
    phone.wait_for_function("() => locks === 1")
    phone.evaluate("document.getElementById('video').srcObject.getTracks().forEach((track) => track.stop())")
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.wait_for_function("() => document.getElementById('video').srcObject?.getTracks()[0].readyState === 'live'")
    phone.wait_for_function("() => locks === 2")
    phone.get_by_role("button", name="Stop camera").click()
    phone.wait_for_function("() => document.getElementById('video').srcObject === null")


def test_somebody_who_looks_on_sees_the_board_and_nothing_to_press(context: BrowserContext, served: Served) -> None:
    with served.client() as client:
        client.post("tables", json={"game": "tink", "source": "demo"}).raise_for_status()
    for path in ("/", "/?view=overlay", "/?view=projector"):
        page = opened(context, served, path, served.screen.tokens.viewer)
        page.get_by_role("gridcell").first.wait_for()
        assert page.get_by_role("button", name="Take back").count() == 0


def test_a_wrong_token_shows_no_board(context: BrowserContext, served: Served) -> None:
    page = opened(context, served, token="wrong")
    page.get_by_text("not valid any more").wait_for()
    assert page.get_by_role("grid").count() == 0


def _after(actions: tuple[str, ...]) -> PositionLike:
    position = rules_of("tink").start()
    for action in actions:
        position = position.play(action)
    reached: PositionLike = position.state
    return reached


def test_a_phone_joins_over_https_whose_certificate_is_known(
    playwright: Playwright, film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from playwright.sync_api import Error

    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    with running(Screen.open(0, lan=True)) as screen:
        certificate = screen.doors[1].certificate
        assert certificate is not None
        pinned = [*flags(film), f"--ignore-certificate-errors-spki-list={certificate.spki}"]
        for switches in (flags(film), pinned):
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=switches)
            page = browser.new_page()
            if switches is pinned:
                page.goto(screen.lan_address("/phone"))
                assert page.evaluate("isSecureContext && Boolean(navigator.mediaDevices)")
                page.get_by_role("button", name="Start camera").wait_for()
            else:
                with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
                    page.goto(screen.lan_address("/phone"))
            browser.close()


def test_a_game_is_followed_with_the_keyboard_alone(context: BrowserContext, served: Served) -> None:
    from playwright.sync_api import expect

    with served.client() as client:
        client.post("tables", json={"game": "tink", "source": "demo"}).raise_for_status()
    assert list(told(served, 0, until="result"))
    page = opened(context, served)
    expect(page.get_by_role("gridcell", name=re.compile("^e5, small"))).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile("^a1, "))
    page.keyboard.press("t")
    assert [event.get("plies") for _, event in told(served, 0, until="takeback")][-1] == 1
    for key in ("ArrowUp", "ArrowUp", *["ArrowRight"] * 4, "c", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("dialog", name="What is on e3?")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_colours_are_swapped_with_one_button_where_that_is_allowed(context: BrowserContext, served: Served) -> None:
    from playwright.sync_api import expect

    start = rules_of("tabik").start()
    first = next(action for action in start.legal_actions if "+" in action)
    with served.client() as client:
        client.post("tables", json={"game": "tabik"}).raise_for_status()
        page = opened(context, served)
        swap, rest = page.get_by_role("button", name="Swap"), page.get_by_role("button", name="Pass")
        state_of(client, lambda state: state["position"], image=pretend_picture(start))
        state_of(client, lambda state: state["plies"] == 1, image=pretend_picture(start.play(first)))
        swap.click()
        expect(page.get_by_role("region", name="Moves")).to_contain_text("swap")
        expect(rest).to_be_visible()
        expect(swap).to_be_hidden()


def test_a_page_goes_on_by_itself_after_the_server_has_been_restarted(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from playwright.sync_api import expect

    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    with new_page(browser) as page:
        with running(Screen.open(0)) as screen:
            port = screen.port
            page.goto(screen.address())
            screen.desk.begin(Ask("tink", colours=("red", "blue")))
            with Served(screen).client() as client:
                see_empty_board(client)
                client.post("commands", json={"do": "correct", "cells": {"d6": "As"}}).raise_for_status()
            expect(page.get_by_role("gridcell", name=re.compile("^d6, small, red"))).to_be_visible()
        before = page.get_by_role("region", name="Moves").inner_text()
        again = Screen.open(port, tokens=screen.tokens)
        again.desk.begin(Ask(source="phone", resume=True))
        with running(again):
            expect(page.get_by_role("status")).to_contain_text("to play")
            assert page.get_by_role("region", name="Moves").inner_text().startswith(before)
            assert page.get_by_role("gridcell", name=re.compile("^d6, small, red")).is_visible()
