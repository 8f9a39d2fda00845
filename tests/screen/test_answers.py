"""Questions of the referee, and the answers that one tap gives."""

from __future__ import annotations

from typing import Any

import pytest

from kiebitz.kits import kit_of
from kiebitz.screen.views.answers import answers
from kiebitz.table.controls import Correct, command_of
from tests.kiebitz.painted import PaintedEye
from tests.kiebitz.test_session import Watched, actions, board
from tests.screen.test_untold import watched

KIT = kit_of("tink")


def offered(table: Watched, asked: dict[str, Any]) -> dict[str, dict[str, str]]:
    given: list[Any] = answers(table.session.state, KIT, asked)
    return {answer["words"]: answer["cells"] for answer in given}


def test_what_a_cell_may_hold_is_offered_the_likeliest_first_and_settles_the_question() -> None:
    table = watched()
    table.eye.doubts = {"d4": {".": 0.0, "Bs": -3.0, "Bm": -9.0, "Bl": -11.0}}
    (question,) = table.show(board("Sc3", "Sd4"))
    told = offered(table, {"event": "unsure", **question.fields})
    assert list(told) == ["empty", "small, blue", "medium, blue"]
    assert actions(table.session.take(Correct(told["small, blue"]))) == ["Sd4"]


def test_each_move_says_what_is_done_with_ones_hands() -> None:
    asked = {"event": "unsure", "cells": ["d4", "f6"], "candidates": ["Sd4", "Sf6", "Sd4 Sf6"]}
    given: list[Any] = answers(watched().session.state, KIT, asked)
    assert [answer["steps"] for answer in given] == [
        "Put a small on d4.", "Put a small on f6.", "Put a small on d4. Put a small on f6.",
    ]  # fmt: skip


@pytest.mark.parametrize("chosen", ["Sd4", "Sf6"])
def test_moves_that_may_have_been_are_offered_and_the_chosen_one_is_played(chosen: str) -> None:
    table = watched()
    told = offered(table, {"event": "unsure", "cells": ["d4", "f6"], "candidates": ["Sd4", "Sf6"]})
    assert told == {"Sd4": {"d4": "Bs", "f6": "."}, "Sf6": {"d4": ".", "f6": "Bs"}}
    assert actions(table.session.take(Correct(told[chosen]))) == [chosen]


def test_who_may_have_joined_is_answered_by_joining_or_by_a_number() -> None:
    table = Watched(PaintedEye(seats="ABC"), may_join=True)
    for more in ((), ("Sc3",), ("Sc3", "Sd4")):
        table.show(board(*more))
    table.eye.doubts = {"e5": {"Cs": 0.0, "As": -1.0, ".": -30.0}}
    (question,) = table.show({**board("Sc3", "Sd4"), "e5": "Cs"})
    given: list[Any] = answers(table.session.state, KIT, {"event": "unsure", **question.fields})
    commands = {answer["words"]: answer["command"] for answer in given}
    assert commands == {
        "Green has joined": {"do": "joined", "colour": "green"},
        "A plays green, too": {"do": "colours", "colours": {"A": "red+green"}},
        "No, 2 play": {"do": "seats", "players": 2},
    }  # fmt: skip
    (event,) = table.session.take(command_of(commands["Green has joined"]))
    assert (event.kind, event.fields["colour"]) == ("joined", "green")


def test_a_number_on_which_a_turn_depends_is_offered() -> None:
    told: list[Any] = answers(watched().session.state, KIT, {"event": "unsure", "cells": ["d4"], "numbers": [3]})
    assert [(answer["words"], answer["command"]) for answer in told] == [("3 play", {"do": "seats", "players": 3})]


def test_several_plies_are_offered_in_words() -> None:
    table = watched()
    told = offered(table, {"event": "unsure", "cells": [], "candidates": ["Sd4 Se5", "Sf6"]})
    assert list(told) == ["Sd4, then Se5", "Sf6"]


def test_whose_move_came_first_is_answered_by_the_moves_in_order() -> None:
    table = Watched()
    table.show(board())
    (question,) = table.show(board("Sc3", "Sd4"))
    told = offered(table, {"event": "unsure", **question.fields})
    assert actions(table.session.take(Correct(told["Sd4, then Sc3"]))) == ["Sd4", "Sc3"]


def test_whose_turn_it_is_is_answered_by_one_of_the_players() -> None:
    told = answers(watched().session.state, KIT, {"event": "unsure", "cells": [], "seats": ["A", "B"]})
    assert [(answer["words"], answer["seat"]) for answer in told] == [("Red", "A"), ("Blue", "B")]


@pytest.mark.parametrize(
    "asked",
    [
        {"event": "illegal", "cells": ["d4"]},
        {"event": "unsure", "cells": []},
        {"event": "unsure", "cells": ["d4", "e5"], "candidates": ["Sd4 Se5 Sf6", "Sf6 Se5 Sd4"]},
        {"event": "unsure", "cells": ["d4", "e5"], "candidates": ["Sc3"]},
    ],
)
def test_where_cells_cannot_answer_nothing_is_offered(asked: dict[str, Any]) -> None:
    table = watched()
    assert offered(table, asked) == {}
