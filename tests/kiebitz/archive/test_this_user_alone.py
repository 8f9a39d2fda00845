"""Games are kept for this user alone, and where the disk is full none is lost."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from core.games import find
from kiebitz.archive import journal as journals
from kiebitz.archive.crop_files import crop_file, crops_folder
from kiebitz.archive.journal import Header, Journal, keep_copy
from kiebitz.archive.picture_files import pictures_folder, write_picture
from kiebitz.archive.recorded import load
from kiebitz.archive.resuming import newest_unfinished
from kiebitz.disk import write_whole

TINK = find("tink")
HEADER = Header("tink", TINK.format_position(TINK.start(TINK.options())), {}, {}, "test")
MOVE = {"event": "move", "action": "Sc3"}

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a user's folder to the user by itself")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@posix
def test_journals_their_copies_and_pictures_can_be_read_by_nobody_else(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        journal = Journal.create(tmp_path / "games", HEADER)
        journal.append(MOVE)
        copy = keep_copy(journal.path)
        journal.path.unlink()
        journal.append({"event": "takeback", "plies": 1})  # it is written once more in whole
        crops_folder(journal.path).mkdir()
        write_whole(crop := crop_file(journal.path, 1, "after"), b"\xff\xd8")
        write_picture(journal.path, 1, b"\xff\xd8", b"{}")
    finally:
        os.umask(before)
    assert {mode(path) for path in (journal.path, copy, crop, *pictures_folder(journal.path).iterdir())} == {0o600}
    assert {mode(tmp_path / "games"), mode(pictures_folder(journal.path))} == {0o700}


@posix
def test_a_journal_that_others_could_read_is_closed_to_them_when_it_goes_on(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, HEADER)
    journal.close()
    journal.path.chmod(0o644)
    again = load(journal.path).reopen()
    again.close()
    assert mode(journal.path) == 0o600


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> set[Path]:
    """Return the files for which the disk is full."""
    full: set[Path] = set()
    extend = Journal._extend

    def extended(journal: Journal, data: bytes) -> None:
        if journal.path in full:
            raise OSError(28, "No space left on device")
        extend(journal, data)

    monkeypatch.setattr(Journal, "_extend", extended)
    monkeypatch.setattr(journals, "_WAITING", [])
    return full


def test_what_one_game_could_not_save_is_saved_with_the_next(tmp_path: Path, full: set[Path]) -> None:
    first = Journal.create(tmp_path, HEADER)
    full.add(first.path)
    first.append(MOVE)
    first.close()
    assert (first.trouble, len(load(first.path).events)) == ("No space left on device", 0)
    full.clear()
    Journal.create(tmp_path, HEADER).close()
    assert [event["event"] for event in load(first.path).events] == ["move"]


def test_what_waits_is_tried_again_when_that_is_asked_for(tmp_path: Path, full: set[Path]) -> None:
    journal = Journal.create(tmp_path, HEADER)
    full.add(journal.path)
    journal.append(MOVE)
    journal.save_again()
    assert journal.trouble
    full.clear()
    journal.save_again()
    assert (journal.trouble, len(load(journal.path).events)) == ("", 1)
    journal.close()


def test_an_empty_journal_is_passed_over(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, HEADER)
    journal.append(MOVE)
    journal.close()
    empty = tmp_path / "9-tink-20261125-183000.jsonl"
    empty.touch()
    os.utime(empty, (4e9, 4e9))
    found = newest_unfinished(tmp_path)
    assert found is not None
    assert found.path == journal.path
