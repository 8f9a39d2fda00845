"""A disk that is full is said on the page, and no other game begins before everything is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from kiebitz.archive.journal import Journal
from kiebitz.archive.recorded import load
from kiebitz.home import games_folder
from tests.screen.browser import CHROMIUM, WHY_NONE
from tests.screen.conftest import see_empty_board

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason=WHY_NONE)
def test_a_full_disk_is_said_and_no_game_begins_until_there_is_space(
    page: Page, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post("tables", json={"game": "tink"}).raise_for_status()
    see_empty_board(client)
    with monkeypatch.context() as full:
        full.setattr(Journal, "_extend", _full)
        client.post("commands", json={"do": "correct", "cells": {"e4": "As"}}).raise_for_status()
        page.get_by_text("The game is not saved: No space left on device.").wait_for()
        refused = client.post("tables", json={"game": "ting"})
        assert (refused.status_code, "not saved yet" in refused.json()["error"]) == (400, True)
        assert client.get("state").json()["game"] == "tink"
    client.post("tables", json={"game": "ting"}).raise_for_status()
    page.get_by_text("The game is not saved").wait_for(state="hidden")
    (kept,) = games_folder().glob("*tink*.jsonl")
    assert [event["action"] for event in load(kept).events if event["event"] == "move"] == ["Se4"]


def _full(*_: object) -> None:
    raise OSError(28, "No space left on device")
