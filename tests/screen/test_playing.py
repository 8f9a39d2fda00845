"""What the table's page shows and takes while a game is played, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import cv2
import httpx
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from core.games import find
from kiebitz.archive.journal import Journal
from kiebitz.archive.recorded import load
from kiebitz.home import games_folder
from kiebitz.language import language
from kiebitz.watching.scripts import Script
from tests.screen.browser import IN_BROWSER
from tests.screen.conftest import Served, new_page, see_empty_board, state_of
from tests.screen.tabletop import phone_over, table_of

pytestmark = IN_BROWSER
STEP_S = 0.6
TING, SCRIPT = find("ting"), Script((), game="ting", size=(960, 720))
COVERING = ((390, 844), (195, 422), (1440, 900), (720, 450))
"""A phone and a desk, as they are and at 200 %."""


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """Return the table's page, in which nothing may fail."""
    faults: list[str] = []
    with new_page(browser, reduced_motion="reduce") as fresh:
        fresh.on("pageerror", lambda fault: faults.append(str(fault)))
        fresh.goto(served.screen.address())
        yield fresh
    assert faults == []


def test_a_clock_that_was_chosen_runs_for_the_side_to_move(page: Page) -> None:
    page.get_by_text("Clock: none").click()
    page.get_by_role("button", name="10 + 5 s").click()
    page.get_by_role("button", name=re.compile("Only look")).click()
    page.locator(".clock[data-running=true]").wait_for()
    shown = page.locator(".clock").all_inner_texts()
    assert all(re.fullmatch(r"(9|10):\d\d", each) for each in shown)


def test_the_clock_is_paused_by_a_button_and_by_its_key(page: Page, client: httpx.Client) -> None:
    see_empty_board(client, {"game": "tink", "clock": "10"})
    client.post("commands", json={"do": "correct", "cells": {"c3": "As"}}).raise_for_status()
    running = page.locator(".clock[data-running=true]")
    expect(running).to_have_count(1)
    page.get_by_role("button", name="Pause the clock").click()
    expect(page.get_by_role("status")).to_have_text("The clock is paused.")
    expect(running).to_have_count(0)
    page.get_by_role("gridcell").first.focus()
    page.keyboard.press("k")
    expect(page.get_by_role("status")).to_have_text("The clock goes on.")
    expect(running).to_have_count(1)


@pytest.fixture
def broken(client: httpx.Client) -> Iterator[None]:
    """Show a triangle on h5 for which nothing was spent, as long as the test lasts."""
    client.post("tables", json={"game": "ting", "players": 2}).raise_for_status()
    start = TING.start(SCRIPT.options)
    first = TING.play(start, "Se5")
    with phone_over(client, table_of(SCRIPT)) as phone:
        phone.show(TING.contents(start))
        state_of(client, lambda state: state["position"])
        phone.show(TING.contents(first))
        state_of(client, lambda state: state["plies"] == 1)
        phone.show({**TING.contents(first), "h5": "Bm"})
        state_of(client, lambda state: (state["asking"] or {}).get("event") == "illegal")
        yield


