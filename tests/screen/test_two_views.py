"""A second phone at the same table: it sends to a view of its own, and either may come and go during the game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from core.games import find
from kiebitz.watching.scripts import Script
from simulator.calm import Aim, framed
from simulator.table import Table
from tests.screen.browser import in_browser, write_film
from tests.screen.conftest import Served, filming, heard, state_of, until
from tests.screen.tabletop import Phone, phone_over, photographs, table_of

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

SCRIPT = Script(("Sc3", "Sd4", "Se5"), game="tink", size=(640, 480))
GAME = find("tink")
EMPTY = GAME.start(SCRIPT.options)
PLAYED = GAME.play(EMPTY, "Sc3")
ON = GAME.play(PLAYED, "Sd4")
SECOND = "frames?view=2"


@cache
def the_tables() -> tuple[Table, Table]:
    """Return one table as two cameras see it."""
    first = table_of(SCRIPT)
    return first, first.seen_by(framed(first.scene.kit, Aim(azimuth_deg=70.0), SCRIPT.size))


@pytest.fixture
def phones(client: httpx.Client) -> Iterator[tuple[Phone, Phone]]:
    """Return two phones over a new game of Tink, which show nothing yet."""
    client.post("tables", json={"game": "tink", "players": 2}).raise_for_status()
    one, other = the_tables()
    with phone_over(client, one) as first, phone_over(client, other, SECOND) as second:
        yield first, second


def says(served: Served, text: str) -> int:
    """Return as soon as the table has told a *text* about a view, with that event's number."""
    with served.client() as client:
        views = (event for event in heard(client, "since=0&passing=1") if event.get("code") == "view")
        return next(int(event["n"]) for event in views if text in event["message"])


def moves_of(client: httpx.Client, count: int) -> list[str]:
    """Return the moves as soon as there are *count* or more."""
    return [move["action"] for move in state_of(client, lambda state: len(state["score"]) >= count)["score"]]


@pytest.mark.slow
def test_the_table_says_when_a_view_has_gone_and_come_back(
    served: Served, client: httpx.Client, phones: tuple[Phone, Phone]
) -> None:
    first, second = phones
    for phone in phones:
        phone.show(GAME.contents(EMPTY))
    says(served, "The second view sees the board, too.")
    first.sleep()
    gone = says(served, "The first view does not see the board any more")
    second.show(GAME.contents(PLAYED))
    assert moves_of(client, 1) == ["Sc3"]
    first.show(GAME.contents(PLAYED))
    assert says(served, "The first view sees the board, too.") > gone
    second.sleep()
    says(served, "The second view does not see the board any more")
    first.show(GAME.contents(ON))
    assert moves_of(client, 2) == ["Sc3", "Sd4"]
    assert not {*first.codes, *second.codes} - {202, 429}
    assert min(first.codes[202], second.codes[202]) > 8


@in_browser
@pytest.mark.thinned(0)
def test_a_phone_that_scans_another_view_sends_to_that_view_alone(
    served: Served, client: httpx.Client, phones: tuple[Phone, Phone], playwright: Playwright, tmp_path: Path
) -> None:
    first, _ = phones
    first.show(GAME.contents(EMPTY))
    write_film(tmp_path / "second.y4m", [the_tables()[1].picture(GAME.contents(EMPTY)).image], each=5)
    sent = set[str]()
    with filming(playwright, tmp_path / "second.y4m") as page:
        page.on("request", lambda asked: sent.add(asked.url) if asked.method == "POST" else None)
        page.goto(client.get("pairing").json()["devices"]["second"]["url"])
        page.get_by_role("button", name="Start camera").click()
        says(served, "The second view sees the board, too.")
    assert sent == {f"{served.origin}/api/v1/{SECOND}"}


def test_only_one_camera_at_a_time_is_the_second_view(client: httpx.Client) -> None:
    client.post("tables", json={"game": "tink", "players": 2}).raise_for_status()
    (data, *_) = photographs(the_tables()[1].picture({}).image)

    def answer(route: str, camera: str, *but: int) -> httpx.Response:
        def taken() -> httpx.Response | None:
            said = client.post(route, content=data, headers={"Kiebitz-Camera": camera})
            return None if said.status_code in (429, *but) else said

        return until(taken)

    for route, camera in (("frames", "one"), (SECOND, "two")):
        assert answer(route, camera, 409).status_code == 202  # once the cameras of the test before count as gone
    refused = answer(SECOND, "three")
    assert (refused.status_code, refused.json()["error"]) == (
        409, "Another camera looks at this table already; stop that one first.",
    )  # fmt: skip
    assert answer("frames?view=3", "one").json() == {"error": '"view" must be 1 or 2'}


def test_the_pretend_table_takes_no_second_view(client: httpx.Client) -> None:
    client.post("tables", json={"game": "tink", "source": "demo"}).raise_for_status()
    (data, *_) = photographs(the_tables()[1].picture({}).image)
    refused = client.post(SECOND, content=data)
    assert refused.status_code == 400
    assert "No game waits for the phone" in refused.json()["error"]
