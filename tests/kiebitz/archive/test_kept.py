"""The games that are kept: listed, shown, named by number, and deleted; for this user alone, on a full disk too."""

from __future__ import annotations

import io
import os
import stat
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from core.games import find
from kiebitz.archive import journal as journals
from kiebitz.archive.crop_files import crop_file, crops_folder
from kiebitz.archive.journal import Header, Journal, keep_copy, state_file, unfinished_state
from kiebitz.archive.picture_files import pictures_folder, write_picture
from kiebitz.archive.recorded import load
from kiebitz.archive.resuming import newest_unfinished
from kiebitz.disk import write_whole
from kiebitz.home import games_folder
from tests.kiebitz.conftest import Answer, Kiebitz
from tests.kiebitz.test_cli import one_line
from tests.kiebitz.test_session import WON


def keep(*actions: str, game: str = "tink") -> Path:
    """Keep a game with these actions, and return its file."""
    start = find(game).start(find(game).options())
    header = Header(game, find(game).format_position(start), {}, {"A": "red", "B": "blue"}, "test")
    journal = Journal.create(games_folder(), header)
    for action in actions:
        journal.append({"event": "move", "action": action})
    journal.close()
    return journal.path


def test_the_list_is_in_the_agreed_form_newest_first(kiebitz: Kiebitz) -> None:
    first, second = keep(*WON), keep("d2+c2", game="tabik")
    newest, oldest = kiebitz("list", "--json").json
    assert newest | {"id": "2", "game": "tabik", "moves": 1, "result": None, "file": str(second)} == newest
    assert oldest | {"id": "1", "game": "tink", "moves": 7, "file": str(first)} == oldest
    assert oldest["result"] == {"winners": ["A"], "reason": "line"}
    assert oldest["began"] < newest["began"]
    newest_line, oldest_line, where = kiebitz("list").out.splitlines()
    assert newest_line.startswith("2  Tabik  20")
    assert newest_line.endswith("1 move  not over")
    assert oldest_line.endswith("7 moves  Red wins with a line")
    assert where == f"Kept in {games_folder()}."


def test_an_empty_list_says_what_would_fill_it(kiebitz: Kiebitz) -> None:
    assert kiebitz("list", "--json").json == []
    said = f"No game is kept yet; `kiebitz watch` keeps the games it sees in {games_folder()}.\n"
    assert kiebitz("list") == Answer(0, said, "")
    assert "no game is kept" in one_line(kiebitz("show", "last"))


@pytest.mark.parametrize(
    ("damage", "trouble"),
    [
        (b"", "not a journal"),
        (b'{"journal": 1, "game": "chess", "start": "8"}\n', "chess"),
        (b'{"journal": 1, "game": "tink", "start": "8"}\n', "cannot be replayed"),
        (b'{"journal": 1, "game": "tink", "start": "8/8/8/8/8/8/8/8 A 0,0 0"}\n[]\n', "line 2: it is not an object"),
    ],
)
def test_a_damaged_journal_is_listed_with_what_is_wrong(kiebitz: Kiebitz, damage: bytes, trouble: str) -> None:
    keep("Sc3").write_bytes(damage)
    keep("Sd4")
    good, bad = sorted(kiebitz("list", "--json").json, key=lambda game: str(game["id"]), reverse=True)
    assert (good["trouble"], bad["id"]) == ("", "1")
    assert trouble in bad["trouble"]
    assert "name a" not in bad["trouble"]
    assert f"damaged: {bad['trouble']}\n" in kiebitz("list").out
    assert "mistake in Kiebitz" not in one_line(kiebitz("show", "1"))
    assert kiebitz("delete", "1", "--yes").status == 0


def test_an_unfinished_end_is_told_by_whatever_reads_the_game(kiebitz: Kiebitz) -> None:
    path = keep("Sc3", "Sd4", "Se5")
    path.write_bytes(path.read_bytes()[:-70])
    (game,) = kiebitz("list", "--json").json
    assert (game["moves"], game["trouble"]) == (2, "line 4, the last one, is unfinished, as a crash leaves it")
    assert kiebitz("list").out.splitlines()[0].endswith("2 moves  not over; " + game["trouble"])
    assert "line 4, the last one, is unfinished" in kiebitz("replay", "1").err


def test_an_unfinished_closing_line_loses_nothing_and_says_so(kiebitz: Kiebitz) -> None:
    path = keep("Sc3", "Sd4")
    path.write_bytes(path.read_bytes()[:-10])
    (game,) = kiebitz("list", "--json").json
    assert game["moves"] == 2
    assert game["trouble"].endswith("no event is lost")


def test_the_copies_kept_beside_a_journal_are_deleted_with_it(kiebitz: Kiebitz) -> None:
    path = keep("Sc3")
    beside = (keep_copy(path), state_file(path), unfinished_state(path))
    for file in beside[1:]:
        file.write_text("left by a crash")
    assert kiebitz("delete", "1", "--yes").status == 0
    assert [file for file in (path, *beside) if file.exists()] == []


