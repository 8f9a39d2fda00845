"""The puzzles, as the page asks for them and in the browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest

from core.games import names
from kiebitz.lessons.puzzles import puzzles_of
from tests.screen.browser import CHROMIUM, WHY_NONE
from tests.screen.conftest import Served
from tests.screen.test_pages import check

if TYPE_CHECKING:
    from playwright.sync_api import Page

KEY = next((number, puzzle.key) for number, puzzle in enumerate(puzzles_of("tink"), start=1) if puzzle.moves == 2)


@pytest.mark.parametrize("game", [name for name in names() if puzzles_of(name)])
def test_puzzles_are_told_with_all_that_their_boards_show(client: httpx.Client, game: str) -> None:
    steps = client.get(f"puzzles/{game}").json()["steps"]
    assert [step["moves"] for step in steps] == sorted(step["moves"] for step in steps)
    for step in steps:
        assert set(step["contents"].values()) <= set(step["words"])
        assert "is to play and wins" in step["task"]


def test_the_key_is_answered_and_the_win_follows(client: httpx.Client) -> None:
    number, key = KEY
    first = client.post(f"puzzles/tink/{number}", json={"action": key}).json()
    assert (first["state"], first["played"][0], first["result"]) == ("done", key, None)
    assert "answers" in first["next"]["task"]
    wrong = client.post(f"puzzles/tink/{number}", json={"action": key, "played": first["played"]}).json()
    assert wrong["state"] == "illegal"


def test_what_is_no_puzzle_is_not_found(client: httpx.Client) -> None:
    assert client.get("puzzles/chess").status_code == 404
    assert client.post("puzzles/tink/99", json={"action": "--"}).status_code == 404


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason=WHY_NONE)
def test_a_puzzle_is_solved_on_the_page_in_german(german_phone: Page, served: Served) -> None:
    from playwright.sync_api import expect

    number, key = KEY
    german_phone.goto(served.screen.address("/learn?game=tink"))
    german_phone.get_by_role("button", name="Aufgaben").click()
    german_phone.get_by_role("button", name=f"Aufgabe {number}", exact=True).click()
    expect(german_phone.locator("#task")).to_contain_text("gewinnt in zwei Zügen")
    tap(german_phone, "a8")
    expect(german_phone.locator("#judged")).to_contain_text("erlaubt")
    german_phone.get_by_role("button", name="Neu anfangen").click()
    tap(german_phone, key[1:])
    expect(german_phone.locator("#judged")).to_contain_text("gewinnt in 2")
    german_phone.get_by_role("button", name="Die Antwort zeigen").click()
    expect(german_phone.locator("#task")).to_contain_text(re.compile(r"antwortet .* gewinnt sofort"))
    check(german_phone)


def tap(page: Page, cell: str) -> None:
    """Place a small on *cell* and say that this is the move."""
    page.get_by_role("gridcell", name=f"{cell},").click()
    small = page.locator("#contents-choice button").filter(has_text="kleine").first
    small.click()
    if page.locator("#done").is_enabled():
        page.locator("#done").click()
