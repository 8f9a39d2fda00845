"""Cameras that give none or bad pictures, or are two, and a referee that stumbles: nothing is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest
from playwright.sync_api import Playwright

from core.games import find
from kiebitz.screen.live.watcher import STUMBLED
from kiebitz.watching.referee import Referee
from kiebitz.watching.scripts import Script
from simulator.calm import Aim, framed
from simulator.table import Table
from tests.screen.browser import in_browser, write_film
from tests.screen.command import ROOT
from tests.screen.conftest import Served, filming, heard, state_of, until
from tests.screen.tabletop import Phone, phone_over, photographs, table_of

SCRIPT = Script(("Sc3", "Sd4", "Se5"), game="tink", size=(960, 720))
GAME = find("tink")
EMPTY = GAME.start(SCRIPT.options)
PLAYED = GAME.play(EMPTY, "Sc3")
ON = GAME.play(PLAYED, "Sd4")


def jpeg(image: np.ndarray[Any, np.dtype[np.uint8]]) -> bytes:
    return cv2.imencode(".jpg", image)[1].tobytes()


def noise(*shape: int) -> bytes:
    return jpeg(np.random.default_rng(0).integers(90, 110, shape, dtype=np.uint8))


@pytest.fixture
def phone(client: httpx.Client) -> Iterator[Phone]:
    """Return a phone over a game of Tink in which Sc3 was played."""
    client.post("tables", json={"game": "tink"}).raise_for_status()
    with phone_over(client, table_of(SCRIPT)) as over:
        over.show(GAME.contents(EMPTY))
        state_of(client, lambda state: state["position"])
        over.show(GAME.contents(PLAYED))
        state_of(client, lambda state: state["plies"] == 1)
        yield over


def goes_on(client: httpx.Client, phone: Phone) -> None:
    """Say that the game goes on with Sd4 as if nothing had been."""
    phone.show(GAME.contents(ON))
    state = state_of(client, lambda state: state.get("plies") == 2)
    assert [move["action"] for move in state["score"]] == ["Sc3", "Sd4"]


@pytest.mark.slow
def test_tiny_strange_and_half_pictures_leave_the_game_as_it_is(client: httpx.Client, phone: Phone) -> None:
    whole = noise(720, 960, 3)
    phone.sleep()
    for shape in ((1, 1, 3), (1, 2000, 3), (159, 500, 3), (100, 100)):
        answer = client.post("frames", content=noise(*shape))
        assert (answer.status_code, answer.json()["error"]) == (
            400,
            "The picture is too small: it needs 160 pixels a side.",
        )
    for data in (noise(160, 2000, 3), noise(2000, 160), noise(300, 300, 3)):
        assert client.post("frames", content=data).status_code in (202, 429)
    for cut in (3, 1000, len(whole) // 2):
        assert client.post("frames", content=whole[:cut]).status_code == 400
    goes_on(client, phone)


@pytest.mark.slow
def test_a_referee_that_stumbles_says_so_and_the_game_is_resumed(
    client: httpx.Client, phone: Phone, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def stumble(*_: object) -> None:
        raise ZeroDivisionError("a stone in the way")

    with monkeypatch.context() as patch:
        patch.setattr(Referee, "take", stumble)
        until(lambda: client.post("frames", content=noise(720, 960, 3)).status_code == 400)
    assert client.post("frames", content=noise(720, 960, 3)).json()["error"] == STUMBLED
    assert client.post("commands", json={"do": "state"}).json()["error"] == STUMBLED
    assert "a stone in the way" in capfd.readouterr().err
    client.post("tables", json={"resume": True}).raise_for_status()
    goes_on(client, phone)


def test_a_source_that_is_not_there_is_refused_before_a_page_is_served(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kiebitz", "table", "--no-open", "--port", "0", "--source", "no such camera"]
    surroundings = {**os.environ, "KIEBITZ_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, env=surroundings, timeout=120)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("kiebitz: ")
    assert "cannot be listed" in done.stderr or "no camera is called 'no such camera'" in done.stderr


SECOND = "frames?view=2"


@cache
def the_tables() -> tuple[Table, Table]:
    """Return one table as two cameras see it."""
    first = table_of(SCRIPT)
    return first, first.seen_by(framed(first.scene.kit, Aim(azimuth_deg=70.0), SCRIPT.size))


@pytest.fixture
def phones(client: httpx.Client) -> Iterator[tuple[Phone, Phone]]:
    """Return two phones over a new game of Tink, which show nothing yet."""
    client.post("tables", json={"game": "tink", "players": 2}).raise_for_status()
    one, other = the_tables()
    with phone_over(client, one) as first, phone_over(client, other, SECOND) as second:
        yield first, second


def says(served: Served, text: str) -> int:
    """Return as soon as the table has told a *text* about a view, with that event's number."""
    with served.client() as client:
        views = (event for event in heard(client, "since=0&passing=1") if event.get("code") == "view")
        return next(int(event["n"]) for event in views if text in event["message"])


