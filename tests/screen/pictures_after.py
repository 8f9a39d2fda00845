"""Draws the pictures in docs/images of the pages beside the table again: ``python -m tests.screen.pictures_after``."""

from __future__ import annotations

import os
import tempfile

from playwright.sync_api import sync_playwright

from kiebitz.screen.live.asked import Ask
from kiebitz.screen.live.desk import Desk
from kiebitz.screen.live.feed import Feed
from kiebitz.screen.serving import Screen
from tests.screen.browser import CHROMIUM
from tests.screen.conftest import Served, running, told
from tests.screen.pictures import Studio, save
from tests.screen.tabletop import phone_over, table_of
from tests.screen.test_drill import NUMBER, PUZZLE, SCRIPT, TINK
from tests.screen.test_whole_games import lying


def games(studio: Studio) -> None:
    studio.screen.desk.begin(Ask("tink", source="demo"))
    assert list(told(Served(studio.screen), 0, until="result"))
    with studio.page("desk", "light", "/games?game=1") as page:
        page.get_by_role("button", name="Where did it turn?").click()
        page.get_by_text("Thinking:").wait_for(state="hidden")
        page.get_by_role("list", name="Turning points").get_by_role("button").first.click()
        page.locator(".crops img").first.wait_for()
        save(page, "games-desk")


def learning(studio: Studio) -> None:
    with studio.page("tablet", "light", "/learn?game=tink&step=5") as page:
        page.get_by_role("button", name="Mf6-c3-d4").click()
        page.get_by_role("link", name="GW-17").wait_for()
        save(page, "learn-tablet")
    with studio.page("phone", "dark", "/rules?game=tink") as page:
        page.get_by_role("searchbox").fill("touch")
        page.get_by_text("found.").wait_for()
        save(page, "rules-phone")


def puzzles(studio: Studio) -> None:
    start = PUZZLE.start(TINK)
    wanted = lying(TINK, start)
    (first, content), (last, _), *_ = wanted.items()
    studio.screen.desk.begin(Ask("tink", puzzle=NUMBER, colours=("red", "yellow")))
    with Served(studio.screen).client() as client, phone_over(client, table_of(SCRIPT)) as phone:
        phone.show(
            {"h1": content, "a7": "Am", **{cell: each for cell, each in wanted.items() if cell not in (first, last)}}
        )
        with studio.page("phone", "dark") as page:
            page.get_by_text("Take off:").wait_for()
            save(page, "puzzle-phone")
        with studio.page("tablet", "light") as page:
            phone.show(wanted)
            page.get_by_text("The board is set up.").wait_for()
            phone.show(TINK.contents(TINK.play(start, "Sa8")))
            page.get_by_text("Not the solution").wait_for()
            save(page, "refuted-tablet")


def printing(studio: Studio) -> None:
    with studio.page("desk", "light", "/print?game=tink") as page:
        page.get_by_text("Print at actual size").wait_for()
        page.wait_for_function("[...document.querySelectorAll('.sheets img')].every((image) => image.naturalWidth)")
        save(page, "print-desk")


def draw() -> None:
    """Draw all of them; that takes some twenty seconds."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        os.environ["KIEBITZ_HOME"] = folder
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with running(Screen.open(0, desk=Desk(Feed(), step_s=0.0))) as screen:
            studio = Studio(browser, screen)
            games(studio)
            learning(studio)
            puzzles(studio)
            printing(studio)
        browser.close()


if __name__ == "__main__":
    draw()
