"""The journal: on disk before anything is said, whole after a crash, patient with a full disk."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core.games import find
from kiebitz.failure import Failure
from kiebitz.home import games_folder
from kiebitz.table.journal import Header, Journal, load, newest_unfinished

TINK = find("tink")
START = TINK.start(TINK.options())
HEADER = Header("tink", TINK.format_position(START), {}, {}, "test")


def move(action: str) -> dict[str, object]:
    return {"event": "move", "action": action}


def test_a_journal_reads_back_as_it_was_written(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "new", HEADER)
    for event in (move("Sc3"), move("Sd4"), {"event": "illegal", "code": "GW-1"}, {"event": "takeback", "plies": 1}):
        journal.append(event)
    journal.append({"event": "colours", "colours": {"B": "blue", "A": "red"}})
    recorded = load(journal.path)
    positions = recorded.replay(TINK, START)
    assert [p.ply for p in positions] == [0, 1]
    assert recorded.colours == {"A": "red", "B": "blue"}
    assert recorded.header.source == "test"
    journal.close()
    again = recorded.reopen()
    again.append(move("Se5"))
    assert [p.ply for p in load(journal.path).replay(TINK, START)] == [0, 1, 2]


def test_a_torn_last_line_is_dropped_and_written_over(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, HEADER)
    journal.append(move("Sc3"))
    with journal.path.open("ab") as file:
        file.write(b'{"event": "move", "act')
    recorded = load(journal.path)
    assert len(recorded.events) == 1
    journal.close()
    recorded.reopen().append(move("Sd4"))
    assert [event["action"] for event in load(journal.path).events] == ["Sc3", "Sd4"]


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


def test_the_newest_game_without_a_result_is_found(tmp_path: Path) -> None:
    for number, ending in enumerate(("move", "result", "move")):
        journal = Journal.create(tmp_path, HEADER)
        journal.append(move("Sc3"))
        journal.append({"event": ending, "action": "Sd4"})
        os.utime(journal.path, (number, number))
    newest = newest_unfinished(tmp_path, "tink")
    assert newest
    assert newest.path == journal.path
    journal.append({"event": "result"})
    os.utime(journal.path, (9, 9))
    older = newest_unfinished(tmp_path, "tink")
    assert older
    assert older.path != journal.path
    assert newest_unfinished(tmp_path, "ting") is None


def test_a_start_put_right_before_the_first_action_is_the_one_seen_last(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, HEADER)
    start = "8/8/8/8/8/2As5/8/8 B 0,0 1"
    for event in ({"event": "state", "position": start}, move("Sd4"), {"event": "state", "position": None}):
        journal.append(event)
    assert [p.ply for p in load(journal.path).replay(TINK, START)] == [1, 2]


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


def test_the_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, HEADER)
    journal.close()
    code = """
import sys
from pathlib import Path
from kiebitz.table.journal import load
journal = load(Path(sys.argv[1])).reopen()
print("open", flush=True)
sys.stdin.read()
"""
    command = [sys.executable, "-c", code, str(journal.path)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "open\n"
    with pytest.raises(Failure, match="another kiebitz"):
        load(journal.path).reopen()
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    load(journal.path).reopen().close()


def test_what_is_no_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('{"other": 1}\n')
    with pytest.raises(Failure, match="not a journal"):
        load(tmp_path / "x.jsonl")
    with pytest.raises(Failure, match="cannot read"):
        load(tmp_path / "missing.jsonl")
    with pytest.raises(Failure, match="not a file"):
        load(tmp_path)


def test_games_begun_at_once_have_journals_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Journal, "_save", lambda _: None)
    assert len({Journal.create(tmp_path, HEADER).path for _ in range(3)}) == 3


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


def test_a_killed_process_loses_nothing_that_was_announced(tmp_path: Path) -> None:
    code = """
import sys
from kiebitz.home import games_folder
from kiebitz.table.journal import Header, Journal
journal = Journal.create(games_folder(), Header("tink", "8/8/8/8/8/8/8/8 A 0,0 0", {}, {}, "test"))
for action in ("Sc3", "Sd4", "Se5"):
    journal.append({"event": "move", "action": action})
    print(action, flush=True)
sys.stdin.read()
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    announced = [process.stdout.readline().strip() for _ in range(3)]
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    recorded = newest_unfinished(games_folder(), "tink")
    assert recorded
    assert [event["action"] for event in recorded.events] == announced == ["Sc3", "Sd4", "Se5"]
    assert recorded.path.is_relative_to(tmp_path)
    assert json.loads(recorded.path.read_text().splitlines()[0])["game"] == "tink"
