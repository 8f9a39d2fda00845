"""Dice that stand in are declared on the first choice, and said when the game starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from tests.screen.browser import CHROMIUM, WHY_NONE, open_games
from tests.screen.conftest import state_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow


def test_a_table_is_told_which_dice_stand_in(client: httpx.Client) -> None:
    wanted = {"game": "tinker_tactics", "players": 2, "options": {"stand_in_dice": {"d6": 4}}}
    client.post("tables", json=wanted).raise_for_status()
    start = pretend_picture(rules_of("tinker_tactics").start())
    state = state_of(client, lambda state: state["position"], image=start)
    assert state["options"] == {"stand_in_dice": {"d6": 4}}


@pytest.mark.skipif(CHROMIUM is None, reason=WHY_NONE)
def test_dice_are_offered_for_the_game_that_has_dice(page: Page, client: httpx.Client) -> None:
    open_games(page)
    chip = page.get_by_role("button", name="A d6 for a d4", exact=True)
    assert not chip.is_visible()
    page.get_by_role("button", name="Tinker Tactics", exact=True).click()
    chip.click()
    assert chip.get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Use a phone").click()
    state_of(client, lambda state: state.get("options") == {"stand_in_dice": {"d6": 4}})
