"""Pictures that are none, a referee that stumbles, a source that is not there: nothing is lost."""

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

from core.games import find
from kiebitz.screen.live.watcher import STUMBLED
from kiebitz.watching.referee import Referee
from kiebitz.watching.scripts import Script
from simulator.table import Table
from tests.screen.command import ROOT
from tests.screen.conftest import state_of, until
from tests.screen.tabletop import Phone, phone_over, table_of

SCRIPT = Script(("Sc3", "Sd4", "Se5"), game="tink", size=(960, 720))
GAME = find("tink")
EMPTY = GAME.start(SCRIPT.options)
PLAYED = GAME.play(EMPTY, "Sc3")
ON = GAME.play(PLAYED, "Sd4")


@cache
def the_table() -> Table:
    return table_of(SCRIPT)


def jpeg(image: np.ndarray[Any, np.dtype[np.uint8]]) -> bytes:
    return cv2.imencode(".jpg", image)[1].tobytes()


def noise(*shape: int) -> bytes:
    return jpeg(np.random.default_rng(0).integers(90, 110, shape, dtype=np.uint8))


@pytest.fixture
def phone(client: httpx.Client) -> Iterator[Phone]:
    """Return a phone over a game of Tink in which Sc3 was played."""
    client.post("tables", json={"game": "tink"}).raise_for_status()
    with phone_over(client, the_table()) as over:
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
