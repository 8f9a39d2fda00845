"""Two tables, one game (I7): what is not at once the same at both: a board ahead, a pause, a table that is gone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from core.games import find
from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.clock import Clock, controls_of
from kiebitz.home import games_folder
from kiebitz.table.controls import Pause
from kiebitz.table.inputs import Told
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.houses import WAITING, House, clock_of, exchange, settle, start_of, two, written
from tests.screen.kept_game import GUEST, keep, moves


def test_i7_a_board_ahead_of_the_other_table_waits_and_counts_once_the_move_is_made_there() -> None:
    host, guest = two("tink")
    guest.play("Sc3")  # seen on the live picture, or heard by telephone
    assert guest.lines[-1]["message"] == WAITING.format("Sc3")
    guest.play("Sd4")  # their answer counts with it
    exchange(guest, host)
    assert host.accord.common == guest.accord.common == []
    guest.sit_down()
    guest.show(guest.state.contents)
    host.play("Sc3")
    exchange(guest, host)
    made = next(line for line in guest.lines if line.get("action") == "Sc3" and line["event"] == "twin")
    assert (made["at"], made["message"]) == (0, "The other table has made Sc3, too.")
    assert guest.accord.common == guest.accord.told == ["Sc3", "Sd4"]
    assert [line["action"] for line in guest.lines if line["event"] == "asked"] == []
    exchange(guest, host)
    assert host.lines[-1]["action"] == "Sd4"
    settle(host, guest)
    assert host.replayed == guest.replayed
    guest.take_back()
    exchange(guest, host)
    host.take_back()
    settle(host, guest)
    assert host.accord.common == ["Sc3"]


def test_i7_on_a_board_ahead_the_clock_of_who_moved_shows_what_is_left_at_their_table() -> None:
    host, guest = two("tink", clock=Clock.of(controls_of("10", "AB")))
    for house, action in ((host, "Sc3"), (guest, "Sd4")):
        house.play(action)
        settle(host, guest)
    guest.play("Se5")
    host.watched.t += 90.0
    host.play("Se5")
    exchange(guest, host)
    assert guest.accord.common[-1] == "Se5"
    assert clock_of(guest).left["A"].seconds == pytest.approx(clock_of(host).left["A"].seconds, abs=0.1)
    assert clock_of(guest).left["A"].seconds < 520.0
    assert clock_of(guest).running == "B"


def test_i7_a_board_ahead_with_another_move_than_is_made_is_put_right() -> None:
    host, guest = two("tink")
    guest.play("Se5")
    host.play("Sc3")
    exchange(guest, host)
    assert guest.lines[-1]["message"] == "Se5 is not what was played, but Sc3: take it back."
    assert guest.accord.common == []
    guest.take_back()
    assert guest.lines[-1]["message"] == "A plays Sc3 at the other table: put a small on c3."
    settle(host, guest)
    assert host.replayed == guest.replayed


def test_i7_no_lie_makes_a_move_of_others_count_on_a_board_that_is_ahead() -> None:
    game, start = find("tink"), start_of("tink", players=3)
    host = House(game, start, is_host=True)
    guests = [House(game, start, is_host=False, name=f"guest-at-{seat}", wants=(seat,)) for seat in "BC"]
    for guest in guests:
        exchange(guest, host)
    liar = replace(written(guests[1]), plies=("Sc3", "Sd4"))
    host.play("Sc3")
    host.play("Sd4")  # for B, whose table has not made it
    host.twin.meet(liar)
    host.answered()
    assert "not played there" in host.lines[-1]["message"]
    assert host.accord.common == ["Sc3"]
    guests[0].play("Sc3")
    guests[0].twin.meet(replace(written(host, "guest-at-B"), plies=("Sc3", "Sd4")))
    guests[0].answered()
    assert "not played there" in guests[0].lines[-1]["message"]
    assert guests[0].accord.common == ["Sc3"]
    guests[0].play("Sd4")
    exchange(guests[0], host)
    assert host.accord.common == host.accord.told == ["Sc3", "Sd4"]


def test_i7_a_pause_at_one_table_pauses_all_and_going_on_likewise() -> None:
    host, guest = two("tink", clock=Clock.of(controls_of("1", "AB")))
    host.play("Sc3")
    settle(host, guest)
    host.say(Told(Pause(on=True)))
    exchange(guest, host)
    assert [line["message"] for line in guest.lines[-2:]] == [
        "At the other table: The clock is paused.",
        "The clock is paused.",
    ]
    for house in (host, guest):
        house.watched.t += 600.0
        house.show(house.state.contents)
        house.answered()
    assert not [line for line in (*host.lines, *guest.lines) if "flag" in line]
    guest.sit_down()
    guest.show(guest.state.contents)
    exchange(guest, host)
    assert clock_of(guest).paused
    guest.say(Told(Pause(on=False)))
    exchange(guest, host)
    assert not clock_of(host).paused
    assert host.lines[-1]["message"] == "The clock goes on."
    for on in (True, False):  # while the line is broken
        guest.say(Told(Pause(on)))
    host.say(Told(Pause(on=True)))
    exchange(guest, host)
    exchange(guest, host)
    assert not clock_of(host).paused
    assert not clock_of(guest).paused
    count = len(host.lines)
    for number in range(500):
        host.twin.meet(replace(written(guest), pauses=host.accord.pauses + 1 + number % 7))
        host.answered()
    assert len(host.lines) - count < 40


def test_i7_a_guest_whose_host_is_lost_goes_on_alone_as_the_refusal_says(tmp_path: Path, kiebitz: Kiebitz) -> None:
    journal = keep(games_folder(), GUEST, *moves("Sc3", "Sd4"))
    folder = tmp_path / "pictures"
    folder.mkdir()
    position = rules_of("tink").start().play("Sc3").play("Sd4")
    for number, action in enumerate((None, "Se6")):
        position = position.play(action) if action else position
        cv2.imwrite(str(folder / f"{number}.png"), pretend_picture(position))
    refused = kiebitz("watch", folder, "--resume")
    assert refused.status == 2
    assert refused.err.rstrip().endswith(f"go on with it, or alone, by --start {journal} instead")
    events = kiebitz("watch", folder, "--start", journal, "--json").lines
    assert [event["action"] for event in events if event["event"] == "move"] == ["Se6"]
    assert not [event for event in events if event["event"] in ("twin", "error", "illegal")]
    cv2.imwrite(str(folder / "9.png"), pretend_picture(position.play("Sf5")))
    events = kiebitz("watch", folder, "--resume", "--json").lines
    assert [event["action"] for event in events if event["event"] == "move"] == ["Sf5"]
