"""The page of a table that plays another one's game (I7), in a real browser: it dials, and shows the other board."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

import kiebitz
from kiebitz.api.play import Position
from kiebitz.screen.live.asked import Ask
from kiebitz.screen.serving import Screen
from tests.screen.browser import IN_BROWSER
from tests.screen.conftest import Served, running, until
from tests.screen.test_pages import check
from tests.screen.test_two_tables import jpeg

pytestmark = IN_BROWSER
DEVICE = {"viewport": {"width": 820, "height": 1180}}


@pytest.fixture
def host(served: Served) -> Iterator[Served]:
    """Return another table, at which a game of Tink for two begins."""
    del served  # it says where games are kept
    with running(Screen.open(0)) as screen:
        screen.desk.begin(Ask("tink", 2, start=kiebitz.game("tink").start().text))
        yield Served(screen)


def show(client: httpx.Client, position: Position) -> None:
    until(lambda: client.post("frames?photo=1", content=jpeg(position)).status_code == 202, "a photo")


def test_i7_a_page_joins_another_table_and_shows_its_board_until_the_move_is_put(
    page: Page, served: Served, host: Served
) -> None:
    start = kiebitz.game("tink").start()
    page.get_by_role("button", name="Add a device").click()
    address = page.get_by_label("Address of the other table")
    address.fill("https://192.168.1.5/twin")
    page.get_by_role("button", name="Play there").click()
    expect(page.locator("#pairing")).to_contain_text("This is no address of a table")
    check(page)
    with host.client() as there, served.client() as here:
        show(there, start)
        until(lambda: there.get("state").json()["position"], "the host's board")
        address.fill(host.screen.twin_address())
        page.get_by_label("Seat at this table").select_option("B")
        page.get_by_role("button", name="Play there").click()
        expect(page.locator("#pairing")).to_be_hidden()
        show(here, start)
        until(lambda: here.get("state").json()["position"], "the guest's board")
        show(there, start.play("Sc3"))
        expect(page.locator("#todo")).to_contain_text("Make this move on the table.")
        other = page.get_by_role("region", name="Boards of other tables")
        expect(other.get_by_role("img", name=re.compile("The board of (Red|Seat A)"))).to_be_visible()
        expect(other.locator("[data-marks~=hint]")).to_have_count(1)
        check(page)
        show(here, start.play("Sc3"))
        expect(other).to_be_hidden()
        tick, live = page.get_by_label("Show each other the boards"), page.get_by_role("img", name=re.compile("live$"))
        expect(tick).not_to_be_checked()
        assert there.get("others/1.jpg").status_code == 404
        tick.check()
        expect(page.locator("#show-told")).to_have_text("The other table has not agreed yet.")
        expect(live).to_have_count(0)
        there.post("others", json={"show": True}).raise_for_status()
        expect(live).to_be_visible()
        expect(live).to_have_js_property("complete", True)
        until(lambda: live.evaluate("image => image.naturalWidth") > 100, "the live picture of the host's board")
        until(lambda: there.get("others/1.jpg").status_code == 200, "that of the guest's board")
        check(page)
        tick.uncheck()
        expect(live).to_have_count(0)
        until(lambda: there.get("others/1.jpg").status_code == 404, "nothing of it at the host")


@pytest.mark.thinned(0)
def test_i7_a_scanned_code_opens_the_address_to_be_copied(page: Page, host: Served) -> None:
    page.goto(host.screen.twin_address())
    expect(page.locator("#address")).to_have_text(host.screen.twin_address())
    check(page)
    page.goto(f"{host.origin}/twin#half")
    page.reload()
    expect(page.get_by_role("button", name="Copy the address")).to_be_disabled()
