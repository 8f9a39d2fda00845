"""A folder into which pictures come one by one: followed in order, and never read half."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.pictures.growing import GrowingFolder
from tests.kiebitz.conftest import Kiebitz, Step
from tests.kiebitz.painted import paint
from tests.kiebitz.test_cli import one_line
from tests.kiebitz.test_session import board


def encoded(*actions: str, suffix: str = ".jpg") -> bytes:
    return cv2.imencode(suffix, paint(board(*actions)))[1].tobytes()


def put(folder: Path, name: str, data: bytes | None = None) -> Step:
    """Return the step of writing a picture into *folder*."""
    return lambda: (folder / name).write_bytes(encoded() if data is None else data)


def followed(folder: Path, **how: Any) -> Iterator[str]:
    """Yield the names of the pictures that are read, and what is announced."""
    try:
        for item in GrowingFolder(folder, **how).frames():
            yield item.name if isinstance(item, Frame) else item.message
    except KeyboardInterrupt:
        yield "stopped"


def test_pictures_are_read_as_they_come_by_name_where_they_come_together_and_what_is_none_is_passed_over(
    tmp_path: Path, between: Callable[..., None]
) -> None:
    for name in ("a.jpg", ".a.jpg", "notes.txt", "b.jpg.part", "IMG_1.HEIC", "IMG_2.HEIC"):
        put(tmp_path, name)()
    between([], [], [put(tmp_path, "d.jpg"), put(tmp_path, "c.png"), put(tmp_path, "b.jpg")], [], [], [])
    waiting, *names = followed(tmp_path)
    (phone,) = (name for name in names if "let the camera save JPEG" in name)
    names.remove(phone)
    assert waiting == f"waiting for pictures in {tmp_path}; Ctrl-C ends the game"
    assert names == ["a.jpg", "b.jpg", "c.png", "d.jpg", "stopped"]


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp"])
def test_a_half_written_file_is_waited_for_and_so_are_those_behind_it(
    tmp_path: Path, between: Callable[..., None], suffix: str
) -> None:
    data = encoded(suffix=suffix)
    half, whole = put(tmp_path, f"a{suffix}", data[: len(data) // 2]), put(tmp_path, f"a{suffix}", data)
    between([half, put(tmp_path, "b.jpg")], *[[]] * 5, [whole], [], [])
    _, *names = followed(tmp_path)
    assert names == [f"a{suffix}", "b.jpg", "stopped"]


def test_a_file_that_stays_half_holds_up_the_others_only_for_a_while(
    tmp_path: Path, between: Callable[..., None]
) -> None:
    data = encoded()
    between([put(tmp_path, "a.jpg", data[:500]), put(tmp_path, "b.jpg")], *[[]] * 9, [put(tmp_path, "a.jpg")], [], [])
    _, told, *names = followed(tmp_path, stalled_s=3.0)
    assert "a.jpg is not whole" in told
    assert names == ["b.jpg", "a.jpg", "stopped"]


def test_a_folder_that_goes_away_is_waited_for(tmp_path: Path, between: Callable[..., None]) -> None:
    folder = tmp_path / "phone"
    folder.mkdir()
    between([folder.rmdir], [], [folder.mkdir, put(folder, "a.jpg")], [], [])
    items = GrowingFolder(folder).frames()
    _, gone, back, picture = (next(items) for _ in range(4))
    assert isinstance(gone, Trouble)
    assert (gone.passing, gone.over) == (False, False)
    assert back == Trouble(f"{folder} can be read again.", over=True)
    assert isinstance(picture, Frame)


@pytest.mark.usefixtures("painted_eye")
def test_watch_follows_a_folder_that_is_empty_at_first_until_ctrl_c(
    kiebitz: Kiebitz, tmp_path: Path, between: Callable[..., None]
) -> None:
    folder = tmp_path / "phone"
    folder.mkdir()
    one, two = put(folder, "1.png", encoded(suffix=".png")), put(folder, "2.png", encoded("Sc3", suffix=".png"))
    between([], [one], [], [two], [], [])
    answer = kiebitz("watch", folder, "--game", "tink", "--follow", "--json")
    assert answer.status == 130
    assert [event["event"] for event in answer.lines] == ["journal", "found", "state", "move", "end"]
    assert [event.get("picture") for event in answer.lines] == [None, "1.png", "1.png", "2.png", "2.png"]
    assert answer.lines[-1]["message"] == "Stopped."
    # Resumed, it goes on behind the last picture.
    three = put(folder, "3.png", encoded("Sc3", "Sd4", suffix=".png"))
    between([three], [], [], after=lambda: os.kill(os.getpid(), signal.SIGTERM))
    answer = kiebitz("watch", folder, "--follow", "--resume", "--json")
    assert [event["event"] for event in answer.lines] == ["journal", "state", "found", "move", "end"]
    assert "up to 2.png have been read" in answer.err
    assert "no pictures after 3.png" in answer.err + kiebitz("watch", folder, "--resume").err


def test_only_a_folder_is_followed(kiebitz: Kiebitz, tmp_path: Path) -> None:
    put(tmp_path, "a.jpg")()
    for source in (tmp_path / "a.jpg", tmp_path / "gone", "0", "demo"):
        assert "--follow waits for pictures in a folder" in one_line(kiebitz("watch", source, "--follow"))
