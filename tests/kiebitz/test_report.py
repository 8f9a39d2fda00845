"""``kiebitz report`` packs what a report of a fault needs, and sends nothing.

It holds no names of people, folders and addresses, and otherwise the same journal.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from kiebitz.archive.journal import Header, Journal
from kiebitz.archive.nameless import nameless_journal, nameless_json, nameless_text
from kiebitz.archive.recorded import load
from kiebitz.failure import Failure
from kiebitz.home import games_folder, home, profiles_folder
from kiebitz.watching.pretend_table import PretendTable
from tests.kiebitz.conftest import Kiebitz


@pytest.fixture
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path / "home"))
    return tmp_path / "report.zip"


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a picture of a board, with a pattern finer than any block in a corner of it."""
    image = next(iter(PretendTable().frames())).image  # type: ignore[union-attr]
    image[:40, :40] = 255 * (np.indices((40, 40)).sum(0) % 2)[:, :, np.newaxis]
    path = tmp_path_factory.mktemp("pictures") / "board.png"
    cv2.imwrite(str(path), image)
    return path


def held(out: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(out) as file:
        return {name: file.read(name) for name in file.namelist()}


def crop_of(journal: Path) -> None:
    folder = journal.with_suffix(".crops")
    folder.mkdir()
    (folder / "000002-after.jpg").write_bytes(b"jpeg")


def test_it_packs_the_newest_game_cameras_tables_and_versions(out: Path, kiebitz: Kiebitz) -> None:
    crop_of(journal_of(games_folder()))
    for folder in (home() / "cameras", profiles_folder()):
        folder.mkdir(parents=True)
        (folder / "Zoe.json").write_text('{"views": ["/home/zoe/1.jpg"]}', encoding="utf-8")
    answer = kiebitz("report", "--out", out, "--json")
    assert (answer.status, answer.json["file"]) == (0, str(out))
    parts = held(out)
    assert answer.json["holds"] == sorted(parts)
    assert [*parts] == [
        "READ-ME.txt", "camera-1.json", "game.crops/000002-after.jpg", "game.jsonl", "machine.json", "table-1.json",
    ]  # fmt: skip
    assert {"kiebitz", "opencv", "games folder"} <= {
        check["name"] for check in json.loads(parts["machine.json"])["checks"]
    }
    assert not [name for name, data in parts.items() if b"zoe" in data.lower() or str(home()).encode() in data]


def test_what_is_not_wanted_or_not_there_is_left_out(out: Path, kiebitz: Kiebitz) -> None:
    assert kiebitz("report", "--out", out).status == 0
    assert [*held(out)] == ["READ-ME.txt", "machine.json"]
    crop_of(journal_of(games_folder()))
    assert kiebitz("report", "1", "--no-crops", "--out", out).status == 0
    assert [*held(out)] == ["READ-ME.txt", "game.jsonl", "machine.json"]


def test_what_lies_around_the_board_cannot_be_seen(out: Path, picture: Path, kiebitz: Kiebitz) -> None:
    image = cv2.imread(str(picture))
    assert image is not None
    height, width = image.shape[:2]
    middle = np.s_[height // 2 - 50 : height // 2 + 50, width // 2 - 50 : width // 2 + 50]
    for whole in (False, True):
        assert kiebitz("report", "--picture", picture, *["--whole"] * whole, "--out", out).status == 0
        shown = cv2.imdecode(np.frombuffer(held(out)["picture-1.png"], np.uint8), cv2.IMREAD_COLOR)
        assert shown is not None
        assert np.array_equal(shown[middle], image[middle])
        assert np.array_equal(shown, image) == whole
        assert (np.ptp(shown[:40, :40].reshape(-1, 3), axis=0).max() == 0) == (not whole)


def test_wrong_use_is_said_in_one_line(out: Path, tmp_path: Path, kiebitz: Kiebitz) -> None:
    grey, text = tmp_path / "grey.png", tmp_path / "x.txt"
    cv2.imwrite(str(grey), np.full((240, 320, 3), 128, np.uint8))
    text.write_text("x", encoding="utf-8")
    for line, says in (
        (("--picture", grey), "no board is found, so Kiebitz does not know what around it to hide"),
        (("--picture", text), "is not a picture that can be read"),
        (("--whole",), "--whole has no effect without --picture"),
        (("7",), "no game 7 is kept"),
        ((text,), "is not a journal; name a game of `kiebitz list`"),
        (("--out", tmp_path / "none" / "x.zip"), "name another place with --out"),
    ):
        answer = kiebitz("report", "--out", out, *line)
        assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
        assert says in answer.err
        assert not out.exists()


SOURCE = "/home/zoe/films/Zoe and Bo.mp4"


def journal_of(folder: Path, *, name: str = "Zoe") -> Path:
    journal = Journal.create(folder, Header("tink", "8/8/8/8/8/8/8/8 A 0,0 0", {}, {"A": "red"}, SOURCE))
    journal.append({"event": "players", "names": {"A": name, "B": "Bo Ek"}})
    journal.append({"event": "move", "action": "Sc3", "ply": 1, "seat": "A"})
    journal.append({"event": "advice", "code": "x", "message": f"{name} says: {SOURCE} is dark. Bo Eks do not count."})
    journal.append({"event": "end", "frame": 1, "t": 1.0})
    journal.close()
    return journal.path


def nameless(path: Path) -> Path:
    made = path.with_name("nameless.jsonl")
    made.write_bytes(nameless_journal(path.read_bytes()))
    return made


def test_a_journal_without_names_tells_the_same_game(tmp_path: Path) -> None:
    path = journal_of(tmp_path)
    found, before = load(nameless(path)), load(path)
    assert found.is_chained
    assert not found.trouble
    assert found.positions == before.positions
    assert (found.header.source, found.header.created) == ("….mp4", before.header.created)
    assert found.events[0]["names"] == {"A": "Player A", "B": "Player B"}
    assert found.events[2]["message"] == "Player A says: ….mp4 is dark. Bo Eks do not count."
    assert "zoe" not in nameless(path).read_text("utf-8").casefold()


def test_a_person_called_like_a_seat_changes_no_position(tmp_path: Path) -> None:
    path = journal_of(tmp_path, name="A")
    assert load(nameless(path)).positions == load(path).positions


def test_a_damaged_journal_is_as_damaged_without_names(tmp_path: Path) -> None:
    path = journal_of(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"Sc3", b"Sc4")[:-20])
    for damaged in (path, nameless(path)):
        with pytest.raises(Failure, match="line 3"):
            load(damaged)
    path.write_bytes(b"no journal at /home/zoe\n\xff\xfe\n[1]\n")
    assert "home" not in nameless(path).read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("~/films/zoe/1.mp4", "…/1.mp4"),
        (r"D:\Zoe Lovelace\x\1.mp4", "…/1.mp4"),
        ("see file:///home/zoe/x.mp4 first", "see file://… first"),
        ("5/5/5/5/5 a1-a2 B 3", "5/5/5/5/5 a1-a2 B 3"),
        ("", ""),
    ],
)
def test_only_the_folders_of_a_text_are_left_out(text: str, left: str) -> None:
    assert nameless_text(text) == left


def test_settings_keep_their_numbers_and_lose_their_folders() -> None:
    kept = {"K": [[1.5, 0]], "views": ["/home/zoe/1.jpg", "2.jpg"], "n": None}
    assert json.loads(nameless_json(json.dumps(kept).encode())) == {**kept, "views": ["…/1.jpg", "2.jpg"]}
    assert nameless_json(b"{ /home/zoe/1.jpg") == "{ …/1.jpg".encode()
