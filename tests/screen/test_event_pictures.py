"""The small pictures of an event's cells, as the pages get them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from kiebitz.home import games_folder
from kiebitz.screen.live.desk import Desk
from kiebitz.screen.live.feed import Feed
from kiebitz.screen.serving import Screen
from tests.screen.conftest import Served, running, told


@pytest.fixture(scope="module")
def illegal(served: Served) -> int:
    """Return the number of the first broken rule on the pretend table."""
    with served.client() as client:
        client.post("tables", json={"game": "tabik", "source": "demo"}).raise_for_status()
    return [int(event["n"]) for _, event in told(served, 0, until="illegal")][-1]


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_broken_rule_has_pictures_for_whoever_may_look(served: Served, illegal: int, when: str) -> None:
    with served.client(served.screen.tokens.viewer) as viewer:
        answer = viewer.get(f"events/{illegal}/{when}.jpg")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    assert max(Image.open(io.BytesIO(answer.content)).size) <= 320


@pytest.mark.slow
def test_a_table_without_crops_keeps_none_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    with running(Screen.open(0, desk=Desk(Feed(), step_s=0, crops=False))) as screen:
        own = Served(screen)
        with own.client() as client:
            assert client.post("tables", json={"game": "tabik", "source": "demo"}).json()["crops"] is False
            number = [event["n"] for _, event in told(own, 0, until="illegal")][-1]
            assert client.get(f"events/{number}/after.jpg").status_code == 404
    assert list(games_folder().glob("*.jsonl"))
    assert not list(games_folder().glob("*.crops"))
