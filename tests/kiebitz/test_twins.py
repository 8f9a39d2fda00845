"""Two tables, one game (I7): what is played at one is asked at the other; they stay of one mind whatever happens."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from core.game import holder
from core.games import find, names
from kiebitz.clock import Clock, Left, controls_of
from kiebitz.table.controls import Agree, Say
from kiebitz.watching.across import clocks_there
from kiebitz.watching.terminal import Voice
from kiebitz.watching.tidings import tidings_of
from kiebitz.watching.twin import ALONE, GONE
from tests.kiebitz.houses import WAITING, House, clock_of, exchange, settle, start_of, two, written

GAMES = ("tink", "ting", "tingle", "tabik", "tinker_tactics")


def test_i7_a_move_made_at_one_table_is_asked_at_the_other_and_checked_there() -> None:
    host, guest = two("tink")
    assert [(line["event"], line["seats"]) for line in guest.lines if line["event"] == "twin"] == [("twin", ["B"])]
    assert [line["event"] for line in host.play("Sc3")] == ["move"]
    exchange(guest, host)
    asked = guest.lines[-1]
    assert (asked["event"], asked["action"], asked["seat"]) == ("asked", "Sc3", "A")
    assert asked["message"] == "A plays Sc3 at the other table: put a small on c3."
    (move,) = guest.play("Sc3")
    assert (move["event"], move["asked"], move["as_asked"]) == ("move", "Sc3", True)
    guest.play("Sd4")
    exchange(guest, host)
    assert host.lines[-1]["event"] == "asked"
    host.play("Sd4")
    assert host.replayed == guest.replayed


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.thinned(4)
def test_i7_whatever_happens_both_tables_end_of_one_mind(name: str, seed: int) -> None:
    """The line is cut, both are killed, boards are changed wrongly, moves taken back: at random moments."""
    rng = random.Random(f"{name} {seed}")
    host, guest = two(name)
    assert set(GAMES) == set(names())
    for _ in range(100):
        house = rng.choice((host, guest))
        position = house.state.position
        assert position is not None
        is_on_turn = position.to_move is not None and house.accord.owns(holder(position, position.to_move))
        match rng.choice(("line", "line", "half", "play", "play", "heard", "obey", "obey", "wrong", "back", "killed")):
            case "line":
                exchange(guest, host)
            case "half":
                exchange(guest, host, answer=False)
            case "obey":
                house.obey()
            case "play" if position.to_move and not house.state.trouble.key and (is_on_turn or rng.random() < 0.1):
                house.play(rng.choice(list(house.game.actions(position))))
            case "play":
                house.obey()
            case "wrong" if position.to_move and rng.random() < 0.4:
                house.wrongly(rng)
            case "back" if len(house.state.told) > 1 and rng.random() < 0.2:
                house.take_back()
            case "heard" if position.to_move and not house.state.trouble.key:
                here, there = house.accord.told, (guest if house is host else host).accord.told
                if here == there[: len(here)] and not (ahead := there[len(here) :][:1] or ["="])[0].startswith("="):
                    house.play(ahead[0])
            case "killed":
                house.sit_down()
                house.show(house.state.contents)
    settle(host, guest)
    assert host.replayed == guest.replayed
    kinds = {line["event"] for line in (*host.lines, *guest.lines)}
    assert {"asked", "move", "twin"} <= kinds


def test_i7_an_illegal_change_is_told_at_both_tables() -> None:
    host, guest = two("tink")
    told = host.show({**host.state.contents, "e4": "Bs", "e5": "Bl"})
    assert [line["event"] for line in told] == ["illegal"]
    exchange(guest, host)
    assert guest.lines[-1]["code"] == told[0]["code"]
    assert guest.lines[-1]["message"] == f"At the other table: {told[0]['message']}"
    assert guest.replayed == guest.game.format_position(guest.start)


def test_i7_a_take_back_needs_both_and_playing_on_refuses_it() -> None:
    host, guest = two("tink")
    host.play("Sc3")
    exchange(guest, host)
    guest.play("Sc3")
    host.take_back()
    exchange(guest, host)
    assert (guest.lines[-1]["do"], guest.lines[-1]["plies"]) == ("takeback", 1)
    assert host.accord.common == guest.accord.common == ["Sc3"]
    guest.play("Sd4")
    exchange(guest, host)
    assert host.lines[-2]["kept"] == 0
    assert host.lines[-1]["message"] == "Put Sc3 back: put a small on c3."
    settle(host, guest)
    assert host.accord.common == ["Sc3", "Sd4"]
    guest.take_back()
    exchange(guest, host)
    host.take_back()
    exchange(guest, host)
    assert (host.lines[-1]["back"], guest.lines[-1]["back"]) == (1, 1)
    assert host.accord.common == guest.accord.common == ["Sc3"]


def test_i7_a_swap_that_changes_nothing_on_a_board_is_said_at_both() -> None:
    host, guest = two("tabik")
    host.play(next(iter(host.game.actions(host.start))))
    settle(host, guest)
    guest.say(Say("swap"))
    exchange(guest, host)
    assert host.lines[-1]["action"] == "swap"
    assert len(host.accord.told) == 1
    host.say(Say("swap"))
    assert host.replayed == guest.replayed


def test_i7_what_breaks_a_rule_stands_only_if_both_agree() -> None:
    host, guest = two("tink")
    host.play("Sc3")
    settle(host, guest)
    wrong = {**guest.state.contents, "e5": "Bs"}
    wrong["c3"] = "."
    guest.show(wrong)
    guest.say(Agree())
    assert guest.lines[-1]["event"] == "agreed"
    exchange(guest, host)
    assert host.lines[-1]["do"] == "agree"
    assert host.accord.common == ["Sc3"]
    host.show(wrong)
    host.say(Agree())
    exchange(guest, host)
    assert host.accord.common == guest.accord.common
    assert host.replayed == guest.replayed


def test_i7_clocks_belong_to_the_mover_and_stop_on_arrival() -> None:
    host, guest = two("tink", clock=Clock.of(controls_of("10+5", "AB")))
    host.play("Sc3")
    settle(host, guest)
    guest.watched.t += 40.0
    guest.play("Sd4")
    left = clock_of(guest).left["B"].seconds
    exchange(guest, host)
    assert clock_of(host).left["B"].seconds == pytest.approx(left, abs=0.1)
    assert clock_of(host).running is None
    host.watched.t += 30.0
    host.play("Sd4")
    assert clock_of(host).left["A"].seconds == pytest.approx(600.0, abs=1.5)
    assert clock_of(host).running == "A"


def test_i7_a_guest_takes_the_clocks_of_its_host_as_they_stand() -> None:
    host, guest = two("tink", clock=Clock.of(controls_of("A=10+5,B=5+3x30", "AB")))
    host.play("Sc3")
    settle(host, guest)
    host.watched.t += 100.0
    asked = written(host)
    there = clocks_there(replace(asked, clock={**asked.clock, "B": (47.5, 2)}), 2)
    assert there is not None
    assert (str(there.controls["A"]), str(there.controls["B"])) == ("10+5", "5+3x30")
    assert there.left["B"] == Left(47.5, 2)
    assert 0 < there.left["A"].seconds <= 600.0
    assert there.running is None
    greedy = clocks_there(replace(asked, clock={"A": (9e5, 99), "B": (9e5, 99)}), 2)
    assert greedy is not None
    assert greedy.left == {"A": Left(610.0, 0), "B": Left(330.0, 3)}
    assert clocks_there(replace(asked, controls={}), 2) is None
    with pytest.raises(ValueError, match="names A, B once"):
        clocks_there(replace(asked, controls={"A": "10", "C": "10"}), 2)


def test_i7_a_host_whose_number_of_players_is_open_settles_it_when_a_guest_joins() -> None:
    game, start = find("tink"), start_of("tink")
    host = House(game, start, is_host=True, may_join=True)
    assert host.state.is_open
    guest = House(game, start, is_host=False, name="guest-at-home")
    exchange(guest, host)
    assert not host.state.is_open
    assert [line["message"] for line in host.lines if line.get("message")] == [
        "Then 2 play.",
        "At another table: B. If more than 2 play, begin again and name their number.",
    ]
    joined = [line["message"] for line in guest.lines if "seats" in line]
    assert joined == [
        "At this table: B; all others at another one. If more than 2 play, begin again there and name their number."
    ]
    assert not [line for line in (*host.lines, *guest.lines) if "refused" in line]
    host.play("Sc3")
    settle(host, guest)
    assert host.replayed == guest.replayed


def test_i7_an_hour_without_a_line_costs_no_move_and_no_time() -> None:
    host, guest = two("tink", clock=Clock.of(controls_of("10+5", "AB")))
    host.play("Sc3")
    settle(host, guest)
    guest.play("Sd4")
    left = clock_of(guest).left["B"].seconds
    for _ in range(3_600):
        for house in (host, guest):
            house.seconds += 1.0
            house.watched.t += 1.0
            house.answered()
    assert [[line["linked"] for line in house.lines if "linked" in line] for house in (host, guest)] == [[False]] * 2
    guest.play("Se5")
    assert guest.lines[-1]["message"] == WAITING.format("Se5")
    settle(host, guest)
    assert host.accord.common == ["Sc3", "Sd4"]
    assert host.replayed == guest.replayed
    assert clock_of(host).left["B"].seconds == pytest.approx(left, abs=0.1)
    assert clock_of(host).left["A"].seconds == pytest.approx(600.0, abs=5.0)
    assert [line["linked"] for line in host.lines if "linked" in line] == [False, True]


def test_i7_each_table_sees_the_board_of_the_other_where_it_differs() -> None:
    host, guest = two("tink")
    host.play("Sc3")
    assert [(board["seats"], board["plies"], board["cells"]) for board in host.twin.boards] == [(["B"], 0, ["c3"])]
    exchange(guest, host)
    assert guest.twin.boards == ({"seats": ["A"], "plies": 1, "contents": {"c3": "As"}, "cells": ["c3"]},)
    guest.play("Sc3")
    exchange(guest, host)
    assert not host.twin.boards
    assert not guest.twin.boards
    exchange(guest, host)
    guest.twin.meet(replace(written(host, guest.name), shown=4_000, plies=("Sc3", "Sc3")))
    guest.answered()
    assert not guest.twin.boards


def test_i7_the_terminal_draws_the_board_of_the_other_table(capsys: pytest.CaptureFixture[str]) -> None:
    host, guest = two("tink")
    host.play("Sc3")
    exchange(guest, host)
    voice = Voice()
    voice.table = cast(Any, SimpleNamespace(journal=SimpleNamespace(begun=False), state=guest.state))
    voice.tell(guest.lines[-1])
    drawn = capsys.readouterr().out.splitlines()
    assert drawn[0].strip() == "»  Red plays Sc3 at the other table: put a small on c3."
    assert [line.split() for line in drawn if "[As]" in line] == [["3", ".", ".", "[As]", ".", ".", ".", ".", "."]]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.thinned(3)
def test_i7_three_tables_play_one_game_for_three(seed: int) -> None:
    """A host and two guests, who know nothing of each other; their lines hold or not as it comes."""
    rng = random.Random(seed)
    game, start = find("tink"), start_of("tink", players=3)
    host = House(game, start, is_host=True)
    wanted = {"guest-number-1": ("C",), "guest-number-2": ()}
    guests = [House(game, start, is_host=False, name=name, wants=wants) for name, wants in wanted.items()]
    for guest in guests:
        exchange(guest, host)
    assert [guest.accord.seats for guest in guests] == [{"C"}, {"B"}]
    houses = (host, *guests)
    for _ in range(90):
        house = rng.choice(houses)
        position: Any = house.state.position
        is_free = position.to_move and not house.state.trouble.key
        match rng.choice(("line", "line", "play", "obey", "back", "killed")):
            case "line":
                exchange(rng.choice(guests), host, answer=rng.random() < 0.8)
            case "play" if is_free and house.accord.owns(holder(position, position.to_move)):
                house.play(rng.choice(list(game.actions(position))))
            case "back" if len(house.state.told) > 1 and rng.random() < 0.1:
                house.take_back()
            case "killed" if rng.random() < 0.3:
                house.sit_down()
                house.show(house.state.contents)
            case _:
                house.obey()
    settle(host, *guests)
    for _ in range(4):
        position = host.state.position
        (mover,) = (house for house in houses if house.accord.owns(holder(position, position.to_move)))
        mover.play(rng.choice(list(game.actions(position))))
        settle(host, *guests)
    assert len(host.accord.common) > 3
    assert len({house.replayed for house in houses}) == 1
    assert not any(house.twin.boards for house in houses)


def test_i7_a_guest_that_goes_on_without_its_host_says_so_once_and_that_it_is_back() -> None:
    host, guest = two("tink")
    guest.sit_down()
    guest.show(guest.state.contents)
    guest.seconds += 10.0
    assert guest.answered() == []
    guest.seconds += 10.0
    (gone,) = guest.answered()
    assert (gone["linked"], guest.answered()) == (False, [])
    assert gone["message"] == f"{GONE} {ALONE}"
    exchange(guest, host)
    assert [line["linked"] for line in guest.lines if "linked" in line] == [False, True]


LIES: Mapping[str, tuple[Mapping[str, Any], str]] = {
    "an illegal move": ({"plies": ("Sc3", "Sc3")}, "illegal"),
    "no move at all": ({"plies": ("Sc3", "nonsense")}, "has no nonsense"),
    "another course": ({"plies": ("Sd4", "Sc3")}, "another course"),
    "a take-back on which nobody agreed": ({"epoch": 1, "back": 0, "plies": ()}, "not agreed"),
    "another game": ({"game": "ting"}, "another game"),
    "another start": ({"start": "8/8/8/8/8/8/8/8 B 0,0 0"}, "another game"),
    "a position nobody can read": ({"plies": ("Sc3", "=rubbish")}, "cannot be read"),
}


@pytest.mark.parametrize("lie", LIES)
def test_i7_lies_are_refused_and_told_and_change_nothing(lie: str) -> None:
    host, guest = two("tink")
    host.play("Sc3")
    settle(host, guest)
    fields, why = LIES[lie]
    before, honest = host.replayed, written(guest)
    for _ in range(20):
        host.twin.meet(replace(honest, **fields))
        host.answered()
    assert host.replayed == before
    refused = [line for line in host.lines if "refused" in line]
    assert [why in line["message"] for line in refused] == [True]
    assert why in written(host, guest.name).refused
    host.twin.meet(honest)
    settle(host, guest)


def test_i7_a_flood_of_lies_and_of_strangers_is_told_a_few_times_and_remembered_less() -> None:
    host, guest = two("tink")
    host.play("Sc3")
    settle(host, guest)
    honest, count = written(guest), len(host.lines)
    for number in range(500):
        host.twin.meet(replace(honest, plies=("Sc3", f"lie{number}")))
        host.twin.meet(replace(honest, table=f"stranger-{number}", seats=("A",)))
        host.answered()
    assert len(host.lines) - count < 40
    assert len(host.twin.others) < 8
    settle(host, guest)
    assert host.replayed == guest.replayed


def test_i7_a_guest_gets_no_seat_that_somebody_plays() -> None:
    host, guest = two("tink")
    third = House(host.game, start_of("tink"), is_host=False, name="a-third-table")
    exchange(third, host)
    assert "played elsewhere" in third.lines[-1]["message"]
    assert host.accord.claims.keys() == {guest.name}


def test_what_is_told_is_checked_field_by_field() -> None:
    _, guest = two("tink")
    told = written(guest).as_json()
    assert tidings_of(told).as_json() == told
    odd: tuple[Any, ...] = (None, True, -1, 1.5, "\n", ["\x00"], [1], {"A": [float("inf"), 0]}, "x" * 3000, 10**9)
    taken = [(name, value) for name in told for value in odd if not _is_refused({**told, name: value})]
    assert taken == [("options", {"A": [float("inf"), 0]}), ("wish", None), ("wrong", None), ("shows", True)]
    assert _is_refused({**told, "controls": {"A": "soon"}})
    assert _is_refused({**told, "more": 1})
    assert _is_refused({**told, "plies": ["Sc3"] * 4001})


def _is_refused(value: Any) -> bool:
    try:
        tidings_of(value)
    except ValueError:
        return True
    return False
