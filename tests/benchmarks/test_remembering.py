"""The eye with a memory: what it has seen it does not look at again, and it learns as if it had."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.refereeing import rendered
from benchmarks.refereeing.remembering import Memory, RememberingSeer
from benchmarks.refereeing.rendered import RenderedTable
from benchmarks.refereeing.scenarios import SCENARIOS
from benchmarks.refereeing.sitting import Lie
from benchmarks.refereeing.tabletop import Tabletop
from benchmarks.refereeing.watching import played, true_names
from calibration.places import Place
from core.reading import Reading
from kiebitz.eye.protocol import Look
from kiebitz.eye.seer import Seer
from kiebitz.pictures.frame import Image
from kits.tink import KIT


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what the eye behind the memory is asked to do."""
    asked: list[str] = []

    def find(_: Seer, image: Image) -> Place:
        asked.append("find")
        return Tabletop(KIT, tagged=False).place(Lie(dx=int(image[0, 0, 0])))

    def look(self: Seer, image: Image, _: Place, colours: Mapping[str, str]) -> Look:
        asked.append("look")
        return Look(
            Reading({"a1": {".": float(image[0, 0, 0]), "As": 1.0 if self._log_pitch is None else 2.0}}), colours
        )

    def learn(self: Seer, _: Mapping[str, str]) -> None:
        asked.append("learn")
        self._log_pitch = np.ones(3)

    for name, made in (("find", find), ("look", look), ("learn", learn)):
        monkeypatch.setattr(Seer, name, made)
    return asked


def eye(file: Path) -> tuple[RememberingSeer, Memory]:
    memory = Memory.at(file)
    return RememberingSeer(KIT, memory=memory), memory


def game(seer: RememberingSeer, grey: int = 5) -> list[Look]:
    image = np.full((4, 4, 3), grey, np.uint8)
    place = seer.find(image)
    assert place is not None
    first = seer.look(image, place, {})
    seer.learn({"a1": "As"})
    return [first, seer.look(image, place, {})]


def test_the_second_time_nothing_is_looked_at_and_the_answers_are_the_same(tmp_path: Path, looks: list[str]) -> None:
    seer, memory = eye(tmp_path / "kept" / "table.pickle")
    first = game(seer)
    assert looks == ["find", "look", "look", "learn", "look"]
    memory.save()
    looks.clear()
    again, _ = eye(tmp_path / "kept" / "table.pickle")
    assert game(again) == first
    assert first[0] != first[1]
    assert looks == []


def test_a_memory_that_was_not_written_whole_is_empty(tmp_path: Path) -> None:
    file = tmp_path / "table.pickle"
    memory = Memory.at(file)
    assert memory.recall("key", lambda: [1, 2, 3]) == [1, 2, 3]
    memory.save()
    assert Memory.at(file).answers == {"key": [1, 2, 3]}
    file.write_bytes(file.read_bytes()[:-4])
    assert Memory.at(file).answers == {}


def test_cells_that_are_named_another_way_round_get_their_true_names() -> None:
    tabletop = Tabletop(KIT, tagged=False)
    place = tabletop.place(Lie())
    names = true_names(place.turned(2), tabletop.middles(place))
    assert (names["a1"], names["c2"], names["a1-b1"], names["a1-a2"]) == ("h8", "f7", "g8-h8", "h7-h8")
    assert true_names(Place.of(replace(place.boards[0], found_by="tags")), tabletop.middles(place)) == {}


def test_a_picture_is_drawn_once_and_turned_as_the_board_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(rendered, "KEPT", tmp_path)
    sitting = played("tink", SCENARIOS["plain"], 1, plies=1)
    table = RenderedTable(sitting.course, seed=1)
    upright = table.picture(sitting.shots[1])
    assert len(list((tmp_path / "pictures").rglob("*.jpg"))) == 1
    quarter = table.picture(replace(sitting.shots[1], lie=Lie(1)))
    assert np.array_equal(quarter[0], upright[::-1, 0])
    assert len(list((tmp_path / "pictures").rglob("*.jpg"))) == 1
