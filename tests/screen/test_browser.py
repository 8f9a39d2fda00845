"""The pages in a real browser: a game on the pretend table, and one through the browser's own camera."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect

from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.screen.live.asked import Ask
from kiebitz.screen.serving import Screen
from tests.screen.browser import CHROMIUM, IN_BROWSER, flags, open_games, write_film
from tests.screen.conftest import PATIENCE_MS, Served, new_page, running, see_empty_board, state_of

pytestmark = IN_BROWSER
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


@pytest.mark.thinned(0)
def test_one_page_is_both_camera_and_table(context: BrowserContext, served: Served) -> None:
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


@pytest.mark.thinned(0)
def test_the_colours_are_swapped_with_one_button_where_that_is_allowed(context: BrowserContext, served: Served) -> None:
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
