"""Files that a person never means to give: each ends with one line and status 2, at once."""

from __future__ import annotations

import os
import random
import socket
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from kiebitz import disk
from kiebitz.failure import Failure
from kiebitz.pictures.live import Camera
from kiebitz.pictures.sources import VideoFile, open_source
from tests.kiebitz.conftest import Answer, Kiebitz

Make = Callable[[Path], object]

unix = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes, devices and sparse files of Linux")


def _picture(kind: str) -> bytes:
    noise = np.random.default_rng(7).integers(0, 256, (64, 64, 3), dtype=np.uint8)
    return cv2.imencode(kind, noise)[1].tobytes()


def _sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 5 << 30)


BAD: dict[str, Make] = {
    "empty": Path.touch,
    "folder": Path.mkdir,
    "noise": lambda path: path.write_bytes(random.Random(7).randbytes(5000)),
    "deep": lambda path: path.write_text('{"K": ' + "[" * 200_000),
    "half a PNG": lambda path: path.write_bytes(_picture(".png")[:60]),
    "half a JPEG": lambda path: path.write_bytes(_picture(".jpg")[:150]),
    "half a PDF": lambda path: path.write_bytes(b"%PDF-1.7\n1 0 obj\n<< /Type"),
    "half a JSON": lambda path: path.write_text('{"kind": "kiebitz-print-corr'),
    "endless number": lambda path: path.write_text('{"K": [[1e999]], "dist": [], "image_size": [1e999, 1]}'),
    "nothing": lambda _: None,
}
ODD: dict[str, Make] = {
    "pipe": os.mkfifo,
    "socket": lambda path: _bound(path),
    "device": lambda path: path.symlink_to("/dev/zero"),
    "sparse": _sparse,
    "loop": lambda path: path.symlink_to(path),
}
ALL = [*BAD, *(pytest.param(name, marks=unix) for name in ODD)]
PATHS = {"long": "a" * 5000, "long folders": "a/" * 2500 + "b", "NUL": "a\0b"}

READERS: dict[str, list[str]] = {
    "locate": ["locate", "{}"],
    "read": ["read", "{}"],
    "check": ["check", "{}", "--game", "tink"],
    "doctor": ["doctor", "{}"],
    "suggest": ["suggest", "tink", "{}.png"],
    "verify-print": ["verify-print", "{}"],
    "calibrate": ["calibrate", "{}.png"],
    "calibrate with a video": ["calibrate", "{}.mp4"],
    "teach": ["teach", "tink", "{}.png", "--position", "8/8/8/8/8/8/8/8 A 0,0 0"],
    "watch": ["watch", "{}.mp4", "--game", "tink"],
    "watch --journal": ["watch", "demo", "--journal", "{}.jsonl"],
    "replay": ["replay", "{}.txt"],
    "export": ["export", "{}.jsonl"],
    "review": ["review", "{}.txt"],
    "print --correct": ["print", "target", "--out", "x.pdf", "--correct", "{}.json"],
    "--camera": ["read", "picture.png", "--game", "tink", "--camera", "{}.json"],
    "delete": ["delete", "--yes", "{}.jsonl"],
}