@pytest.mark.usefixtures("broken")
def test_a_broken_rule_is_shown_with_its_pictures_and_how_to_put_it_right_on_one_screen(page: Page) -> None:
    from tests.screen.sweep import probed

    page.locator("[role=alert][data-kind=illegal]").wait_for()
    expect(page.get_by_role("gridcell", name=re.compile("^h5, .*take it off"))).to_be_visible()
    assert page.locator(".cross").count() == 1
    assert page.locator("#said").evaluate("place => place.offsetHeight") == 1, "what the card shows is not shown twice"
    pictures = page.locator(".crops img")
    expect(pictures).to_have_count(2)
    for picture in pictures.all():
        box, buttons = picture.bounding_box(), page.locator(".buttons").bounding_box()
        assert box is not None
        assert buttons is not None
        assert box["y"] + box["height"] <= buttons["y"]
    for width, height in COVERING:
        page.set_viewport_size({"width": width, "height": height})
        assert probed(page, "covered()") == [], f"nothing lies over the card or the list at {width} × {height}"
    page.set_viewport_size({"width": 844, "height": 390})
    page.locator("[role=alert] p").first.evaluate(
        "(place) => { place.prepend('Tell why in a longer sentence. '.repeat(5)); }"
    )
    card, buttons = page.get_by_role("alert").bounding_box(), page.locator(".buttons").bounding_box()
    assert card is not None
    assert buttons is not None
    assert (card["y"] >= 0, card["y"] + card["height"] <= 390) == (True, True), (
        "a phone that lies across shows all of it"
    )
    assert buttons["y"] >= card["y"] + card["height"]
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_text("What the camera sees").click()
    marked = page.locator("#outline .wrong")
    marked.wait_for()
    drawn, around = marked.get_attribute("d"), page.locator("#outline polygon").get_attribute("points")
    assert drawn is not None
    assert around is not None
    cell = np.reshape([float(each) for each in re.findall(r"[\d.]+", drawn)], (4, 2))
    corners = np.array([pair.split(",") for pair in around.split()], dtype=np.float32)
    H = cv2.getPerspectiveTransform(np.array([[0, 0], [12, 0], [12, 12], [0, 12]], dtype=np.float32), corners)
    h5 = cv2.perspectiveTransform(np.array([[[7.04, 4.96], [7.96, 4.96], [7.96, 4.04], [7.04, 4.04]]]), H)[0]
    assert np.abs(cell - h5).max() < 0.2


def test_taps_say_what_may_be_played_and_whose_turn_it_is_let_kiebitz_play_and_open_the_picture(
    page: Page, client: httpx.Client
) -> None:
    see_empty_board(client, {"game": "tink", "colours": ["red", "blue"]})
    said = page.get_by_role("status").first
    page.get_by_role("gridcell", name="c3, empty").click()
    expect(said).to_have_text("On c3: Sc3.")
    page.get_by_role("gridcell", name="a1, empty").click()
    expect(said).to_have_text("Nothing may be played on a1 now.")
    page.get_by_role("button", name="Not so?").click()
    choice = page.get_by_role("group", name="Whose turn is it?").get_by_role("button")
    expect(choice).to_be_focused()
    choice.click()
    expect(page.locator("#turn")).to_have_text("Blue to move")
    expect(said).to_have_text("Then it is Blue's turn.")
    expect(choice).to_be_hidden()
    button = page.get_by_role("button", name="Play for me")
    button.click()
    expect(said).to_contain_text("Kiebitz plays S")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("gridcell", name=re.compile("is to be small"))).to_have_count(1)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#todo")).to_be_empty()
    page.get_by_text("What the camera sees").click()
    lines = page.locator("#outline .lines")
    lines.wait_for()
    assert str(lines.get_attribute("d")).count("M") == 9 + 9
    page.reload()
    page.get_by_alt_text("The newest picture of the table").wait_for()


def test_what_may_be_played_is_said_of_cells_edges_and_mini_boards(page: Page) -> None:
    found = page.evaluate(
        """async () => {
            const { mayHere } = await import("/parts/here.js");
            const board = { cells: { a1: [], a2: [], b2: [], Aa3: [], Bb2: [], e5: [] } };
            return [
                mayHere({ legal: ["Me5-a1-b2", "Se5", "Sa1"], board }, "e5"),
                mayHere({ legal: ["a1+a2", "a2xb2"], board }, "a1-a2"),
                mayHere({ legal: ["Aa3>Bb2"], board }, "Bb2"),
                mayHere({ legal: Array.from({ length: 11 }, (_, at) => `Me5-a${at}-b2`), board }, "e5"),
            ];
        }"""
    )
    assert found[:3] == ["On e5: Me5-a1-b2 or Se5.", "On a1-a2: a1+a2.", "On Bb2: Aa3>Bb2."]
    assert found[3].endswith("Me5-a7-b2 and 3 more.")
    german = language("de")
    assert all(german.translated(text) for text in found)


