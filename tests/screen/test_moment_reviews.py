"""What a single move was worth, asked about while the game goes on, and what people write about it."""

from __future__ import annotations

import threading
from typing import Any

import httpx
import pytest

from kiebitz.home import games_folder
from tests.screen.conftest import PATIENCE_S, Served, see_empty_board, until
from tests.screen.kept_game import first_actions, keep, move, moves
from tests.screen.test_reviewing import waited_for

ACTIONS = first_actions(3)


@pytest.fixture(scope="module")
def address(served: Served) -> str:
    """Return where a game of Tabik on three by three is, that is solved at once."""
    del served  # it says where games are kept
    path = keep(games_folder(), *moves(*ACTIONS, sides="BW"), game="tabik", board_size=3)
    return f"kept/{path.name.partition('-')[0]}"


def test_a_move_is_weighed_by_itself_with_what_was_best_after_it(client: httpx.Client, address: str) -> None:
    found = client.post(f"{address}/review/1").json()
    assert (found["state"], found["whose"], found["of"]) == ("done", "Black", 2)
    assert [turn["stage"] for turn in found["turns"]] == [1, 2]
    assert all(turn["proved"] and turn["value"] in (-1, 0, 1) for turn in found["turns"])
    assert client.post(f"{address}/review/1").json() == found
    assert [turn["stage"] for turn in client.post(f"{address}/review/3").json()["turns"]] == [3]


def test_a_move_and_a_whole_review_are_of_one_opinion(client: httpx.Client, address: str) -> None:
    client.post(f"{address}/review")
    whole = waited_for(client, f"{address}/review")["turns"]
    single = [client.post(f"{address}/review/{number}").json()["turns"][0] for number in (1, 2, 3)]
    assert [(turn["value"], turn["mark"]) for turn in single] == [(turn["value"], turn["mark"]) for turn in whole]


@pytest.mark.parametrize("number", [0, 9])
def test_an_event_that_told_no_move_has_no_worth(client: httpx.Client, address: str, number: int) -> None:
    assert client.post(f"{address}/review/{number}").json() == {"state": "none", "of": 0, "turns": [], "turning": []}


def test_who_asks_for_another_move_stops_the_one_before(client: httpx.Client, served: Served) -> None:
    path = keep(games_folder(), move("Sc3", 1), {**move("Sd4", 2), "seat": "B"})
    long = f"kept/{path.name.partition('-')[0]}/review"
    told: list[dict[str, Any]] = []

    def ask() -> None:
        with served.client() as other:
            told.append(other.post(f"{long}/1").json())

    first = threading.Thread(target=ask)
    first.start()
    until(lambda: any(each.name == "background" for each in threading.enumerate()), "the first review")
    assert client.post(f"{long}/2").json()["state"] == "done"
    first.join(PATIENCE_S)
    assert (told[0]["state"], told[0]["message"]) == ("failed", "It was stopped.")


def test_a_game_that_is_on_takes_comments_and_a_fair_one_tells_no_worth(client: httpx.Client) -> None:
    client.post("tables", json={"game": "tink", "fair": True, "colours": ["red", "yellow"]}).raise_for_status()
    see_empty_board(client)
    client.post("commands", json={"do": "correct", "cells": {"c3": "As"}}).raise_for_status()
    state = client.get("state").json()
    (played,) = state["score"]
    on = f"kept/{state['journal']}"
    assert client.post(f"{on}/comments", json={"at": played["n"], "text": "a  corner"}).status_code == 200
    assert [stage["comment"] for stage in client.get(on).json()["stages"]] == ["", "a corner"]
    now = client.get("state").json()
    assert (now["position"], now["said"]) == (state["position"], state["said"])
    refused = client.post(f"{on}/comments", json={"at": 99, "text": "x"})
    assert (refused.status_code, "told no move" in refused.json()["error"]) == (400, True)
    locked = client.post(f"{on}/review/{played['n']}")
    assert (locked.status_code, "Fair play" in locked.json()["error"]) == (409, True)
