"""Pictures come in the order in which they were taken: numbers count as numbers, and times in files have their say.

Files of other systems are read: with byte-order marks, Windows line ends and tabs; or called by their name.
"""

from __future__ import annotations

import io
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image as Pictures

from kiebitz.archive.journal import Header, Journal
from kiebitz.archive.recorded import load
from kiebitz.failure import Failure
from kiebitz.home import games_folder
from kiebitz.pictures.cameras import load_camera
from kiebitz.pictures.files import pictures_in
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.pictures.left_out import left_out
from kiebitz.pictures.order import as_counted, in_order
from kiebitz.pictures.sources import open_source
from tests.kiebitz.conftest import Kiebitz, Step
from tests.kiebitz.test_growing import followed, put

DAY = "2026:11:28"
PHONE, CAMERA = "Pixel 9", "EOS R5"


def taken(time: str = "", *, model: str = PHONE, within: str = "notes", fraction: str = "") -> bytes:
    """Return a small picture whose file says when it was taken, *within* its notes or its head."""
    exif = Pictures.Exif()
    exif[0x110] = model
    if time:
        notes = exif.get_ifd(0x8769) if within == "notes" else exif
        notes[0x9003 if within == "notes" else 0x132] = time
        if fraction:
            notes[0x9291] = fraction
    data = io.BytesIO()
    Pictures.new("RGB", (32, 24), (90, 90, 90)).save(data, "JPEG", exif=exif)
    return data.getvalue()


def a_folder(path: Path, pictures: dict[str, bytes]) -> Path:
    """Write *pictures* in a random order, so that no order of the disk helps."""
    path.mkdir(exist_ok=True)
    names = list(pictures)
    random.Random(7).shuffle(names)
    for name in names:
        (path / name).write_bytes(pictures[name])
    return path


def read(folder: Path, *, after: str = "") -> tuple[list[str], list[str]]:
    """Return the names of the pictures in *folder* as a source gives them, and what is said."""
    items = list(open_source(str(folder), after=after).frames())
    return (
        [item.name for item in items if isinstance(item, Frame)],
        [item.message for item in items if isinstance(item, Trouble)],
    )


@pytest.mark.parametrize(
    "names",
    [
        [f"shot{n}.jpg" for n in range(1, 12)],
        ["board.jpg", *(f"board ({n}).jpg" for n in range(1, 13))],
        ["IMG_99.JPG", "img_100.jpg", "IMG_101.jpeg"],
        ["9 Zug.jpg", "10 Zug.jpg", "11 Zug.jpg"],
        ["game1-move2.jpg", "game1-move10.jpg", "game2-move1.jpg", "game10-move1.jpg"],
        ["2026-11-28 9.05.10.jpg", "2026-11-28 9.5.11.jpg", "2026-11-28 10.00.00.jpg"],
        ["frame0009.jpg", "frame10.jpg", "frame00011.jpg"],
        ["a.jpg", "b.jpg", "C.jpg", "é.jpg"],
    ],
)
def test_numbers_in_names_count_as_numbers_everywhere(tmp_path: Path, names: list[str]) -> None:
    folder = a_folder(tmp_path / "game", dict.fromkeys(names, taken()))
    assert read(folder) == (names, [])
    assert [path.name for path in pictures_in(folder)] == names
    assert read(folder, after=names[-2])[0] == names[-1:]


@pytest.mark.parametrize("within", ["notes", "head"])
def test_a_counter_that_began_again_is_put_right_by_the_times_and_that_is_said(tmp_path: Path, within: str) -> None:
    names = ["IMG_9998.JPG", "IMG_9999.JPG", "IMG_0001.JPG", "IMG_0002.JPG"]
    pictures = {name: taken(f"{DAY} 20:59:5{at}", within=within) for at, name in enumerate(names)}
    folder = a_folder(tmp_path / "game", pictures)
    told, said = read(folder)
    assert told == names
    assert len(said) == 1
    assert "in the order of the times" in said[0]
    assert read(folder, after="IMG_9999.JPG")[0] == ["IMG_0001.JPG", "IMG_0002.JPG"]


def test_names_of_chance_and_bursts_within_a_second_go_by_the_times(tmp_path: Path) -> None:
    pictures = {
        "b7f1.jpg": taken(f"{DAY} 09:00:00", fraction="10"),
        "0c22.jpg": taken(f"{DAY} 09:00:00", fraction="95"),
        "a001.jpg": taken(f"{DAY} 09:00:02"),
    }
    assert read(a_folder(tmp_path / "game", pictures))[0] == list(pictures)


