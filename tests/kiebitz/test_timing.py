"""A watched game with clocks, on a painted table: when they run, when they stand, and what is said of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from core.goodwin.options import TinkOptions
from kiebitz.archive.recorded import load
from kiebitz.clock import Clock, Left, controls_of, restored
from kiebitz.home import games_folder
from kiebitz.table.controls import Pause
from kiebitz.table.events import Event
from kiebitz.watching.referee import Referee
from tests.kiebitz.painted import PaintedEye
from tests.kiebitz.refereeing import at_terminal, refereed
from tests.kiebitz.test_session import TINK, Watched, after, board
from tests.kiebitz.test_watching import Painted


def clocks(text: str) -> Clock:
    return Clock.of(controls_of(text, "AB"))


class Timed(Watched):
    """A painted table with clocks; ``t`` is the time of the next picture."""

    def __init__(self, clock: str = "10+5", **how: Any) -> None:
        super().__init__()
        self.session = refereed(TINK, self.eye, TinkOptions(), clock=clocks(clock), **how)

    def at(self, t: float, contents: Mapping[str, str], **how: Any) -> list[Event]:
        """Return the events of one picture at *t* seconds."""
        self.count = int(t) - 1
        return self.show(contents, **how)


def test_a_pause_outlives_the_program() -> None:
    table = Timed()
    events = [*table.at(1, board()), *table.at(10, board("Sc3")), *table.session.take(Pause(on=True))]
    kept = restored(event.as_json() for event in events)
    assert kept is not None
    assert kept.paused
    assert restored(event.as_json() for event in [*events, *table.session.take(Pause(on=False))]) == replace(
        kept, paused=False
    )


def watched(*boards: Any, clock: Clock, **how: Any) -> None:
    keeping = {name: how.pop(name) for name in ("journal", "recorded") if name in how}
    session: Referee[Any] = refereed(TINK, PaintedEye(), TinkOptions(), clock=clock, **how)
    at_terminal(session, Painted(boards), **keeping)


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Callable[[], list[dict[str, Any]]]:
    return lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_journal_keeps_the_clocks_and_a_resumed_game_goes_on_with_them(lines: Callable[[], Any]) -> None:
    watched(board(), board("Sc3"), board("Sc3"), board("Sc3", "Sd4"), clock=clocks("10+5"))
    told = [line for line in lines() if line["event"] == "clock"]
    assert [line["running"] for line in told] == [None, "B", "A", None]
    (path,) = games_folder().glob("*.jsonl")
    recorded = load(path)
    assert [event for event in recorded.events if event["event"] == "clock"] == told
    clock = restored(recorded.events)
    assert clock is not None
    assert clock.left == {"A": Left(600.0), "B": Left(603.0)}
    watched(board("Sc3", "Sd4"), board("Sc3", "Sd4"), board("Sc3"), clock=clock,
            journal=recorded.reopen(), recorded=recorded, positions=recorded.positions)  # fmt: skip
    told = [line for line in lines() if line["event"] == "clock"]
    assert [(line["left"], line["running"]) for line in told] == [
        ({"A": 600.0, "B": 603.0}, "A"),
        ({"A": 598.0, "B": 598.0}, "B"),
        ({"A": 598.0, "B": 598.0}, None),
    ]
    assert load(path).course.position == after("Sc3")
