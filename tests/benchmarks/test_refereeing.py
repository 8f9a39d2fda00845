"""The bench of the live referee: its tables, its eye, its scenarios, and what it counts."""

from __future__ import annotations

import json
import random
import signal
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.refereeing.__main__ import main
from benchmarks.refereeing.report import codes
from benchmarks.refereeing.scenarios import SCENARIOS
from benchmarks.refereeing.score import Seen, score
from benchmarks.refereeing.sitting import Shot, Sitting
from benchmarks.refereeing.tables import PaintedTable
from benchmarks.refereeing.watching import Watched, answer, deadline, played, shown, watched
from core.games import names
from core.reading import EMPTY
from core.verdict import Refused
from kiebitz.judging.doubts import SUSPECTED
from kiebitz.kits import kit_of
from kiebitz.table.controls import Correct
from kiebitz.table.events import Event
from kiebitz.table.rules.beginning import MISREAD
from kiebitz.watching.referee import Referee
from tablebench.course import Course, difference
from tests.benchmarks.sittings import sitting


def watched_on(name: str, scenario: str, seed: int, *, plies: int) -> Watched:
    """Return how a game is watched on the painted table of *seed*, whose mistakes have been seen to matter."""
    game = played(name, SCENARIOS[scenario], seed, plies=plies)
    return shown(game, SCENARIOS[scenario], PaintedTable(game.course, noise="normal", seed=seed))


@pytest.mark.parametrize("name", names())
def test_a_game_that_is_read_without_noise_is_refereed_without_fault(name: str) -> None:
    found = watched(name, SCENARIOS["plain"], 1, noise="none", plies=6).score
    assert (found.games, found.whole, found.in_step) == (1, 1, 1)
    assert found.right == found.moves > 3
    assert found.judging_ms


@pytest.mark.parametrize("name", names())
def test_a_planted_slip_breaks_the_rule_that_it_is_said_to_break(name: str) -> None:
    table = sitting(name)
    for _ in range(4):
        table.play()
    slip = table.course.slip(table.history[-1], tuple(table.history[:-1]), table.rng)
    assert slip is not None
    verdict = table.course.game.diagnose(table.history[-1], slip.contents)
    assert isinstance(verdict, Refused)
    assert verdict.objection.code == slip.code


@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
def test_what_a_scenario_shows_at_last_is_where_the_game_stands(scenario: str) -> None:
    name = next(name for name in names() if SCENARIOS[scenario].suits(name))
    shown = played(name, SCENARIOS[scenario], 1, plies=6)
    last = shown.shots[-1]
    assert last.arm is None
    assert difference(shown.course.game.contents(last.history[-1]), last.contents) == {}
    assert [shot.number for shot in shown.shots] == list(range(len(shown.shots)))


def test_moves_that_were_not_seen_one_by_one_count_in_any_order() -> None:
    table = sitting("ting")
    game, start = table.course.game, table.course.start
    for action in ("Se5", "Sd4", "Sf6"):
        table.history.append(game.play(table.history[-1], action))
    first = game.play(start, "Se5")
    other = [start, first, game.play(first, "Sf6")]
    last = table.history[-1]
    shots = [Shot(0, table.shots[0].contents if table.shots else game.contents(start), (start,), "start")]
    shots.append(Shot(1, game.contents(last), tuple(table.history), "move"))
    seen = [Seen(shots[0], (), (start,)), Seen(shots[1], (), (*other, last))]
    assert score(game, seen, film=False, judging_ms=()).right == 3
    blind = [seen[0], Seen(shots[1], (), (start, last))]
    assert score(game, blind, film=False, judging_ms=()).right == 1


def test_a_piece_in_the_wrong_place_is_one_wrong_event_however_long_it_stands() -> None:
    table = sitting()
    game, start = table.course.game, table.course.start
    true, told = [start], [start]
    for action, seen_as in (("Sc3", "Sc4"), ("Sg7", "Sg7"), ("Sd5", "Sd5")):
        true.append(game.play(true[-1], action))
        told.append(game.play(told[-1], seen_as))
    shot = Shot(0, game.contents(true[-1]), tuple(true), "move")
    found = score(game, [Seen(shot, (), told)], film=False, judging_ms=())
    assert (found.right, found.wrong, found.wrong_events) == (0, 3, 1)


