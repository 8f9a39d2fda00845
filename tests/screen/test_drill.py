"""Puzzles on a board before a camera, and teaching from the moves seen there, where fair play allows it."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from core.game import holder, side_to_move
from core.games import find
from kiebitz.archive.kept import kept_games
from kiebitz.lessons.puzzles import puzzles_of, stage
from kiebitz.screen.live.asked import Ask
from kiebitz.screen.live.drill import NO_HELPERS, Drill
from kiebitz.watching.agreements import LOCKED
from kiebitz.watching.scripts import Script
from tests.screen.browser import in_browser
from tests.screen.conftest import Served, new_page, see_empty_board
from tests.screen.tabletop import Phone, phone_over, table_of
from tests.screen.test_pages import check
from tests.screen.test_whole_games import lying

TINK = find("tink")
NUMBER, PUZZLE = next((number, each) for number, each in enumerate(puzzles_of("tink"), start=1) if each.moves == 2)
SCRIPT = Script((), game="tink", size=(960, 720))


def test_a_board_of_another_size_is_looked_for_where_the_puzzle_has_one() -> None:
    wanted = Ask("tabik", puzzle=1).wanted()
    assert wanted is not None
    assert wanted.options.changed() == {"board_size": 5}


@pytest.mark.parametrize("name", ["tabik", "tink", "tinker_tactics"])
def test_the_seat_that_answers_is_the_other_one(name: str) -> None:
    drill = Drill(find(name), 1)
    assert [*drill.bots] == [seat for seat in "AB" if seat != holder(drill.start, side_to_move(drill.start))]


@in_browser
@pytest.mark.thinned(0)
def test_a_puzzle_is_set_up_tried_wrongly_and_solved_on_the_board(
    page: Page, served: Served, client: httpx.Client
) -> None:
    told, board = page.locator("#teaching"), page.get_by_role("grid", name="Board")
    start = PUZZLE.start(TINK)
    with phone_over(client, table_of(SCRIPT)) as phone:
        page.goto(served.screen.address(f"/learn?game=tink&puzzles=1&step={NUMBER}"))
        page.get_by_role("link", name="On the real board").click()
        page.get_by_role("button", name=re.compile("Use a phone")).click()
        page.get_by_role("button", name="Close").click()
        sets_up(page, phone, start)
        expect(told).to_contain_text("wins in two moves")
        wrong = TINK.play(start, "Sa8")
        phone.show(TINK.contents(wrong))
        expect(told).to_contain_text(re.compile("That is allowed, but .* Take it back and try again"))
        expect(page.locator("#todo")).to_be_empty()
        phone.show(TINK.contents(start))
        expect(told).to_contain_text("What is the first?")
        after = TINK.play(start, PUZZLE.key)
        phone.show(TINK.contents(after))
        expect(told).to_contain_text(f"That is right. {PUZZLE.key}: ")
        expect(page.locator("#todo")).to_contain_text("Make this move on the table.")
        expect(board.get_by_role("gridcell", name=re.compile("is to be small"))).to_have_count(1)
        refused = client.post("bots", json={"seat": "A", "level": 3}).json()["error"]
        assert refused == NO_HELPERS
        reply = client.get("state").json()["aid"]["announced"]["action"]
        phone.show(TINK.contents(TINK.play(after, reply)))
        expect(told).to_contain_text(f"answers {reply}")
        phone.show(TINK.contents(TINK.play(TINK.play(after, reply), winning(reply))))
        expect(told).to_contain_text("The puzzle is solved.")
        expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
        check(page)
        phone.show({})
        phone.wait()
        page.get_by_role("button", name="Next puzzle").click()
        expect(told).to_contain_text(f"Puzzle {NUMBER + 1} of {len(puzzles_of('tink'))}")
    kept = next(each for each in kept_games() if each.puzzle == NUMBER)
    assert kept.moves == 3


def sets_up(page: Page, phone: Phone, start: Any) -> None:
    """Set up the pieces of *start*, at first without one of them, with one elsewhere and with one too many."""
    wanted = lying(TINK, start)
    (first, content), (last, _), *_ = wanted.items()
    missing, status = page.locator("#setting-up"), page.get_by_role("status")
    others = {cell: each for cell, each in wanted.items() if cell not in (first, last)}
    phone.show({**others, "h1": content, "a7": "Am"})
    expect(page.locator("#turn")).to_have_text("Set up the board")
    expect(status).to_contain_text(f"Still missing: {last}. Move h1 to {first}. To be taken off: a7.")
    expect(missing.get_by_role("listitem")).to_have_count(3)
    for cell, words in ((last, "put it here"), ("h1", f"move it to {first}"), ("a7", "take it off")):
        expect(page.get_by_role("gridcell", name=f"{cell}, ")).to_have_attribute("aria-label", re.compile(f"{words}$"))
    check(page)
    phone.show({**wanted, "h1": content})
    expect(status).to_contain_text("To be taken off: h1.")
    phone.show(wanted)
    expect(missing).to_be_hidden()
    expect(status).to_contain_text("The board is set up.")
    expect(page.locator(".score li")).to_have_count(0)


def winning(reply: str) -> str:
    """Return the move that solves the puzzle after *reply* to its key."""
    now = stage(TINK, PUZZLE, [PUZZLE.key, reply]).step
    return next(action for action in TINK.actions(now.start(TINK)) if now.is_solved_by(TINK, action))


def test_without_a_game_nothing_is_taught(client: httpx.Client) -> None:
    assert client.get("teaching").status_code == 400


@pytest.mark.slow
def test_in_fair_play_nothing_is_taught(client: httpx.Client) -> None:
    see_empty_board(client, {"game": "tink", "fair": True, "colours": ["red", "yellow"]})
    assert client.get("teaching").json()["error"] == LOCKED


@in_browser
@pytest.mark.thinned(0)
def test_a_device_that_asks_for_it_is_taught_from_the_board(
    browser: Browser, served: Served, client: httpx.Client
) -> None:
    see_empty_board(client, {"game": "tink", "colours": ["red", "yellow"]})
    with new_page(browser, locale="de-DE") as page:
        page.goto(served.screen.address("/"))
        expect(page.get_by_role("gridcell").first).to_be_visible()
        expect(page.locator("#teaching")).to_be_hidden()
        page.get_by_role("button", name="Einstellungen").click()
        page.get_by_role("group", name="Beim Spielen lehren").get_by_text("Ja", exact=True).click()
        page.get_by_role("button", name="Schließen").click()
        expect(page.locator("#teaching")).to_contain_text("Der allererste Stein")
        expect(page.locator("#teaching")).to_contain_text(re.compile(r"Zum Beispiel S[c-f][3-6]\."))
        for cell, content in (("c3", "As"), ("c4", "Bs"), ("d3", "As"), ("d4", "Bs")):
            client.post("commands", json={"do": "correct", "cells": {cell: content}}).raise_for_status()
        expect(page.locator("#teaching")).to_contain_text(
            "Eine mittlere Pyramide wird mit zwei kleinen Pyramiden bezahlt"
        )
        expect(page.get_by_role("gridcell").and_(page.locator("[data-marks~=hint]"))).not_to_have_count(0)
        check(page)
