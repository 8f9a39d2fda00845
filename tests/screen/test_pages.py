"""The pages beside the table, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from kiebitz.home import games_folder
from kiebitz.screen.live.asked import ask_of
from tests.screen.browser import IN_BROWSER
from tests.screen.conftest import Served, new_page
from tests.screen.kept_game import ILLEGAL, WON, keep, moves

pytestmark = IN_BROWSER


@pytest.fixture(scope="module")
def game(served: Served) -> str:
    """Return the number of a kept game that A won, with a broken rule in it."""
    del served  # it says where games are kept
    return keep(games_folder(), *moves(*WON[:2]), ILLEGAL, *moves(*WON)[2:]).name.partition("-")[0]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Return a page that neither asks strangers nor breaks its own policy."""
    complaints: list[str] = []
    with new_page(browser) as fresh:
        fresh.on("pageerror", lambda fault: complaints.append(str(fault)))
        fresh.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        fresh.on("request", lambda asked: None if "//127.0.0.1:" in asked.url else complaints.append(asked.url))
        yield fresh
    assert complaints == []


def check(page: Page) -> None:
    """Say that *page* fits the screen, and that axe finds nothing to improve in it."""
    from axe_playwright_python.sync_playwright import Axe

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    report = Axe().run(page)
    assert report.violations_count == 0, report.generate_report()


def test_a_kept_game_is_found_and_stepped_through(page: Page, served: Served, game: str) -> None:
    page.goto(served.screen.address("/games"))
    page.get_by_role("link", name="Red wins with a line").click()
    caption, board = page.get_by_role("status"), page.get_by_role("grid", name="Board")
    expect(caption).to_contain_text("7. Red plays Sf3.")
    expect(board.get_by_role("gridcell", name="f3, small, red, last move, decides the game")).to_be_visible()
    assert page.url.endswith(f"/games?game={game}")
    page.get_by_role("button", name="Start").last.click()
    page.keyboard.press("ArrowRight")
    expect(caption).to_contain_text("1. Red plays Sc3.")
    page.get_by_role("button", name="GW-17").click()
    expect(caption).to_contain_text(str(ILLEGAL["message"]))
    expect(board.get_by_role("gridcell", name="f4, empty, wrong")).to_be_visible()
    check(page)


def test_a_comment_is_written_and_a_branch_shown_on_the_page_e4(page: Page, served: Served) -> None:
    back = {"event": "takeback", "plies": 1}
    name = keep(games_folder(), *moves("Sc3", "Sd4"), back, *moves("Sc3", "Se5")[1:]).name.partition("-")[0]
    page.goto(served.screen.address(f"/games?game={name}"))
    caption, board = page.get_by_role("status"), page.get_by_role("grid", name="Board")
    expect(caption).to_contain_text("2. Yellow plays Se5.")
    page.get_by_text("Write a comment").click()
    page.get_by_label("Comment on this move").fill("Not <b>d4</b>, the move")
    page.get_by_role("button", name="Save comment").click()
    expect(page.locator("#comment")).to_have_text("Not <b>d4</b>, the move")
    page.get_by_role("button", name="Taken back later: 2. Yellow plays Sd4.").click()
    expect(board.get_by_role("gridcell", name="d4, small, yellow, last move")).to_be_visible()
    expect(page.locator("#comment")).to_have_text("")
    page.keyboard.press("End")
    expect(page.locator("#comment")).to_have_text("Not <b>d4</b>, the move")
    check(page)


@pytest.mark.thinned(0)
def test_a_kept_game_plays_by_itself_until_somebody_steps(page: Page, served: Served, game: str) -> None:
    page.goto(served.screen.address(f"/games?game={game}"))
    caption, play = page.get_by_role("status"), page.get_by_role("button", name="Play through")
    expect(caption).to_contain_text("7. Red plays")
    page.get_by_label("How fast").select_option("Fast")
    play.click()
    expect(caption).to_contain_text("The start.")
    expect(caption).to_contain_text("1. Red plays Sc3.")
    page.get_by_role("button", name="Back").click()
    expect(play).to_have_attribute("aria-pressed", "false")
    expect(caption).to_contain_text("The start.")
    page.wait_for_timeout(800)
    expect(caption).to_contain_text("The start.")
    play.click()
    expect(caption).to_contain_text("7. Red plays")
    expect(play).to_have_attribute("aria-pressed", "false")


@pytest.mark.usefixtures("game")
def test_games_are_counted_but_for_those_of_the_pretend_table_or_without_moves(page: Page, served: Served) -> None:
    keep(games_folder(), game="ting")
    for source in ("demo", "demo", "test"):
        keep(games_folder(), *moves(*WON), game="tingle", source=source)
    broken: list[dict[str, Any]] = [
        {**ILLEGAL, "seat": "B"},
        {"event": "repaired", "message": "The board has been put right."},
    ]
    name = keep(games_folder(), *moves(*WON[:3]), *broken, *moves(*WON)[3:]).name.partition("-")[0]
    page.goto(served.screen.address(f"/games?game={name}"))
    page.get_by_text("Broken rules: Yellow 1.").wait_for()
    page.goto(served.screen.address("/games"))
    page.get_by_text(re.compile(r"^Tink: \d games over; Red won \d; 7 moves on average$")).wait_for()
    page.get_by_text("Demo", exact=True).first.wait_for()
    assert "Tingle: " not in page.locator("#tally").inner_text()
    assert page.locator("#games").get_by_text("Ting", exact=True).count() == 0
    page.get_by_text("Games in which nothing was played: ").click()
    page.locator("#bare-games").get_by_text("Ting", exact=True).first.wait_for()
    check(page)


