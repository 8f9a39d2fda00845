"""The lessons and the rules, as the pages ask for them."""

from __future__ import annotations

import httpx
import pytest

from core.games import names, rulebook
from tests.screen.conftest import Served


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
