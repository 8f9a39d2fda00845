"""The lessons, puzzles and rules, as the pages ask for them."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from core.games import names, rulebook
from kiebitz.lessons.puzzles import puzzles_of
from tests.screen.browser import in_browser
from tests.screen.conftest import Served
from tests.screen.test_pages import check

KEY = next((number, puzzle.key) for number, puzzle in enumerate(puzzles_of("tink"), start=1) if puzzle.moves == 2)


@pytest.mark.parametrize("game", names())
def test_a_lesson_is_told_with_all_that_its_boards_show(client: httpx.Client, game: str) -> None:
    steps = client.get(f"lessons/{game}").json()["steps"]
    for step in steps:
        assert set(step["contents"].values()) <= set(step["words"])
        assert set(step["contents"]) <= {*step["board"]["cells"], *step["board"]["edges"]}
        assert all(wrong["code"] and wrong["words"] for wrong in step["wrong"])


def test_a_try_is_judged(client: httpx.Client) -> None:
    legal = client.post("lessons/tink/1", json={"cells": {"c3": "As"}}).json()
    assert (legal["state"], legal["contents"]) == ("done", {"c3": "As"})
    illegal = client.post("lessons/tink/1", json={"cells": {"a1": "As"}}).json()
    assert (illegal["state"], illegal["code"], "contents" in illegal) == ("illegal", "GW-11", False)
    assert client.post("lessons/tink/11", json={"action": "--"}).json()["state"] == "done"


@pytest.mark.parametrize("path", ["tink/0", "tink/99", "tink/²", "chess/1", "..%2fx/1", "lesson/1"])
def test_what_is_no_step_is_not_found(client: httpx.Client, path: str) -> None:
    assert client.post(f"lessons/{path}", json={"action": "--"}).status_code == 404


@pytest.mark.parametrize("game", names())
def test_the_rules_of_each_game_are_told_to_whoever_looks_on(served: Served, game: str) -> None:
    with served.client(served.screen.tokens.viewer) as viewer:
        book = viewer.get(f"rules/{game}").json()
    known = rulebook(game)
    assert [entry["key"] for entry in book["codes"]] == [entry.key for entry in known.codes]
    assert [entry["text"] for entry in book["clauses"]] == [entry.text for entry in known.clauses]
    headings = [section["heading"] for section in book["card"]]
    assert headings[0] == "Set up"
    assert any(section.get("picture", "").startswith("data:image/svg+xml;base64,") for section in book["card"])
    cases = [case for entry in (*book["clauses"], *book["decisions"]) for case in entry["cases"]]
    assert [case["question"] for case in cases] == [case.question for _, case in known.questions()]
    assert all(("not allowed" in case["says"][0]) == bool(case["code"]) for case in cases)


def test_there_are_no_rules_of_what_is_no_game(client: httpx.Client) -> None:
    assert client.get("rules/chess").status_code == 404
    assert client.get("rules/..%2fx").status_code == 404


@pytest.mark.parametrize("game", [name for name in names() if puzzles_of(name)])
def test_puzzles_are_told_with_all_that_their_boards_show(client: httpx.Client, game: str) -> None:
    steps = client.get(f"puzzles/{game}").json()["steps"]
    assert [step["moves"] for step in steps] == sorted(step["moves"] for step in steps)
    for step in steps:
        assert set(step["contents"].values()) <= set(step["words"])
        assert "is to play and wins" in step["task"]


def test_the_key_is_answered_and_the_win_follows(client: httpx.Client) -> None:
    number, key = KEY
    first = client.post(f"puzzles/tink/{number}", json={"action": key}).json()
    assert (first["state"], first["played"][0], first["result"]) == ("done", key, None)
    assert "answers" in first["next"]["task"]
    wrong = client.post(f"puzzles/tink/{number}", json={"action": key, "played": first["played"]}).json()
    assert wrong["state"] == "illegal"


def test_what_is_no_puzzle_is_not_found(client: httpx.Client) -> None:
    assert client.get("puzzles/chess").status_code == 404
    assert client.post("puzzles/tink/99", json={"action": "--"}).status_code == 404


@in_browser
@pytest.mark.thinned(0)
def test_a_puzzle_is_solved_on_the_page_in_german(german_phone: Page, served: Served) -> None:
    number, key = KEY
    german_phone.goto(served.screen.address("/learn?game=tink"))
    german_phone.get_by_role("button", name="Aufgaben").click()
    german_phone.get_by_role("button", name=f"Aufgabe {number}", exact=True).click()
    expect(german_phone.locator("#task")).to_contain_text("gewinnt in zwei Zügen")
    tap(german_phone, "a8")
    expect(german_phone.locator("#judged")).to_contain_text("erlaubt")
    german_phone.get_by_role("button", name="Neu anfangen").click()
    tap(german_phone, key[1:])
    expect(german_phone.locator("#judged")).to_contain_text("gewinnt in 2")
    german_phone.get_by_role("button", name="Die Antwort zeigen").click()
    expect(german_phone.locator("#task")).to_contain_text(re.compile(r"antwortet .* gewinnt sofort"))
    check(german_phone)


def tap(page: Page, cell: str) -> None:
    """Place a small on *cell* and say that this is the move."""
    page.get_by_role("gridcell", name=f"{cell},").click()
    small = page.locator("#contents-choice button").filter(has_text="kleine").first
    small.click()
    if page.locator("#done").is_enabled():
        page.locator("#done").click()
