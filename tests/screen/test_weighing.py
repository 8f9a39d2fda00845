"""Corrections are weighed before they count, and moves that are near are offered."""

from __future__ import annotations

from typing import Any

import pytest

from kiebitz.screen.views.answers import weighed_json
from kiebitz.table.controls import Correct
from tests.kiebitz.painted import COLOURS
from tests.kiebitz.test_session import START, Watched, actions, board

PLAYED = ("Sc3", "Sh8", "Sc4", "Sh7")
MERGED = {"c3": ".", "c4": ".", "d4": "Am"}


def watched(*played: str) -> Watched:
    table = Watched(positions=[START], colours=COLOURS)
    for plies in range(len(played) + 1):
        table.show(board(*played[:plies]))
    return table


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


@pytest.mark.parametrize("value", [None, {}, {"cells": {"e9": "As"}}, {"cells": {"e4": "x"}}, {"cells": {"e4": 1}}])
def test_what_is_no_cell_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"cell|e4"):
        weighed_json(watched("Sc3").session.state, value)
