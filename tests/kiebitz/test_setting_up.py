"""The board before the first move: what is wrong with it is said, and it may still be set up anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.belief.history import History
from core.game import Game
from core.games import find
from core.goodwin.options import TinkOptions
from core.reading import Reading
from core.tabik.options import TabikOptions
from kiebitz.archive.recorded import load
from kiebitz.archive.records import read_record
from kiebitz.home import games_folder
from kiebitz.table.asking import Untold, untold
from kiebitz.table.controls import Correct, TakeBack
from kiebitz.table.events import Event, narrate
from kiebitz.table.referee import Referee
from kiebitz.table.rules import following, setting_up
from kiebitz.table.rules.playing import all_played
from kiebitz.table.rules.retelling import rewritten
from kiebitz.table.starting import likeliest
from kiebitz.table.state import TableState, Terms
from tests.kiebitz.painted import COLOURS, PaintedEye
from tests.kiebitz.refereeing import at_terminal, refereed
from tests.kiebitz.test_reveal import DEAL
from tests.kiebitz.test_reveal import Watched as Dice
from tests.kiebitz.test_reveal import board as dice
from tests.kiebitz.test_session import START, TINK, Watched, actions, after, board, kinds
from tests.kiebitz.test_spoken import Bare
from tests.kiebitz.test_watching import Painted

SMALLS = ("a1", "b3", "c5", "d7", "e2", "f4")
STUCK = "8/8/1As6/8/Bs5Bs1/2As5/1As2As2As/Bs2Bs2Bs1 B 0,0 10"
"""B cannot move."""
STUCK_ONCE = "8/8/1As6/8/Bs5Bs1/2As5/1As2As3/Bs2Bs2Bs1 B 0,0 10"
"""Nor here, and A has a small left."""


def told(game: Game[Any], *positions: Any) -> TableState[Any]:
    """Return the state of a table at which *positions* were told."""
    return TableState.begun(Terms(game, positions[0].options), positions=positions)


def said(state: TableState[Any]) -> list[Event]:
    """Return what is to be told in *state*."""
    return [Event(kind, *moment, fields) for kind, moment, fields in state.said]


def test_too_many_pieces_are_named_once_with_what_to_do() -> None:
    table = Watched()
    _, fault = table.show(dict.fromkeys(SMALLS, "As"))
    assert (fault.kind, fault.fields["code"], set(fault.fields["cells"])) == ("unsure", "GW-21", set(SMALLS))
    assert fault.fields["message"] == (
        "This may break a rule. As I see it: A has six smalls on the board. Only five exist in the game. "
        "Take one of A's smalls off the board."
    )
    assert table.show(dict.fromkeys(SMALLS, "As")) == []
    (state,) = table.show(dict.fromkeys(SMALLS[1:], "As"))
    assert (state.kind, state.fields["to_move"]) == ("state", "A")


def test_in_film_a_set_up_that_is_still_being_made_is_not_blamed() -> None:
    table = Watched()
    assert kinds(table.film(dict.fromkeys(SMALLS, "As"), 1.0)) == ["found"]
    assert kinds(table.film(dict.fromkeys(SMALLS[1:], "As"), 1.0)) == ["state"]
    assert kinds(Watched().film(dict.fromkeys(SMALLS, "As"), 3.0)) == ["found", "unsure"]


def test_a_fault_of_the_set_up_stands_in_the_journal_of_the_game_that_follows() -> None:
    session: Referee[Any] = refereed(TINK, PaintedEye(), TinkOptions())
    at_terminal(session, Painted([dict.fromkeys(SMALLS, "As"), board(), board("Sc3")]))
    (path,) = games_folder().glob("*.jsonl")
    told = [event["event"] for event in load(path).events if "n" in event]
    assert told == ["found", "unsure", "state", "move", "end"]


def test_a_fault_is_said_again_only_when_it_changes_though_a_hand_was_there_between() -> None:
    table = Watched()
    six = dict.fromkeys(SMALLS, "As")
    table.show(six)
    (covered,) = table.show(six, hand="h8")
    assert covered.fields["message"].startswith("Something covers")
    assert table.show(six) == []
    (other,) = table.show({"a1": "Al", "b3": "Al"})
    assert "A has two larges" in other.fields["message"]
    (again,) = table.show(six)
    assert "A has six smalls" in again.fields["message"]


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        ({"b2": "b"}, "TB-21", "1 black and 0 white"),
        ({"b2": "b", "b3": "w", "b2-b3": "rod", "c1-c2": "rod"}, "TB-17", "Take the rod off c1-c2."),
    ],
)
def test_in_tabik_odd_stones_and_loose_rods_are_named(changes: dict[str, str], code: str, words: str) -> None:
    tabik, options = find("tabik"), TabikOptions(board_size=4)
    contents = {**tabik.contents(tabik.start(options)), **changes}
    state = TableState.begun(Terms(tabik, options))
    (fault,) = said(setting_up.refused(state, contents, ValueError("it cannot be")))
    assert fault.fields["code"] == code
    assert words in " ".join(narrate(fault, {}).split())


def test_dice_of_a_wrong_kind_are_named_and_a_lone_die_is_no_end_of_a_game() -> None:
    _, fault = Dice().show(dice(DEAL, b4="B8=6"))
    assert (fault.kind, fault.fields["code"]) == ("unsure", "TT-1")
    _, waiting = Dice().show(dice(DEAL, b4=".", c4=".", c5=".", d4="."))
    assert waiting.fields["message"] == "Waiting for the pieces of B."


def test_pieces_left_from_another_game_make_room_for_a_new_one() -> None:
    table = Watched()
    _, state = table.show(board("Sc3", "Sd4", "Se5"))
    assert state.fields["message"] == (
        "Pieces have been played already; I go on from here, A to play. For a new game, clear the board."
    )
    (state,) = table.show(board())
    assert (state.kind, state.fields["position"]) == ("state", TINK.format_position(START))
    assert actions(table.show(board("Sd4"))) == ["Sd4"]


def test_a_start_that_was_given_is_no_left_over() -> None:
    table = Watched(positions=[after("Sc3", "Sd4", "Se5")])
    table.show(board("Sc3", "Sd4", "Se5"))
    assert "state" not in kinds(table.show(board()))


def test_a_set_up_that_looked_like_a_game_going_on_is_begun_anew_once_all_dice_are_at_home() -> None:
    table = Dice()
    _, state = table.show(dice(DEAL, d6=".", a2="B8=1", c2="A6=3"))
    assert state.kind == "state"
    (anew,) = table.show(dice(DEAL))
    assert (anew.kind, anew.fields["position"]) == ("state", DEAL)


def test_a_die_that_is_brought_home_has_not_moved_though_a_move_would_lead_there() -> None:
    table = Dice()
    *_, fault = table.show(dice(DEAL, c2=".", c6="A6=4"))
    assert (fault.kind, fault.fields["code"]) == ("illegal", "TT-4")
    assert "move" not in kinds(table.show(dice(DEAL)))
    game = table.session.state.game
    assert game.format_position(table.session.state.told[-1]) == DEAL


def test_a_die_off_its_board_is_not_explained_away_by_reading_another_die_otherwise() -> None:
    game = find("tinker_tactics")
    contents = {**dict.fromkeys(game.cells(game.parse_position(DEAL, game.options())), "."), **dice(DEAL)}
    contents |= {"d6": ".", "a2": "B8=1"}
    rows = {cell: {content: 0.0, ".": -9.0} for cell, content in contents.items()}
    rows["c2"] = {"A6=4": 0.0, "A6=3": -3.0}
    assert likeliest(game, Reading(rows), game.options()).contents["c2"] == "A6=4"


@pytest.mark.parametrize("may_be_played", [False, True])
def test_a_set_up_in_doubt_is_not_made_anew_where_a_move_may_have_been_played(may_be_played: bool) -> None:
    game = find("tinker_tactics")
    start = game.parse_position(DEAL, game.options())
    moved = {**game.contents(game.play(start, "c2>d5")), "b4": "B6=2"}
    played = History((start, game.play(start, "c2>d5")), prior=-1.0)
    state = following.begun(
        replace(told(game, start), faulty=True),
        [History((start,), change={"b4": "B6=2"}), *([played] if may_be_played else [])],
    )
    assert setting_up.is_made_anew(state, Reading.exact(moved, game.alphabet(start))) is not may_be_played


FIVE = ("Sc3", "Sd4", "Se5", "Sf3", "Sb6")


@pytest.mark.parametrize("film", [False, True])
def test_a_start_that_was_given_is_set_up_before_anything_is_judged(film: bool) -> None:
    table = Watched(positions=[after(*FIVE)], colours=COLOURS)

    def shown(*actions: str, **changes: str) -> list[Event]:
        return table.film(board(*actions, **changes), 4) if film else table.show(board(*actions, **changes))

    _, asked = shown()
    assert (asked.kind, set(asked.fields["cells"])) == ("unsure", {"c3", "d4", "e5", "f3", "b6"})
    assert asked.fields["message"] == (
        "The board is not set up as the game begins. Please set up: b6 As, c3 As, d4 Bs, e5 As, f3 Bs."
    )
    assert shown() == []
    (rest,) = shown(*FIVE[:4], a1="Bm")
    assert rest.fields["message"].endswith("Please set up: a1 empty, b6 As.")
    assert kinds(shown(*FIVE)) == ["state"]
    assert actions(shown(*FIVE, "Sg4")) == ["Sg4"]
    (illegal,) = shown(*FIVE, "Sg4", a8="Bl")
    assert illegal.kind == "illegal"


def test_a_start_that_was_given_need_not_be_seen_where_a_move_from_it_is() -> None:
    table = Watched(positions=[after(*FIVE)], colours=COLOURS)
    assert actions(table.show(board(*FIVE, "Sg4"))) == ["Sg4"]
    assert kinds(table.show(board(*FIVE))) == ["takeback"]


def test_a_piece_too_many_while_a_given_start_is_set_up_is_no_move() -> None:
    table = Watched(positions=[after(*FIVE)], colours=COLOURS)
    table.show(board(*FIVE[:3]))
    assert bool(table.session.state.set_up.unset)
    (asked,) = table.show(board(*FIVE, "Sg4"))
    assert asked.fields["message"].endswith("Please set up: g4 empty.")
    assert [event.fields["message"] for event in table.show(board(*FIVE))] == ["The board is set up."]
    assert not bool(table.session.state.set_up.unset)
    assert actions(table.show(board(*FIVE, "Sg4"))) == ["Sg4"]


def test_a_given_start_of_which_a_cell_is_read_wrong_is_set_up_once_people_say_so() -> None:
    table = Watched(positions=[after(*FIVE)], colours=COLOURS)
    table.show(board(*FIVE, c3="Bs"))
    assert untold(table.session.state) == Untold({"c3": "Bs"})
    table.session.take(Correct({"c3": "As"}))
    table.show(board(*FIVE, c3="Bs"))
    assert not bool(table.session.state.set_up.unset)


def test_a_pass_that_is_forced_at_a_given_start_is_announced_at_once() -> None:
    stuck = TINK.parse_position(STUCK, TINK.options())
    table = Watched(positions=[stuck])
    forced, found = table.show(TINK.contents(stuck))
    assert (forced.kind, forced.fields["seat"], found.kind) == ("pass", "B", "found")
    assert table.show(TINK.contents(stuck)) == []


def test_a_pass_that_is_forced_at_a_start_that_is_seen_is_announced_where_the_turn_was_told() -> None:
    stuck = TINK.contents(TINK.parse_position(STUCK, TINK.options()))
    table = Watched(to_move="B")
    assert kinds(table.show(stuck)) == ["found", "state", "pass"]


def test_a_pass_that_was_forced_before_the_first_move_is_played_with_it() -> None:
    stuck = TINK.parse_position(STUCK_ONCE, TINK.options())
    state = all_played(told(TINK, stuck), ("--", "Se5"), 9.0)
    assert [event.fields.get("action") for event in said(state)] == ["--", "Se5", None]


@pytest.mark.parametrize(("rests", "unordered"), [((2,), 3), ((2, 3, 4), 0)])
def test_moves_told_anew_say_where_nobody_saw_their_order(rests: tuple[int, ...], unordered: int) -> None:
    """Behind the first move blue placed d4 and f3, or f3 and d4, unless the board was seen in between."""
    start = TINK.start(TINK.options())
    positions = [start]
    for action in FIVE[:4]:
        positions.append(TINK.play(positions[-1], action))
    state = told(TINK, start, TINK.play(start, "Sf6"))
    events = said(rewritten(state, positions, undone=False, margin=9.0, rests=rests))
    assert [event.fields["action"] for event in events if event.kind in ("corrected", "move")] == list(FIVE[:4])
    assert sum(event.fields.get("order") == "unknown" for event in events) == unordered


def test_passes_that_nobody_was_forced_to_and_nobody_saw_are_played_in_their_place() -> None:
    options = TinkOptions(voluntary_pass=True)
    state = all_played(told(TINK, TINK.start(options)), ("Sc3", "--", "Sd4"), 9.0)
    assert [event.fields["seat"] for event in said(state)] == ["A", "B", "A"]


def test_a_forced_pass_among_several_actions_is_played_once() -> None:
    before = TINK.parse_position("8/8/1As6/8/Bs5Bs1/8/1As2As3/Bs2Bs2Bs1 A 0,0 9", TINK.options())
    state = all_played(told(TINK, before), ("Sc3", "--", "Se5"), 9.0)
    assert kinds(said(state)) == ["move", "pass", "move", "result"]


def test_a_forced_pass_is_announced_again_when_what_followed_it_is_taken_back() -> None:
    stuck = TINK.parse_position(STUCK, TINK.options())
    table = Watched(positions=[stuck])
    table.show(TINK.contents(stuck))
    assert kinds(table.session.take(TakeBack())) == ["takeback", "pass"]
    assert table.session.state.told[-1].to_move == "A"


def test_in_tinker_tactics_a_blocked_seat_passes_by_itself() -> None:
    game = find("tinker_tactics")
    before = game.parse_position("2 A6a1=1,A4b1=2,B8a2=3,B6b2=2,B4d1=1 B 0", game.options())
    table = Dice(positions=[before], colours={"A": "red", "B": "yellow"})
    table.show(game.contents(before))
    move, forced = table.show(game.contents(game.play(before, "d1>c1")))
    assert move.fields["announcements"][0]["code"] == "TT-24"
    assert (forced.kind, forced.fields["message"]) == ("pass", "A has no legal move and passes.")


def test_a_swap_that_people_announce_is_kept_and_replayed() -> None:
    tabik, options = find("tabik"), TabikOptions(board_size=4)
    first = tabik.play(tabik.start(options), "b2+b3")
    session: Referee[Any] = refereed(tabik, Bare(), options, positions=[first])
    lines = iter([b'{"do":"swap"}\n{"do":"state"}\n'])
    at_terminal(session, Painted([]), control=lambda: next(lines, b""))
    (path,) = games_folder().glob("*.jsonl")
    assert [event["event"] for event in load(Path(path)).events] == ["move", "state", "end"]
    assert read_record(path).actions == ("swap",)
