"""What the table's page says and sounds like while people play, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import httpx
import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from core.games import find
from kiebitz.screen.views import voice
from kiebitz.watching.scripts import Script
from tests.screen.browser import IN_BROWSER
from tests.screen.conftest import Served, new_page, see_empty_board
from tests.screen.tabletop import phone_over, table_of

pytestmark = IN_BROWSER
SCRIPT = Script(("Sc3", "Sd4"), game="tink", size=(960, 720))
GAME = find("tink")
COUNTED = """
window.pitches = [];
const started = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (when) {
  window.pitches.push(this.frequency.value);
  return started.call(this, when);
};
localStorage.setItem("kiebitz-settings", JSON.stringify({ sounds: "on" }));
"""


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    with new_page(browser, viewport={"width": 1440, "height": 900}) as page:
        page.add_init_script(COUNTED)
        page.goto(served.screen.address("/"))
        yield page


def _contents(*actions: str, **more: str) -> dict[str, str]:
    position = GAME.start(SCRIPT.options)
    for action in actions:
        position = GAME.play(position, action)
    return {**GAME.contents(position), **more}


@pytest.mark.thinned(0)
def test_a_game_sounds_and_its_card_is_plain_and_never_stale(page: Page, client: httpx.Client) -> None:
    client.post("tables", json={"game": "tink", "colours": ["red", "blue"]}).raise_for_status()
    card, phase = page.locator("#alert"), page.locator("#phase")
    expect(phase).to_have_attribute("title", "Kiebitz is looking for the board: show all of it.")
    with phone_over(client, table_of(SCRIPT)) as phone:
        phone.show(_contents())
        expect(page.get_by_text("Red to move")).to_be_visible(timeout=30_000)
        expect(phase).to_have_text(re.compile("watches|reads the board"))
        phone.show(_contents("Sc3"))
        expect(page.locator(".score li")).to_have_count(1)
        assert page.evaluate("window.pitches") == [660]
        phone.show(_contents("Sc3", e5="Bm"))
        expect(card).to_contain_text("This is not allowed")
        expect(card).to_contain_text("Take the medium off e5.")
        expect(card).not_to_contain_text("Legal")
        assert [round(pitch) for pitch in page.evaluate("window.pitches")] == [660, 220, 175]
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(".score li")).to_have_count(0)
        expect(card).to_contain_text("Take Red's small off c3 and take Blue's medium off e5.")
        phone.show(_contents())
        expect(card).to_be_empty()


def test_what_is_asked_is_answered_in_writing_and_a_missing_voice_is_said(
    page: Page, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kiebitz.screen.views.voice.shutil.which", {}.get)
    see_empty_board(client, {"game": "tink"})
    page.get_by_text(re.compile("to move")).first.wait_for()
    status, field = page.get_by_role("status"), page.get_by_label("Tell it in a sentence")
    field.fill("where do we stand?")
    field.press("Enter")
    expect(status).to_have_text(re.compile("left"))
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Whose turn is it?").click()
    expect(page.locator("#say-answer")).to_have_text(re.compile("to move|wins|draw"))
    page.get_by_role("button", name="Close").click()
    expect(status).to_have_text(re.compile("to move|wins|draw"))
    silent = page.evaluate("speechSynthesis.getVoices().length") == 0
    page.get_by_role("button", name="Speak").click()
    if silent:
        expect(status).to_have_text(voice.NO_VOICE)
        expect(page.get_by_role("button", name="Speak")).to_have_attribute("aria-pressed", "false")


def test_a_photo_that_cannot_be_read_is_said_on_every_device(
    page: Page, browser: Browser, served: Served, client: httpx.Client
) -> None:
    client.post("tables", json={"game": "tink"}).raise_for_status()
    black = cv2.imencode(".jpg", np.zeros((720, 960, 3), np.uint8))[1].tobytes()
    with new_page(browser) as phone:
        phone.goto(served.screen.address("/phone", served.screen.tokens.camera))
        assert client.post("frames?photo=1", content=black).status_code == 202
        for device in (page.locator("#remedy"), phone.get_by_role("status")):
            expect(device).to_contain_text("The photo could not be read.")
        assert client.post("frames?photo=1", content=b"\xff\xd8 nonsense").status_code == 400
        expect(page.locator("#remedy")).to_contain_text("JPEG")
        table = table_of(SCRIPT)
        good = cv2.imencode(".jpg", table.picture(_contents(), seed=1).image)[1].tobytes()
        client.post("frames?photo=1", content=good)
        expect(page.locator("#remedy")).to_be_empty()


def test_a_new_address_in_the_same_tab_is_the_one_that_counts(page: Page, served: Served) -> None:
    page.evaluate("sessionStorage.setItem('kiebitz', 'an-old-token-of-this-table')")
    page.reload()
    expect(page.get_by_text("This address is not valid any more.")).to_be_visible()
    page.evaluate(f"location.hash = '{served.screen.tokens.table}'")
    expect(page).to_have_url(re.compile(r"/$"))
    expect(page.get_by_role("button", name="Settings")).to_be_visible()
    expect(page.get_by_text("not valid any more")).to_be_hidden()
    page.evaluate("location.hash = 'board'")
    page.reload()
    expect(page.get_by_role("button", name="Settings")).to_be_visible()
    expect(page.get_by_text("not valid any more")).to_be_hidden()


NAMED = ["Take back", "Pass", "Hint", "Agree", "Resume", "Correct", "New game"]


def test_all_is_found_and_the_first_page_says_what_this_is_and_shows_each_game(
    page: Page, client: httpx.Client
) -> None:
    client.post("tables", json={"game": "tink"}).raise_for_status()
    expect(page.locator("#game")).to_have_text("· Tink")
    for name in NAMED:
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(1)
    agree = page.get_by_role("button", name="Agree", exact=True)
    assert _width(agree) <= 1, "what cannot be done now takes no room"
    page.get_by_role("button", name="More").click()
    assert _width(agree) > 40
    page.get_by_role("button", name="Fewer").click()
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_role("link", name="Print one")).to_have_attribute("href", "/print")
    gallery = page.get_by_role("list", name="The games").get_by_role("listitem")
    expect(gallery).to_have_count(5)
    picture = page.get_by_role("img", name="The board in the middle of a game of Tink", exact=True)
    picture.scroll_into_view_if_needed()
    expect(picture).not_to_have_js_property("naturalWidth", 0)
    expect(gallery.filter(has=picture)).to_contain_text("2 to 4 players, 20 to 40 minutes.")
    by_itself = page.get_by_role("button", name="The printed board says it")
    expect(by_itself).to_be_hidden()
    page.get_by_text("Another game or board").click()
    expect(by_itself).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Tabik", exact=True).click()
    expect(page.get_by_text("Another game or board: Tabik")).to_be_visible()
    page.get_by_role("button", name="Tabik", exact=True).click()
    expect(by_itself).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="From a score sheet")).to_be_hidden()
    page.get_by_role("button", name="Only look").click()
    page.locator(".score li").first.wait_for()


def _width(button: Locator) -> float:
    box = button.bounding_box()
    return 0.0 if box is None else box["width"]


@pytest.mark.thinned(0)
def test_the_next_photo_is_one_tap_away(page: Page, tmp_path: Path) -> None:
    page.get_by_role("button", name="New game").click()
    photos = [tmp_path / f"{number}.jpg" for number in range(2)]
    for path, board in zip(photos, (_contents(), _contents("Sc3")), strict=True):
        cv2.imwrite(str(path), table_of(SCRIPT).picture(board, seed=1).image)
    page.get_by_label("A picture", exact=True).set_input_files(photos[0])
    expect(page.locator("#turn")).to_contain_text("to move")
    page.get_by_label("Next photo").set_input_files(photos[1])
    expect(page.locator(".score li")).to_have_count(1)
