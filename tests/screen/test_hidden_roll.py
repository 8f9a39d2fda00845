"""The hidden roll on the screen: totals by taps, dice on the players' own phones, and the reveal before a camera."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from core.games import find
from kiebitz.home import games_folder
from kiebitz.watching.scripts import Script
from tests.screen.browser import in_browser
from tests.screen.conftest import Served, state_of
from tests.screen.tabletop import photographs, table_of
from tests.screen.test_pages import check

GAME = find("tinker_tactics")
SCRIPT = Script((), {"players": 2}, game="tinker_tactics", elevation_deg=66)
START = GAME.parse_position(
    "2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0", GAME.options.of({"players": 2})
)


@pytest.fixture
def rolling(client: httpx.Client) -> httpx.Client:
    """Return a client of a table whose players roll, and whose camera shows an empty board."""
    asked = {"game": "tinker_tactics", "players": 2, "colours": ["red", "yellow"]}
    client.post("tables", json=asked).raise_for_status()
    bare = dict.fromkeys(GAME.contents(START), ".")
    send(client, bare, until=lambda state: state["roll"] and client.get("frames/newest").is_success)
    return client


def send(client: httpx.Client, contents: dict[str, str], *, until: Any) -> dict[str, Any]:
    """Send pictures of a board with *contents*, as a phone would, until the state is so; return that."""
    return state_of(client, until, image=table_of(SCRIPT).picture(contents, seed=1).image, photo=True)


def tell(client: httpx.Client, seat: str, total: Any) -> httpx.Response:
    return client.post("commands", json={"do": "total", "seat": seat, "total": total})


def test_a_total_is_told_in_a_sentence_and_the_reveal_in_a_word(rolling: httpx.Client) -> None:
    for text in ("Red 17", "A 17", "rot hat 17", "Kiebitz, red has 17"):
        told = rolling.post("sentences", json={"text": text}).json()
        assert (told["command"], told["heard"]) == ({"do": "total", "seat": "A", "total": 17}, "Red: 17"), text
    assert rolling.post("sentences", json={"text": "aufdecken"}).json()["command"] == {"do": "reveal"}


@pytest.fixture
def phones(served: Served) -> Iterator[dict[str, httpx.Client]]:
    """Return the own phones of the players, by seat."""
    tokens = served.screen.tokens
    with served.client(tokens.of_seat("A")) as one, served.client(tokens.of_seat("B")) as other:
        yield {"A": one, "B": other}


def test_totals_are_told_and_the_game_begins_with_what_is_revealed(rolling: httpx.Client) -> None:
    tell(rolling, "A", 15).raise_for_status()
    refused = tell(rolling, "A", 16)
    assert refused.json()["error"] == "Red has told 15 already; take that back before telling another total."
    assert [tell(rolling, "B", total).status_code for total in (0, 31, "17", None, 2.5, True)] == [400] * 6
    tell(rolling, "B", 11).raise_for_status()
    state = rolling.get("state").json()
    assert (state["roll"]["totals"], state["roll"]["adjust"]) == ({"A": 15, "B": 11}, {"B": 4})
    assert "Yellow: turn your dice up by 4, to 15." in state["said"]
    rolling.post("commands", json={"do": "reveal"}).raise_for_status()
    state = send(rolling, dict(GAME.contents(START)), until=lambda state: state["position"])
    assert (state["position"], state["roll"]) == (GAME.format_position(START), None)


def test_a_player_s_dice_are_on_the_own_phone_alone(
    rolling: httpx.Client, served: Served, phones: dict[str, httpx.Client]
) -> None:
    tokens = served.screen.tokens
    assert phones["A"].get("hand").json()["dice"] == []
    hand = phones["A"].post("hand").json()
    total = sum(die["value"] for die in hand["dice"])
    assert [die["kind"] for die in hand["dice"]] == ["d4", "d4", "d6", "d6", "d8"]
    assert all(1 <= die["value"] <= int(die["kind"][1:]) for die in hand["dice"])
    assert hand["roll"]["totals"] == {"A": total}
    assert phones["A"].post("hand").status_code == 400, "nobody rolls twice"
    assert phones["B"].get("hand").json()["dice"] == []
    for token in (tokens.table, tokens.camera, tokens.viewer, tokens.seat):
        with served.client(token) as other:
            assert [other.get("hand").status_code, other.post("hand").status_code] == [403, 403]
    state = rolling.get("state").json()
    assert (state["roll"]["by_kiebitz"], "value" in json.dumps(state["roll"])) == (["A"], False)
    assert rolling.get("codes/A").status_code == 400, "whoever scanned it now would see the dice"
    assert rolling.get("codes/B").json()["url"].endswith(f"/seat#{tokens.of_seat('B')}")
    assert phones["A"].get("codes/B").status_code == 403
    assert [phones["A"].post("commands", json={"do": "stop"}).status_code] == [403]


def test_nothing_of_the_secret_is_shown_or_kept_before_the_reveal(
    rolling: httpx.Client, phones: dict[str, httpx.Client]
) -> None:
    assert rolling.get("frames/newest").status_code == 200
    phones["A"].post("hand").raise_for_status()
    assert rolling.get("frames/newest").status_code == 404, "a camera over the table sees behind the screens"
    tell(rolling, "B", 15).raise_for_status()
    contents = dict(GAME.contents(START))
    for _ in range(3):
        rolling.post("frames?photo=1", content=photographs(table_of(SCRIPT).picture(contents, seed=1).image)[0])
        time.sleep(0.2)
    assert rolling.get("state").json()["position"] is None
    number = rolling.get("state").json()["journal"]
    assert [path for path in games_folder().glob(f"{number}*") if path.is_file()] == []
    rolling.post("commands", json={"do": "reveal"}).raise_for_status()
    assert phones["A"].get("hand").json()["dice"] == []
    send(rolling, contents, until=lambda state: state["position"])
    kept = "".join(path.read_text() for path in games_folder().glob(f"{number}*") if path.is_file())
    assert '"totals"' in kept
    assert '"d8"' not in kept


@in_browser
@pytest.mark.thinned(2)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_people_roll_tap_and_reveal(browser: Browser, served: Served, rolling: httpx.Client, scheme: Any) -> None:
    desk = browser.new_page(viewport={"width": 1440, "height": 900}, color_scheme=scheme)
    phone = browser.new_page(viewport={"width": 390, "height": 844}, color_scheme=scheme, locale="de-DE")
    desk.goto(served.screen.address())
    roll = desk.get_by_role("region", name="The hidden roll")
    roll.get_by_role("button", name="No dice? Roll on the own phone of Yellow").click()
    expect(desk.get_by_role("dialog").get_by_role("button", name="Let devices on this network join")).to_be_visible()
    address = desk.get_by_role("link", name="Open it here").get_attribute("href")
    desk.get_by_role("button", name="Close").last.click()
    phone.goto(str(address))
    expect(phone.get_by_role("status")).to_contain_text("Jetzt würfeln")
    phone.get_by_role("button", name="Meine Würfel würfeln").click()
    dice = phone.get_by_role("list", name="Deine Würfel").get_by_role("listitem")
    expect(dice).to_have_count(5)
    total = sum(int(re.findall(r"\d+", text)[0]) for text in dice.all_inner_texts())
    roll.get_by_role("button", name="28", exact=True).click()
    expect(desk.locator("#said")).to_contain_text("The highest total is 28, by Red.")
    if total < 28:
        expect(roll.get_by_text(f"turn up by {28 - total}, to 28")).to_be_visible()
        expect(phone.get_by_role("status")).to_contain_text(f"um {28 - total} höher drehen, auf 28")
    check(desk)
    check(phone)
    phone.get_by_role("button", name="Meine Würfel verbergen").click()
    expect(dice).to_have_count(0)
    roll.get_by_role("button", name="Take back the total of Red").click()
    roll.get_by_role("textbox", name="Total of Red").fill("31")
    roll.get_by_role("button", name="Tell").click()
    expect(desk.locator("#said")).to_contain_text("31 cannot be reached")
    roll.get_by_role("textbox", name="Total of Red").fill("15")
    desk.keyboard.press("Enter")
    expect(desk.get_by_text("Arrange your dice", exact=True)).to_be_visible()
    small = browser.new_page(viewport={"width": 390, "height": 844}, color_scheme=scheme, locale="de-DE")
    small.goto(served.screen.address())
    expect(small.get_by_role("button", name="Würfel aufdecken")).to_be_visible()
    check(small)
    roll.get_by_role("button", name="Reveal the dice").click()
    expect(phone.get_by_role("status")).to_contain_text("liegen offen")
    send(rolling, dict(GAME.contents(START)), until=lambda state: state["position"])
    expect(roll).to_be_hidden()
    for page in (desk, phone, small):
        page.close()
