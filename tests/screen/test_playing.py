"""What the table's page shows and takes while a game is played, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.screen.browser import CHROMIUM, WHY_NONE
from tests.screen.conftest import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason=WHY_NONE)]
PATIENCE_MS = 20_000
STEP_S = 0.3


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        launched = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """Return the table's page, in which nothing may fail."""
    fresh = browser.new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    fresh.set_default_timeout(PATIENCE_MS)
    faults: list[str] = []
    fresh.on("pageerror", lambda fault: faults.append(str(fault)))
    fresh.goto(served.screen.address())
    yield fresh
    fresh.close()
    assert faults == []


def test_a_clock_that_was_chosen_runs_for_the_side_to_move(page: Page) -> None:
    page.get_by_text("Clock: none").click()
    page.get_by_role("button", name="10 + 5 s").click()
    page.get_by_role("button", name=re.compile("without a table")).click()
    page.locator(".clock[data-running=true]").wait_for()
    shown = page.locator(".clock").all_inner_texts()
    assert all(re.fullmatch(r"(9|10):\d\d", each) for each in shown)
