"""What the board seems to hold beside what was told: a guess, and what is to be put right."""

from __future__ import annotations

from typing import Any

from kiebitz.language import language
from kiebitz.screen.views.standing import asking, standing_of
from kiebitz.screen.views.untold import untold_json
from kiebitz.table.asking import likeliest
from kiebitz.table.controls import Correct, TakeBack
from kiebitz.table.events import Event
from tests.kiebitz.painted import PaintedEye
from tests.kiebitz.test_session import Watched, actions, board


def watched() -> Watched:
    """Return a table after one move."""
    table = Watched(PaintedEye(), colours={"A": "red", "B": "blue"})
    table.show(board())
    table.show(board("Sc3"))
    return table


def untold(table: Watched, events: list[Event]) -> dict[str, Any] | None:
    return untold_json(table.session.state, asking([event.as_json() for event in events]))


def test_a_likely_move_is_a_guess_until_it_is_told() -> None:
    table = watched()
    table.eye.doubts = {"d4": {"Bs": 0.0, ".": 1.0, "Bm": -6.0}}
    events = table.show(board("Sc3", "Sd4"))
    assert actions(events) == []
    assert untold(table, events) == {"actions": ["Sd4"], "cells": {"d4": "Bs"}, "restore": []}
    table.eye.doubts = {}
    assert actions(table.show(board("Sc3", "Sd4"))) == ["Sd4"]
    assert untold(table, []) is None


def test_pieces_of_a_broken_rule_go_back_where_they_came_from() -> None:
    table = watched()
    events = table.show(board(e5="As", g7="Bm"))
    told = untold(table, events)
    assert told is not None
    assert told["actions"] == []
    assert told["restore"] == [{"from": "e5", "to": "c3", "content": "As"}, {"from": "g7", "content": "Bm"}]


def test_a_take_back_that_was_said_is_followed_on_the_board() -> None:
    table = watched()
    table.session.take(TakeBack())
    told = untold(table, table.show(board("Sc3")))
    assert told == {"actions": [], "cells": {"c3": "As"}, "restore": [{"from": "c3", "content": "As"}]}
    assert untold(table, table.show(board())) is None


def test_after_a_take_back_the_likeliest_contents_are_still_known() -> None:
    table = watched()
    table.session.take(TakeBack())
    assert likeliest(table.session.state, "c3")[0] == "As"


def standing(table: Watched, events: list[Event]) -> dict[str, Any]:
    lines = [{"n": n, **event.as_json()} for n, event in enumerate(events, 1)]
    return standing_of(table.session.state, lines, table.session.state.options)


def test_a_move_taken_back_by_hand_is_asked_about_once_before_the_game_branches_c6() -> None:
    table = Watched(PaintedEye(), colours={"A": "red", "B": "blue"})
    events = [event for shown in (board(), board("Sc3"), board("Sc3", "Sd4")) for event in table.show(shown)]
    assert standing(table, events)["branching"] is None
    events += table.show(board("Sc3"))
    back = table.session.state
    assert back.contents == board("Sc3")  # the earlier position stands at once
    asked = standing(table, events)["branching"]
    assert asked["message"].startswith("Taken back: 2. Blue plays Sd4. Shall the game go on from here?")
    assert language("de").translated(asked["message"]) is not None
    assert asked["cells"] == {"d4": "Bs"}
    assert standing(table, [*events, *table.show(board("Sc3"))])["branching"]["n"] == asked["n"]  # the same question
    events += table.show(board("Sc3", "Se5"))
    assert actions(events) == ["Sc3", "Sd4", "Se5"]
    assert standing(table, events)["branching"] is None


def test_a_move_that_stands_after_all_is_put_back_c6() -> None:
    table = Watched(PaintedEye(), colours={"A": "red", "B": "blue"})
    events = [
        event for shown in (board(), board("Sc3"), board("Sc3", "Sd4"), board("Sc3")) for event in table.show(shown)
    ]
    cells = standing(table, events)["branching"]["cells"]
    events += table.session.take(Correct(cells))
    assert table.session.state.contents == board("Sc3", "Sd4")
    events += table.show(board("Sc3", "Sd4"))
    assert table.session.state.contents == board("Sc3", "Sd4")
    assert standing(table, events)["branching"] is None


def test_a_take_back_that_was_said_asks_nothing_c6() -> None:
    table = watched()
    assert standing(table, list(table.session.take(TakeBack())))["branching"] is None
