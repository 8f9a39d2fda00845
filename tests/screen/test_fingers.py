"""The table's page on an emulated phone with a touch screen, by fingers alone."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import Page, expect

from tests.screen.browser import IN_BROWSER, IPHONE
from tests.screen.conftest import see_empty_board

pytestmark = IN_BROWSER
DEVICE = IPHONE
FINGER_PX = 24
"""Cells are at least this large, by WCAG 2.2, 2.5.8; what else is touched is measured by ``test_sweep``."""
TOO_SMALL = """least => [...document.querySelectorAll("button:enabled, summary, input, [role=gridcell]")]
    .filter((one) => one.checkVisibility() && !one.classList.contains("away"))
    .filter((one) => { const box = one.getBoundingClientRect(); return box.width < least || box.height < least; })
    .map((one) => one.id || one.textContent)"""


def test_a_game_is_begun_corrected_and_taken_back_by_taps(page: Page, client: httpx.Client) -> None:
    page.get_by_text("Another game or board").tap()
    page.get_by_role("button", name="Tink", exact=True).tap()
    page.get_by_role("button", name=re.compile("Use a phone")).tap()
    page.get_by_role("dialog", name="Add a device").get_by_role("button", name="Close").tap()
    see_empty_board(client)
    page.get_by_role("button", name="Correct").tap()
    page.get_by_role("gridcell", name="c3, empty").tap()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("small, (red|seat A)")).tap()
    expect(page.locator(".score li")).to_have_text(re.compile("Sc3"))
    assert page.evaluate(TOO_SMALL, FINGER_PX) == []
    page.get_by_role("button", name="Take back").tap()
    expect(page.get_by_role("status").first).to_have_text(re.compile("^Taken back: 1 move"))
