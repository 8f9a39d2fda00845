"""The clocks as a value: what thinking costs, what a move earns, and what a take-back changes."""

from __future__ import annotations

import json

import pytest

from core.json_types import JsonObject
from kiebitz.clock import Clock, Control, Left, controls_of, restored


def started(text: str, first: str = "B") -> Clock:
    """Return clocks that a first move has started at 0 s, with *first* to move."""
    return Clock.of(controls_of(text, "AB")).pressed(0.0).run(first, 0.0)


def test_the_first_move_costs_nothing_and_starts_the_clock_of_the_next_player() -> None:
    clock = Clock.of(controls_of("10+5", "AB"))
    assert clock.at(300.0) == clock
    assert started("10+5").at(7.0).as_json() == {"left": {"A": 600.0, "B": 593.0}, "running": "B"}


def test_a_move_earns_its_increment_and_the_next_clock_runs_from_then_on() -> None:
    clock = started("10+5").pressed(30.0).run("A", 31.0)
    assert clock.left == {"A": Left(600.0), "B": Left(575.0)}
    assert clock.at(40.0).left["A"] == Left(590.0)


def test_the_time_that_has_passed_is_spent_though_the_move_is_taken_back_and_no_flag_falls_by_that() -> None:
    clock = started("10+5").pressed(30.0).run("A", 30.0).at(50.0).taken_back(1).run("B", 50.0)
    assert clock.left == {"A": Left(580.0), "B": Left(570.0)}
    assert clock.at(60.0).left["B"] == Left(560.0)
    assert not clock.taken_back(1).has_started
    clock = started("0.1+5").pressed(1.0).run("A", 1.0).pressed(2.0).run("B", 2.0).at(10.5)
    assert clock.left["B"] == Left(1.5)
    assert clock.taken_back(2).left["B"] == Left(1.5)
    clock = started("10").at(10.0).run(None, 10.0).run("B", 100.0).at(101.0)  # a clock that is stopped costs nothing
    assert clock.left["B"] == Left(589.0)


def test_a_flag_falls_when_the_time_is_used_up_and_stays_down() -> None:
    clock = started("1+5")
    assert clock.falls_at == 60.0
    down = clock.at(60.0)
    assert down.left["B"].is_down
    assert down.falls_at == float("inf")
    assert down.pressed(61.0).left["B"] == Left(0.0)


def test_a_period_of_byo_yomi_stays_whole_until_it_is_used_up() -> None:
    clock = started("1+3x30")
    assert clock.left["B"] == Left(60.0, 3)
    assert clock.falls_at == 150.0
    assert clock.at(70.0).left["B"] == Left(20.0, 2)
    assert clock.pressed(70.0).left["B"] == Left(30.0, 2)
    assert clock.pressed(95.0).left["B"] == Left(30.0, 1)
    assert clock.pressed(149.0).left["B"] == Left(30.0, 0)
    assert clock.at(150.0).left["B"].is_down


def test_a_control_is_written_as_it_is_read_and_what_is_none_refused_with_the_ways_to_write_one() -> None:
    for text, control in (
        ("10", Control(10.0)),
        ("10+5", Control(10.0, 5.0)),
        ("0.5+2.5", Control(0.5, 2.5)),
        ("20+3x30", Control(20.0, 0.0, 3, 30.0)),
        ("0+5x10", Control(0.0, 0.0, 5, 10.0)),
    ):
        assert Control.parse(text) == control
        assert str(control) == text
    for text in ("", "ten", "10+", "-5", "0", "0+5", "10+5+5", "5+0x", "1e9", "10d5"):
        with pytest.raises(ValueError, match=r"20\+3x30"):
            Control.parse(text)


def test_each_seat_may_have_a_control_of_its_own_and_is_named_once() -> None:
    assert controls_of("A=10+5, B=5", "AB") == {"A": Control(10.0, 5.0), "B": Control(5.0)}
    assert controls_of({"A": "1", "B": "2"}, "AB") == {"A": Control(1.0), "B": Control(2.0)}
    for text in ("A=10", "A=10,C=5", "A=10,A=5,B=5", "A=10,5"):
        with pytest.raises(ValueError, match="names A, B once"):
            controls_of(text, "AB")


def test_the_clocks_of_a_kept_game_are_as_its_lines_tell_and_stand_still() -> None:
    clock = started("1+3x30").pressed(70.0).run("A", 70.0)
    control = {"A": "1+3x30", "B": "1+3x30"}
    lines: list[JsonObject] = [
        {"event": "clock", "t": 0.0, **Clock.of(controls_of("1+3x30", "AB")).as_json(), "control": control},
        {"event": "move", "t": 0.0, "action": "Sc3"},
        {"event": "clock", "t": 0.0, **started("1+3x30").as_json()},
        {"event": "move", "t": 70.0, "action": "Sd4"},
        {"event": "clock", "t": 75.0, **clock.at(75.0).as_json()},
    ]
    kept = restored(json.loads(json.dumps(lines)))
    assert kept is not None
    assert kept.left == {"A": Left(55.0, 3), "B": Left(30.0, 2)}
    assert kept.running is None
    assert kept.earned == ("", "B")
    assert restored(lines[1:2]) is None
