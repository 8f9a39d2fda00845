"""What the journal keeps besides moves: faults of the set-up, swaps, guesses, and pictures as evidence."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from core.games import find
from core.goodwin.options import TinkOptions
from core.tabik.options import TabikOptions
from kiebitz.archive.crop_files import crop_file, pictured
from kiebitz.archive.picture_files import kept_pictures, picture_file
from kiebitz.archive.recorded import load
from kiebitz.archive.records import read_record
from kiebitz.home import games_folder
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.painted import COLOURS, PaintedEye
from tests.kiebitz.refereeing import at_terminal, refereed
from tests.kiebitz.test_harvest import watched
from tests.kiebitz.test_session import TINK, board
from tests.kiebitz.test_watching import Boards, Painted


def test_a_fault_of_the_set_up_stands_in_the_journal_of_the_game_that_follows() -> None:
    six_smalls = dict.fromkeys(("a1", "b3", "c5", "d7", "e2", "f4"), "As")
    at_terminal(refereed(TINK, PaintedEye(), TinkOptions()), Painted([six_smalls, board(), board("Sc3")]))
    (path,) = games_folder().glob("*.jsonl")
    told = [event["event"] for event in load(path).events if "n" in event]
    assert told == ["found", "unsure", "state", "move", "end"]


def test_a_swap_that_people_announce_is_kept_and_replayed() -> None:
    tabik, options = find("tabik"), TabikOptions(board_size=4)
    first = tabik.play(tabik.start(options), "b2+b3")
    said = iter([b'{"do":"swap"}\n{"do":"state"}\n'])
    table = refereed(tabik, PaintedEye(), options, positions=[first])
    at_terminal(table, Painted([]), control=lambda: next(said, b""))
    (path,) = games_folder().glob("*.jsonl")
    assert [event["event"] for event in load(path).events] == ["move", "state", "end"]
    assert read_record(path).actions == ("swap",)


def test_guesses_are_numbered_and_kept_and_the_game_is_read_as_without_them(capsys: pytest.CaptureFixture[str]) -> None:
    eye = PaintedEye()

    def doubt() -> None:
        eye.doubts = {"d4": {"Bs": 0.0, ".": 1.0, "Bm": -6.0}}

    def sure() -> None:
        eye.doubts = {}

    shown: Boards = [board(), board("Sc3"), doubt, board("Sc3", "Sd4"), sure, board("Sc3", "Sd4", "Se5")]
    at_terminal(refereed(TINK, eye, TinkOptions(), colours=COLOURS, guesses=True), Painted(shown))
    _, *events = map(json.loads, capsys.readouterr().out.splitlines())
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    assert "tentative" in [event["event"] for event in events]
    (journal,) = games_folder().glob("*.jsonl")
    assert load(journal).course.actions == ["Sc3", "Sd4", "Se5"]


@pytest.fixture
def journal(capsys: pytest.CaptureFixture[str]) -> Path:
    """Return the journal of a game of three moves with all its pictures."""
    path = watched(*(board(*("Sc3", "Sf6", "Sd4")[:count]) for count in range(4)))
    capsys.readouterr()
    return path


def test_e6_pictures_stand_in_the_chain(journal: Path, kiebitz: Kiebitz) -> None:
    good = kiebitz("verify", "last", "--json")
    assert (good.status, good.json["faults"], good.json["chained"]) == (0, [], True)
    one, two, three = pictured(journal)
    wholes = kept_pictures(journal)
    assert good.json["pictures"] == len(wholes) + 6

    first, third = crop_file(journal, one, "after"), crop_file(journal, three, "after")
    kept = first.read_bytes(), third.read_bytes()
    first.write_bytes(kept[1])
    third.write_bytes(kept[0])
    swapped = kiebitz("verify", "last", "--json")
    assert swapped.status == 1
    assert [(each["event"], each["from_event"], each["what"]) for each in swapped.json["faults"]] == [
        (one, three, "altered"), (three, one, "altered"),
    ]  # fmt: skip
    told = kiebitz("verify", "last").out.splitlines()
    assert told[0].startswith(f"event {one}: its picture {first.name} is not the one that was kept")

    first.write_bytes(kept[0])
    third.write_bytes(kept[1][:-1] + b"\0")
    crop_file(journal, two, "before").unlink()
    whole = picture_file(journal, wholes[-1])
    whole.write_bytes(picture_file(journal, wholes[0]).read_bytes())
    found = {(each["event"], each["when"], each["what"]) for each in kiebitz("verify", "last", "--json").json["faults"]}
    assert found == {(three, "after", "altered"), (two, "before", "missing"), (wholes[-1], "whole", "altered")}


def test_e6_a_picture_put_there_later_and_a_forged_hash_are_told(journal: Path, kiebitz: Kiebitz) -> None:
    one = pictured(journal)[0]
    shutil.copy(crop_file(journal, one, "after"), crop_file(journal, one + 20, "after"))
    (fault,) = kiebitz("verify", "last", "--json").json["faults"]
    assert (fault["event"], fault["what"]) == (one + 20, "unknown")
    lines = journal.read_bytes().split(b"\n")
    at = next(at for at, line in enumerate(lines) if b'"after"' in line)
    digest = json.loads(lines[at])["pictures"]["after"].encode()
    lines[at] = lines[at].replace(digest, digest[::-1])
    journal.write_bytes(b"\n".join(lines))
    refused = kiebitz("verify", journal)
    assert (refused.status, f"line {at + 1}" in refused.err) == (2, True)
