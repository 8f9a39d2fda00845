"""The people of a table: their names, their agreement to the result, and their ratings."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from core.record import Record
from kiebitz.archive.kept import kept
from kiebitz.home import games_folder
from kiebitz.screen.views.ratings import BEGINNING, MOST_POINTS, rated
from tests.screen.browser import in_browser
from tests.screen.conftest import Served, see_empty_board
from tests.screen.kept_game import WON, keep, moves
from tests.screen.test_pages import check

ADA_BO = {"A": "Ada", "B": "Bo"}


def game(folder: Path, names: dict[str, str], *more: dict[str, Any], source: str = "test") -> None:
    """Keep a game that seat A wins."""
    keep(folder, {"event": "players", "names": names}, *more, *moves(*WON), source=source)


def test_a_win_between_equals_moves_half_of_what_it_may(tmp_path: Path) -> None:
    game(tmp_path, ADA_BO)
    (found,) = rated(map(kept, tmp_path.glob("*.jsonl")))
    told: dict[str, Any] = found.as_json()
    ada, bo = told["players"]
    assert (ada["name"], ada["rating"], ada["won"], ada["few"]) == ("Ada", BEGINNING + MOST_POINTS / 2, 1, True)
    assert (bo["name"], bo["rating"], bo["lost"]) == ("Bo", BEGINNING - MOST_POINTS / 2, 1)
    assert told["pairs"] == [{"names": ["Ada", "Bo"], "won": [1, 0], "drawn": 0}]


def test_games_of_the_pretend_table_do_not_count(tmp_path: Path) -> None:
    game(tmp_path, ADA_BO, source="demo")
    assert rated(map(kept, tmp_path.glob("*.jsonl"))) == []


def test_points_are_neither_made_nor_lost_and_a_repeated_win_gives_fewer(tmp_path: Path) -> None:
    gains = []
    before = BEGINNING
    for _ in range(4):
        game(tmp_path, ADA_BO)
        (found,) = rated(map(kept, tmp_path.glob("*.jsonl")))
        assert sum(player.rating for player in found.players.values()) == pytest.approx(2 * BEGINNING)
        gains.append(found.players["ada"].rating - before)
        before = found.players["ada"].rating
    assert gains == sorted(gains, reverse=True)
    assert gains[-1] > 0


def test_one_person_may_write_a_name_in_several_ways(tmp_path: Path) -> None:
    game(tmp_path, ADA_BO)
    game(tmp_path, {"A": "BO", "B": "ada"})
    (found,) = rated(map(kept, tmp_path.glob("*.jsonl")))
    told: dict[str, Any] = found.as_json()
    assert told["pairs"][0]["won"] == [1, 1]


def test_games_of_one_name_or_against_kiebitz_are_not_rated(tmp_path: Path) -> None:
    game(tmp_path, {"A": "Ada"})
    game(tmp_path, ADA_BO, {"event": "suggest", "seat": "B", "action": "Sa1"})
    keep(tmp_path, {"event": "players", "names": ADA_BO}, *moves(*WON[:3]))
    assert rated(map(kept, tmp_path.glob("*.jsonl"))) == []


def test_names_follow_the_colours_that_were_swapped(tmp_path: Path) -> None:
    path = keep(
        tmp_path, {"event": "players", "names": ADA_BO}, *moves("b2+b3", "swap", sides="BW"), game="tabik", board_size=4
    )
    assert dict(kept(path).people) == {"B": "Bo", "W": "Ada"}


def test_names_do_not_go_into_the_record(tmp_path: Path) -> None:
    from kiebitz.archive.recorded import load
    from kiebitz.archive.records import record_of

    game(tmp_path, ADA_BO)
    record = record_of(load(next(tmp_path.glob("*.jsonl"))))
    assert Record.parse(record.format()).tags["A"] == "red"


def won(client: httpx.Client, names: dict[str, str]) -> None:
    """Let *names* play a game on a board that a phone has seen empty, and tell its moves until A has won."""
    see_empty_board(client, {"game": "tink", "names": names, "colours": ["red", "yellow"]})
    for action in WON:
        content = f"{client.get('state').json()['to_move']}s"
        client.post("commands", json={"do": "correct", "cells": {action[1:]: content}}).raise_for_status()


def test_both_sign_the_result_once_and_a_take_back_undoes_it(client: httpx.Client) -> None:
    won(client, ADA_BO)
    client.post("commands", json={"do": "takeback"}).raise_for_status()
    early = client.post("signatures", json={"seat": "A"})
    assert (early.status_code, "not over" in early.json()["error"]) == (400, True)
    client.post("commands", json={"do": "correct", "cells": {"f3": "As"}}).raise_for_status()
    client.post("signatures", json={"seat": "A"}).raise_for_status()
    again = client.post("signatures", json={"seat": "A"}).json()
    assert "already" in again["error"]
    assert client.post("signatures", json={"seat": "C"}).status_code == 400
    (event,) = client.post("signatures", json={"seat": "B"}).json()["events"]
    assert event["message"] == "B agrees to the result. All have: the game is signed off."
    state = client.get("state").json()
    assert (state["people"], state["signed"]) == (ADA_BO, ["A", "B"])
    assert "wins with a line" in state["said"]
    entry = next(one for one in client.get("kept").json()["games"] if one["id"] == state["journal"])
    assert (entry["people"], entry["signed"]) == (ADA_BO, ["A", "B"])
    client.post("commands", json={"do": "takeback"}).raise_for_status()
    assert client.get("state").json()["signed"] == []


@in_browser
def test_names_are_typed_before_the_game_and_results_signed_behind_it(german_phone: Page, served: Served) -> None:
    german_phone.goto(served.screen.address("/"))
    begin_anew = german_phone.get_by_role("button", name="Neue Partie")
    german_phone.locator("#gallery li:visible, #new:visible").first.wait_for()
    if begin_anew.is_visible():
        begin_anew.click()
    german_phone.get_by_text("Wer spielt:").click()
    german_phone.get_by_role("combobox", name="Platz A").fill("Ada <b>")
    german_phone.get_by_role("combobox", name="Platz B").fill("to move")
    expect(german_phone.locator("#people-chosen")).to_have_text("Ada <b>, to move")
    with german_phone.expect_request(re.compile("/tables$")) as asked:
        german_phone.get_by_role("button", name="Mit dem Handy").click()
    assert json.loads(asked.value.post_data or "")["names"] == {"A": "Ada <b>", "B": "to move"}
    with served.client() as client:
        won(client, {"A": "Ada <b>", "B": "to move"})
    german_phone.reload()
    expect(german_phone.locator(".person")).to_have_text(["Ada <b>", "to move"])
    german_phone.get_by_role("button", name="Rot stimmt zu").click()
    expect(german_phone.locator("#signing")).to_contain_text("Rot hat zugestimmt")
    check(german_phone)


@in_browser
@pytest.mark.thinned(0)
def test_the_list_of_games_has_the_ratings(german_phone: Page, served: Served) -> None:
    game(games_folder(), ADA_BO, {"event": "terms", "fair": True})
    german_phone.goto(served.screen.address("/games"))
    german_phone.get_by_text("Wertung: Tink").click()
    expect(german_phone.locator("#ratings table")).to_contain_text("1516 ?")
    expect(german_phone.locator("#ratings li").filter(has_text="Ada – Bo")).to_have_text("Ada – Bo 1 : 0")
    check(german_phone)
