"""The move list, the board turned, the keys, light and dark, and the rules unfolded; in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.screen.browser import IN_BROWSER
from tests.screen.conftest import Served

pytestmark = IN_BROWSER
PATIENCE_MS = 60_000


@pytest.fixture
def window(browser: Browser) -> Iterator[Page]:
    """Return a page on a desk that shows nothing yet."""
    with browser.new_page(viewport={"width": 1440, "height": 900}, color_scheme="light") as page:
        page.set_default_timeout(PATIENCE_MS)
        yield page
        page.unroute_all(behavior="ignoreErrors")  # the page asks once more as it closes


@pytest.fixture
def page(window: Page, served: Served) -> Page:
    """Return the page of a table on which a short game of Tink is over: what came later would close a moment."""
    with served.client() as client:
        now = client.get("state").json()
        if now["game"] != "tink" or not now["result"]:
            client.post("tables", json={"game": "tink", "source": "demo"}).raise_for_status()
    window.goto(served.screen.address("/"))
    window.locator("#ending").wait_for()
    return window


def _begun(game: str, page: Page, served: Served) -> None:
    with served.client() as client:
        client.post("tables", json={"game": game, "source": "demo"}).raise_for_status()
    page.goto(served.screen.address("/"))
    page.locator(".score li").first.wait_for()


def _middle(cell: Locator) -> tuple[float, float]:
    box = cell.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_move_shows_its_moment_with_its_worth_takes_a_comment_and_one_tap_leads_back(page: Page) -> None:
    fourth = page.locator(".score li").nth(3).inner_text().split("\n")[-1]
    page.locator(".score a").nth(0).click()
    moment = page.get_by_role("region", name="An earlier moment")
    expect(moment).to_contain_text("Put a small on e5.")
    expect(moment.get_by_role("img").first).to_be_visible()
    pieces = page.get_by_role("gridcell", name=re.compile(r"^\w+, (?!empty)"))
    expect(pieces).to_have_count(1)
    moment.get_by_role("button", name="One move on").click()
    expect(pieces).to_have_count(2)
    moment.get_by_role("button", name="Back to now").click()
    expect(moment).to_be_hidden()
    assert pieces.count() >= 4, fourth
    page.locator(".score a").nth(0).click()
    expect(page.locator("#moment-worth")).to_have_text(
        re.compile(
            r"^Worth to \w+: -?[01]\.\d\d \((estimated|proved)\)\. 1 is a win, -1 a loss\. .*Best after it: \S+\.$"
        )
    )
    expect(page.locator("#board .best")).to_have_count(1)
    moment.get_by_text("Write a comment").click()
    moment.get_by_label("Comment on this move").fill("Bold <b>as</b> ever")
    moment.get_by_role("button", name="Save comment").click()
    expect(page.locator("#moment-comment")).to_have_text("Bold <b>as</b> ever")
    moment.get_by_role("button", name="One move on").click()
    expect(page.locator("#moment-comment")).to_have_text("")
    moment.get_by_role("button", name="One move back").click()
    expect(page.locator("#moment-comment")).to_have_text("Bold <b>as</b> ever")


def test_the_board_is_turned_and_the_device_remembers_and_the_keys_are_listed(page: Page) -> None:
    a1, a8 = (page.get_by_role("gridcell", name=re.compile(f"^{cell},")) for cell in ("a1", "a8"))
    below, above = _middle(a1), _middle(a8)
    page.get_by_role("button", name="Turn the board").click()
    assert _middle(a1) == pytest.approx(above, abs=2)
    page.get_by_role("button", name="Turn the board").click()
    assert _middle(a8)[1] == pytest.approx(below[1], abs=2)
    page.reload()
    page.locator(".score li").nth(4).wait_for()
    assert _middle(a8)[1] == pytest.approx(below[1], abs=2)
    page.get_by_role("gridcell").first.focus()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("Whose turn is it?")
    assert keys.locator("dt").count() == keys.locator("dd").count() > 15
    keys.get_by_role("button", name="Close").click()
    before = _middle(a8)
    page.get_by_role("gridcell").first.focus()
    page.keyboard.press("v")
    assert _middle(a8) != pytest.approx(before, abs=2)


@pytest.mark.thinned(0)
def test_a_move_taken_back_by_hand_is_asked_about_on_the_page_c6(page: Page) -> None:
    asked = {
        "n": 9,
        "message": "Taken back: 5. Seat A plays Sd4. Shall the game go on from here?",
        "cells": {"d4": "As"},
    }
    told: list[str] = []

    def with_question(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "branching": asked})

    def heard(route: Route) -> None:
        told.append(route.request.post_data or "")
        route.fulfill(json={})

    page.route("**/api/v1/state", with_question)
    page.route("**/api/v1/commands", heard)
    page.reload()
    question = page.get_by_role("region", name="Taken back")
    expect(question).to_contain_text("Shall the game go on from here?")
    question.get_by_role("button", name="No, the move stands").click()
    expect(question).to_be_hidden()
    assert [json.loads(command) for command in told] == [{"do": "correct", "cells": {"d4": "As"}}]


def test_dark_and_light_are_chosen(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="Light or dark").get_by_text("Dark", exact=True).click()
    expect(page.locator("body")).to_have_css("background-color", "rgb(21, 23, 26)")
    page.get_by_role("group", name="Light or dark").get_by_text("Light", exact=True).click()
    expect(page.locator("body")).to_have_css("background-color", "rgb(243, 241, 236)")


def test_the_rules_have_contents_and_pictures_and_long_parts_unfold(page: Page, served: Served) -> None:
    page.goto(served.screen.address("/rules?game=tink"))
    expect(page.get_by_role("img", name=re.compile("red small pyramid")).first).to_be_visible()
    expect(page.locator("#GW-17")).to_be_hidden()
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="What the referee says").click()
    expect(page.locator("#GW-17")).to_be_visible()
    page.goto(served.screen.address("/rules?game=tink&code=GW-12"))
    expect(page.locator("#GW-12")).to_be_focused()


def test_tabik_shows_how_moves_are_written_its_rods_the_score_and_what_is_left(window: Page, served: Served) -> None:
    _begun("tabik", window, served)
    window.get_by_role("button", name="How moves are written").click()
    legend = window.get_by_role("dialog", name="How moves are written")
    expect(legend).to_contain_text("b2xc2")
    expect(legend).not_to_contain_text("position")
    legend.get_by_role("button", name="Close").click()
    expect(legend).to_be_hidden()
    rod = window.locator(".edge:has(.rod)").first
    rod.wait_for()
    one, other = str(rod.get_attribute("aria-label")).split(",")[0].split("-")
    box = rod.locator(".rod").bounding_box()
    assert box is not None
    assert (box["height"] > box["width"]) == (one[1:] == other[1:])
    players = window.get_by_role("list", name="Players")
    expect(players).to_contain_text(re.compile(r"score \d+.*groups: [\d, ]+", re.DOTALL))
    expect(window.locator("#at-hand")).to_have_text(re.compile(r"^Left: \d+ edges? for a new pair, \d+ exchanges?\.$"))
    window.get_by_label("Tell it in a sentence").fill("What is left?")
    window.keyboard.press("Enter")
    # what is said stays here while the demo goes on
    expect(window.locator("#say-answer")).to_have_text(re.compile(r"score \d+.*Left: \d+ edge"))
