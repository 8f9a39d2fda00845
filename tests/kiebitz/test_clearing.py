"""A watched board that is cleared, moved or carried away."""

from __future__ import annotations

import numpy as np
import pytest

from kiebitz.pictures.frame import Frame
from tests.kiebitz.painted import COLOURS, SKIN, PaintedEye, paint
from tests.kiebitz.test_session import HERE, START, TINK, WON, Watched, actions, after, board, kinds


def test_a_board_that_is_cleared_after_the_end_begins_a_new_game() -> None:
    table = Watched(positions=[after(*WON[:count]) for count in range(8)])
    table.show(board(*WON))
    assert table.show(board(), hand="c3") == []
    (state,) = table.show(board())
    assert state.fields["new_game"]
    assert state.fields["position"] == TINK.format_position(START)
    assert table.session.state.told == (START,)
    assert actions(table.show(board("Sd4"))) == ["Sd4"]


def test_a_board_half_cleared_is_no_new_game() -> None:
    table = Watched(positions=[after(*WON[:count]) for count in range(8)])
    table.show(board(*WON))
    events = table.show(board(*WON, c3=".", d4=".", a1="."))
    assert not any(event.fields.get("new_game") for event in events)
    assert table.session.state.told[-1].ply == 7


def test_a_board_cleared_before_the_end_is_no_new_game() -> None:
    table = Watched()
    for count in range(4):
        table.show(board(*WON[:count]))
    events = table.show(board())
    assert not any(event.fields.get("new_game") for event in events)


def test_pieces_swept_off_break_no_rule() -> None:
    table = Watched(positions=[after(*WON[:5])])
    table.show(board(*WON[:5]))
    assert "illegal" not in kinds([*table.show(board()), *table.show(board())])


def test_pieces_swept_off_and_set_up_in_another_order_are_the_game_as_it_was() -> None:
    smalls = ("Sf6", "Sa6", "Sb8", "Se1", "Sc2", "Sd6")
    table = Watched(positions=[after(*smalls[:count]) for count in range(7)])
    for shown in (board(*smalls), board(), board("Sf6", "Sd6", "Sb8"), board(*smalls)):
        table.show(shown)
    assert table.session.state.told == tuple(after(*smalls[:count]) for count in range(7))


def test_a_board_that_is_set_up_again_in_video_breaks_no_rule_meanwhile() -> None:
    smalls = ("Sf6", "Sa6", "Sb8", "Se1", "Sc2", "Sd6")
    table = Watched(positions=[after(*smalls[:count]) for count in range(7)])
    table.film(board(*smalls), 1)
    events = table.film(board(), 2)
    for half in (board(a6="Bs"), board(a6="Bs", e1="Bs")):
        events += table.film(half, 0.3, hand="e1") + table.film(half, 3)
    events += table.film(board(*smalls), 2)
    assert "illegal" not in kinds(events)
    assert table.session.state.told == tuple(after(*smalls[:count]) for count in range(7))


def test_in_video_a_new_game_begins_once_the_table_is_clear_and_still() -> None:
    table = Watched(positions=[after(*WON[:count]) for count in range(8)])
    table.film(board(*WON), 1)
    events = table.film(board(*WON[4:]), 0.2) + table.film(board(), 0.2, hand="f6") + table.film(board(), 2)
    assert [event.fields.get("new_game") for event in events if event.kind == "state"] == [True]
    assert actions(table.film(board("Sc3"), 1)) == ["Sc3"]


def test_a_board_that_moves_is_found_again() -> None:
    table = Watched()
    table.show(board())
    table.eye.dx = 9
    assert kinds(table.show(board(), dx=9)) == ["moved", "found"]
    assert actions(table.show(board("Sc3"), dx=9)) == ["Sc3"]


def test_a_board_that_goes_away_is_waited_for() -> None:
    table = Watched()
    assert kinds(table.show(board(), blank=True)) == ["lost"]
    assert table.show(board(), blank=True) == []
    assert kinds(table.show(board())) == ["found", "state"]
    events = [e for _ in range(4) for e in table.show(board(), blank=True)]
    assert kinds(events) == ["lost"]
    assert kinds(table.show(board())) == ["found"]
    assert actions(table.show(board("Sc3"))) == ["Sc3"]


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_board_without_marks_is_named_by_the_position_on_it(quarters: int) -> None:
    position = after("Sc3", "Sd4", "Se3")
    table = Watched(PaintedEye(found_by="outline", quarters=quarters), positions=[position])
    table.show(board("Sc3", "Sd4", "Se3"))
    assert actions(table.show(board("Sc3", "Sd4", "Se3", "Sa1"))) == ["Sa1"]


def test_a_place_that_one_frame_of_a_film_shows_is_not_taken() -> None:
    table = Watched(PaintedEye(found_by="outline", dx=60))
    assert table.film(board(), 0.05) == []
    table.eye.dx = 0
    found, state = table.film(board(), 2.0)
    assert (found.kind, state.kind) == ("found", "state")
    assert found.fields["corners_px"] == np.round(HERE.corners_px, 2).tolist()


def test_a_game_that_would_begin_unusually_is_looked_for_once_more() -> None:
    """Found two columns off, because of a hand, the board would have its pieces two columns off."""
    table = Watched(PaintedEye(found_by="outline", dx=-64), colours=COLOURS)
    assert kinds(table.film(board("Sc3", "Sd4"), 0.7)) == ["found"]
    table.eye.dx = 0
    assert kinds(table.film(board("Sc3", "Sd4"), 2.0))[:2] == ["found", "state"]
    assert table.session.state.told == (after("Sc3", "Sd4"),)


def test_a_piece_that_was_placed_and_spent_under_an_arm_breaks_no_rule() -> None:
    """Of some thirty covered cells it may have stood on any; only beside the new piece can it have been spent."""
    table = Watched()
    played = ["Sd3", "Sg4", "Sb5", "Sg3", "Se8", "Mf3-g3-g4"]
    for count in range(4):
        table.film(board(*played[:count]), 1.5)
    for count in (4, 5, 6):
        for _ in range(60):
            image = paint(board(*played[:count]))
            image[120:280, 100:] = SKIN
            table.count += 1
            table.session.take(Frame(image, table.count, table.count / 20))
    events = table.film(board(*played), 2.0)
    assert "illegal" not in kinds(events)
    assert [action[:3] for action in actions(events)][1:] == ["Se8", "Mf3"]
    assert TINK.contents(table.session.state.told[-1]) == board(*played)
