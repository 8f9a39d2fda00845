"""The forms of the table's page that only show the game: a projector's, and one laid over a stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import httpx
import pytest

from tests.screen.browser import CHROMIUM, WHY_NONE
from tests.screen.conftest import Served, new_page
from tests.screen.test_pages import check

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason=WHY_NONE)]
STEP_S = 0.3
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def test_a_projector_and_a_stream_have_nothing_to_press_and_axe_finds_nothing(
    browser: Browser, served: Served, client: httpx.Client
) -> None:
    client.post("tables", json={"game": "tink", "source": "demo", "clock": "10"}).raise_for_status()
    for scheme in SCHEMES:
        with new_page(browser, color_scheme=scheme, viewport={"width": 820, "height": 1180}) as page:
            for form in ("projector", "overlay"):
                page.goto(served.screen.address(f"/?view={form}"))
                page.get_by_role("gridcell").first.wait_for()
                assert page.get_by_role("button").and_(page.locator(":visible")).count() == 0
                check(page)