@pytest.mark.thinned(0)
def test_a_guess_is_drawn_pale_and_becomes_firm_in_its_place(page: Page, client: httpx.Client) -> None:
    see_empty_board(client, {"game": "tink", "colours": ["red", "blue"]})
    page.get_by_role("gridcell").first.wait_for()
    guess: dict[str, Any] = {"actions": ["Sa1"], "cells": {"a1": "As"}, "restore": []}
    page.route("**/api/v1/state", lambda route: guessed(route, guess))
    client.post("commands", json={"do": "state"}).raise_for_status()
    cell = page.locator("[role=gridcell][aria-label^='a1, ']")
    expect(cell).to_have_attribute("aria-label", re.compile("perhaps small, red"))
    expect(page.locator("#perhaps")).to_have_text("Perhaps Sa1 …")
    cell.locator(".piece > *").evaluate("piece => { piece.dataset.same = 'yes'; }")
    guess.clear()
    client.post("commands", json={"do": "state"}).raise_for_status()
    expect(page.locator("#perhaps")).to_be_empty()
    expect(cell).to_have_attribute("aria-label", re.compile("^a1, small, red"))
    expect(cell.locator("[data-same=yes]")).to_have_count(1)


@pytest.mark.thinned(0)
def test_the_game_whose_board_is_in_view_is_begun_at_one_tap(page: Page, client: httpx.Client) -> None:
    client.post("tables", json={"game": "ting"}).raise_for_status()
    found = [{"title": "Tabik", "table": {"game": "tabik", "options": {"board_size": 6}}}]

    def other(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "instead": found})

    page.route("**/api/v1/state", other)
    client.post("tables", json={"game": "ting"}).raise_for_status()
    page.get_by_role("button", name="Play Tabik").click()
    page.get_by_text("Play Tabik").wait_for()
    while (state := client.get("state").json())["game"] != "tabik":
        page.wait_for_timeout(50)
    assert state["options"] == {"board_size": 6}


def guessed(route: Route, guess: dict[str, Any]) -> None:
    """Answer with the state and *guess*; with what was guessed once there is no guess any more."""
    answer = route.fetch()
    state = answer.json()
    state["untold"] = guess or None
    state["contents"] = {**state.get("contents", {}), **({} if guess else {"a1": "As"})}
    route.fulfill(response=answer, json=state)


@pytest.mark.thinned(0)
def test_fair_play_that_was_chosen_is_shown_and_locks_the_buttons(page: Page, client: httpx.Client) -> None:
    page.get_by_role("button", name="New game").click()
    page.get_by_text("Another game or board").click()
    page.get_by_role("button", name="Tink", exact=True).click()
    page.get_by_text("Fair play: off").click()
    page.get_by_role("checkbox", name=re.compile("Fair play")).check()
    page.get_by_role("button", name=re.compile("Use a phone")).click()
    page.get_by_role("button", name="Close").click()
    see_empty_board(client)
    expect(page.get_by_text("Fair play: no hints, no bots")).to_be_visible()
    for name in ("Hint", "Play for me"):
        expect(page.get_by_role("button", name=name)).to_be_disabled()
    expect(page.get_by_role("button", name="Correct")).to_be_enabled()


def test_a_full_disk_is_said_and_no_game_begins_until_there_is_space(
    page: Page, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    see_empty_board(client, {"game": "tink"})
    with monkeypatch.context() as full:
        full.setattr(Journal, "_extend", _full)
        client.post("commands", json={"do": "correct", "cells": {"e4": "As"}}).raise_for_status()
        page.get_by_text("The game is not saved: No space left on device.").wait_for()
        refused = client.post("tables", json={"game": "ting"})
        assert (refused.status_code, "not saved yet" in refused.json()["error"]) == (400, True)
        state = client.get("state").json()
        assert state["game"] == "tink"
    client.post("tables", json={"game": "ting"}).raise_for_status()
    page.get_by_text("The game is not saved").wait_for(state="hidden")
    (kept,) = games_folder().glob(f"{state['journal']}-*.jsonl")
    assert [event["action"] for event in load(kept).events if event["event"] == "move"] == ["Se4"]


def _full(*_: object) -> None:
    raise OSError(28, "No space left on device")
