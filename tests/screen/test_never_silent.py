"""What goes wrong before the lens is said on the table's page with a remedy; in a real browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import cv2
import httpx
import numpy as np
import pytest

from core.games import find
from kiebitz.watching.scripts import Script
from tests.screen.browser import CHROMIUM, WHY_NONE
from tests.screen.tabletop import phone_over, table_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason=WHY_NONE)]
SCRIPT = Script(("Sc3",), game="tink", size=(960, 720))
GAME = find("tink")
DEVICE = {"viewport": {"width": 1440, "height": 900}}
SOON_MS = 20_000
"""Two seconds, and what a loaded machine adds."""


@pytest.mark.thinned(0)
def test_a_dark_lens_is_said_and_the_live_picture_stands_until_the_board_is_read(
    page: Page, client: httpx.Client
) -> None:
    from playwright.sync_api import expect

    client.post("tables", json={"game": "tink"}).raise_for_status()
    black = cv2.imencode(".jpg", np.zeros((720, 960, 3), np.uint8))[1].tobytes()
    with phone_over(client, table_of(SCRIPT)) as phone:
        phone.put([black])
        remedy = page.locator("#remedy")
        expect(remedy).to_have_text(re.compile("dark", re.IGNORECASE), timeout=SOON_MS)
        expect(page.locator("#live-picture")).to_be_visible()
        phone.show(GAME.contents(GAME.start(SCRIPT.options)))
        expect(page.get_by_text("Red to move").or_(page.get_by_text("A to move"))).to_be_visible()
        expect(remedy).to_be_empty(timeout=SOON_MS)
        expect(page.locator("#live")).to_be_hidden()
