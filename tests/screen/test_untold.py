"""What the board seems to hold beside what was told: a guess, and what is to be put right."""

from __future__ import annotations

from typing import Any

from kiebitz.screen.views.standing import asking
from kiebitz.screen.views.untold import untold_json
from kiebitz.table.asking import likeliest
from kiebitz.table.controls import TakeBack
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
