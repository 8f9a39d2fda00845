"""The journal: on disk before anything is said, whole after a crash, patient with a full disk."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.games import find
from core.json_types import JsonObject
from kiebitz.archive.journal import Header, Journal, copies_of
from kiebitz.archive.kept import delete
from kiebitz.archive.recorded import load
from kiebitz.archive.resuming import newest_unfinished
from kiebitz.failure import Failure
from kiebitz.home import games_folder

TINK = find("tink")
START = TINK.start(TINK.options())
HEADER = Header("tink", TINK.format_position(START), {}, {}, "test")

unix = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pipes and devices of Linux")


def move(action: str) -> JsonObject:
    return {"event": "move", "action": action}


def test_a_journal_reads_back_as_it_was_written(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "new", HEADER)
    told: list[JsonObject] = [{"event": "illegal", "code": "GW-1"}, {"event": "takeback", "plies": 1}]
    for event in (move("Sc3"), move("Sd4"), *told):
        journal.append(event)
    journal.append({"event": "colours", "colours": {"B": "blue", "A": "red"}})
    recorded = load(journal.path)
    assert [p.ply for p in recorded.positions] == [0, 1]
    assert recorded.colours == {"A": "red", "B": "blue"}
    assert recorded.header.source == "test"
    journal.close()
    again = recorded.reopen()
    again.append(move("Se5"))
    assert [p.ply for p in load(journal.path).positions] == [0, 1, 2]


def kept(folder: Path, *actions: str) -> Journal:
    journal = Journal.create(folder, HEADER)
    position = START
    for action in actions:
        position = TINK.play(position, action)
        journal.append({**move(action), "position": TINK.format_position(position), "ply": position.ply})
    return journal


def lines_of(journal: Journal) -> list[bytes]:
    return journal.path.read_bytes().splitlines(keepends=True)


DAMAGE: dict[str, tuple[Callable[[list[bytes]], list[bytes]], int]] = {
    "changed": (lambda lines: [lines[0], lines[1].replace(b"Sc3", b"Sc4"), *lines[2:]], 2),
    "header-changed": (lambda lines: [lines[0].replace(b"test", b"tent"), *lines[1:]], 1),
    "header-lost": (lambda lines: lines[1:], 1),
    "lost": (lambda lines: [lines[0], *lines[2:]], 2),
    "last-lost": (lambda lines: [*lines[:3], *lines[4:]], 4),
    "doubled": (lambda lines: [*lines[:2], lines[1], *lines[2:]], 3),
    "end-doubled": (lambda lines: [*lines, lines[-1]], 6),
    "swapped": (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], 2),
    "empty": (lambda lines: [*lines[:2], b"\n", *lines[2:]], 3),
    "no-hash": (lambda lines: [*lines[:2], lines[2].replace(b'"hash"', b'"hush"'), *lines[3:]], 3),
}


@pytest.mark.parametrize(("damage", "line"), DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_line_is_refused_with_its_number(
    tmp_path: Path, damage: Callable[[list[bytes]], list[bytes]], line: int
) -> None:
    journal = kept(tmp_path, "Sc3", "Sd4", "Se5")
    journal.path.write_bytes(b"".join(damage(lines_of(journal))))
    with pytest.raises(Failure, match=rf"line {line}\b") as refused:
        load(journal.path)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ({"event": "takeback", "plies": "two"}, "'plies' is 'two', not a whole number"),
        ({"event": "move", "action": "Sd4", "ply": True}, "'ply' is True, not a whole number"),
        ({"event": "move", "action": "Sd4", "t": float("inf")}, "'t' is inf, not a number of seconds"),
        ({"event": "move"}, "it lacks 'action'"),
        ({"event": "move", "action": "Sc3"}, "GW-2"),
        ({"event": "move", "action": "Sd4", "position": TINK.format_position(START)}, "the rules reach the position"),
        ({"event": "takeback", "plies": 2}, "only 1 had been played"),
        ({"event": "result", "result": {"winners": ["A"], "reason": "line"}}, "the game is not over"),
        ({"event": "state", "position": TINK.format_position(START)}, "the rules reach the position"),
    ],
)
def test_what_the_table_or_the_rules_do_not_allow_is_refused(tmp_path: Path, event: dict[str, Any], why: str) -> None:
    journal = kept(tmp_path, "Sc3")
    journal.append(event)
    with pytest.raises(Failure, match=f"line 3: .*{re.escape(why)}"):
        load(journal.path)


def test_kinds_and_fields_of_a_later_version_pass(tmp_path: Path) -> None:
    journal = kept(tmp_path, "Sc3")
    journal.append({"event": "dance", "steps": [1, 2]})
    journal.append({**move("Sd4"), "mood": None})
    assert load(journal.path).course.actions == ["Sc3", "Sd4"]


def test_an_unfinished_last_line_is_cut_once_a_copy_is_kept(tmp_path: Path) -> None:
    journal = kept(tmp_path, "Sc3")
    journal.close()
    torn = b"".join(lines_of(journal)[:2]) + b'{"event": "move", "act'
    journal.path.write_bytes(torn)
    recorded = load(journal.path)
    assert recorded.course.actions == ["Sc3"]
    assert "line 3, the last one, is unfinished" in recorded.trouble
    again = recorded.reopen()
    again.append(move("Sd4"))
    (copy,) = copies_of(journal.path)
    assert copy.read_bytes() == torn
    assert copy.name in again.news[0]
    assert load(journal.path).course.actions == ["Sc3", "Sd4"]
    assert load(journal.path).trouble == ""


def test_lines_lost_at_the_end_are_told(tmp_path: Path) -> None:
    journal = kept(tmp_path, "Sc3", "Sd4")
    journal.path.write_bytes(b"".join(lines_of(journal)[:2]))
    recorded = load(journal.path)
    assert recorded.course.actions == ["Sc3"]
    assert "later lines may be lost" in recorded.trouble


def test_a_journal_without_hashes_is_read_and_goes_on_without_them(tmp_path: Path) -> None:
    path = tmp_path / "tink-20261101-183000-1.jsonl"
    path.write_text(
        f'{{"journal": 1, "game": "tink", "start": "{HEADER.start}"}}\n{{"event": "move", "action": "Sc3"}}\n'
    )
    recorded = load(path)
    assert not recorded.is_chained
    recorded.reopen().append(move("Sd4"))
    assert b"hash" not in path.read_bytes()
    assert load(path).course.actions == ["Sc3", "Sd4"]


def test_a_journal_that_is_deleted_is_written_anew_in_whole(tmp_path: Path) -> None:
    journal = kept(tmp_path / "games", "Sc3", "Sd4")
    for action in ("Se5", "Sf6"):
        shutil.rmtree(journal.path.parent)
        journal.append(move(action))
    assert load(journal.path).course.actions == ["Sc3", "Sd4", "Se5", "Sf6"]
    assert [news.partition(journal.path.name)[2] for news in journal.news] == [
        " was deleted and has been written again in whole; nothing is lost"
    ]
    with pytest.raises(Failure, match="another kiebitz"):
        load(journal.path).reopen()


@pytest.mark.parametrize("how", ["write_bytes", "replace"])
def test_a_journal_that_is_replaced_is_written_anew_and_the_other_kept(tmp_path: Path, how: str) -> None:
    journal = kept(tmp_path, "Sc3", "Sd4")
    if how == "replace":
        (tmp_path / "other").write_bytes(b"mine")
        (tmp_path / "other").replace(journal.path)
    else:
        journal.path.write_bytes(b"mine")
    journal.append(move("Se5"))
    journal.append(move("Sf6"))
    assert load(journal.path).course.actions == ["Sc3", "Sd4", "Se5", "Sf6"]
    (copy,) = copies_of(journal.path)
    assert copy.read_bytes() == b"mine"
    assert "was changed by another program" in journal.news[0]


@unix
@pytest.mark.parametrize(
    "odd",
    [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero"), lambda path: path.symlink_to(path)],
    ids=["folder", "pipe", "device", "loop"],
)
def test_what_takes_a_journals_place_is_put_aside_unread(tmp_path: Path, odd: Callable[[Path], object]) -> None:
    journal = kept(tmp_path, "Sc3", "Sd4")
    journal.path.unlink()
    odd(journal.path)
    journal.append(move("Se5"))
    journal.close()
    assert journal.trouble == ""
    assert load(journal.path).course.actions == ["Sc3", "Sd4", "Se5"]
    (aside,) = copies_of(journal.path)
    assert aside.is_symlink() or not aside.is_file()
    delete([journal.path])
    assert not [path for path in tmp_path.glob("*.jsonl*") if not path.is_dir()]


def test_a_journal_that_is_only_touched_is_left_alone(tmp_path: Path) -> None:
    journal = kept(tmp_path, "Sc3")
    os.utime(journal.path, (1, 1))
    journal.append(move("Sd4"))
    assert journal.news == []
    assert load(journal.path).course.actions == ["Sc3", "Sd4"]


def test_what_a_full_disk_refuses_is_kept_and_written_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    journal = Journal.create(tmp_path, HEADER)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        journal.append(move("Sc3"))
        assert "space" in journal.trouble
    journal.append(move("Sd4"))
    assert journal.trouble == ""
    assert [event["action"] for event in load(journal.path).events] == ["Sc3", "Sd4"]


def test_a_journal_is_written_by_one_at_a_time(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, HEADER)
    journal.append(move("Sc3"))
    recorded = load(journal.path)
    with pytest.raises(Failure, match="another kiebitz"):
        recorded.reopen()
    journal.append(move("Sd4"))
    journal.close()
    with pytest.raises(Failure, match="in the meantime"):
        recorded.reopen()
    load(journal.path).reopen().append(move("Se5"))
    assert [event["action"] for event in load(journal.path).events] == ["Sc3", "Sd4", "Se5"]


def test_a_number_is_never_given_twice(tmp_path: Path) -> None:
    (tmp_path / "tink-20261101-183000-1.jsonl").touch()  # from before games had numbers
    first, second = Journal.create(tmp_path, HEADER), Journal.create(tmp_path, HEADER)
    assert (first.id, second.id) == ("1", "2")
    second.path.unlink()
    assert Journal.create(tmp_path, HEADER).id == "3"
    (tmp_path / "highest-number").write_text("not a number")
    assert Journal.create(tmp_path, HEADER).id == "4"


def test_nothing_is_written_before_the_game_begins(tmp_path: Path) -> None:
    journal = Journal.reserve(tmp_path, "tink")
    assert journal.append({"event": "lost"}) == {"event": "lost", "n": 1}
    assert not journal.path.exists()
    journal.begin(HEADER)
    journal.append(move("Sc3"))
    assert [event["n"] for event in load(journal.path).events] == [1, 2]
    journal.close()
    assert load(journal.path).reopen().append(move("Sd4"))["n"] == 3


def test_a_killed_process_loses_nothing_that_was_announced_and_its_lock_is_free(tmp_path: Path) -> None:
    code = """
import sys
from kiebitz.home import games_folder
from kiebitz.archive.journal import Header, Journal, copies_of
journal = Journal.create(games_folder(), Header("tink", "8/8/8/8/8/8/8/8 A 0,0 0", {}, {}, "test"))
for action in ("Sc3", "Sd4", "Se5"):
    journal.append({"event": "move", "action": action})
    print(action, flush=True)
sys.stdin.read()
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    announced = [process.stdout.readline().strip() for _ in range(3)]
    (path,) = games_folder().glob("*.jsonl")
    with pytest.raises(Failure, match="another kiebitz"):
        load(path).reopen()
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    recorded = newest_unfinished(games_folder(), "tink")
    assert recorded
    assert [event["action"] for event in recorded.events] == announced == ["Sc3", "Sd4", "Se5"]
    assert recorded.path.is_relative_to(tmp_path)
    assert json.loads(recorded.path.read_text().splitlines()[0])["game"] == "tink"
    recorded.reopen().close()
