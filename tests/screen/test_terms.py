"""What is agreed on before a game: its clock."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.screen.conftest import Served, told


@pytest.mark.parametrize("clock", ["soon", "0", 10, ["10+5"], {"A": 10}, "A=10", {"A": "10", "C": "5"}])
def test_a_clock_that_cannot_be_is_refused_in_words(client: httpx.Client, clock: Any) -> None:
    answer = client.post("tables", json={"game": "tink", "source": "demo", "clock": clock})
    assert answer.status_code == 400
    assert "clock" in answer.json()["error"]


@pytest.mark.slow
def test_clocks_run_for_the_side_to_move_and_a_fallen_flag_is_said(served: Served, client: httpx.Client) -> None:
    begun = client.post("tables", json={"game": "tink", "source": "demo", "clock": "A=10+5,B=0.03"})
    assert begun.status_code == 200
    events = [event for _, event in told(served, 0, until="result")]
    flags = [event["flag"] for event in events if event["event"] == "clock" and "flag" in event]
    clock = client.get("state").json()["clock"]
    assert flags == ["B"]
    assert clock["left"]["A"] > 600 > clock["left"]["B"] == 0
    assert (clock["running"], clock["control"]) == (None, {"A": "10+5", "B": "0.03"})
    assert client.get("state").json()["said"].endswith("Red wins with a line: e3 e4 e5 e6.")


@pytest.mark.slow
def test_a_game_begun_without_a_clock_has_none(client: httpx.Client) -> None:
    assert client.post("tables", json={"game": "tink", "source": "demo"}).json()["clock"] is None
