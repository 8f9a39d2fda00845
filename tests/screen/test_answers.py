"""Questions of the referee and the answers that one tap gives; what corrections would mean; what was not announced."""

from __future__ import annotations

from typing import Any

import pytest

from kiebitz.kits import kit_of
from kiebitz.language import language
from kiebitz.screen.views.answers import answers, weighed_json
from kiebitz.screen.views.standing import asking, standing_of
from kiebitz.screen.views.untold import untold_json
from kiebitz.table.asking import likeliest
from kiebitz.table.controls import Correct, TakeBack, command_of
from kiebitz.table.events import Event
from tests.kiebitz.painted import COLOURS, PaintedEye
from tests.kiebitz.test_session import START, Watched, actions, board

KIT = kit_of("tink")
PLAYED = ("Sc3", "Sh8", "Sc4", "Sh7")
MERGED = {"c3": ".", "c4": ".", "d4": "Am"}


def watched(*played: str) -> Watched:
    table = Watched(positions=[START], colours=COLOURS)
    for plies in range(len(played) + 1):
        table.show(board(*played[:plies]))
    return table


def offered(table: Watched, asked: dict[str, Any]) -> dict[str, dict[str, str]]:
    given: list[Any] = answers(table.session.state, KIT, asked)
    return {answer["words"]: answer["cells"] for answer in given}


def test_what_a_cell_may_hold_is_offered_the_likeliest_first_and_settles_the_question() -> None:
    table = watched("Sc3")
    table.eye.doubts = {"d4": {".": 0.0, "Bs": -3.0, "Bm": -9.0, "Bl": -11.0}}
    (question,) = table.show(board("Sc3", "Sd4"))
    told = offered(table, {"event": "unsure", **question.fields})
    assert list(told) == ["empty", "small, blue", "medium, blue"]
    assert actions(table.session.take(Correct(told["small, blue"]))) == ["Sd4"]


def test_each_move_says_what_is_done_with_ones_hands() -> None:
    asked = {"event": "unsure", "cells": ["d4", "f6"], "candidates": ["Sd4", "Sf6", "Sd4 Sf6"]}
    given: list[Any] = answers(watched("Sc3").session.state, KIT, asked)
    assert [answer["steps"] for answer in given] == [
        "Put a small on d4.", "Put a small on f6.", "Put a small on d4. Put a small on f6.",
    ]  # fmt: skip


@pytest.mark.parametrize("chosen", ["Sd4", "Sf6"])
def test_moves_that_may_have_been_are_offered_and_the_chosen_one_is_played(chosen: str) -> None:
    table = watched("Sc3")
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
    told: list[Any] = answers(watched("Sc3").session.state, KIT, {"event": "unsure", "cells": ["d4"], "numbers": [3]})
    assert [(answer["words"], answer["command"]) for answer in told] == [("3 play", {"do": "seats", "players": 3})]


def test_several_plies_are_offered_in_words() -> None:
    table = watched("Sc3")
    told = offered(table, {"event": "unsure", "cells": [], "candidates": ["Sd4 Se5", "Sf6"]})
    assert list(told) == ["Sd4, then Se5", "Sf6"]


def test_whose_move_came_first_is_answered_by_the_moves_in_order() -> None:
    table = Watched()
    table.show(board())
    (question,) = table.show(board("Sc3", "Sd4"))
    told = offered(table, {"event": "unsure", **question.fields})
    assert actions(table.session.take(Correct(told["Sd4, then Sc3"]))) == ["Sd4", "Sc3"]


def test_whose_turn_it_is_is_answered_by_one_of_the_players() -> None:
    told = answers(watched("Sc3").session.state, KIT, {"event": "unsure", "cells": [], "seats": ["A", "B"]})
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
    table = watched("Sc3")
    assert offered(table, asked) == {}


# -- what is not announced


def untold(table: Watched, events: list[Event]) -> dict[str, Any] | None:
    return untold_json(table.session.state, asking([event.as_json() for event in events]))


def test_a_likely_move_is_a_guess_until_it_is_told() -> None:
    table = watched("Sc3")
    table.eye.doubts = {"d4": {"Bs": 0.0, ".": 1.0, "Bm": -6.0}}
    events = table.show(board("Sc3", "Sd4"))
    assert actions(events) == []
    assert untold(table, events) == {"actions": ["Sd4"], "cells": {"d4": "Bs"}, "restore": []}
    table.eye.doubts = {}
    assert actions(table.show(board("Sc3", "Sd4"))) == ["Sd4"]
    assert untold(table, []) is None


def test_pieces_of_a_broken_rule_go_back_where_they_came_from() -> None:
    table = watched("Sc3")
    events = table.show(board(e5="As", g7="Bm"))
    told = untold(table, events)
    assert told is not None
    assert told["actions"] == []
    assert told["restore"] == [{"from": "e5", "to": "c3", "content": "As"}, {"from": "g7", "content": "Bm"}]


def test_a_take_back_that_was_said_is_followed_on_the_board() -> None:
    table = watched("Sc3")
    table.session.take(TakeBack())
    told = untold(table, table.show(board("Sc3")))
    assert told == {"actions": [], "cells": {"c3": "As"}, "restore": [{"from": "c3", "content": "As"}]}
    assert untold(table, table.show(board())) is None


def test_after_a_take_back_the_likeliest_contents_are_still_known() -> None:
    table = watched("Sc3")
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
    table = watched("Sc3")
    assert standing(table, list(table.session.take(TakeBack())))["branching"] is None


# -- corrections, weighed before they count


def weighed(table: Watched, cells: dict[str, str]) -> dict[str, Any]:
    return weighed_json(table.session.state, {"cells": cells})


def test_a_whole_move_that_nobody_saw_is_told_cell_by_cell() -> None:
    table = watched(*PLAYED)
    assert not weighed(table, {"c3": "."})["fits"]
    assert not weighed(table, {"c3": ".", "c4": "."})["fits"]
    found = weighed(table, MERGED)
    assert found["fits"]
    assert "Red plays Md4-c3-c4." in found["message"]
    assert actions(table.session.take(Correct(MERGED))) == ["Md4-c3-c4"]


def test_weighing_changes_nothing() -> None:
    table = watched(*PLAYED)
    before = repr(table.session.state)
    weighed(table, MERGED)
    assert repr(table.session.state) == before
    assert table.show(board(*PLAYED)) == []


def test_moves_that_fit_the_cells_so_far_are_offered_and_settle_it() -> None:
    table = watched(*PLAYED)
    offered = {move["words"]: move["cells"] for move in weighed(table, {"c3": ".", "d4": "Am"})["moves"]}
    assert next(iter(offered)) == "Md4-c3-c4"
    assert actions(table.session.take(Correct(offered["Md4-c3-c4"]))) == ["Md4-c3-c4"]


def test_a_misread_cell_is_a_correction_of_the_move() -> None:
    found = weighed(watched("Sc3"), {"c3": ".", "c4": "As"})
    assert (found["fits"], found["message"]) == (True, "Move 1 was Sc4, not Sc3.")


def test_what_no_move_explains_says_which_rule_is_in_the_way() -> None:
    found = weighed(watched("Sc3"), {"h1": "As"})
    assert not found["fits"]
    assert found["message"].startswith("No legal move leads there. It is Blue's turn, not Red's")


def test_nothing_is_offered_where_all_is_well() -> None:
    assert weighed(watched("Sc3"), {}) == {"fits": False, "message": "", "moves": []}
