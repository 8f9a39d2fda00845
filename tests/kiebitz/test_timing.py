"""A watched game with clocks, on a painted table: when they run, when they stand, and what is said of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.goodwin.options import TinkOptions
from kiebitz.archive.recorded import load
from kiebitz.clock import Clock, Left, controls_of, restored
from kiebitz.home import games_folder
from kiebitz.watching.referee import Referee
from tests.kiebitz.painted import PaintedEye
from tests.kiebitz.refereeing import at_terminal, refereed
from tests.kiebitz.test_session import TINK, after, board
from tests.kiebitz.test_watching import Painted
from tests.table.rows import events_of


def clocks(text: str) -> Clock:
    return Clock.of(controls_of(text, "AB"))


def test_a_pause_outlives_the_program() -> None:
    told = [event.as_json() for event in events_of("start", "@10 Sc3", "> pause", "> continue", setup="clock 10+5")]
    stopped, gone_on = restored(told[:-1]), restored(told)
    assert stopped is not None
    assert stopped.paused
    assert gone_on == replace(stopped, paused=False)


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
