"""What the camera sees, from above, what is read there without certainty, and the small pictures of events."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from core.reading import Reading
from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.home import games_folder
from kiebitz.kits import kit_of
from kiebitz.pictures.any_board import place_of
from kiebitz.pictures.frame import Frame
from kiebitz.screen.live.desk import Desk
from kiebitz.screen.live.feed import Feed
from kiebitz.screen.live.lookout import Lookout
from kiebitz.screen.live.questions import doubts_json
from kiebitz.screen.serving import Screen
from tests.screen.conftest import Served, running, told


@pytest.fixture(scope="module")
def lookout() -> Lookout:
    """Return a lookout on a pretend table with a red piece on c3."""
    start = rules_of("tink").start()
    image = pretend_picture(start.play("Sc3").play("Sd4"))
    seen = Lookout()
    seen.see(Frame(image, 0, 0.0), place_of(image, kit_of("tink")))
    return seen


def test_from_above_the_cells_lie_in_rows_with_a1_at_the_bottom_left(lookout: Lookout) -> None:
    data = lookout.picture(above=True)
    assert data is not None
    image = np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)
    cell = image.shape[0] // 10
    assert image.shape[:2] == (10 * cell, 10 * cell)

    def redness(column: int, row: int) -> float:
        patch = image[(9 - row) * cell : (10 - row) * cell, column * cell : (column + 1) * cell]
        return float((patch[..., 0] - patch[..., 1] > 60).mean())

    found = max((redness(column, row), column, row) for column in range(1, 9) for row in range(1, 9))
    assert (found[1], found[2]) in {(3, 3), (3, 4)}  # c3, or where a standing piece leans to


def test_without_a_board_there_is_only_the_picture_itself() -> None:
    seen = Lookout()
    assert seen.picture(above=True) is None
    seen.see(Frame(np.zeros((480, 640, 3), np.uint8), 0, 0.0), None)
    assert seen.picture(above=True) == seen.picture()


def test_what_moves_is_painted_and_nothing_else() -> None:
    seen = Lookout()
    seen.see(Frame(np.zeros((480, 640, 3), np.uint8), 0, 0.0), None)
    moved = np.zeros((480, 640, 3), np.uint8)
    moved[100:200, 300:400] = 255
    seen.see(Frame(moved, 1, 0.1), None)
    data = seen.picture(motion=True)
    assert data is not None
    image = np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)
    painted = (image[..., 0] - image[..., 1]) > 100
    assert painted[110:190, 310:390].all()
    assert not painted[:80].any()
    assert not painted[:, :280].any()


def test_meters_tell_what_is_well_and_how_fast_pictures_come() -> None:
    sharp = pretend_picture(rules_of("tink").start())
    seen, blurred = Lookout(), Lookout()
    for number in range(21):
        seen.took(0.05)
        seen.see(Frame(sharp, number, number / 5), None)
    blurred.see(Frame(cv2.GaussianBlur(sharp, (0, 0), 6).astype(np.uint8), 0, 0.0), None)
    meters: Any = seen.view()["meters"]
    soft: Any = blurred.view()["meters"]
    assert (meters["per_second"], meters["look_ms"]) == (5.0, 50)
    assert meters["brightness"]["value"] > meters["brightness"]["least"]
    assert meters["overexposed"]["value"] < meters["overexposed"]["most"]
    assert meters["sharpness"]["value"] > 0.5 > soft["sharpness"]["value"]


def test_the_most_doubtful_cells_come_first_and_sure_ones_not_at_all() -> None:
    rows = {f"a{n}": {".": 0.0, "As": -float(n)} for n in range(1, 9)} | {"b1": {".": 0.0, "As": -20.0}}
    assert [one["cell"] for one in doubts_json(Reading(rows))] == ["a1", "a2", "a3", "a4"]
    assert doubts_json(Reading({"b1": rows["b1"]})) == doubts_json(None) == []


@pytest.fixture(scope="module")
def illegal(served: Served) -> int:
    """Return the number of the first broken rule on the pretend table."""
    with served.client() as client:
        client.post("tables", json={"game": "tabik", "source": "demo"}).raise_for_status()
    return int(told(served, 0, until="illegal")[-1]["n"])


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
            number = told(own, 0, until="illegal")[-1]["n"]
            assert client.get(f"events/{number}/after.jpg").status_code == 404
    assert list(games_folder().glob("*.jsonl"))
    assert not list(games_folder().glob("*.crops"))
