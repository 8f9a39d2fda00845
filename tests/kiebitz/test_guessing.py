"""The best guess at a move that is not sure yet, which programs may ask for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.goodwin.options import TinkOptions
from kiebitz.archive.recorded import load
from kiebitz.clock import Clock, controls_of
from kiebitz.home import games_folder
from kiebitz.pictures.frame import Frame
from kiebitz.table.events import Event
from kiebitz.table.referee import Referee
from tests.kiebitz.painted import COLOURS, PaintedEye, paint
from tests.kiebitz.refereeing import at_terminal, refereed
from tests.kiebitz.test_session import TINK, board
from tests.kiebitz.test_watching import Painted

DOUBT = {"d4": {"Bs": 0.0, ".": 1.0, "Bm": -6.0}}


def timed(eye: PaintedEye) -> Referee[Any]:
    clock = Clock.of(controls_of("10+5", "AB"))
    return refereed(TINK, eye, TinkOptions(), colours=COLOURS, clock=clock, guesses=True)


def plain(eye: PaintedEye) -> Referee[Any]:
    return refereed(TINK, eye, TinkOptions(), colours=COLOURS, guesses=True)


@pytest.mark.parametrize("made", [plain, timed])
def test_a_guess_is_told_once_and_again_when_it_changes(made: Any) -> None:
    eye = PaintedEye()
    session = made(eye)

    def show(number: int, *actions: str) -> list[Event]:
        events = session.take(Frame(paint(board(*actions)), number, float(number), own_moment=True))
        return [event for event in events if event.kind == "tentative"]

    assert show(1) == show(2, "Sc3") == []
    eye.doubts = DOUBT
    (guess,) = show(3, "Sc3", "Sd4")
    assert guess.fields == {"action": "Sd4", "actions": ["Sd4"], "seat": "B"}
    assert show(4, "Sc3", "Sd4") == []
    eye.doubts = {}
    assert show(5, "Sc3", "Sd4") == []


def test_guesses_are_numbered_and_kept_and_the_game_is_read_as_without_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    eye = PaintedEye()

    def doubt() -> None:
        eye.doubts = DOUBT

    def sure() -> None:
        eye.doubts = {}

    at_terminal(
        plain(eye), Painted([board(), board("Sc3"), doubt, board("Sc3", "Sd4"), sure, board("Sc3", "Sd4", "Se5")])
    )
    _, *events = map(json.loads, capsys.readouterr().out.splitlines())
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    assert "tentative" in [event["event"] for event in events]
    (journal,) = games_folder().glob("*.jsonl")
    assert load(journal).course.actions == ["Sc3", "Sd4", "Se5"]
