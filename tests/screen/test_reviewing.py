"""What a kept game, or one move of it, was worth is found out in a process of its own, and goes with the game."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from kiebitz.archive.crop_files import crop_file, crops_folder
from kiebitz.archive.journal import keep_copy, review_file, unfinished_of
from kiebitz.archive.kept import delete
from kiebitz.disk import write_file, write_whole
from kiebitz.home import games_folder
from kiebitz.screen.views import kept_reviews
from kiebitz.screen.views.kept_reviews import digest_of, keep_review, kept_review
from kiebitz.screen.views.reviewing import Reviews
from tests.screen.conftest import PATIENCE_S, Served, see_empty_board, until
from tests.screen.kept_game import first_actions, keep, move, moves


@pytest.fixture(scope="module")
def small(served: Served) -> Path:
    """Return a game that is solved at once: Tabik on a board of three by three."""
    del served  # it says where games are kept
    return keep(games_folder(), *moves(*first_actions(3), sides="BW"), game="tabik", board_size=3)


def of(path: Path) -> str:
    """Return where the review of the game at *path* is."""
    return f"kept/{path.name.partition('-')[0]}/review"


def test_a_game_is_reviewed_when_that_is_asked_for(client: httpx.Client, small: Path) -> None:
    address = of(small)
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


def test_the_last_one_asked_for_is_reviewed_and_the_one_before_stopped(client: httpx.Client, small: Path) -> None:
    long = keep(games_folder(), move("Sd4", 1))
    addresses = [of(path) for path in (long, small)]
    small.touch()
    for address in addresses:
        client.post(address)
    assert waited_for(client, addresses[0])["state"] == "failed"
    assert waited_for(client, addresses[1])["state"] == "done"


def test_a_review_outlives_the_server_and_goes_with_the_game(client: httpx.Client) -> None:
    path = keep(games_folder(), *moves(*first_actions(2), sides="BW"), game="tabik", board_size=3)
    address = of(path)
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


def test_a_move_is_weighed_by_itself_with_what_was_best_after_it(client: httpx.Client, small: Path) -> None:
    found = client.post(f"{of(small)}/1").json()
    assert (found["state"], found["whose"], found["of"]) == ("done", "Black", 2)
    assert [turn["stage"] for turn in found["turns"]] == [1, 2]
    assert all(turn["proved"] and turn["value"] in (-1, 0, 1) for turn in found["turns"])
    assert client.post(f"{of(small)}/1").json() == found
    assert [turn["stage"] for turn in client.post(f"{of(small)}/3").json()["turns"]] == [3]


def test_a_move_and_a_whole_review_are_of_one_opinion(client: httpx.Client, small: Path) -> None:
    client.post(of(small))
    whole = waited_for(client, of(small))["turns"]
    single = [client.post(f"{of(small)}/{number}").json()["turns"][0] for number in (1, 2, 3)]
    assert [(turn["value"], turn["mark"]) for turn in single] == [(turn["value"], turn["mark"]) for turn in whole]


@pytest.mark.parametrize("number", [0, 9])
def test_an_event_that_told_no_move_has_no_worth(client: httpx.Client, small: Path, number: int) -> None:
    assert client.post(f"{of(small)}/{number}").json() == {"state": "none", "of": 0, "turns": [], "turning": []}


def test_who_asks_for_another_move_stops_the_one_before(client: httpx.Client, served: Served) -> None:
    path = keep(games_folder(), move("Sc3", 1), {**move("Sd4", 2), "seat": "B"})
    long = of(path)
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
    see_empty_board(client, {"game": "tink", "fair": True, "colours": ["red", "yellow"]})
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


def test_a_game_that_is_being_reviewed_leaves_nothing_behind(served: Served, client: httpx.Client) -> None:
    del served  # it says where games are kept
    path = keep(games_folder(), *moves("Sc3", "Sd4", "Se5", "Sf6", "Sc4"))
    write_all_beside(path)
    address = of(path)
    assert client.post(address).json()["state"] == "running"
    client.delete(address.removesuffix("/review")).raise_for_status()
    assert client.get(address).status_code == 404
    assert client.get(address.replace("review", "exports/html")).status_code == 404
    assert not [each for each in games_folder().iterdir() if path.stem in each.name]


def write_all_beside(path: Path) -> None:
    """Write whatever may lie beside the journal at *path*."""
    crops_folder(path).mkdir()
    for number in (1, 2):
        write_whole(crop_file(path, number, "after"), b"\xff\xd8")
    keep_copy(path)
    unfinished_of(path).write_bytes(b"{}")


def test_a_review_that_ends_after_the_game_was_deleted_is_not_kept(tmp_path: Path) -> None:
    path = keep(tmp_path, *moves(*first_actions(1), sides="BW"), game="tabik", board_size=3)
    digest = digest_of(path)
    delete([path])
    keep_review(path, digest, [])
    assert list(tmp_path.glob(f"{path.stem}*")) == []


def test_a_review_that_is_written_while_the_game_is_deleted_goes_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = keep(tmp_path, *moves(*first_actions(1), sides="BW"), game="tabik", board_size=3)
    digest = digest_of(path)

    def slowly(*given: object, **named: object) -> None:
        delete([path])
        write_file(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(kept_reviews, "write_file", slowly)
    keep_review(path, digest, [])
    assert not review_file(path).exists()
