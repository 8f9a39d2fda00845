"""Files of other systems are read: with byte-order marks, Windows line ends and tabs; or called by their name."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kiebitz.archive.journal import Header, Journal
from kiebitz.failure import Failure
from kiebitz.home import games_folder
from kiebitz.pictures.cameras import load_camera
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.pictures.left_out import left_out
from kiebitz.pictures.sources import open_source
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.test_growing import followed, put
from tests.kiebitz.test_order import taken

START = "8/8/8/8/8/8/8/8 A 0,0 0"
WAYS: dict[str, Callable[[str], bytes]] = {
    "mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "both": lambda text: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(),
    "UTF-16": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "UTF-16 BE": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
}


@pytest.fixture
def game() -> Path:
    """Return the journal of a short game."""
    journal = Journal.create(games_folder(), Header("tink", START, {}, {}, "demo"))
    journal.append({"event": "players", "names": {"A": "Zoë", "B": "王伟"}})
    journal.append({"event": "move", "frame": 1, "t": 1.0, "action": "Sc3", "seat": "A", "ply": 1})
    journal.close()
    return journal.path


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("form", ["record", "journal"])
def test_records_of_any_system_are_read(
    kiebitz: Kiebitz, tmp_path: Path, game: Path, form: str, way: Callable[[str], bytes]
) -> None:
    text = game.read_text() if form == "journal" else kiebitz("export", "1", "--to", form).out
    path = tmp_path / "given"
    path.write_bytes(way(text))
    answer = kiebitz("show", path, "--json")
    assert answer.status == 0, answer.err
    assert answer.json["moves"] == 1


def test_tabs_and_blanks_at_line_ends_do_no_harm(kiebitz: Kiebitz, tmp_path: Path, game: Path) -> None:  # noqa: ARG001
    text, path = kiebitz("export", "1", "--to", "record").out, tmp_path / "tabbed.txt"
    path.write_text("".join(f"{line}\t \n" for line in text.replace(" ", "\t").replace("/8\t", "/8 ").split("\n")))
    answer = kiebitz("show", path, "--json")
    assert answer.status == 0, answer.err


def test_a_journal_with_windows_line_ends_goes_on_and_loses_nothing(kiebitz: Kiebitz, game: Path) -> None:
    game.write_bytes(WAYS["both"](game.read_text()))
    from kiebitz.archive.recorded import load

    journal = load(game).reopen()
    journal.append({"event": "move", "frame": 2, "t": 2.0, "action": "Sd4", "seat": "B", "ply": 2})
    journal.close()
    assert b"\r" not in game.read_bytes()
    assert kiebitz("show", "1", "--json").json["moves"] == 2
    assert load(game).trouble == ""


@pytest.mark.parametrize("way", [WAYS["both"], WAYS["UTF-16"]])
def test_settings_of_any_system_are_read(tmp_path: Path, way: Callable[[str], bytes]) -> None:
    kept = {"K": [[900, 0, 320], [0, 900, 240], [0, 0, 1]], "dist": [0.0], "image_size": [640, 480]}
    path = tmp_path / "camera.json"
    path.write_bytes(way(json.dumps(kept, indent=1)))
    assert load_camera(str(path)).size == (640, 480)


def test_engines_take_what_windows_programs_send(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    def sent(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    sent(b'\xef\xbb\xbf{"op":"start",\t"game":"tink"}\r\n')
    assert kiebitz("engine", "--protocol", "json").json == {"position": START}
    sent(b"\xef\xbb\xbfugi\r\nposition\tstartpos\tmoves\tSc3\r\nquery\tp1turn\r\nquit\r\n")
    answer = kiebitz("engine", "--protocol", "ugi", "--game", "tink")
    assert answer.out.endswith("response false\n")


def test_positions_from_a_windows_file_are_taken(kiebitz: Kiebitz) -> None:
    answer = kiebitz("suggest", "tink", f"\ufeff{START}\r", "--seconds", "0.1", "--json")
    assert answer.status == 0, answer.err


def read(folder: Path) -> tuple[list[str], list[str]]:
    items = list(open_source(str(folder)).frames())
    return (
        [item.name for item in items if isinstance(item, Frame)],
        [item.message for item in items if isinstance(item, Trouble)],
    )


def test_each_kind_that_is_left_out_is_named_once_with_what_helps(tmp_path: Path, kiebitz: Kiebitz) -> None:
    for name in (
        "IMG_2.HEIC",
        "IMG_10.HEIC",
        "IMG_3.heif",
        "z.cr2",
        "b.gif",
        "scan.pdf",
        "c.MOV",
        "notes.txt",
        ".x.heic",
    ):
        (tmp_path / name).write_bytes(b"x")
    told = list(left_out(tmp_path).values())
    assert sum("IMG_2.HEIC and 3 more are left out; let the camera save JPEG" in each for each in told) == 1
    assert any(each.startswith("b.gif is left out; save as JPEG") for each in told)
    assert any(each.startswith("c.MOV is left out; a film") for each in told)
    assert any(each.startswith("scan.pdf is left out; save the pages") for each in told)
    assert len(told) == 4
    with pytest.raises(Failure, match=r"no pictures that can be read: .*HEIC and 3 more"):
        open_source(str(tmp_path))
    (tmp_path / "IMG_4.jfif").write_bytes(taken())
    names, said = read(tmp_path)
    assert names == ["IMG_4.jfif"]
    assert len(said) == 4
    assert "IMG_2.HEIC and 3 more are left out" in kiebitz("calibrate", tmp_path).err


def test_what_is_there_as_jpeg_too_is_not_missed(tmp_path: Path) -> None:
    for name in ("IMG_1.JPG", "IMG_1.HEIC", "IMG_1.MOV", "img_1.dng"):
        (tmp_path / name).write_bytes(taken())
    assert read(tmp_path) == (["IMG_1.JPG"], [])


def test_a_followed_folder_names_them_once_too(tmp_path: Path, between: Callable[..., None]) -> None:
    for name in ("IMG_1.HEIC", "IMG_2.HEIC", "a.gif"):
        put(tmp_path, name)()
    between([], [put(tmp_path, "IMG_3.HEIC")], [], [])
    told = list(followed(tmp_path))
    assert sum("HEIC" in each for each in told) == 1
    assert sum("a.gif is left out" in each for each in told) == 1
