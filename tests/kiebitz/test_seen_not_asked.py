"""Without --game the printed board says which it is; with the wrong one the commands say whose board they see."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from kiebitz.commands import common
from kiebitz.eye.seer import Seer
from kiebitz.kits import kit_of
from kiebitz.pictures.frame import Frame, Image, Trouble
from kiebitz.pictures.peeking import peek
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.shown import RING, SMALL, TABIK, TING, beside, shown
from tests.kiebitz.test_cli import one_line

GREY = np.full((480, 640, 3), 128, np.uint8)


@pytest.fixture
def picture(tmp_path: Path) -> Callable[[Image], Path]:
    """Return a function that writes a picture to a file."""

    def write(image: Image) -> Path:
        path = tmp_path / "board.png"
        cv2.imwrite(str(path), image)
        return path

    return write


Picture = Callable[[Image], Path]


@pytest.mark.parametrize("board", [TING, RING], ids=lambda board: board.typed)
def test_locate_names_the_printed_board(kiebitz: Kiebitz, picture: Picture, board: Any) -> None:
    answer = kiebitz("locate", picture(shown(board)), "--json").json
    assert (answer["found"], answer["method"]) == (True, "tags")
    assert (answer["game"], answer["players"], answer["board_size"]) == (board.game, board.players, board.board_size)


def test_read_takes_game_size_and_players_from_the_printed_board(kiebitz: Kiebitz, picture: Picture) -> None:
    small = kiebitz("read", picture(shown(SMALL)), "--json").json
    assert (small["game"], small["board_size"]) == ("tabik", 6)
    assert small["position"].count("/") == 5
    ring = kiebitz("read", picture(shown(RING)), "--json").json
    assert (ring["game"], ring["players"]) == ("tinker_tactics", 3)
    assert len(ring["boards"]) == 3


def test_a_named_game_still_takes_its_size_from_the_printed_board(kiebitz: Kiebitz, picture: Picture) -> None:
    answer = kiebitz("check", picture(shown(SMALL)), "--game", "tabik", "--json").json
    assert (answer["found"], answer["board_size"]) == (True, 6)


def test_a_size_or_a_number_that_the_print_contradicts_is_refused(kiebitz: Kiebitz, picture: Picture) -> None:
    wrong = one_line(kiebitz("read", picture(shown(SMALL)), "--game", "tabik", "--options", "board_size=8"))
    assert "the printed board is Tabik's 6 × 6" in wrong
    assert "--options board_size=6" in wrong
    wrong = one_line(kiebitz("locate", picture(shown(RING)), "--game", "tinker_tactics", "--players", "2"))
    assert "the printed board is Tinker Tactics' board for 3" in wrong


def test_nothing_printed_is_told_with_what_to_type(kiebitz: Kiebitz, picture: Picture) -> None:
    assert "no printed Kiebitz board is in view: name the game with --game tabik|ting|" in one_line(
        kiebitz("read", picture(GREY))
    )


def test_what_an_unprinted_board_looks_like_is_told(kiebitz: Kiebitz, picture: Picture) -> None:
    path = picture(shown(SMALL, "paper"))
    told = "this looks like Tabik's 6 × 6: --game tabik --options board_size=6"
    missed = kiebitz("read", path, "--game", "tink", "--json")
    assert missed.status == 1
    assert told in missed.err
    assert [board["option"] for board in missed.json["looks_like"]] == ["--game tabik --options board_size=6"]
    found = kiebitz("locate", path, "--json").json
    assert (found["found"], found["game"], found["board_size"]) == (True, "tabik", 6)


def test_another_printed_board_is_not_taken_for_the_one_that_is_named(kiebitz: Kiebitz, picture: Picture) -> None:
    answer = kiebitz("locate", picture(shown(TING)), "--game", "tabik", "--json")
    assert (answer.status, answer.json["found"]) == (1, False)
    assert "this looks like Ting's board: --game ting" in answer.err
    doctor = kiebitz("doctor", picture(shown(TING)), "--game", "tink", "--json").json
    assert [board["game"] for board in doctor["looks_like"]] == ["ting"]


def test_two_printed_boards_ask_for_a_name(kiebitz: Kiebitz, picture: Picture) -> None:
    path = picture(beside(shown(TING), shown(TABIK)))
    for command in ("locate", "read"):
        assert "several printed boards are in view, Tabik's 8 × 8 and Ting's board" in one_line(kiebitz(command, path))
    assert kiebitz("locate", path, "--game", "ting", "--json").json["method"] == "tags"


def test_doctor_knows_the_printed_board(kiebitz: Kiebitz, picture: Picture) -> None:
    answer = kiebitz("doctor", picture(shown(SMALL)), "--json").json
    assert (answer["found"], answer["game"], answer["method"]) == (True, "tabik", "tags")


def test_suggest_takes_a_picture_without_a_game(kiebitz: Kiebitz, picture: Picture) -> None:
    answer = kiebitz("suggest", picture(shown(TING)), "--nodes", 9, "--json").json
    assert answer["position"].startswith("12/12/")
    assert "name the game" in one_line(kiebitz("suggest", "start"))
    assert "name the game" in one_line(kiebitz("suggest"))


def send(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.mark.thinned(2)
@pytest.mark.parametrize("arguments", [("locate",), ("check",), ("read",), ("doctor",), ("suggest", "--nodes", "9")])
def test_a_picture_comes_on_standard_input(
    kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    data = cv2.imencode(".png", shown(TING))[1].tobytes()
    send(monkeypatch, data)
    answer = kiebitz(*arguments, "-", "--json")
    assert answer.status in (0, 1)
    assert answer.json.get("game", "ting") == "ting"


def test_what_is_no_picture_on_standard_input_is_one_line(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    send(monkeypatch, b"")
    assert "standard input is empty; send a picture" in one_line(kiebitz("read", "-"))
    send(monkeypatch, b"no picture")
    assert "standard input is not a picture" in one_line(kiebitz("locate", "-"))
    monkeypatch.setattr(common, "LARGEST_PICTURE", 1 << 20)
    send(monkeypatch, bytes(2 << 20))
    assert "more than 1 MiB" in one_line(kiebitz("check", "-"))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    assert "standard input is a terminal" in one_line(kiebitz("doctor", "-"))


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
