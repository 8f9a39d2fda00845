"""``kiebitz report`` packs what a report of a fault needs, without what is private, and sends nothing."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from kiebitz.home import games_folder, home, profiles_folder
from kiebitz.watching.pretend_table import PretendTable
from tests.kiebitz.archive.test_nameless import journal_of
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
