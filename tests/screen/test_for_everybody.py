"""The table's page for those who listen, use keys or fingers alone, need large print, contrast, or no motion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.screen.browser import IN_BROWSER, IPHONE, open_games
from tests.screen.conftest import PATIENCE_MS, Served, new_page, see_empty_board
from tests.screen.stations import STATIONS
from tests.screen.test_pages import check

pytestmark = IN_BROWSER
STEP_S = 0.3
WON = ("c3", "c4", "d3", "d4", "e3", "e4", "f3")
"""Cells of smalls, by turns; the last one makes Red's line."""
RECORDING = """
window.told = [];
window.speechSynthesis.getVoices = () => [{ lang: "en-GB" }];
window.speechSynthesis.speak = (words) => told.push([words.text, words.rate]);
"""
HEARING = """
window.heard = [];
const hear = (place) => new MutationObserver(() => place.textContent && heard.push(place.textContent))
    .observe(place, { childList: true, characterData: true, subtree: true });
const REGIONS = "[role=status], [role=alert]";
document.addEventListener("DOMContentLoaded", () => document.querySelectorAll(REGIONS).forEach(hear));
"""
"""Notes what a screen reader would say of the page's live regions."""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    fresh = browser.new_context(viewport={"width": 390, "height": 844})
    fresh.set_default_timeout(PATIENCE_MS)
    yield fresh
    fresh.close()


def opened(context: BrowserContext, served: Served, script: str = "") -> Page:
    page = context.new_page()
    if script:
        page.add_init_script(script)
    page.goto(served.screen.address())
    return page