def test_only_an_alarm_without_a_slip_is_false() -> None:
    table = sitting()
    game, start = table.course.game, (table.course.start,)
    alarm = (Event("illegal", 0, 0.0, {"code": "GW-1"}),)
    shot = Shot(0, table.contents, start, "")
    slip = Shot(1, {**table.contents, "a1": "Bs"}, start, "slip", code="GW-1")
    right = score(game, [Seen(slip, alarm, start), Seen(shot, (), start)], film=False, judging_ms=())
    assert (right.slips, right.found, right.named, right.false_illegal, right.whole) == (1, 1, 1, 0, 1)
    wrong = score(game, [Seen(shot, alarm, start)], film=False, judging_ms=())
    assert (wrong.false_illegal, wrong.whole) == (1, 0)


def test_a_question_that_names_the_rule_finds_a_slip_and_is_counted_where_none_is_broken() -> None:
    table = sitting()
    game, start = table.course.game, (table.course.start,)
    asked = (Event("unsure", 0, 0.0, {"code": "GW-1"}),)
    legal, slip = (
        Shot(0, table.contents, start, ""),
        Shot(1, {**table.contents, "a1": "Bs"}, start, "slip", code="GW-1"),
    )
    found = score(game, [Seen(slip, asked, start), Seen(legal, (), start)], film=False, judging_ms=())
    assert (found.found, found.named, found.told, found.suspected, found.false_illegal) == (1, 1, 0, 0, 0)
    other = (Event("unsure", 0, 0.0, {"code": "GW-2"}), Event("illegal", 0, 0.0, {"code": "GW-1"}))
    found = score(game, [Seen(slip, other, start), Seen(legal, asked, start)], film=False, judging_ms=())
    assert (found.found, found.named, found.told, found.suspected, found.false_illegal) == (1, 0, 0, 1, 0)


def test_a_slip_that_stays_is_one_slip_with_all_that_is_told_of_it() -> None:
    table = sitting()
    start = (table.course.start,)
    slip = Shot(0, {**table.contents, "a1": "Bs"}, start, "slip", code="GW-1")
    stays = replace(slip, number=1, what="slip stays", stays=True)
    asked, told = (Event(kind, 0, 0.0, {"code": "GW-1"}) for kind in ("unsure", "illegal"))
    found = score(
        table.course.game, [Seen(slip, (asked,), start), Seen(stays, (told,), start)], film=False, judging_ms=()
    )
    assert (found.slips, found.found, found.named, found.told, found.false_illegal) == (1, 1, 1, 1, 0)


@pytest.mark.parametrize(
    ("name", "scenario", "seed"),
    [
        pytest.param("ting", "slips film", 1310, marks=pytest.mark.thinned(0)),
        ("tabik", "thinks again", 8162),
        ("tabik", "mixed", 501),
        ("tabik", "answered slips", 521),
        ("tabik", "answered slips", 9256),
    ],
)
def test_games_in_which_the_referee_once_erred_are_refereed_without_fault(name: str, scenario: str, seed: int) -> None:
    found = watched_on(name, scenario, seed, plies=16).score
    assert (found.right, found.wrong, found.false_illegal) == (found.moves, 0, 0)


@pytest.mark.parametrize(("seed", "code"), [(1803, "TT-1"), (9241, "TT-4"), (9261, "TT-3")])
def test_a_set_up_that_seems_wrong_where_a_die_is_in_doubt_is_asked_about_with_the_rule(seed: int, code: str) -> None:
    first = watched_on("tinker_tactics", "bad set-up", seed, plies=1).seen[0]
    asked = first.events[-1]
    assert (first.shot.code, asked.kind, asked.fields["code"]) == (code, "unsure", code)
    assert asked.fields["message"].startswith((SUSPECTED, MISREAD))


def test_the_table_the_trace_and_the_file_tell_the_same_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "figures.json"
    main(["--game", "tink", "--scenario", "slips", "--games", "1", "--plies", "5", "--noise", "none"])
    assert "slips         tink                1" in capsys.readouterr().out
    main(["--game", "tink", "--scenario", "plain", "--games", "2", "--plies", "3", "--json", str(file)])
    (figures,) = json.loads(file.read_text())
    assert (figures["games"], figures["moves"]) == (2, 6)
    main(["--game", "tink", "--scenario", "plain", "--games", "1", "--plies", "2", "--film", "--json", str(file)])
    (figures,) = json.loads(file.read_text())
    assert figures["film"]
    assert 0.0 < figures["delays"]["mean"] < 1.0
    capsys.readouterr()
    main(["--trace", "tink", "1", "--plies", "2", "--noise", "none"])
    told = capsys.readouterr().out
    assert "  0 start" in told
    assert told.count("      move ") == 2


