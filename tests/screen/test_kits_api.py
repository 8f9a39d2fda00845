"""Kits are drawn for printing, one at a time, and come as pictures and as a PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from kiebitz.home import home
from kits.inks import INKS
from tests.screen.conftest import until


def test_a_kit_is_drawn_page_by_page_and_nothing_is_written(client: httpx.Client) -> None:
    before = everything(home())
    begun = client.post("kits", json={"game": "tabik", "paper": "letter", "quick": True}).json()
    done = waited_for(client)
    assert (done["state"], done["kit"], done["serves"]) == ("done", begun["kit"], "two players")
    numbers = [sheet["number"] for sheet in done["sheets"]]
    assert numbers == list(range(1, len(numbers) + 1))
    page = client.get(f"kits/{done['kit']}/{numbers[-1]}.svg")
    assert page.headers["content-type"] == "image/svg+xml"
    assert 'width="215.9mm" height="279.4mm"' in page.text
    assert client.get(f"kits/{done['kit']}/kit.pdf").content.startswith(b"%PDF-")
    assert everything(home()) == before


def test_the_last_kit_asked_for_takes_the_place_of_the_one_before(client: httpx.Client) -> None:
    first = client.post("kits", json={"game": "tink"}).json()["kit"]
    second = client.post("kits", json={"game": "tink", "quick": True}).json()["kit"]
    assert second == first + 1
    assert waited_for(client)["state"] == "done"
    assert client.get(f"kits/{first}/kit.pdf").status_code == 404
    assert client.post("kits", json={"game": "tink", "quick": True}).json()["kit"] == second


def test_a_kit_is_drawn_in_the_colours_that_people_choose(client: httpx.Client) -> None:
    client.post("kits", json={"game": "tink", "quick": True, "colours": {"A": "red+orange", "B": "blue"}})
    done = waited_for(client)
    pages = [client.get(f"kits/{done['kit']}/{sheet['number']}.svg").text for sheet in done["sheets"]]
    seen = {colour for colour, ink in INKS.items() if any(ink.hex in page for page in pages)}
    assert seen >= {"red", "orange", "blue"}
    assert "yellow" not in seen
    client.post("kits", json={"game": "tink", "quick": True, "colours": {"A": "clear"}})
    failed = waited_for(client)
    assert (failed["state"], "no ink prints pieces that are clear" in failed["message"]) == ("failed", True)


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ({"game": "../x"}, "tink"),
        ({"game": "tink", "players": 9}, "player"),
        ({"game": "tink", "out": "/tmp/x.pdf"}, "out"),
        ({"game": "tink", "colours": {"A": "mauve"}}, "mauve"),
        ({"game": "tink", "colours": {"A": "red", "B": "red"}}, "two seats"),
    ],
)
def test_what_is_no_kit_is_refused_in_words(client: httpx.Client, asked: Any, word: str) -> None:
    answer = client.post("kits", json=asked)
    assert (answer.status_code, word in answer.json()["error"]) == (400, True)


@pytest.mark.parametrize(
    "path", ["0/kit.pdf", "x/kit.pdf", "1/0.svg", "1/x.svg", "²/1.svg", "1/..%2f..%2fx.svg", f"{'9' * 99}/1.svg"]
)
def test_what_is_not_there_is_not_found(client: httpx.Client, path: str) -> None:
    assert client.get(f"kits/{path}").status_code == 404


def everything(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*"))


def waited_for(client: httpx.Client) -> dict[str, Any]:
    until(lambda: client.get("kits").json()["state"] != "running")
    return dict(client.get("kits").json())
