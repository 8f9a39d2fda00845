"""A watched game with clocks, on a painted table: when they run, when they stand, and what is told of them."""

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
from kiebitz.table.asking import clocks_now
from kiebitz.table.controls import Agree, Pause, Stop, TakeBack
from kiebitz.table.events import Event, narrate
from kiebitz.table.inputs import Ended, Interrupted, Tick
from kiebitz.table.referee import Referee
from tests.kiebitz.painted import PaintedEye
from tests.kiebitz.refereeing import at_terminal, refereed
from tests.kiebitz.test_session import TINK, WON, Watched, after, board, kinds
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


def now(table: Timed) -> Mapping[str, Any]:
    """Return what the clocks show now."""
    shown = clocks_now(table.session.state)
    assert shown is not None
    return shown


def shown(events: list[Event]) -> tuple[dict[str, float], str | None]:
    """Return what the clocks show in the one event that tells it."""
    (event,) = (event for event in events if event.kind == "clock")
    return event.fields["left"], event.fields["running"]


def test_the_controls_are_told_as_the_game_begins_and_the_clocks_stand_until_the_first_move() -> None:
    table = Timed("A=10+5,B=5")
    events = table.at(1, board())
    assert kinds(events) == ["found", "state", "clock"]
    assert events[-1].fields == {
        "left": {"A": 600.0, "B": 300.0}, "running": None, "control": {"A": "10+5", "B": "5"},
    }  # fmt: skip
    assert shown(table.at(100, board("Sc3"))) == ({"A": 600.0, "B": 300.0}, "B")


def test_a_pause_stops_the_clocks_until_people_go_on_whatever_is_played() -> None:
    table = Timed()
    table.at(1, board())
    table.at(10, board("Sc3"))
    table.at(20, board("Sc3"))
    assert shown(table.session.take(Pause(on=True))) == ({"A": 600.0, "B": 590.0}, None)
    assert now(table)["paused"]
    assert shown(table.at(500, board("Sc3", "Sd4"))) == ({"A": 600.0, "B": 590.0}, None)
    (told,) = table.session.take(Pause(on=False))
    assert (told.fields["running"], told.fields["message"]) == ("A", "The clock goes on.")
    assert "paused" not in told.fields
    table.at(510, board("Sc3", "Sd4"))
    assert now(table)["left"] == {"A": 590.0, "B": 590.0}


def test_a_pause_outlives_the_program() -> None:
    table = Timed()
    events = [*table.at(1, board()), *table.at(10, board("Sc3")), *table.session.take(Pause(on=True))]
    kept = restored(event.as_json() for event in events)
    assert kept is not None
    assert kept.paused
    assert restored(event.as_json() for event in [*events, *table.session.take(Pause(on=False))]) == replace(
        kept, paused=False
    )


@pytest.mark.parametrize(
    ("table", "on", "why"),
    [
        (Timed(), False, "The clock is not paused."),
        (Watched(), True, "This game is played without a clock."),
    ],
)
def test_a_pause_that_cannot_be_is_refused(table: Watched, *, on: bool, why: str) -> None:
    (refused,) = table.session.take(Pause(on=on))
    assert (refused.kind, refused.fields["message"]) == ("error", why)


def test_a_legal_move_presses_the_clock() -> None:
    table = Timed()
    table.at(1, board())
    table.at(10, board("Sc3"))
    events = table.at(40, board("Sc3", "Sd4"))
    assert kinds(events) == ["move", "clock"]
    assert shown(events) == ({"A": 600.0, "B": 575.0}, "A")
    assert shown(table.at(60, board("Sc3", "Sd4", "Se5"))) == ({"A": 585.0, "B": 575.0}, "B")


def test_a_picture_without_news_tells_nothing_of_the_clock() -> None:
    table = Timed()
    table.at(1, board())
    table.at(10, board("Sc3"))
    assert table.at(20, board("Sc3")) == []


def test_a_move_is_dated_by_when_the_table_came_to_rest_however_late_it_is_told() -> None:
    table = Timed()
    table.film(board(), 2)
    table.film(board("Sc3"), 2)
    table.film(board("Sc3"), 5, hand="d4")
    before = table.count / 20
    (move, clock) = table.film(board("Sc3", "Sd4"), 2)
    assert move.t > before + 0.3
    spent_since_the_first_move = before - 2.0
    assert clock.fields["left"]["B"] == pytest.approx(600 - spent_since_the_first_move + 5, abs=0.15)
    assert clock.fields["left"]["A"] == pytest.approx(600 - (move.t - before), abs=0.15)


def test_two_moves_seen_at_once_share_the_time() -> None:
    table = Timed("10")
    table.at(1, board())
    table.at(10, board("Sc3"))
    assert shown(table.at(40, board("Sc3", "Sd4", "Se5"))) == ({"A": 585.0, "B": 585.0}, "B")


