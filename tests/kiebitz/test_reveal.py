"""Tinker Tactics from the reveal on: dice that are set up in secret, seen on a painted table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from calibration.places import Place
from calibration.registration import FoundBy
from core.game import HiddenSetup
from core.games import find
from core.reading import Reading
from core.tinker.options import TinkerOptions
from kiebitz.pictures.frame import Frame
from kiebitz.table.events import Event
from kiebitz.table.evidence import turned_reading
from kiebitz.table.referee import Referee
from kiebitz.table.reveal import turned_home
from tests.kiebitz.refereeing import refereed
from tests.kiebitz.told import COLOURS, ToldEye, painted, place_of

GAME = find("tinker_tactics")
DEAL = "2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0"
RING = "3 A4Aa1=4,A6Aa3=4,A6Ab3=1,A4Ac1=1,A8Ad2=6,B8Ba3=3,B4Bb2=4,B4Bc1=2,B6Bc2=3,B6Bd2=4,C6Ca3=4,C4Cb2=3,C6Cb3=1,C8Cc2=6,C4Cd2=2 A 0"  # noqa: E501


def board(text: str, **changes: str) -> dict[str, str]:
    return {**GAME.parse_contents(text), **changes}


class Watched:
    def __init__(self, players: int = 2, owners: Mapping[str, str] = COLOURS, **how: Any) -> None:
        self.players = players
        self.eye = ToldEye(players, owners)
        self.session: Referee[Any] = refereed(
            GAME, self.eye, TinkerOptions(players=players), colours=how.pop("colours", None), **how
        )
        self.count = 0

    def show(self, contents: Mapping[str, str]) -> list[Event]:
        self.count += 1
        frame = Frame(painted(contents, self.players), self.count, float(self.count), own_moment=True)
        return self.session.take(frame)


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


@pytest.mark.parametrize(("players", "text", "move"), [(2, DEAL, "c2>d5"), (3, RING, "Ad2>Cc3")])
def test_a_reveal_is_the_start_and_a_move_follows(players: int, text: str, move: str) -> None:
    table = Watched(players)
    found, state = table.show(board(text))
    assert found.kind == "found"
    assert state.fields["position"] == text
    assert table.session.state.colours == {seat: COLOURS[seat] for seat in "ABC"[:players]}
    after = GAME.play(GAME.parse_position(text, GAME.options(players=players)), move)
    (event,) = table.show(GAME.contents(after))
    assert (event.kind, event.fields["action"], event.fields["ply"]) == ("move", move, 1)


def test_dice_that_come_one_after_another_are_waited_for() -> None:
    table = Watched()
    own = {cell: content for cell, content in board(DEAL).items() if content[0] == "A"}
    assert kinds(table.show({})) == ["found", "unsure"]
    (waiting,) = table.show(own)
    assert waiting.fields["message"] == "Waiting for the pieces of B."
    assert table.show(own) == []
    assert kinds(table.show({**own, "b4": "B6=6", "c4": "B4=2"})) == ["state"]
    (state,) = table.show(board(DEAL))
    assert (state.kind, state.fields["position"]) == ("state", DEAL)


def test_seats_are_named_by_whose_board_their_dice_stand_on() -> None:
    table = Watched(owners={"A": "yellow", "B": "red"})
    assert table.show(board(DEAL))[-1].fields["position"] == DEAL
    assert table.session.state.colours == {"A": "yellow", "B": "red"}


def test_seats_keep_their_names_in_a_game_that_goes_on() -> None:
    text = "3 A6Aa1=1,A4Aa3=3,A6Cb3=3,B6Ab2=1,B4Ca2=1,B8Cc1=2,C4Ac1=1,C4Bb1=2,C6Bc2=1 A 0"
    table = Watched(3)
    assert table.show(board(text))[-1].fields["position"] == text


@pytest.mark.parametrize("lead", [3.5, 7.5])
def test_totals_that_one_misread_die_would_make_equal_are_asked_about(lead: float) -> None:
    table = Watched()
    table.eye.doubts = {"b4": {"B6=5": 0.0, "B6=4": -lead}}
    _, state, said = table.show(board(DEAL, b4="B6=5"))
    assert state.kind == "state"
    assert (said.kind, said.fields["code"]) == ("unsure", "TT-3")
    assert said.fields["message"].startswith("I may have misread a die. As I see it: Totals differ: A 15, B 14.")
    assert "b4" in said.fields["cells"]
    assert table.show(board(DEAL, b4="B6=5")) == []
    table.eye.doubts = {}
    *_, state = table.show(board(DEAL))
    assert state.fields["position"] == DEAL
    assert kinds(table.show(board(DEAL))) == []
    # From now on the game is on.
    (illegal,) = table.show(board(DEAL, b4="B6=5"))
    assert illegal.fields["code"] == "TT-8"


def test_totals_of_dice_that_are_read_more_sharply_than_any_that_was_measured_are_told() -> None:
    _, _, said = Watched().show(board(DEAL, b4="B6=5"))
    assert (said.kind, said.fields["code"]) == ("illegal", "TT-3")


def test_totals_that_differ_by_more_than_a_die_are_told_and_put_right_before_the_first_move() -> None:
    table = Watched()
    _, _, said = table.show(board(DEAL, b4="B6=1", c5="B4=1", d4="B6=1"))
    assert (said.kind, said.fields["code"]) == ("illegal", "TT-3")
    assert table.show(board(DEAL, b4="B6=1", c5="B4=1", d4="B6=1")) == []
    *_, repaired = table.show(board(DEAL))
    assert repaired.kind == "repaired"
    assert table.session.state.position is not None


def test_a_doubtful_die_is_told_by_the_totals_before_any_colour_is_named() -> None:
    table = Watched(owners={"A": "yellow", "B": "red"})
    table.eye.doubts = {
        "b4": {"A6=5": 0.0, "A6=6": -1.2}
    }  # in the reader's names: it calls red, which is seen first, A
    found, state = table.show(board(DEAL))
    assert (found.kind, state.fields["position"]) == ("found", DEAL)


def test_dice_that_no_game_has_are_asked_about_in_a_game_that_goes_on() -> None:
    text = "2 A4a1=3,A6c3=3,A8c4=2,A6d1=2,B6c5=4,B4c2=1 B 0"
    table = Watched(to_move="B")
    *_, state, asked = table.show(board(text, a1="A6=3"))
    assert (state.kind, asked.kind) == ("state", "unsure")
    assert "a1" in asked.fields["cells"]


def test_a_move_after_a_doubtful_set_up_does_not_begin_it_anew() -> None:
    table = Watched()
    table.eye.doubts = {"b4": {"B6=5": 0.0}}
    assert table.show(board(DEAL))[-1].fields["code"] == "TT-3"
    table.eye.doubts = {}
    moved = {**board(DEAL), "c2": ".", "d5": "A6=4", "c5": "B4=2", "d4": "B6=2", "d6": "."}
    events = table.show(moved)
    assert kinds(events)[:2] == ["state", "move"]
    assert events[0].fields["message"] == "At the start: b4 B6=6."


def test_a_lone_die_that_comes_home_completes_the_set_up_though_it_may_walk_there() -> None:
    table = Watched()
    table.eye.doubts = {"d4": {"B6=2": 0.0}}
    table.show(board(DEAL, a1=".", a4="A4=3"))  # taken for a game that has begun: the totals differ
    assert len(table.session.state.told) == 1
    table.eye.doubts = {"d4": {"B6=2": 0.0, "B6=3": -1.0}}
    kinds_told = kinds(table.show(board(DEAL)))
    assert "illegal" not in kinds_told
    assert "move" not in kinds_told
    assert table.session.state.told == (GAME.parse_position(DEAL, GAME.options()),)


def test_one_die_more_than_a_whole_set_up_breaks_a_rule_and_completes_nothing() -> None:
    table = Watched()
    table.show(board(DEAL))
    wrong = board(DEAL, c3=".", b3="A8=4", a5="A8=2")  # a second d8 of A, while the first one walks
    first, second = table.show(wrong), table.show(wrong)
    assert "state" not in kinds([*first, *second])
    assert next(event.fields["code"] for event in [*first, *second] if "code" in event.fields).startswith("TT-")
    assert table.session.state.told[0] == GAME.parse_position(DEAL, GAME.options())


def test_unequal_totals_do_not_stop_the_game() -> None:
    table = Watched()
    faulty = board(DEAL, b4="B6=5")
    table.show(faulty)
    moved = {**faulty, "c2": ".", "d5": "A6=4", "c5": "B4=2", "d4": "B6=2", "d6": "."}
    assert [event.fields.get("action") for event in table.show(moved)] == ["c2>d5"]
    assert kinds(table.show(moved)) == []


def test_a_die_off_its_board_is_told() -> None:
    _, _, illegal = Watched().show(board(DEAL, d6=".", a2="B8=1"))
    assert (illegal.fields["code"], illegal.fields["cells"]) == ("TT-4", ["a2"])


def test_a_game_that_goes_on_is_taken_as_it_stands() -> None:
    text = "2 A4a1=3,A6c3=3,A8c4=2,A6d1=2,B6c5=4,B4c2=1 B 0"
    table = Watched(to_move="B")
    assert kinds(table.show(board(text))) == ["found", "state"]
    assert [event.fields["action"] for event in table.show(board(text, c5=".", c1="B6=4", d1="A6=1"))] == ["c5>c1"]


def test_dice_of_both_players_on_the_other_board_have_been_played() -> None:
    text = "2 A4a3=4,A8c1=1,A4c3=2,A6d2=3,A6d4=4,B8a1=7,B4a5=2,B4a6=2,B6b6=1,B6d3=2 B 7"
    assert kinds(Watched(to_move="B").show(board(text))) == ["found", "state"]


def test_a_start_that_was_given_is_kept() -> None:
    table = Watched(positions=[GAME.parse_position(DEAL, GAME.options())], colours={"A": "red", "B": "yellow"})
    table.show(board(DEAL))
    assert kinds(table.show(board(DEAL, a6="B4=1"))) == ["illegal"]


def test_after_the_end_and_a_clear_table_another_reveal_begins_another_game() -> None:
    last = GAME.parse_position("2 A8b3=2,A6d1=4,B6b4=1,B4c6=2,B4d4=1 A 0", GAME.options())
    over = GAME.play(last, "b3>c4")
    assert over.to_move is None
    table = Watched(positions=[last, over])
    assert kinds(table.show(GAME.contents(over))) == ["found"]
    assert table.show({}) == []
    (state,) = table.show(board(DEAL))
    assert state.fields["new_game"]
    assert state.fields["position"] == DEAL


@pytest.mark.parametrize("text", [DEAL, "2 A8b3=2,A6d1=4,B6b4=1,B4c6=2 A 0"])
def test_a_resumed_game_whose_dice_are_off_the_board_is_asked_about(text: str) -> None:
    start = GAME.parse_position(text, GAME.options())
    (action, *_) = GAME.actions(start)
    moved = GAME.play(start, action)
    colours = {"A": "red", "B": "yellow"}
    for left in ([start], [start, moved]):
        _, asked = Watched(positions=left, colours=colours, resumed=True).show({})
        assert asked.kind == "unsure"
        assert asked.fields["message"].startswith("The board is not as the game was left: ")


def test_dice_that_stand_at_home_on_a_board_seen_from_its_other_side_tell_so() -> None:
    options, plan = GAME.options(), place_of(2).boards[0].plan
    assert isinstance(GAME, HiddenSetup)
    seen = turned_reading(Reading.exact(board(DEAL), GAME.alphabet(GAME.parse_position(DEAL, options))), 2, plan)
    turned = turned_home(GAME, seen, 10, plan, options)
    assert turned is not None
    assert GAME.format_contents(turned.contents, options, "A") == DEAL
    assert turned_home(GAME, turned, 10, plan, options) is None
    assert turned_home(GAME, seen, 12, plan, options) is None, "few are left, so the game goes on"


@pytest.mark.parametrize(("found_by", "turned"), [("outline", True), ("tags", False)])
def test_a_game_on_a_board_seen_from_its_other_side_begins_the_right_way_round_unless_tags_tell_it(
    monkeypatch: pytest.MonkeyPatch, found_by: FoundBy, turned: bool
) -> None:
    lying = Place.of(replace(place_of(2).boards[0], found_by=found_by)).turned(2)
    monkeypatch.setattr(ToldEye, "find", lambda *_: lying)
    table = Watched(colours=COLOURS)
    states = [event for event in table.show(board(DEAL)) if event.kind == "state"]
    assert ([event.fields["position"] for event in states] == [DEAL]) is turned


def test_dice_that_are_set_up_again_break_no_rule_meanwhile() -> None:
    """No history leads back to a bare board, as dice cannot be taken off: the board is only not as it was."""
    table = Watched()
    table.show(board(DEAL))
    after = GAME.play(GAME.parse_position(DEAL, GAME.options(players=2)), "c2>d5")
    dice = GAME.contents(after)
    table.show(dice)
    half = {cell: content for cell, content in dice.items() if cell[1] in "12"}
    events = [event for shown in ({}, {}, half, half, half) for event in table.show(shown)]
    assert set(kinds(events)) == {"unsure"}
    assert not any(event.fields.get("code") for event in events)
    table.show(dice)
    assert table.session.state.told[-1] == after
