"""What a report may hold: no names of people, folders and addresses, and otherwise the same journal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kiebitz.archive.journal import Header, Journal
from kiebitz.archive.nameless import nameless_journal, nameless_json, nameless_text
from kiebitz.archive.recorded import load
from kiebitz.failure import Failure

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