def moves_of(client: httpx.Client, count: int) -> list[str]:
    """Return the moves as soon as there are *count* or more."""
    return [move["action"] for move in state_of(client, lambda state: len(state["score"]) >= count)["score"]]


@pytest.mark.slow
@pytest.mark.thinned(0)
def test_the_table_says_when_a_view_has_gone_and_come_back(
    served: Served, client: httpx.Client, phones: tuple[Phone, Phone]
) -> None:
    first, second = phones
    for phone in phones:
        phone.show(GAME.contents(EMPTY))
    says(served, "The second view sees the board, too.")
    first.sleep()
    gone = says(served, "The first view does not see the board any more")
    second.show(GAME.contents(PLAYED))
    assert moves_of(client, 1) == ["Sc3"]
    first.show(GAME.contents(PLAYED))
    assert says(served, "The first view sees the board, too.") > gone
    second.sleep()
    says(served, "The second view does not see the board any more")
    first.show(GAME.contents(ON))
    assert moves_of(client, 2) == ["Sc3", "Sd4"]
    assert not {*first.codes, *second.codes} - {202, 429}
    assert min(first.codes[202], second.codes[202]) > 8


@in_browser
@pytest.mark.thinned(0)
def test_a_phone_that_scans_another_view_sends_to_that_view_alone(
    served: Served, client: httpx.Client, phones: tuple[Phone, Phone], playwright: Playwright, tmp_path: Path
) -> None:
    first, _ = phones
    first.show(GAME.contents(EMPTY))
    write_film(tmp_path / "second.y4m", [the_tables()[1].picture(GAME.contents(EMPTY)).image], each=5)
    sent = set[str]()
    with filming(playwright, tmp_path / "second.y4m") as page:
        page.on("request", lambda asked: sent.add(asked.url) if asked.method == "POST" else None)
        page.goto(client.get("pairing").json()["devices"]["second"]["url"])
        page.get_by_role("button", name="Start camera").click()
        says(served, "The second view sees the board, too.")
    assert sent == {f"{served.origin}/api/v1/{SECOND}"}


def test_only_one_camera_at_a_time_is_the_second_view(client: httpx.Client) -> None:
    client.post("tables", json={"game": "tink", "players": 2}).raise_for_status()
    (data, *_) = photographs(the_tables()[1].picture({}).image)

    def answer(route: str, camera: str, *but: int) -> httpx.Response:
        def taken() -> httpx.Response | None:
            said = client.post(route, content=data, headers={"Kiebitz-Camera": camera})
            return None if said.status_code in (429, *but) else said

        return until(taken)

    for route, camera in (("frames", "one"), (SECOND, "two")):
        assert answer(route, camera, 409).status_code == 202  # once the cameras of the test before count as gone
    refused = answer(SECOND, "three")
    assert (refused.status_code, refused.json()["error"]) == (
        409, "Another camera looks at this table already; stop that one first.",
    )  # fmt: skip
    assert answer("frames?view=3", "one").json() == {"error": '"view" must be 1 or 2'}


def test_the_pretend_table_takes_no_second_view(client: httpx.Client) -> None:
    client.post("tables", json={"game": "tink", "source": "demo"}).raise_for_status()
    (data, *_) = photographs(the_tables()[1].picture({}).image)
    refused = client.post(SECOND, content=data)
    assert refused.status_code == 400
    assert "No game waits for the phone" in refused.json()["error"]
