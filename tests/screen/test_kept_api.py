"""The games that are kept, as the page of games asks for them, and those on a score sheet that go on."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest
from playwright.sync_api import Page

from core.record import Record
from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game
from kiebitz.api.play import game as rules_of
from kiebitz.archive.crop_files import crop_file, crops_folder
from kiebitz.archive.exports import FORMS
from kiebitz.holding import hold
from kiebitz.home import games_folder
from tests.kiebitz.test_score_sheet import photo_of
from tests.screen.browser import in_browser
from tests.screen.conftest import Served, state_of
from tests.screen.kept_game import GUEST, ILLEGAL, WON, first_actions, keep, move, moves
from tests.screen.test_pages import check
from tests.screen.test_reviewing import waited_for

JPEG = b"\xff\xd8 a picture"


@pytest.fixture(scope="module")
def won(served: Served) -> str:
    """Return the number of a game that A won, with a broken rule in it and a picture of that."""
    del served  # it says where games are kept
    path = keep(games_folder(), *moves(*WON[:2]), ILLEGAL, *moves(*WON)[2:])
    crops_folder(path).mkdir()
    crop_file(path, 3, "before").write_bytes(JPEG)
    return path.name.partition("-")[0]


def test_games_are_listed_newest_first_with_players_and_result(client: httpx.Client, won: str) -> None:
    keep(games_folder(), game="tabik", board_size=5)
    tabik, tink = client.get("kept").json()["games"][:2]
    assert (tink["id"], tink["moves"], tink["outcome"]) == (won, 7, "Red wins with a line.")
    assert (tabik["title"], tabik["outcome"], tabik["result"]) == ("Tabik", "", None)
    assert tabik["names"] == {"B": "Black", "W": "White"}


def test_the_list_names_the_game_that_may_go_on(client: httpx.Client, won: str) -> None:
    path = keep(games_folder(), *moves("Sc3", "Sd4"))
    assert client.get("kept").json()["unfinished"] == path.name.partition("-")[0] != won


def test_i7_a_game_of_two_tables_goes_on_alone_where_the_other_is_lost(client: httpx.Client) -> None:
    keep(games_folder(), *moves("Sc3", "Sd4"))
    assert client.get("kept").json()["alone"] is None
    keep(games_folder(), GUEST, *moves("Sc3", "Sd4"))
    refused = client.post("tables", json={"resume": True})
    assert refused.json()["error"].endswith("go on with it, or alone, as New game offers")
    alone = client.get("kept").json()["alone"]
    client.post("tables", json={**alone, "source": "phone"}).raise_for_status()
    position = game("tink").start().play("Sc3").play("Sd4")
    for shown in (position, position.play("Se6"), position.play("Se6").play("Sf5")):
        state_of(client, partial(_stands, shown.text), image=pretend_picture(shown), photo=True)


def _stands(position: str, state: dict[str, Any]) -> bool:
    return bool(state["position"] == position)


def test_a_list_is_up_to_date_when_a_game_goes_on(client: httpx.Client) -> None:
    path = keep(games_folder(), move("Sc3", 1))
    assert client.get("kept").json()["games"][0]["moves"] == 1
    path.unlink()
    keep(games_folder(), *moves("Sc3", "Sd4"))
    assert client.get("kept").json()["games"][0]["moves"] == 2


def test_a_game_is_told_stage_by_stage(client: httpx.Client, won: str) -> None:
    game = client.get(f"kept/{won}").json()
    stages = game["stages"]
    assert [stage.get("action") for stage in stages] == [None, *WON]
    assert stages[-1]["decides"] == ["c3", "d3", "e3", "f3"]
    assert stages[1]["said"] == "1. Red plays Sc3."
    assert [(aside["code"], aside["crops"]) for aside in stages[2]["asides"]] == [("GW-17", True)]
    assert {content for stage in stages for content in stage["contents"].values()} <= set(game["words"])


def test_what_the_players_let_stand_is_a_stage_of_its_own(client: httpx.Client) -> None:
    agreed = {"event": "agreed", "code": "GW-8", "message": "Two pieces.", "position": "8/8/8/8/8/2AsAs4/8/8 B 0,0 2"}
    told = {"event": "state", "set": True, "position": "8/8/8/4Bs3/8/2AsAs4/8/8 A 0,0 3"}
    path = keep(games_folder(), move("Sc3", 1), agreed, {**move("Se5", 3), "seat": "B"}, told)
    stages = client.get(f"kept/{path.name.partition('-')[0]}").json()["stages"]
    assert [stage.get("action") for stage in stages] == [None, "Sc3", "", "Se5", ""]
    assert [stage.get("ply") for stage in stages] == [None, 1, 2, 3, None]
    assert (stages[2]["said"], stages[2]["last"]) == ("The players let this stand: Two pieces.", ["d3"])
    page = client.get(f"kept/{path.name.partition('-')[0]}/exports/html").text
    assert "1. Sc3" in page
    assert "3. Se5" in page


def test_a_picture_of_an_event_is_shown_where_it_is_kept(client: httpx.Client, won: str) -> None:
    assert client.get(f"kept/{won}/events/3/before.jpg").content == JPEG
    for path in ("3/after", "4/before", "x/before", f"{'9' * 400}/before", "3/..%2f..%2fx"):
        assert client.get(f"kept/{won}/events/{path}.jpg").status_code == 404


@pytest.mark.parametrize("name", ["999", "..", "..%2f..%2fetc%2fpasswd", "last", "-", "%00", "1-tink"])
def test_what_is_not_in_the_list_is_no_game(client: httpx.Client, name: str) -> None:
    assert client.get(f"kept/{name}").status_code == 404
    assert client.delete(f"kept/{name}").status_code == 404


def test_a_damaged_game_is_listed_and_says_so(client: httpx.Client) -> None:
    path = keep(games_folder(), move("Sc3", 1))
    path.write_bytes(path.read_bytes().replace(b"Sc3", b"Sc4"))
    entry = client.get("kept").json()["games"][0]
    assert (entry["readable"], "line 2" in entry["trouble"]) == (False, True)
    answer = client.get(f"kept/{entry['id']}")
    assert (answer.status_code, "hash" in answer.json()["error"]) == (409, True)
    assert client.delete(f"kept/{entry['id']}").json() == {"deleted": entry["id"]}
    assert not path.exists()


def test_a_game_that_is_watched_is_not_deleted(client: httpx.Client) -> None:
    path = keep(games_folder(), move("Sc3", 1))
    name, held = path.name.partition("-")[0], hold(path)
    assert held is not None
    assert client.delete(f"kept/{name}").status_code == 409
    os.close(held)
    assert client.delete(f"kept/{name}").status_code == 200


def test_a_comment_is_posted_and_the_review_stays_e4(client: httpx.Client) -> None:
    path = keep(games_folder(), *moves(*first_actions(3), sides="BW"), game="tabik", board_size=3)
    address = f"kept/{path.name.partition('-')[0]}"
    client.post(f"{address}/review")
    waited_for(client, f"{address}/review")
    answer = client.post(f"{address}/comments", json={"at": 2, "text": " a  fork "})
    assert [stage["comment"] for stage in answer.json()["stages"]] == ["", "", "a fork", ""]
    assert client.get(f"{address}/review").json()["state"] == "done"
    wrong: tuple[Any, ...] = (
        {"at": 9, "text": "x"}, {"at": 1, "text": "[%set x]"}, {"at": 1}, {"at": "1", "text": "x"}, [],
    )  # fmt: skip
    for body in wrong:
        refused = client.post(f"{address}/comments", json=body)
        assert (refused.status_code, bool(refused.json()["error"])) == (400, True)
    assert client.post("kept/999999/comments", json={"at": 0, "text": "x"}).status_code == 404


MOVES = '[Game "tink"]\n[A "red"]\n[B "yellow"]\n\n1. Sc3 2. Sd6 3. Sd4\n'


def photo(folder: Path, text: str = MOVES) -> Path:
    """Return a photo of the score sheet of the record *text*."""
    sheet = folder / "sheet.pdf"
    made = FORMS["sheet"].write(Record.parse(text), 0)
    assert isinstance(made, bytes)
    sheet.write_bytes(made)
    return photo_of(sheet)


def test_a_photo_of_a_sheet_gives_the_table_that_goes_on(client: httpx.Client, tmp_path: Path) -> None:
    answer = client.post("sheets", content=photo(tmp_path).read_bytes())
    table: dict[str, Any] = answer.json()["table"]
    start = rules_of("tink").start().play("Sc3").play("Sd6").play("Sd4")
    assert (table["game"], table["colours"]) == ("tink", {"A": "red", "B": "yellow"})
    client.post("tables", json={**table, "source": "phone"}).raise_for_status()
    for position in (start, start.play("Se6")):
        state_of(client, partial(_stands, position.text), image=pretend_picture(position), photo=True)


def test_what_is_no_sheet_or_over_is_said(client: httpx.Client, tmp_path: Path) -> None:
    grey = cv2.imencode(".jpg", np.full((480, 640, 3), 128, np.uint8))[1].tobytes()
    over = photo(tmp_path, '[Game "tabik"]\n[Options "board_size=2"]\n\n1. a1+a2 2. b1+b2\n').read_bytes()
    for body, says in ((grey, "no code of a score sheet"), (b"x", "not a picture"), (over, "this game is over")):
        answer = client.post("sheets", content=body)
        assert (answer.status_code, says in answer.json()["error"]) == (400, True)


@in_browser
@pytest.mark.thinned(0)
def test_the_first_choice_takes_a_photo_of_a_sheet(page: Page, client: httpx.Client, tmp_path: Path) -> None:
    client.post("tables", json={"source": "demo"}).raise_for_status()
    page.get_by_role("button", name="New game").click()
    page.get_by_text("Go on from a score sheet").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="From a score sheet").click()
    chooser.value.set_files(photo(tmp_path))
    page.get_by_text("The sheet is read: Tink. Lay out the board as it is on it.").wait_for()
    assert page.get_by_role("button", name="Only look").count() == 0
    check(page)
    page.get_by_role("button", name="Use a phone").click()
    page.get_by_role("dialog").wait_for()
    assert client.get("state").json()["position"] in (None, "8/8/3Bs4/8/3As4/2As5/8/8 B 0,0 3")
