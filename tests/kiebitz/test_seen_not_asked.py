"""Without --game the printed board says which it is; with the wrong one the commands say whose board they see."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from kiebitz.commands import common
from kiebitz.pictures.frame import Image
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
    for board in (SMALL, RING):
        answer = kiebitz("doctor", picture(shown(board)), "--json").json
        assert (answer["found"], answer["game"], answer["method"]) == (True, board.game, "tags")


def test_suggest_takes_a_picture_without_a_game(kiebitz: Kiebitz, picture: Picture) -> None:
    answer = kiebitz("suggest", picture(shown(TING)), "--nodes", 9, "--json").json
    assert answer["position"].startswith("12/12/")
    assert "name the game" in one_line(kiebitz("suggest", "start"))
    assert "name the game" in one_line(kiebitz("suggest"))


def send(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.mark.parametrize("arguments", [("locate",), ("read",), ("check",), ("doctor",), ("suggest", "--nodes", "9")])
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
