"""What is agreed on before a game: its clock."""

from __future__ import annotations

import httpx
import pytest

from kiebitz.archive.picture_files import kept_pictures, pictures_folder
from kiebitz.home import games_folder
from tests.screen.conftest import Served, told


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
@pytest.mark.parametrize("asked", [True, False])
def test_whole_pictures_are_kept_where_that_is_asked_for_and_deleted_with_the_game(
    served: Served, client: httpx.Client, asked: bool
) -> None:
    table = {"game": "tink", "source": "demo"} | ({"pictures": True} if asked else {})
    assert client.post("tables", json=table).json()["pictures"] is asked
    assert [event for _, event in told(served, 0, until="move")]
    number = client.get("state").json()["journal"]
    (journal,) = games_folder().glob(f"{number}-*.jsonl")
    assert client.post("tables", json={"game": "tabik", "source": "demo"}).json()["pictures"] is False
    assert bool(kept_pictures(journal)) is asked
    client.delete(f"kept/{number}").raise_for_status()
    assert not pictures_folder(journal).exists()
