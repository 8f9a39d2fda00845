"""Whose turn it is where the board does not tell: asked, said by people, and what follows from it."""

from __future__ import annotations

import pytest

from kiebitz.table.controls import Turn, parse
from kiebitz.table.rules.retelling import AS_SEEN
from tests.kiebitz.test_session import TINK, Watched, actions, board, kinds

EIGHT = board("Sc3", "Sg7", "Sd4", "Sh8", "Se6", "Sb2", "Sf3", "Sc7")
"""More than can be found out about unseen moves."""


def watched(to_move: str | None = None) -> Watched:
    return Watched(colours={"A": "red", "B": "blue"}, to_move=to_move)


def gone_on_unseen() -> Watched:
    """Return a table at which eight moves were made while nobody looked."""
    table = watched()
    for contents in (board(), EIGHT):
        table.show(contents)
    state, asked = table.show(EIGHT)
    assert (state.fields["message"], asked.kind) == (AS_SEEN, "unsure")
    assert (asked.fields["message"], asked.fields["seats"]) == ("Whose turn is it?", ["A", "B"])
    return table


def test_a_board_that_nothing_leads_to_is_taken_as_it_stands_and_asked_about_once() -> None:
    table = gone_on_unseen()
    assert table.show(EIGHT) == []


@pytest.mark.parametrize(("seat", "stone"), [("A", "As"), ("B", "Bs")])
def test_the_next_move_tells_whose_turn_it_was(seat: str, stone: str) -> None:
    *_, move = gone_on_unseen().show({**EIGHT, "f1": stone})
    assert (move.kind, move.fields["seat"]) == ("move", seat)


@pytest.mark.parametrize("seat", ["A", "B"])
def test_the_answer_is_taken_at_once(seat: str) -> None:
    table = gone_on_unseen()
    (state,) = table.session.take(Turn(seat))
    assert state.fields["to_move"] == seat
    assert kinds(table.show({**EIGHT, "f1": "As"})) == ["move" if seat == "A" else "illegal"]


@pytest.mark.parametrize(("seat", "code"), [("A", "GW-9"), ("B", "GW-2")])
def test_what_breaks_another_rule_for_each_seat_waits_for_the_answer(seat: str, code: str) -> None:
    table = gone_on_unseen()
    assert table.show({**EIGHT, "c3": "Bs"}) == []
    assert table.session.take(Turn(seat))[-1].fields["code"] == code


def test_people_may_say_whose_turn_it_is_on_a_board_that_is_met_in_the_middle() -> None:
    table = watched()
    table.show(EIGHT)
    (state,) = table.session.take(parse('{"do": "turn", "seat": "B"}'))
    assert (state.fields["to_move"], state.fields["message"]) == ("B", "Then it is B's turn.")
    assert kinds(table.show({**EIGHT, "f1": "As"})) == ["illegal"]


def test_a_move_that_was_refused_is_legal_once_it_is_that_seats_turn() -> None:
    table = watched()
    table.show(board())
    table.show(board("Sc3"))
    (illegal,) = table.show(board("Sc3", d4="As"))
    assert illegal.fields["code"] == "GW-1"
    (state,) = table.session.take(Turn("A"))
    assert state.fields["to_move"] == "A"
    assert actions(table.show(board("Sc3", d4="As"))) == ["Sd4"]


def test_saying_what_is_known_changes_nothing() -> None:
    table = watched()
    table.show(board())
    table.show(board("Sc3"))
    (state,) = table.session.take(Turn("B"))
    assert TINK.format_position(table.session.state.told[-1]) == state.fields["position"]
    assert len(table.session.state.told) == 2
    assert actions(table.show(board("Sc3", "Sd4"))) == ["Sd4"]


def test_only_a_seat_that_is_in_play_can_be_to_move() -> None:
    table = watched()
    (unseen,) = table.session.take(Turn("A"))
    assert (unseen.kind, unseen.fields["message"]) == (
        "error",
        "No position has been seen yet. Show the whole board first.",
    )
    table.show(board())
    (nobody,) = table.session.take(Turn("C"))
    assert nobody.fields["message"] == "No seat 'C' is in play; it is the turn of A or B."
    with pytest.raises(ValueError, match="seat"):
        parse('{"do": "turn"}')
