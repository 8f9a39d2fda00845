"""``kiebitz watch`` takes game, size and players from the first printed board; named wrongly, it says what it sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from kiebitz.eye.seer import Seer
from kiebitz.kits import kit_of
from kiebitz.pictures.frame import Frame, Image, Trouble
from kiebitz.pictures.peeking import peek
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.shown import SMALL, TING, shown
from tests.kiebitz.test_cli import one_line

GREY = np.full((480, 640, 3), 128, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes pictures to a folder."""

    def write(*images: Image) -> Path:
        (tmp_path / "pictures").mkdir()
        for number, image in enumerate(images):
            cv2.imwrite(str(tmp_path / "pictures" / f"{number}.png"), image)
        return tmp_path / "pictures"

    return write


def test_a_folder_says_its_game_and_no_picture_is_lost(kiebitz: Kiebitz, folder: Callable[..., Path]) -> None:
    answer = kiebitz("watch", folder(GREY, shown(TING)), "--json")
    assert answer.status == 0
    assert "this is Ting's board" in answer.err
    kinds = [event["event"] for event in answer.lines]
    assert kinds[:3] == ["journal", "lost", "found"]
    assert next(event for event in answer.lines if event["event"] == "found")["frame"] == 1


def test_a_named_game_takes_its_size_from_the_first_picture(kiebitz: Kiebitz, folder: Callable[..., Path]) -> None:
    answer = kiebitz("watch", folder(shown(SMALL)), "--game", "tabik", "--json")
    assert "found" in [event["event"] for event in answer.lines]
    assert answer.lines[-1]["position"].split()[0].count("/") == 5


def test_a_folder_without_a_printed_board_asks_for_the_game(kiebitz: Kiebitz, folder: Callable[..., Path]) -> None:
    assert "no printed Kiebitz board is in view: name the game" in one_line(kiebitz("watch", folder(GREY)))


def test_the_board_that_is_seen_instead_is_told_once(kiebitz: Kiebitz, folder: Callable[..., Path]) -> None:
    answer = kiebitz("watch", folder(shown(TING), shown(TING)), "--game", "tink", "--json")
    assert answer.status == 1
    lost = [event for event in answer.lines if event["event"] == "lost"]
    assert len(lost) == 1
    assert lost[0]["message"] == "I cannot see Tink's board; this looks like Ting's board: --game ting"
    assert lost[0]["looks_like"][0]["game"] == "ting"


def test_lines_within_another_printed_frame_are_not_the_board_that_is_watched() -> None:
    assert Seer(kit_of("tabik")).find(shown(TING)) is None


@dataclass(frozen=True)
class Film:
    """Grey pictures for some seconds, then a board, at five pictures a second."""

    grey_s: float
    name: str = "film"

    def frames(self) -> Iterator[Frame | Trouble]:
        for index in range(400):
            yield Frame(GREY if index / 5 < self.grey_s else shown(TING), index, index / 5)
            if index == 4:
                yield Trouble("gone")
                yield Trouble("back", over=True)


def test_a_film_is_watched_from_where_its_board_is_seen() -> None:
    told: list[str] = []
    seen = peek(Film(2.0), tell=told.append)
    assert seen.board == TING
    assert told == ["film: looking for a printed board …", "gone", "back"]
    first = next(seen.source.frames())
    assert isinstance(first, Frame)
    assert 2.0 <= first.t < 2.6


def test_nothing_is_lost_of_a_film_whose_game_is_named_and_whose_board_is_not_printed() -> None:
    seen = peek(Film(100.0), games=("ting",), seconds=3.0)
    assert seen.board is None
    given = [item.index for item in islice(seen.source.frames(), 30) if isinstance(item, Frame)]
    assert given == list(range(len(given)))
    seen = peek(Film(100.0), games=("ting",), seconds=3.0, newest=True)
    assert [item.t > 3.0 for item in seen.source.looked_at if isinstance(item, Frame)] == [True]


def test_a_film_that_shows_no_board_is_given_up() -> None:
    seen = peek(Film(100.0), seconds=3.0)
    assert seen.board is None
    assert seen.image is GREY
