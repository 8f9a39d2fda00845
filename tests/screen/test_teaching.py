"""The page teaches from the moves that are seen on the board, where a device asks for it and fair play allows it."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Browser, expect

from kiebitz.watching.agreements import LOCKED
from tests.screen.browser import in_browser
from tests.screen.conftest import Served, new_page, see_empty_board
from tests.screen.test_pages import check


def test_without_a_game_nothing_is_taught(client: httpx.Client) -> None:
    assert client.get("teaching").status_code == 400


@pytest.mark.slow
def test_in_fair_play_nothing_is_taught(client: httpx.Client) -> None:
    see_empty_board(client, {"game": "tink", "fair": True, "colours": ["red", "yellow"]})
    assert client.get("teaching").json()["error"] == LOCKED


@in_browser
@pytest.mark.thinned(0)
def test_a_device_that_asks_for_it_is_taught_from_the_board(
    browser: Browser, served: Served, client: httpx.Client
) -> None:
    see_empty_board(client, {"game": "tink", "colours": ["red", "yellow"]})
    with new_page(browser, locale="de-DE") as page:
        page.goto(served.screen.address("/"))
        expect(page.get_by_role("gridcell").first).to_be_visible()
        expect(page.locator("#teaching")).to_be_hidden()
        page.get_by_role("button", name="Einstellungen").click()
        page.get_by_role("group", name="Beim Spielen lehren").get_by_text("Ja", exact=True).click()
        page.get_by_role("button", name="Schließen").click()
        expect(page.locator("#teaching")).to_contain_text("Der allererste Stein")
        expect(page.locator("#teaching")).to_contain_text(re.compile(r"Zum Beispiel S[c-f][3-6]\."))
        for cell, content in (("c3", "As"), ("c4", "Bs"), ("d3", "As"), ("d4", "Bs")):
            client.post("commands", json={"do": "correct", "cells": {cell: content}}).raise_for_status()
        expect(page.locator("#teaching")).to_contain_text(
            "Eine mittlere Pyramide wird mit zwei kleinen Pyramiden bezahlt"
        )
        expect(page.get_by_role("gridcell").and_(page.locator("[data-marks~=hint]"))).not_to_have_count(0)
        check(page)
