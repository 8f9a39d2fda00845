"""Which colours are played, and which dice stand in, is chosen on the first choice; colours are changed by a tap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page

from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from tests.screen.browser import in_browser, open_games
from tests.screen.conftest import state_of
from tests.screen.test_pages import check

pytestmark = pytest.mark.slow
MET = rules_of("tink").start().play("Sc3").play("Sd4")


def show(client: httpx.Client, until: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Send the picture of a game that has begun, until the state is as wanted."""
    return state_of(client, until, image=pretend_picture(MET))


def test_colours_that_change_hands_reach_the_game_that_is_watched(client: httpx.Client) -> None:
    client.post("tables", json={"game": "tink", "players": 2}).raise_for_status()
    assert show(client, lambda state: state.get("contents"))["contents"] == {"c3": "As", "d4": "Bs"}
    command = {"do": "colours", "colours": {"A": "yellow", "B": "red"}}
    (told,) = client.post("commands", json=command).json()["events"]
    assert told["message"] == "A plays yellow, B plays red."
    state = show(client, lambda state: state.get("contents"))
    assert (state["contents"], state["names"]) == ({"c3": "Bs", "d4": "As"}, {"A": "Yellow", "B": "Red"})


@in_browser
def test_a_tap_changes_who_plays_which_colour(page: Page, client: httpx.Client) -> None:
    open_games(page)
    page.get_by_role("button", name="Tink", exact=True).click()
    page.get_by_text("Colours: as seen").click()
    page.get_by_role("button", name="Seat A: yellow").click()
    page.get_by_text("Colours: A yellow").wait_for()
    page.get_by_role("button", name="Use a phone").click()
    page.get_by_role("button", name="Close").click()
    assert client.get("state").json()["colours"] == {"A": "yellow"}
    show(client, lambda state: state.get("contents"))
    page.get_by_role("button", name="Seat A plays yellow. Change the colours").click()
    page.get_by_role("button", name="Seat A: red").click()
    page.get_by_text("Seat B: yellow").wait_for()
    check(page)
    page.get_by_role("button", name="Use these colours").click()
    page.get_by_role("dialog").wait_for(state="hidden")
    assert show(client, lambda state: state.get("contents"))["colours"] == {"A": "red", "B": "yellow"}


@in_browser
@pytest.mark.thinned(0)
def test_a_tap_says_how_many_play(page: Page, client: httpx.Client) -> None:
    client.post("tables", json={"game": "tink"}).raise_for_status()
    show(client, lambda state: state.get("contents"))
    page.reload()
    page.get_by_role("button", name="Seat A plays red. Change the colours").click()
    check(page)
    page.get_by_role("button", name="3 play").click()
    page.get_by_role("dialog").wait_for(state="hidden")
    state = show(client, lambda state: state["players"] == 3)
    assert (state["seats"], state["to_move"]) == (["A", "B", "C"], "A")
    page.get_by_role("button", name="Seat C plays a colour not seen yet. Change the colours").click()
    page.get_by_role("button", name="2 play").click()
    page.get_by_text("C does not play: 2 do.").or_(page.get_by_text("Seat C does not play: 2 do.")).first.wait_for()


@in_browser
@pytest.mark.thinned(0)
def test_a_seat_takes_one_more_colour_and_pairs_are_offered_by_name_of_set(page: Page, client: httpx.Client) -> None:
    open_games(page)
    page.get_by_role("button", name="Ting", exact=True).click()
    page.get_by_text("Colours:").first.click()
    assert not page.get_by_role("button", name="Three Treehouse sets").is_visible()
    page.get_by_role("button", name="Tink", exact=True).click()
    page.get_by_role("button", name="Three Treehouse sets").click()
    page.get_by_text("Colours: A red-and-yellow, B blue-and-green").wait_for()
    page.get_by_role("button", name="Seat A: orange").click()
    page.get_by_text("Colours: A orange, B blue-and-green").wait_for()
    page.get_by_role("button", name="Seat A: one more colour").click()
    page.get_by_role("button", name="Seat A: green").click()
    page.get_by_text("Colours: A orange-and-green, B blue").wait_for()
    check(page)
    page.get_by_role("button", name="Use a phone").click()
    page.get_by_role("button", name="Close").click()
    assert client.get("state").json()["colours"] == {"A": "orange+green", "B": "blue"}
    client.post("tables", json={"game": "tink", "colours": ["red+orange", "yellow+blue"]}).raise_for_status()
    state = show(client, lambda state: state.get("contents"))
    assert state["contents"] == {"c3": "As", "d4": "Bs"}
    assert state["names"] == {"A": "Red-and-orange", "B": "Yellow-and-blue"}
    page.get_by_role("button", name="Seat A plays red-and-orange. Change the colours").wait_for()


def test_dice_that_stand_in_are_taken_for_what_they_stand_for(client: httpx.Client) -> None:
    wanted = {"game": "tinker_tactics", "players": 2, "options": {"stand_in_dice": {"d6": 4}}}
    client.post("tables", json=wanted).raise_for_status()
    start = pretend_picture(rules_of("tinker_tactics").start())
    state = state_of(client, lambda state: state["position"], image=start)
    assert state["options"] == {"stand_in_dice": {"d6": 4}}


@in_browser
@pytest.mark.thinned(0)
def test_dice_are_offered_for_the_game_that_has_dice(page: Page, client: httpx.Client) -> None:
    open_games(page)
    chip = page.get_by_role("button", name="A d6 for a d4", exact=True)
    assert not chip.is_visible()
    page.get_by_role("button", name="Tinker Tactics", exact=True).click()
    chip.click()
    assert chip.get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Use a phone").click()
    state_of(client, lambda state: state.get("options") == {"stand_in_dice": {"d6": 4}})