def test_names_that_hold_dates_go_by_these_where_they_are_of_several_kinds() -> None:
    names = [
        "PXL_20261128_091501123.jpg", "IMG_20261128_091502.jpg", "Screenshot 2026-11-28 at 9.15.03 AM.png",
        "signal-2026-11-28-12-00-04.jpg", "Screenshot 2026-11-28 at 1.15.03 PM.png",
    ]  # fmt: skip
    assert [path.name for path in in_order(Path(name) for name in sorted(names)).paths] == names


@pytest.mark.parametrize(
    ("times", "why"),
    [
        ([f"{DAY} 10:00:00", "", f"{DAY} 09:00:00"], "1 of 3 pictures hold no time"),
        ([f"{DAY} 10:00:00", f"{DAY} 10:00:10", "2001:01:01 00:00:03"], "more than a year apart"),
    ],
)
def test_times_that_prove_nothing_leave_the_order_to_the_names(tmp_path: Path, times: list[str], why: str) -> None:
    names = ["move 1.jpg", "move 2.jpg", "move 10.jpg"]
    pictures = {name: taken(time) for name, time in zip(names, times, strict=True)}
    told, said = read(a_folder(tmp_path / "game", pictures))
    assert told == names
    assert why in said[0]


def test_clocks_of_two_cameras_do_not_overrule_numbers(tmp_path: Path) -> None:
    pictures = {
        "1.jpg": taken(f"{DAY} 10:00:00", model=PHONE),
        "2.jpg": taken(f"{DAY} 09:00:10", model=CAMERA),
        "3.jpg": taken(f"{DAY} 10:00:20", model=PHONE),
    }
    told, said = read(a_folder(tmp_path / "game", pictures))
    assert told == ["1.jpg", "2.jpg", "3.jpg"]
    assert "more than one camera" in said[0]


@pytest.mark.parametrize("time", ["0000:00:00 00:00:00", "nonsense", f"{DAY} 10:00:00"])
def test_times_that_are_none_or_all_alike_say_nothing(tmp_path: Path, time: str) -> None:
    names = ["2.jpg", "10.jpg"]
    assert read(a_folder(tmp_path / "game", dict.fromkeys(names, taken(time)))) == (names, [])


def test_a_followed_folder_goes_by_times_and_reads_what_comes_later_under_an_earlier_name(
    tmp_path: Path, between: Callable[..., None]
) -> None:
    folder = a_folder(
        tmp_path / "game",
        {"IMG_9999.jpg": taken(f"{DAY} 10:00:00"), "IMG_0001.jpg": taken(f"{DAY} 10:00:09")},
    )
    later: Step = lambda: (folder / "IMG_0000.jpg").write_bytes(taken(f"{DAY} 10:00:20"))  # noqa: E731
    between([], [later], [], [])
    _, said, *names = followed(folder)
    assert "in the order of the times" in said
    assert names == ["IMG_9999.jpg", "IMG_0001.jpg", "IMG_0000.jpg", "stopped"]
    between([], [], [])
    assert list(followed(folder, after="IMG_0001.jpg"))[-2:] == ["IMG_0000.jpg", "stopped"]


def test_the_last_picture_may_be_gone_when_a_folder_goes_on(tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "game", dict.fromkeys(["shot9.jpg", "shot11.jpg"], taken()))
    assert read(folder, after="shot10.jpg")[0] == ["shot11.jpg"]


def test_paths_as_a_shell_lists_them_are_counted_and_others_stay() -> None:
    listed = tuple(sorted(f"shots/t{n}.jpg" for n in range(1, 12)))
    assert as_counted(listed) == tuple(f"shots/t{n}.jpg" for n in range(1, 12))
    assert as_counted(listed[::-1]) == listed[::-1]


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


def test_each_kind_that_is_left_out_is_named_once_with_what_helps(tmp_path: Path, kiebitz: Kiebitz) -> None:
    for name in [
        "IMG_2.HEIC",
        "IMG_10.HEIC",
        "IMG_3.heif",
        "z.cr2",
        "b.gif",
        "scan.pdf",
        "c.MOV",
        "notes.txt",
        ".x.heic",
    ]:
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
