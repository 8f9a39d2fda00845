"""A table goes on with the game on a score sheet that somebody gives a photo of."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import httpx
import numpy as np
import pytest

from core.record import Record
from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.archive.exports import FORMS
from tests.kiebitz.test_score_sheet import photo_of
from tests.screen.browser import in_browser
from tests.screen.conftest import state_of
from tests.screen.test_pages import check

if TYPE_CHECKING:
    from playwright.sync_api import Page

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
        state_of(client, partial(stands, position.text), image=pretend_picture(position), photo=True)


def stands(position: str, state: dict[str, Any]) -> bool:
    return bool(state["position"] == position)


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