@pytest.mark.parametrize(("seed", "players"), [(3, 2), (4, 3), (5, 4)])
def test_players_of_whom_nobody_has_spoken_are_counted(seed: int, players: int) -> None:
    undeclared = replace(SCENARIOS["plain"], undeclared=True)
    seen = watched("tink", undeclared, seed, noise="none", plies=5)
    assert len(seen.course.start.seats) == players
    assert (seen.score.rounds, seen.score.seated, seen.score.seated_at_end) == (1, 1, 1)
    assert (seen.score.right, seen.score.false_illegal) == (5, 0)
    assert codes(seen.score.as_json()).endswith("players counted right: 1/1 when all had moved, 1/1 at the end")


def test_somebody_answers_what_is_asked_unless_an_arm_is_in_the_way() -> None:
    shot = Shot(0, {"a1": "As", "b1": EMPTY}, (), "")
    asked = [Event("unsure", 0, 0.0, {"cells": ["a1"]})]
    assert answer(asked, shot, {}) == Correct({"a1": "As"})
    assert answer([*asked, Event("move", 0, 0.0)], shot, {}) is None
    assert answer(asked, replace(shot, arm=("a1", 1.0)), {}) is None


def test_a_referee_that_raises_an_error_is_counted_and_the_bench_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def give_up(*_: object) -> list[Event]:
        raise KeyError("a1")

    monkeypatch.setattr(Referee, "take", give_up)
    main(["--game", "tink", "--scenario", "plain", "--games", "2", "--plies", "2"])
    told = capsys.readouterr().out
    assert "crashed 2 times: KeyError: 'a1'" in told
    assert "0.0 %      4" in told


def test_a_board_that_looks_the_same_when_it_is_turned_is_not_turned() -> None:
    table = played("tabik", SCENARIOS["plain"], 1, plies=0)
    for text, turns in (("5/3wb/5/bw3/5 a2-b2,d4-e4 B 2", 0), ("5/3bw/5/bw3/5 a2-b2,d4-e4 B 2", 1)):
        options = table.course.game.options.of({"board_size": 5})
        kit = kit_of("tabik", options)
        course = replace(table.course, options=options, kit=kit, start=table.course.game.parse_position(text, options))
        one = Sitting(course, table.rng)
        one.turn(2)
        assert len(one.shots) == turns


def test_a_swap_that_people_say_tells_that_the_move_was_played_which_is_asked_about() -> None:
    found = watched_on("tabik", "swapped", 9282, plies=4)
    asked, swapped = ([event.kind for event in one.events] for one in found.seen[1:3])
    assert asked == ["unsure"]
    assert swapped[-2:] == ["move", "move"]
    assert found.score.right == found.score.moves == 4


def test_a_look_that_takes_too_long_is_broken_off() -> None:
    def toil() -> None:
        while time.process_time() < 1e9:
            pass

    with pytest.raises(TimeoutError, match=r"more than 0\.01 s"), deadline(0.01):
        toil()
    with deadline(5.0):
        time.sleep(0)
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_a_game_that_goes_on_from_the_board_as_it_stands_is_told_once() -> None:
    seen = watched_on("tinker_tactics", "bad set-up", 878, plies=16).seen
    told = [event.fields.get("message") for one in seen for event in one.events if event.kind == "state"]
    assert max(Counter(message for message in told if message).values()) == 1


def test_what_a_hand_hides_is_asked_about_only_if_it_is_there_again() -> None:
    sitting = Sitting(Course.draw("tabik", 2, random.Random(1)), random.Random(1), 6)
    for _ in sitting.plies():
        sitting.move()
    played = len(sitting.shots)
    for cell in ("a1", "c1", "e1"):
        sitting.hand()
        sitting.shots[-1] = replace(sitting.shots[-1], arm=(cell, 1.2))
        sitting.shots.append(replace(sitting.shots[-1], number=len(sitting.shots)))
        sitting.show("clear")
    seen = shown(sitting, SCENARIOS["plain"], PaintedTable(sitting.course, noise="none", seed=1)).seen[played:]
    asked = [any(event.kind == "unsure" for event in one.events) for one in seen]
    assert not any(asked[0::3])
    assert all(asked[1::3])


@pytest.mark.parametrize("seed", [9410, 9416])
def test_a_referee_who_comes_late_comes_while_there_is_something_to_play(seed: int) -> None:
    """After 24 plies these games of Tinker Tactics are over: nobody could be in step with them."""
    late = played("tinker_tactics", SCENARIOS["late"], seed, plies=4)
    assert [shot.what for shot in late.shots] == ["start", *["move"] * 4]
