"""Files that a person never means to give: each ends with one line and status 2, at once.

No option is taken silently: what has no effect on a game, a source or another option is refused likewise.
"""

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
from kiebitz.api.seats import colours_by_seat
from kiebitz.commands.common import agreed_colours, the_colours
from kiebitz.failure import Failure
from kiebitz.pictures.live import Camera
from kiebitz.pictures.sources import VideoFile, open_source
from kits.colours import ALL_COLOURS
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


PICTURE, FOLDER = "picture.png", "folder"
READ, LOCATE = ((word, PICTURE, "--game", "tink") for word in ("read", "locate"))
EMPTY = "8/8/8/8/8/8/8/8 A 0,0 0"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        # an option of another game
        (("playtest", "tink", "--compare", "board_size=6"), "Tink has no option 'board_size'. Its options are players"),
        (("read", "x.png", "--game", "tabik", "--options", "pierule=false"), "Did you mean pie_rule?"),
        # a number of players or a seat that the game does not have
        ((*READ, "--players", "7"), "option players must be a whole number from 2 to 4, not 7"),
        (("playtest", "tabik", "--players", "3"), "option players must be 2, not 3"),
        ((*LOCATE, "--near", "C"), "--near must be one of A, B, not 'C': 2 play; if more do, add --players 3"),
        ((*READ, "--near", "D", "--players", "3"), "--near must be one of A, B, C, not 'D': 3 play"),
        ((*READ, "--players", "3", "--options", "players=2"), "--players 3 and --options players=2 differ"),
        # colours
        ((*READ, "--colours", "red,blue,green", "--players", "2"), "3 colours for 2 players"),
        (("watch", "demo", "--colours", "D=red", "--players", "2"), "a seat of --colours must be one of A, B, not 'D'"),
        ((*READ, "--colours", "A=red,blue"), "in seat order or A=red,B=blue, for seats A, B"),
        (("teach", "tink", "x.png", "--colours", "red,yellow,green,blue,black"), "Tink has no seat E"),
        # boards that are not printed, options that change nothing on paper or of where a board lies
        (("print", "tabik", "--options", "board_size=3"), "tabik is printed with 5 to 11 cells a side, not 3"),
        (("print", "tink", "--options", "overline=ignored"), "option overline changes nothing that is printed"),
        (("print", "target", "--players", "3"), "--players has no effect on the target"),
        ((*LOCATE, "--options", "overline=ignored"), "option overline has no effect on where a board lies"),
        # a position or a demo that says otherwise
        ((*READ, "--position", EMPTY, "--players", "3"), "the position has players=2, but players=3"),
        (("watch", "demo", "--start", EMPTY, "--to-move", "B"), "the game begins with A to move; leave --to-move out"),
        (("watch", "demo", "--game", "tabik", "--options", "board_size=8"), "the demo has board_size=5"),
        # flags without effect
        (("suggest", "tink", "start", "--to-move", "B"), "--to-move has no effect on a position that is written out"),
        (("suggest", "tabik", "start", "--colours", "red"), "--colours has no effect"),
        (("watch", "demo", "--bot-seconds", "3"), "--bot-seconds has no effect without --bot"),
        (("watch", "demo", "--seat", "B"), "--seat has no effect without --twin"),
        (("watch", "demo", "--clock", "10d5"), "a clock is written as 10 (minutes), 10+5"),
        (("watch", "demo", "--clock", "A=10,C=5"), "a clock for each seat names A, B once"),
        (("table", "--clock", "10d5"), "--clock: a clock is written as 10 (minutes), 10+5"),
        (("watch", "demo", "--journal", ""), ". is a folder, not a journal"),
        (("calibrate", ""), "a source is empty"),
        (("watch", FOLDER, "--game", "tink", "--clock", "10"), "--clock needs times, which the pictures of"),
        (("read", "x.png", "--corners", "0,9,9,9,9,0,0,0", "--near", "A"), "--near has no effect with --corners"),
        (("playtest", "tink", "--by", "chance", "--level", "3"), "--level has no effect with --by chance"),
        (("playtest", "tink", "--paper", "a3"), "--paper has no effect without --pdf"),
        (("doctor", "--game", "tink"), "--game has no effect without a picture"),
        (("teach", "--list", "--players", "3"), "--players has no effect with --list"),
        (("teach", "tink", "--near", "A"), "--near has no effect without a picture"),
        (("calibrate", "x.png", "--name", "a", "--out", "b.json"), "--name has no effect with --out"),
        (("verify-print", "--dpi", "300"), "--dpi has no effect without a picture"),
        (("verify-print", "x.png", "--paper", "a4"), "--paper has no effect without --measured-mm"),
    ],
)
def test_what_has_no_effect_is_refused(line: tuple[str, ...], says: str, kiebitz: Kiebitz, tmp_path: Path) -> None:
    grey = tmp_path / PICTURE
    cv2.imwrite(str(grey), np.full((240, 320, 3), 128, np.uint8))
    there = {PICTURE: str(grey), FOLDER: str(tmp_path)}
    answer = kiebitz(*(there.get(word, word) for word in line))
    assert answer.status == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert says in answer.err


@pytest.mark.parametrize(
    "text",
    [
        "", "red,", "red,red", "A=red,blue", "A=,B=blue", "G=red", "a=red", "A=red,A=blue", "A=red,B=red", "=red",
        "red+", "red+yellow,blue+red", "red+red", "A=red+puce", "red+yellow+green+blue+purple+cyan+orange",
    ],
)  # fmt: skip
def test_colours_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(Failure, match="--colours"):
        the_colours(text)


def test_colours_from_a_program_come_in_the_same_two_forms() -> None:
    assert colours_by_seat(["red", "blue"]) == colours_by_seat({"A": "red", "B": "blue"})
    with pytest.raises(Failure, match="no colour is called 'puce'; known are red, yellow"):
        colours_by_seat(["red", "puce"])
    with pytest.raises(Failure, match="no seat is called 'G'"):
        colours_by_seat({"G": "red"})
    with pytest.raises(Failure, match="each seat has a colour of its own"):
        colours_by_seat({"A": "red", "B": "Red"})
    with pytest.raises(Failure, match="7 are named"):
        colours_by_seat(ALL_COLOURS[:7])


def test_a_game_that_goes_on_keeps_its_colours_beside_those_named() -> None:
    assert agreed_colours({"A": "red", "B": "blue"}, {"B": "green"}) == {"A": "red", "B": "green"}
    with pytest.raises(Failure, match="two seats would have one colour: A=red, B=red"):
        agreed_colours({"A": "red", "B": "blue"}, {"B": "red"})