def test_a_rematch_begins_the_same_game_at_once_on_the_same_terms(page: Page, served: Served, game: str) -> None:
    page.goto(served.screen.address(f"/games?game={game}"))
    page.get_by_role("button", name="Rematch").click()
    page.get_by_role("heading", name="Kiebitz · Tink").wait_for()
    with served.client() as client:
        state = client.get("state").json()
    assert (state["game"], state["colours"]) == ("tink", {"A": "red", "B": "yellow"})
    terms = {"game": "tink", "players": 3, "options": {"pass_limit": 3}, "colours": {"B": "blue"}}
    ended = {**terms, "clock": {"control": {"A": "10+5"}, "left": {}}, "aid": {"fair": True, "bots": {}}, "n": 7}
    asked = page.evaluate("(ended) => import('/parts/rematch.js').then(({ table }) => table(ended, 'demo'))", ended)
    assert asked == {**terms, "source": "demo", "clock": {"A": "10+5"}, "fair": True, "bots": {}}
    assert ask_of(asked).fair


def test_a_game_is_deleted_once_that_is_confirmed(page: Page, served: Served) -> None:
    path = keep(games_folder(), *moves("Sd4"))
    page.goto(served.screen.address(f"/games?game={path.name.partition('-')[0]}"))
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Keep it").click()
    assert path.exists()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Delete it").click()
    page.get_by_role("heading", name="Games").wait_for()
    assert not path.exists()


def test_a_graph_shows_what_a_game_was_worth_and_where_it_turned(page: Page, served: Served) -> None:
    actions = moves("a2+b2", "c2+c3", "c1+b1", sides="BW")
    small = keep(games_folder(), *actions, game="tabik", board_size=3).name.partition("-")[0]
    page.goto(served.screen.address(f"/games?game={small}"))
    page.get_by_role("button", name="Where did it turn?").click()
    page.get_by_role("list", name="Turning points").get_by_role("button", name="2. White c2+c3, a blunder").click()
    expect(page.get_by_role("img", name="What the game was worth to Black")).to_be_visible()
    expect(page.get_by_role("status").first).to_contain_text("1. Black plays a2+b2")  # the position before the mistake
    expect(page.get_by_text(re.compile(r"^Best here: \S+\.$"))).to_be_visible()
    expect(page.locator(".best .ring, .best .arrow").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status").first).to_contain_text("2. White plays c2+c3")
    check(page)


def test_a_code_leads_to_its_clause_and_words_are_searched_for(page: Page, served: Served, game: str) -> None:
    page.goto(served.screen.address(f"/games?game={game}"))
    page.get_by_role("button", name="GW-17").click()
    page.get_by_role("link", name="GW-17").click()
    clause = page.get_by_role("article").filter(has_text="GW-17")
    expect(clause).to_be_focused()
    expect(clause).to_contain_text("Both spent pieces must touch")
    page.get_by_role("searchbox", name="Search").fill("opening cell")
    expect(page.get_by_role("status")).to_contain_text("found")
    assert all("opening" in text.lower() for text in page.get_by_role("article").all_inner_texts())
    page.get_by_role("searchbox", name="Search").fill("gw-13")
    expect(page.get_by_role("article")).to_have_count(1)
    page.get_by_role("button", name="Tabik").click()
    expect(page.get_by_role("status")).to_contain_text("Nothing found")
    check(page)


def test_a_step_of_a_lesson_is_played_on_its_board_and_wrong_tries_explained(page: Page, served: Served) -> None:
    page.goto(served.screen.address("/learn?game=tink&step=5"))
    told, board = page.get_by_role("status"), page.get_by_role("grid", name="Board")
    page.get_by_role("button", name="Mf6-c3-d4").click()
    expect(told).to_contain_text("c3 is not next to f6")
    expect(told.get_by_role("link", name="GW-17")).to_be_visible()
    board.get_by_role("gridcell", name="c3, small, red").click()
    page.get_by_role("button", name="That is my move").click()
    expect(told).to_contain_text("GW-")
    board.get_by_role("gridcell", name="d4, small, red").click()
    board.get_by_role("gridcell", name="c4, empty").click()
    page.get_by_role("button", name="medium, red").click()
    expect(told).to_contain_text("paid with two smalls")
    check(page)
    page.get_by_role("button", name="Next step").click()
    expect(page.get_by_role("heading", name="Step 6")).to_be_visible()


def test_a_kit_is_seen_page_by_page_and_saved(page: Page, served: Served) -> None:
    page.goto(served.screen.address("/print?game=tink"))
    page.get_by_role("checkbox", name="Quick").check()
    page.get_by_role("button", name="3 players").click()
    page.get_by_text("Colours: A red").click()
    expect(page.get_by_role("button", name="Seat A: white")).to_have_count(0)
    expect(page.get_by_role("button", name="Three Treehouse sets")).to_have_count(0)
    page.get_by_role("button", name="Seat A: one more colour").click()
    page.get_by_role("button", name="Seat A: orange").click()
    expect(page.get_by_role("status")).to_contain_text("for two to three players")
    expect(page.get_by_role("img", name="Page 1: Start here")).to_have_js_property("complete", value=True)
    expect(page.locator("#colours-chosen")).to_have_text("A red-and-orange, B yellow, C green")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the PDF").click()
    assert saved.value.suggested_filename == "tink-a4.pdf"
    assert Path(saved.value.path()).read_bytes().startswith(b"%PDF-")
    check(page)
