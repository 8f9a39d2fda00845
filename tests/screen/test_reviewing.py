"""What a kept game was worth after each move is found out in the background."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from kiebitz.archive.kept import delete
from kiebitz.archive.review_files import review_file
from kiebitz.home import games_folder
from kiebitz.screen.views.kept_reviews import digest_of, kept_review
from kiebitz.screen.views.reviewing import Reviews
from tests.screen.conftest import Served, until
from tests.screen.kept_game import first_actions, keep, move, moves


@pytest.fixture(scope="module")
def small(served: Served) -> Path:
    """Return a game that is solved at once: Tabik on a board of three by three."""
    del served  # it says where games are kept
    return keep(games_folder(), *moves(*first_actions(3), sides="BW"), game="tabik", board_size=3)


def test_a_game_is_reviewed_when_that_is_asked_for(client: httpx.Client, small: Path) -> None:
    address = f"kept/{small.name.partition('-')[0]}/review"
    assert client.get(address).json()["state"] == "none"
    assert client.post(address).json()["of"] == 3
    found = waited_for(client, address)
    assert (found["state"], [turn["stage"] for turn in found["turns"]]) == ("done", [1, 2, 3])
    assert all(turn["proved"] and turn["value"] in (-1, 0, 1) for turn in found["turns"])
    for turn in found["turns"]:
        assert set(turn["best"]) == {"action", "arrows", "rings"}
        assert "+" not in turn["best"]["action"] or len(turn["best"]["rings"]) == 2
    named = [turn["stage"] for turn in found["turns"] if turn["mark"] in ("?", "??")]
    assert sorted(point["stage"] for point in found["turning"]) == named


def test_a_review_is_of_the_game_as_it_was(client: httpx.Client) -> None:
    path = keep(games_folder(), *moves(*first_actions(1), sides="BW"), game="tabik", board_size=3)
    address = f"kept/{path.name.partition('-')[0]}/review"
    client.post(address)
    waited_for(client, address)
    path.write_bytes(path.read_bytes() + b"{")
    assert client.get(address).json()["state"] == "none"


def test_the_last_one_asked_for_is_reviewed_and_the_one_before_stopped(client: httpx.Client, small: Path) -> None:
    long = keep(games_folder(), move("Sd4", 1))
    addresses = [f"kept/{path.name.partition('-')[0]}/review" for path in (long, small)]
    small.touch()
    for address in addresses:
        client.post(address)
    assert waited_for(client, addresses[0])["state"] == "failed"
    assert waited_for(client, addresses[1])["state"] == "done"


def test_a_review_outlives_the_server_and_goes_with_the_game(client: httpx.Client) -> None:
    path = keep(games_folder(), *moves(*first_actions(2), sides="BW"), game="tabik", board_size=3)
    address = f"kept/{path.name.partition('-')[0]}/review"
    client.post(address)
    before = waited_for(client, address)
    assert Reviews().found(path) == before
    path.write_bytes(path.read_bytes() + b"{")
    assert Reviews().found(path)["state"] == "none"
    delete([path])
    assert not review_file(path).exists()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"form":1}', '{"form":1,"of":"x","turns":3}'])
def test_a_review_that_cannot_be_read_is_none(tmp_path: Path, text: str) -> None:
    path = keep(tmp_path, *moves(*first_actions(1), sides="BW"), game="tabik", board_size=3)
    review_file(path).write_text(text.replace('"x"', f'"{digest_of(path)}"'), encoding="utf-8")
    assert kept_review(path) is None


def waited_for(client: httpx.Client, address: str) -> dict[str, Any]:
    until(lambda: client.get(address).json()["state"] != "running")
    return dict(client.get(address).json())