def test_the_clock_goes_on_for_the_seat_that_broke_a_rule() -> None:
    table = Timed("10")
    table.at(1, board())
    table.at(10, board("Sc3"))
    assert kinds(table.at(20, board("Sc3", g7="Bm"))) == ["illegal"]
    assert kinds(table.at(50, board("Sc3"))) == ["repaired"]
    assert shown(table.at(70, board("Sc3", "Sd4"))) == ({"A": 600.0, "B": 540.0}, "A")


def test_a_broken_rule_that_is_agreed_to_presses_the_clock() -> None:
    table = Timed()
    table.at(1, board())
    table.at(10, board("Sc3"))
    table.at(20, board("Sc3", g7="Bm"))
    assert shown(table.session.take(Agree())) == ({"A": 600.0, "B": 595.0}, "A")


def test_a_take_back_lets_the_clock_of_its_player_run_again_without_what_the_move_earned() -> None:
    table = Timed()
    table.at(1, board())
    table.at(10, board("Sc3"))
    table.at(30, board("Sc3", "Sd4"))
    assert shown(table.at(50, board("Sc3"))) == ({"A": 580.0, "B": 580.0}, "B")
    assert shown(table.at(60, board("Sc3", "Se5"))) == ({"A": 580.0, "B": 575.0}, "A")


def test_the_clocks_stand_again_once_the_first_move_is_taken_back() -> None:
    table = Timed()
    table.at(1, board())
    table.at(10, board("Sc3"))
    assert shown(table.session.take(TakeBack())) == ({"A": 600.0, "B": 600.0}, None)


def test_the_clocks_stand_while_the_camera_is_away() -> None:
    table = Timed("10")
    table.at(1, board())
    table.at(10, board("Sc3"))
    table.session.take(Tick((20, 20.0), 20.0, in_view=True))
    events = table.session.take(Interrupted("The camera is gone."))
    assert kinds(events) == ["lost", "clock"]
    assert shown(events) == ({"A": 600.0, "B": 590.0}, None)
    assert shown(table.at(100, board("Sc3"))) == ({"A": 600.0, "B": 590.0}, "B")
    assert shown(table.at(130, board("Sc3", "Sd4"))) == ({"A": 600.0, "B": 560.0}, "A")


def test_a_fallen_flag_is_told_once_and_the_game_goes_on() -> None:
    table = Timed("1")
    table.at(1, board())
    table.at(10, board("Sc3"))
    assert table.at(70, board("Sc3")) == []
    (flag,) = table.at(74, board("Sc3"))
    assert (flag.kind, flag.fields["flag"], flag.fields["left"]) == ("clock", "B", {"A": 60.0, "B": 0.0})
    assert flag.fields["message"] == "B's time is up."
    assert narrate(flag, {}) == "  !  B's time is up."
    assert table.at(90, board("Sc3")) == []
    assert kinds(table.at(100, board("Sc3", "Sd4"))) == ["move", "clock"]


def test_no_flag_falls_for_a_move_that_was_finished_in_time_and_told_late() -> None:
    table = Timed("0.1")
    table.film(board(), 2)
    table.film(board("Sc3"), 2)
    events = table.film(board("Sc3"), 3.9, hand="d4") + table.film(board("Sc3", "Sd4"), 2)
    assert kinds(events) == ["move", "clock"]
    assert events[0].t > 8.0
    assert events[1].fields["left"]["B"] == pytest.approx(0.1, abs=0.1)


def test_a_flag_that_falls_while_a_hand_is_over_the_board_is_told_at_once() -> None:
    table = Timed("0.1")
    table.film(board(), 2)
    table.film(board("Sc3"), 2)
    events = [*table.film(board("Sc3"), 1), *table.film(board("Sc3"), 3, hand="d4")]
    for cell in ("d5", "d6", "d5", "d6"):
        events += table.film(board("Sc3"), 0.5, hand=cell)
    (flag,) = events
    assert flag.fields["flag"] == "B"
    assert 8.0 < flag.t < 8.6


def test_the_clock_stops_with_the_result_and_stands_in_the_next_game() -> None:
    table = Timed()
    for count in range(8):
        events = table.at(1 + 10 * count, board(*WON[:count]))
    assert kinds(events) == ["move", "result", "clock"]
    assert shown(events)[1] is None
    again = table.at(200, board())
    assert kinds(again) == ["state", "clock"]
    assert shown(again) == ({"A": 600.0, "B": 600.0}, None)
    assert again[-1].fields["control"] == {"A": "10+5", "B": "10+5"}


def test_the_last_time_is_told_before_the_end() -> None:
    table = Timed("10")
    table.at(1, board())
    table.at(10, board("Sc3"))
    table.at(30, board("Sc3"))
    events = table.session.take(Stop())
    assert kinds(events) == ["clock", "end"]
    assert shown(events) == ({"A": 600.0, "B": 580.0}, None)


def test_people_see_the_clocks_after_each_move() -> None:
    table = Timed("1+2x30")
    table.at(1, board())
    clock = table.at(10, board("Sc3"))[-1]
    assert narrate(clock, {}) == "     A 1:00 and 2 periods, B 1:00 and 2 periods"
    stopped = table.session.take(Ended("Stopped."))[0]
    assert narrate(stopped, {}).startswith("     The clock is stopped: A 1:00")


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
