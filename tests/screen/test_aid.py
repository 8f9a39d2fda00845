"""What is agreed on before a game: bots, fair play, in which nobody is helped, clocks, and pictures that are kept."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from core.games import find
from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import Position
from kiebitz.api.play import game as rules_of
from kiebitz.archive.picture_files import kept_pictures, pictures_folder
from kiebitz.home import games_folder
from kiebitz.watching.agreements import LOCKED
from tests.screen.conftest import Served, see_empty_board, state_of, told
from tests.screen.kept_game import WON

STEP_S = 0.05


@pytest.mark.slow
def test_a_bot_waits_until_its_move_is_made_on_the_table_and_goes_on(client: httpx.Client) -> None:
    client.post("tables", json={"game": "tink", "bots": {"A": 1}}).raise_for_status()
    start = rules_of("tink").start()
    announced = shown(client, start)["aid"]["announced"]
    assert announced["seat"] == "A"
    assert announced["action"] in start.legal_actions
    assert list(announced["cells"].values()) == ["As"]
    assert client.get("state").json()["said"] == announced["words"]
    after = start.play(announced["action"])
    state = shown(client, after)
    assert [move["action"] for move in state["score"]] == [announced["action"]]
    assert state["aid"]["announced"] is None
    taken_over = client.post("bots", json={"seat": "B", "level": 2}).json()
    assert taken_over["aid"]["bots"] == {"A": 1, "B": 2}
    assert taken_over["aid"]["announced"]["seat"] == "B"
    given_back = client.post("bots", json={"seat": "B", "level": None}).json()
    assert (given_back["aid"]["bots"], given_back["aid"]["announced"]) == ({"A": 1}, None)


def shown(client: httpx.Client, position: Position) -> dict[str, Any]:
    """Send the picture of *position* as a phone would, until it is understood; return the state then."""
    wanted = find("tink").format_position(position.state)

    def understood(state: dict[str, Any]) -> object:
        return state["position"] == wanted and (state["aid"]["announced"] or state["to_move"] != "A")

    return state_of(client, understood, image=pretend_picture(position))


@pytest.mark.slow
def test_in_fair_play_nobody_is_helped_until_the_game_is_over(served: Served, client: httpx.Client) -> None:
    asked = {"game": "tink", "fair": True, "colours": ["red", "yellow"]}
    see_empty_board(client, asked)
    *before, last = [{"do": "correct", "cells": {action[1:]: f"{'AB'[ply % 2]}s"}} for ply, action in enumerate(WON)]
    for command in before:
        client.post("commands", json=command).raise_for_status()
    first = told(served, 0, until="move")
    assert {"fair": True, "message": LOCKED}.items() <= next(e for e in first if e["event"] == "terms").items()
    journal = client.get("state").json()["journal"]
    for path, body in (("hints", {}), ("hints", {"rung": 3}), ("bots", {"seat": "B", "level": 5})):
        answer = client.post(path, json=body)
        assert (answer.status_code, answer.json()["error"]) == (400, LOCKED)
    assert client.post(f"kept/{journal}/review").json()["error"] == LOCKED
    assert client.get("state").json()["aid"]["locked"] is True
    client.post("commands", json=last).raise_for_status()
    assert client.get("state").json()["aid"]["locked"] is False
    assert client.post(f"kept/{journal}/review").status_code == 200
    client.post("commands", json={"do": "takeback"}).raise_for_status()
    assert client.post("hints").json()["error"] == LOCKED


@pytest.mark.slow
@pytest.mark.thinned(0)
def test_fair_play_stands_when_the_game_is_resumed_without_saying_so(served: Served, client: httpx.Client) -> None:
    client.post("tables", json={"game": "tink", "source": "demo", "fair": True}).raise_for_status()
    told(served, 0, until="move")
    client.post("tables", json={"source": "demo", "resume": True}).raise_for_status()
    state = state_of(client, lambda state: state.get("aid") and state["position"])
    assert state["aid"]["fair"] is True
    assert client.post("hints").json()["error"] == LOCKED


@pytest.mark.slow
@pytest.mark.thinned(0)
def test_clocks_run_for_the_side_to_move_and_a_fallen_flag_is_said(served: Served, client: httpx.Client) -> None:
    begun = client.post("tables", json={"game": "tink", "source": "demo", "clock": "A=10+5,B=0.03"})
    assert begun.status_code == 200
    events = told(served, 0, until="result")
    flags = [event["flag"] for event in events if event["event"] == "clock" and "flag" in event]
    clock = client.get("state").json()["clock"]
    assert flags == ["B"]
    assert clock["left"]["A"] > 600 > clock["left"]["B"] == 0
    assert (clock["running"], clock["control"]) == (None, {"A": "10+5", "B": "0.03"})
    assert client.get("state").json()["said"].endswith("Red wins with a line: e3 e4 e5 e6.")


@pytest.mark.slow
@pytest.mark.parametrize("asked", [True, False])
def test_whole_pictures_are_kept_where_that_is_asked_for_and_deleted_with_the_game(
    served: Served, client: httpx.Client, asked: bool
) -> None:
    table = {"game": "tink", "source": "demo"} | ({"pictures": True} if asked else {})
    assert client.post("tables", json=table).json()["pictures"] is asked
    assert told(served, 0, until="move")
    number = client.get("state").json()["journal"]
    (journal,) = games_folder().glob(f"{number}-*.jsonl")
    assert client.post("tables", json={"game": "tabik", "source": "demo"}).json()["pictures"] is False
    assert bool(kept_pictures(journal)) is asked
    client.delete(f"kept/{number}").raise_for_status()
    assert not pictures_folder(journal).exists()
