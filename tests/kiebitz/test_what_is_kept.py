"""What the journal keeps of a table besides its moves: faults of the set-up, swaps that are said, guesses."""

from __future__ import annotations

import json

import pytest

from core.games import find
from core.goodwin.options import TinkOptions
from core.tabik.options import TabikOptions
from kiebitz.archive.recorded import load
from kiebitz.archive.records import read_record
from kiebitz.home import games_folder
from tests.kiebitz.painted import COLOURS, PaintedEye
from tests.kiebitz.refereeing import at_terminal, refereed
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