def test_a_journal_of_an_older_version_is_marked_in_the_list(kiebitz: Kiebitz) -> None:
    keep("Sc3").write_text('{"journal": 1, "game": "tink", "start": "8/8/8/8/8/8/8/8 A 0,0 0"}\n')
    keep("Sd4")
    new, old = kiebitz("list", "--json").json
    assert (new["id"], new["chained"]) == ("2", True)
    assert (old["chained"], old["trouble"]) == (False, "")
    assert "unchained" in kiebitz("list").out


def test_a_game_is_shown_with_its_board_and_standing(kiebitz: Kiebitz) -> None:
    keep("Sc3", "Sd4")
    out = kiebitz("show", "1").out
    assert out.startswith("Game 1: Tink, 2 moves; A is red; B is blue\n")
    assert " 4  .   .   .  [Bs]" in out
    assert out.endswith("Red is to play.\nIn the stash: Red 4 S, 4 M, 1 L; Blue 4 S, 4 M, 1 L.\n")
    shown = kiebitz("show", "last", "--json").json
    assert (shown["id"], shown["to_move"], shown["result"]) == ("1", "A", None)
    assert shown["position"].startswith("8/8/8/8/3Bs4/2As5")
    assert shown["stash"] == {"A": {"s": 4, "m": 4, "l": 1}, "B": {"s": 4, "m": 4, "l": 1}}
    keep(*WON)
    assert "\nRed wins with a line.\n" in kiebitz("show", "last").out
    keep("d2+c2", game="tabik")
    assert "stash" not in kiebitz("show", "last", "--json").json
    assert kiebitz("show", "last").out.endswith("is to play.\n")


def test_a_number_stands_for_the_file_everywhere(kiebitz: Kiebitz, tmp_path: Path) -> None:
    path = keep("Sc3", "Sd4")
    keep("Se5")
    for command in (["replay"], ["export", "--to", "record"], ["review", "--seconds", "0.2"], ["show"]):
        by_file, by_number = kiebitz(*command, path), kiebitz(*command, "1")
        assert (by_number.status, by_file.status) == (0, 0)
        if command[0] != "review":
            assert by_number.out == by_file.out
    assert "Se5" in kiebitz("replay", "last").out
    assert kiebitz("replay", path.stem).out == kiebitz("replay", "1").out
    assert "no game 7 is kept" in one_line(kiebitz("replay", "7"))
    assert "tink" in one_line(kiebitz("watch", tmp_path, "--game", "ting", "--journal", "1"))


def test_games_are_deleted_by_number_or_file(kiebitz: Kiebitz) -> None:
    keep("Sc3")
    two, three = keep("Sd4"), keep("Se5")
    assert kiebitz("delete", "1", two, "--yes", "--json").json == {"deleted": ["1", "2"]}
    assert [game["id"] for game in kiebitz("list", "--json").json] == ["3"]
    assert "--yes" in one_line(kiebitz("delete", "3"))
    assert three.exists()
    assert "no game 9" in one_line(kiebitz("delete", "3", "9", "--yes"))
    assert three.exists()


def test_a_person_is_asked_before_a_game_is_deleted(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    path = keep("Sc3")
    for answer, status in (("n\n", 1), ("y\n", 0)):
        monkeypatch.setattr(sys, "stdin", Terminal(answer))
        said = kiebitz("delete", "last")
        assert said.status == status
        assert "1  Tink" in said.out
        assert path.exists() == bool(status)


def test_a_game_that_is_being_watched_is_not_deleted(kiebitz: Kiebitz) -> None:
    free = keep("Sc3")
    busy = Journal.create(games_folder(), Header("tink", "8/8/8/8/8/8/8/8 A 0,0 0", {}, {}, "test"))
    assert "game 2 is being watched" in one_line(kiebitz("delete", "1", "2", "--yes"))
    assert free.exists()
    busy.close()
    assert kiebitz("delete", "2", "--yes").out == "Deleted: game 2.\n"


def test_a_file_that_is_no_game_is_not_deleted(kiebitz: Kiebitz, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ada")
    assert "not a journal" in one_line(kiebitz("delete", letter, "--yes"))
    assert letter.exists()
    assert "no game or file" in one_line(kiebitz("delete", os.fspath(tmp_path / "gone.jsonl"), "--yes"))


def test_what_is_listed_as_no_game_is_to_be_removed_by_hand(kiebitz: Kiebitz) -> None:
    (games_folder() / "5-tink-x.jsonl").mkdir(parents=True)
    assert kiebitz("list", "--json").json[0]["trouble"] == "is a folder, not a journal"
    assert "is a folder, not a game; remove it by hand" in one_line(kiebitz("delete", "5", "--yes"))


def test_a_game_is_resumed_without_being_named(kiebitz: Kiebitz, tmp_path: Path) -> None:
    assert "no unfinished game is in" in one_line(kiebitz("watch", tmp_path / "none.png", "--resume"))
    keep("d2+c2", game="tabik")
    picture = tmp_path / "grey.png"
    cv2.imwrite(str(picture), np.full((120, 160, 3), 90, np.uint8))
    _, state, *_ = kiebitz("watch", picture, "--resume", "--json").lines
    assert (state["resumed"], state["to_move"]) == (True, "W")
    assert "no unfinished game of tink" in one_line(kiebitz("watch", picture, "--resume", "--game", "tink"))
    assert "add --game tabik" in one_line(kiebitz("watch", picture, "--journal", "last", "--game", "tink"))


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