def _bound(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(path.name)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("picture.png").write_bytes(_picture(".png"))


def _refused(answer: Answer) -> None:
    (line,) = answer.err.splitlines()
    assert (answer.status, answer.out) == (2, "")
    assert line.startswith("kiebitz: ")
    assert "a mistake in Kiebitz" not in line
    assert len(line) < 600


@pytest.mark.thinned(4)
@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("command", READERS)
def test_a_file_that_cannot_be_what_is_wanted_is_refused_in_one_line(kiebitz: Kiebitz, command: str, kind: str) -> None:
    arguments = [part.format("bad") for part in READERS[command]]
    (name,) = {part for part in arguments if part.startswith("bad")}
    (BAD | ODD)[kind](Path(name))
    _refused(kiebitz(*arguments))


@pytest.mark.thinned(3)
@pytest.mark.parametrize("tag", [256, 258, 274])
def test_a_library_warns_of_nothing_before_our_one_line(tmp_path: Path, tag: int) -> None:
    """The header of a TIFF has a field whose data would lie beyond the end of the file."""
    usual = [(256, 3, 1, 64), (257, 3, 1, 64), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (274, 3, 1, 1)]
    fields = [(number, 4, 9999, 1 << 24) if number == tag else (number, *rest) for number, *rest in usual]
    head = b"II*\0\x08\0\0\0" + struct.pack("<H", len(fields))
    path = tmp_path / "odd.tif"
    path.write_bytes(head + b"".join(struct.pack("<HHII", *each) for each in fields) + bytes(4))
    run = subprocess.run([sys.executable, "-m", "kiebitz", "read", str(path)], capture_output=True, text=True)
    (line,) = run.stderr.splitlines()
    assert (run.returncode, line.startswith("kiebitz: ")) == (2, True)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("command", READERS)
def test_a_path_that_cannot_exist_is_refused_in_one_line(kiebitz: Kiebitz, command: str, path: str) -> None:
    _refused(kiebitz(*(part.format(PATHS[path]) for part in READERS[command])))


WRITERS: dict[str, list[str]] = {
    "print": ["print", "target", "--out"],
    "export": ["export", "game.txt", "--to", "record", "--out"],
    "read --explain": ["read", "board.png", "--game", "tink", "--explain"],
    "verify-print": ["verify-print", "--measured-mm", "168,216", "--paper", "a4", "--out"],
    "playtest --pdf": ["playtest", "tink", "--games", "2", "--pdf"],
}
PLACES: dict[str, Make] = {"folder": Path.mkdir, "pipe": os.mkfifo, "socket": _bound, "long": lambda _: None}


@unix
@pytest.mark.thinned(5)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("command", WRITERS)
def test_a_place_where_nothing_can_be_written_is_refused(
    kiebitz: Kiebitz, command: str, place: str, printed_board: tuple[np.ndarray, object]
) -> None:
    cv2.imwrite("board.png", printed_board[0])
    Path("game.txt").write_text('[Game "tink"]\n\n1. Sc3 *\n')
    PLACES[place](Path("out"))
    answer = kiebitz(*WRITERS[command], "a" * 5000 if place == "long" else "out")
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.splitlines()[-1].startswith("kiebitz: cannot write ") or "is a directory" in answer.err


@unix
def test_a_pipe_that_somebody_reads_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    disk.write_file(pipe, b"a game", remedy="")
    assert os.read(end, 100) == b"a game"
    os.close(end)


@unix
@pytest.mark.parametrize("home", ["/dev/null", "/dev/zero/x", "a" * 5000, "picture.png"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        ["show", "1"],
        ["watch", "demo", "--resume"],
        ["teach", "--forget", "x"],
        ["read", "picture.png", "--game", "tink", "--profile", "x"],
    ],
    ids=" ".join,
)
def test_a_home_that_is_no_folder_is_told(
    kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch, home: str, arguments: list[str]
) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", home)
    answer = kiebitz(*arguments)
    assert answer.status in (0, 2)
    assert "a mistake in Kiebitz" not in answer.err
    assert len(answer.err.splitlines()) <= 1


def test_deep_json_in_a_profile_is_told(kiebitz: Kiebitz, tmp_path: Path) -> None:
    folder = tmp_path / "home" / "profiles"
    folder.mkdir(parents=True)
    (folder / "kitchen.json").write_text('{"a":' * 200_000)
    answer = kiebitz("read", "picture.png", "--game", "tink", "--profile", "kitchen")
    _refused(answer)
    assert "nested too deeply" in answer.err


@pytest.mark.parametrize("number", ["00000000000000000001", "9" * 20, "9" * 5000, "²"])
def test_a_number_beyond_all_cameras_is_refused(kiebitz: Kiebitz, number: str) -> None:
    _refused(kiebitz("watch", number, "--game", "tink"))


def test_a_server_that_never_answers_is_waited_for_only_so_long() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}/video"
        with pytest.raises(Failure, match="gives no picture; check the address"):
            next(Camera(address, address, opening_s=0.2, closing_s=0.1).frames())


def test_a_file_address_is_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a game.mp4"
    path.write_bytes(b"no video")
    source = open_source(path.as_uri())
    assert isinstance(source, VideoFile)
    assert source.path == path
    with pytest.raises(Failure, match="no file or folder"):
        open_source("file:///nowhere/game.mp4")


def test_a_photo_in_a_phones_own_form_is_named_with_what_to_change_on_the_phone(
    tmp_path: Path, kiebitz: Kiebitz
) -> None:
    photo = tmp_path / "IMG_0001.HEIC"
    photo.write_bytes(b"\0\0\0\x24ftypheic\0\0\0\0mif1heic" + bytes(200))
    answer = kiebitz("read", photo)
    assert (answer.status, answer.out) == (2, "")
    assert "a phone's own form (HEIC); let the phone take JPEG" in answer.err
    assert "das eigene Format eines Handys" in kiebitz("read", photo, "--language", "de").err