def focused(page: Page) -> str:
    """Return what a screen reader calls the element that has the focus."""
    name: str = page.evaluate(
        """() => {
            const copy = document.activeElement.cloneNode(true);
            copy.querySelectorAll("[aria-hidden=true]").forEach((hidden) => hidden.remove());
            return copy.getAttribute("aria-label") ?? copy.textContent;
        }"""
    )
    return name.strip()


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until the focus is on what is called *wanted*."""
    for _ in range(60):
        if re.match(wanted, focused(page)):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab never reaches {wanted}")


def test_a_whole_game_is_played_with_the_keyboard_and_told_by_live_regions_alone(
    context: BrowserContext, served: Served, client: httpx.Client
) -> None:
    page = opened(context, served, HEARING)
    page.get_by_text("Another game or board").wait_for()
    for wanted in ("Another game or board", "Tink$"):
        tab_to(page, wanted)
        page.keyboard.press("Enter")
    tab_to(page, "Use a phone")
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="Add a device").wait_for()
    page.keyboard.press("Escape")
    see_empty_board(client)
    page.get_by_role("gridcell").first.wait_for()
    tab_to(page, "a1, empty")
    for ply, cell in enumerate(WON, start=1):
        put(page, cell, f"small, {'red' if ply % 2 else 'yellow'}|small, seat {'AB'[1 - ply % 2]}")
        wait_to_hear(page, rf"{ply}\. .*S{cell}")
    wait_to_hear(page, "wins with a line: c3 d3 e3 f3")
    page.keyboard.press("t")
    wait_to_hear(page, "Taken back: 1 move")


def put(page: Page, cell: str, content: str) -> None:
    """Say with the keyboard what *cell* holds."""
    column, row = (ord(x) - ord(y) for x, y in zip(cell, focused(page), strict=False))
    for steps, forth, back in ((column, "ArrowRight", "ArrowLeft"), (row, "ArrowUp", "ArrowDown")):
        for _ in range(abs(steps)):
            page.keyboard.press(forth if steps > 0 else back)
    assert focused(page).startswith(f"{cell}, ")
    page.keyboard.press("c")
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name=f"What is on {cell}?").wait_for()
    tab_to(page, content)
    page.keyboard.press("Enter")


def wait_to_hear(page: Page, words: str) -> None:
    page.wait_for_function("words => heard.some((text) => new RegExp(words).test(text))", arg=words)


def test_as_much_is_spoken_as_is_wanted_and_as_fast(context: BrowserContext, served: Served) -> None:
    page = opened(context, served, RECORDING)
    spoken = {"Everything": ["A move.", "A broken rule."], "Errors and questions": ["A broken rule."], "Off": []}
    for wanted, texts in spoken.items():
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("radio", name="Very fast").check()
        page.get_by_role("radio", name=wanted).check()
        page.get_by_role("button", name="Close").click()
        page.reload()
        page.evaluate(
            """async () => {
                const { say } = await import("/parts/speech.js");
                await say("A move.");
                await say("A broken rule.", { urgent: true });
            }"""
        )
        told = page.evaluate("told.filter(([text]) => text.startsWith('A '))")
        assert told == [[text, pytest.approx(1.8)] for text in texts]


def test_a_page_that_shall_speak_is_allowed_to_by_the_first_touch(
    context: BrowserContext, served: Served, client: httpx.Client
) -> None:
    client.post("tables", json={"game": "tink"}).raise_for_status()
    page = opened(context, served, RECORDING)
    page.evaluate("localStorage.setItem('kiebitz-settings', JSON.stringify({ speech: 'all' }))")
    page.reload()
    page.locator("#phase").wait_for()
    assert not page.evaluate("told.some(([text]) => text === '')")
    page.mouse.click(2, 2)
    assert page.evaluate("told.some(([text]) => text === '')")


def test_without_a_keyboard_taps_let_the_page_say_where_the_game_stands(
    context: BrowserContext, served: Served, client: httpx.Client
) -> None:
    see_empty_board(client, {"game": "tink"})
    page = opened(context, served, RECORDING)
    page.get_by_role("gridcell").first.wait_for()
    page.get_by_role("button", name="Settings").click()
    for name in ("Whose turn is it?", "Say it again", "Where do we stand?"):
        page.get_by_role("dialog").get_by_role("button", name=name).click()
    said = [text for text, _ in page.evaluate("told")]
    assert said[:2] == ["Seat A to move", "Seat A to move"]
    assert "Seat B" in said[2]


def test_large_print_contrast_and_motion_are_remembered_and_nothing_becomes_too_wide(
    context: BrowserContext, served: Served, client: httpx.Client
) -> None:
    client.post("tables", json={"game": "tink", "source": "demo", "clock": "10+5"}).raise_for_status()
    page = opened(context, served)
    page.get_by_role("gridcell").first.wait_for()
    usual = page.locator("#turn").evaluate("place => parseFloat(getComputedStyle(place).fontSize)")
    page.get_by_role("button", name="Settings").click()
    for group, choice in (("Size of print", "Very large"), ("Contrast", "High"), ("Motion", "None")):
        page.get_by_role("group", name=group).get_by_role("radio", name=choice).check()
    page.reload()
    page.get_by_role("gridcell").first.wait_for()
    assert page.locator("#turn").evaluate("place => parseFloat(getComputedStyle(place).fontSize)") >= 1.4 * usual
    assert page.locator(".square").first.evaluate("place => getComputedStyle(place).transitionDuration") == "0s"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.thinned(2)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_settings_nor_in_high_contrast(
    browser: Browser, served: Served, client: httpx.Client, scheme: Literal["light", "dark"]
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    client.post("tables", json={"game": "ting", "source": "demo", "clock": "10+5"}).raise_for_status()
    context = browser.new_context(color_scheme=scheme, bypass_csp=True, reduced_motion="reduce")
    page = opened(context, served)
    page.get_by_role("gridcell").first.wait_for()
    page.get_by_role("button", name="Settings").click()
    found = [Axe().run(page)]
    page.get_by_role("radio", name="High").check()
    page.get_by_role("button", name="Close").click()
    page.locator(".score li").first.wait_for()
    found.append(Axe().run(page))
    context.close()
    assert [report.generate_report() for report in found if report.violations_count] == []


@pytest.mark.thinned(2)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_projector_and_a_stream_have_nothing_to_press_and_axe_finds_nothing(
    browser: Browser, served: Served, client: httpx.Client, scheme: Literal["light", "dark"]
) -> None:
    client.post("tables", json={"game": "tink", "source": "demo", "clock": "10"}).raise_for_status()
    with new_page(browser, color_scheme=scheme, viewport={"width": 820, "height": 1180}) as page:
        for form in ("projector", "overlay"):
            page.goto(served.screen.address(f"/?view={form}", served.screen.tokens.viewer))
            page.get_by_role("gridcell").first.wait_for()
            assert page.get_by_role("button").and_(page.locator(":visible")).count() == 0
            check(page)
        page.goto(served.screen.address("/", served.screen.tokens.viewer))
        page.get_by_role("gridcell").first.wait_for()
        assert page.get_by_role("button", name="Take back").count() == 0


DEVICE = IPHONE
FINGER_PX = 24
"""Cells are at least this large, by WCAG 2.2, 2.5.8; what else is touched is measured by the sweep."""
TOO_SMALL = """least => [...document.querySelectorAll("button:enabled, summary, input, [role=gridcell]")]
    .filter((one) => one.checkVisibility() && !one.classList.contains("away"))
    .filter((one) => { const box = one.getBoundingClientRect(); return box.width < least || box.height < least; })
    .map((one) => one.id || one.textContent)"""


def test_a_game_is_begun_corrected_and_taken_back_by_taps(page: Page, client: httpx.Client) -> None:
    open_games(page)
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


PARTS = 6
"""The stations are looked at in this many parts, so that processes share them; ``make test`` takes the first."""


@pytest.mark.thinned(PARTS)
@pytest.mark.parametrize("part", range(PARTS))
def test_no_page_is_cut_off_too_small_for_fingers_in_english_for_germans_or_at_odds_with_axe(
    playwright: Playwright, part: int
) -> None:
    from tests.screen.sweep import WAYS, swept

    unlike = [name for name, station in STATIONS.items() if not station.resembles]
    names = unlike[len(unlike) * part // PARTS : len(unlike) * (part + 1) // PARTS]
    found = swept(playwright, names, ways_of=lambda number: [WAYS[(5 * number + 3 * part) % len(WAYS)]])
    assert (found.faults, found.seen) == ([], len(names))


def test_what_is_left_out_resembles_what_is_looked_at() -> None:
    others = {name: station.resembles for name, station in STATIONS.items() if station.resembles}
    assert all(not STATIONS[other].resembles for other in others.values())
