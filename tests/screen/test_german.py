"""The screen for a German browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from core import games
from kiebitz.home import games_folder
from kiebitz.language import language
from tests.kiebitz.language.sentences import spoken, unlike
from tests.screen.browser import IN_BROWSER
from tests.screen.conftest import Served, new_page
from tests.screen.kept_game import ILLEGAL, WON, keep, moves
from tests.screen.test_pages import check

FITS = """() => [...document.querySelectorAll(".buttons button")].every((button) =>
    button.getBoundingClientRect().right <= button.parentElement.getBoundingClientRect().right + 1)"""
"""Whether no button sticks out of its row."""
pytestmark = IN_BROWSER


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with new_page(browser, locale="de-AT") as fresh:
        yield fresh


def test_a_game_is_played_in_german(page: Page, served: Served) -> None:
    page.goto(served.screen.address("/"))
    page.get_by_role("button", name="Nur zusehen").click()
    expect(page.get_by_role("status").first).to_contain_text(re.compile(r"\d\. (Rot|Gelb) spielt"))
    expect(page.get_by_role("button", name="Rücknahme")).to_be_enabled()
    board = page.get_by_role("grid", name="Brett")
    board.get_by_role("gridcell", name="kleine Pyramide, rot").first.wait_for()
    assert page.evaluate("document.documentElement.lang") == "de"
    check(page)
    for width, height in ((820, 1180), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FITS)
    page.set_viewport_size({"width": 390, "height": 844})


def test_what_is_spoken_is_german(page: Page, served: Served) -> None:
    page.goto(served.screen.address("/"))
    page.get_by_role("button", name="Ansagen").wait_for()
    page.evaluate(
        """async () => {
            window.told = [];
            speechSynthesis.getVoices = () => [{ lang: "en-GB" }, { lang: "de-DE" }];
            speechSynthesis.speak = (words) => told.push([words.text, words.lang]);
            const { say } = await import("/parts/speech.js");
            await say("f4 is not next to d3. Take it off f4.", { again: true });
        }"""
    )
    assert page.evaluate("told") == [["f4 liegt nicht neben d3. Von f4 herunternehmen.", "de"]]


def test_a_journal_is_read_in_german(page: Page, served: Served) -> None:
    game = keep(games_folder(), *moves(*WON[:2]), ILLEGAL, *moves(*WON)[2:]).name.partition("-")[0]
    page.goto(served.screen.address(f"/games?game={game}"))
    expect(page.get_by_role("status").first).to_contain_text("7. Rot spielt Sf3.")
    page.get_by_role("button", name="GW-17").click()
    expect(page.get_by_role("status").first).to_contain_text("f4 liegt nicht neben d3.")
    agreed = {
        "event": "agreed", "code": "GW-1", "message": "It is B's turn, not A's. Please take back the small on e5.",
        "position": "8/8/8/4As3/3As4/8/8/8 A 0,0 2",
    }  # fmt: skip
    game = keep(games_folder(), *moves("Sd4"), agreed).name.partition("-")[0]
    page.goto(served.screen.address(f"/games?game={game}"))
    page.get_by_role("button", name="so gesetzt").click()
    page.get_by_text(re.compile("^Am Tisch so stehen gelassen: .* ist am Zug")).wait_for()


def test_what_is_translated_is_not_translated_again(page: Page, served: Served) -> None:
    page.goto(served.screen.address("/games"))
    page.get_by_role("heading", name="Partien").wait_for()
    page.evaluate(
        """() => {
            const line = document.createElement("p");
            line.id = "line";
            line.textContent = "2. Yellow Sc4, a blunder: -0.14 (estimated) with Sd4, -1.00 (proved) after it.";
            document.body.append(line);
        }"""
    )
    page.wait_for_function("document.getElementById('line').textContent.includes('-0,14 (geschätzt)')")


def test_the_rules_are_searched_in_german(page: Page, served: Served) -> None:
    page.goto(served.screen.address("/rules?game=tink"))
    search = page.get_by_role("searchbox")
    search.fill("passt hindernisse")
    expect(page.get_by_text("Nichts gefunden")).to_be_visible()
    search.fill("pass hindernisse")
    expect(page.locator("article")).to_have_count(1)
    expect(page.locator("article mark").first).to_have_text("pass")
    expect(page.locator("article")).to_contain_text("musst du passen; sonst")
    search.fill("gw-17")
    expect(page.locator("article")).to_contain_text("d liegt nicht neben c.")
    search.fill("umzug mitbezahlen")
    expect(page.locator("article .answer")).to_contain_text("Ja. Das neue Feld muss an die große Pyramide")
    page.locator("article summary").click()
    expect(page.locator("article pre")).to_contain_text("Al")
    expect(page.get_by_text("A spielt Le3-d3-e4: erlaubt. B ist am Zug.")).to_be_visible()


def test_the_browser_says_the_same_as_the_command_line(page: Page, served: Served) -> None:
    page.goto(served.screen.address("/games"))
    page.get_by_role("heading", name="Partien").wait_for()
    german = language("de")
    english = unlike(text for name in games.names() for text in spoken(name))[::4]
    said = page.evaluate("async (texts) => texts.map((await import('/parts/language.js')).inLanguage)", english)
    assert len(said) > 100
    assert said == [german(text) for text in english]


def test_another_language_is_one_press_away_and_is_remembered(page: Page, served: Served) -> None:
    page.goto(served.screen.address("/games"))
    page.get_by_role("button", name="English").click()
    page.get_by_role("heading", name="Games").wait_for()
    page.reload()
    page.get_by_role("heading", name="Games").wait_for()
    assert page.evaluate("document.documentElement.lang") == "en"
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_role("heading", name="Partien").wait_for()
