"""Telling the page what the referee did not see, in a real browser: one cell, a whole move, and by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.screen.browser import IN_BROWSER
from tests.screen.conftest import Served, new_page, see_empty_board
from tests.screen.test_pages import check

pytestmark = IN_BROWSER
PLAYED = ({"c3": "As"}, {"h8": "Bs"}, {"c4": "As"}, {"h7": "Bs"})


@pytest.fixture(scope="module")
def shown(browser: Browser, served: Served) -> Iterator[Page]:
    """Return the page of a tablet after four moves of Tink."""
    with served.client() as client:
        see_empty_board(client, {"game": "tink", "colours": ["red", "blue"]})
        for cells in PLAYED:
            client.post("commands", json={"do": "correct", "cells": cells}).raise_for_status()
    with new_page(browser, viewport={"width": 820, "height": 1180}, reduced_motion="reduce") as page:
        page.goto(served.screen.address())
        page.get_by_role("button", name="Correct").wait_for()
        yield page


@pytest.fixture
def page(shown: Page, client: httpx.Client) -> Page:
    """Return the page, again after the four moves."""
    if (plies := client.get("state").json()["plies"]) > len(PLAYED):
        client.post("commands", json={"do": "takeback", "plies": plies - len(PLAYED)}).raise_for_status()
    expect(shown.locator(".score li")).to_have_count(len(PLAYED))
    return shown


def choose(page: Page, cell: str, content: str) -> None:
    page.get_by_role("gridcell", name=re.compile(f"^{cell}, ")).click()
    page.get_by_role("dialog").get_by_role("button", name=content, exact=True).click()


def test_a_whole_move_is_collected_marked_and_named_before_it_counts(page: Page) -> None:
    page.get_by_role("button", name="Correct").click()
    telling = page.get_by_role("region", name="Your correction")
    done = telling.get_by_role("button", name="That is how it stands")
    expect(done).to_be_disabled()
    choose(page, "c3", "empty")
    expect(telling).to_contain_text("No legal move leads there.")
    choose(page, "c4", "empty")
    choose(page, "d4", "medium, red")
    expect(page.get_by_role("gridcell", name=re.compile("^d4, empty, you say medium, red"))).to_be_visible()
    expect(telling).to_contain_text("Red plays Md4-c3-c4.")
    assert page.locator("[data-marks~=told]").count() == 3
    check(page)
    done.click()
    expect(page.locator(".score li").last).to_contain_text("Md4-c3-c4")


def test_a_move_that_is_near_completes_the_cells(page: Page) -> None:
    page.get_by_role("button", name="Correct").click()
    choose(page, "c3", "empty")
    choose(page, "d4", "medium, red")
    page.get_by_role("group", name="Moves that are near").get_by_role("button", name="Md4-c3-c4").click()
    expect(page.locator(".score li").last).to_contain_text("Md4-c3-c4")


@pytest.mark.thinned(0)
def test_chosen_cells_are_forgotten_one_by_one_or_all(page: Page) -> None:
    page.get_by_role("button", name="Correct").click()
    choose(page, "c3", "empty")
    page.get_by_role("button", name="Forget c3: empty").click()
    expect(page.locator("[data-marks~=told]")).to_have_count(0)
    page.get_by_role("button", name="Leave it").last.click()
    expect(page.get_by_role("region", name="Your correction")).to_be_hidden()
    expect(page.locator(".score li")).to_have_count(len(PLAYED))


@pytest.mark.thinned(0)
def test_more_cells_can_be_collected_where_one_would_do(page: Page) -> None:
    page.get_by_role("button", name="Correct").click()
    page.get_by_role("gridcell", name=re.compile("^e5, ")).click()
    page.get_by_label("More cells differ").check()
    page.get_by_role("dialog").get_by_role("button", name="small, red", exact=True).click()
    expect(page.locator("#taken-for")).to_contain_text("Red plays Se5.")
    expect(page.locator(".score li")).to_have_count(len(PLAYED))
    page.keyboard.press("Escape")


def test_a_whole_move_is_told_by_keyboard_alone(page: Page) -> None:
    page.get_by_role("gridcell", name=re.compile("^c3, ")).focus()
    page.keyboard.press("c")
    for keys, content in ((), "empty"), (("ArrowUp",), "empty"), (("ArrowRight",), "medium, red"):
        for key in keys:
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        page.get_by_role("dialog").get_by_role("button", name=content, exact=True).focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#taken-for")).to_contain_text("Red plays Md4-c3-c4.")
    page.keyboard.press("d")
    expect(page.locator(".score li").last).to_contain_text("Md4-c3-c4")
