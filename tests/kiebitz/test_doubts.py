"""What is asked instead of guessed: whose move it was, what was taken back, which game is on the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.places import Place
from kiebitz.pictures.frame import Image
from kiebitz.table.doubts import ONCE_MORE
from kiebitz.table.events import narrate
from kiebitz.table.rules.taking_back import AGAIN
from tests.kiebitz.painted import PaintedEye
from tests.kiebitz.test_session import START, TINK, Watched, actions, after, board, kinds

LONG = ["Sc3", "Sg7", "Sd4", "Sh8", "Se6", "Sb2", "Sf3"]
"""Nobody has won after these, and more plies than are taken back without asking."""


def gone_on(plies: int = 7, *, resumed: bool = False) -> Watched:
    """Return a table on which the first plies of LONG have been played."""
    return Watched(
        positions=[after(*LONG[:count]) for count in range(plies + 1)],
        colours={"A": "red", "B": "blue"},
        resumed=resumed,
    )


# -- two moves before the colours are known


def test_two_moves_at_once_are_asked_about_while_no_colour_is_known() -> None:
    table = Watched()
    table.show(board())
    (asked,) = table.show(board("Sc3", "Sd4"))
    assert asked.kind == "unsure"
    assert asked.fields["cells"] == ["c3", "d4"]
    assert asked.fields["candidates"] == ["Sc3 Sd4", "Sd4 Sc3"]
    assert "Who moved first: red or blue?" in asked.fields["message"]
    assert table.show(board("Sc3", "Sd4")) == []


@pytest.mark.parametrize(("first", "seat"), [("Sc3", "red"), ("Sd4", "blue")])
def test_the_first_move_shown_alone_answers_whose_it_was(first: str, seat: str) -> None:
    both = {**board(), "c3": "As", "d4": "Bs"}
    table = Watched()
    table.show(board())
    table.show(both)
    assert actions(table.show({**both, "d4" if first == "Sc3" else "c3": "."})) == [first]
    assert table.session.state.colours == {"A": seat}
    assert actions(table.show(both)) == ["Sd4" if first == "Sc3" else "Sc3"]


def test_a_third_move_tells_who_began() -> None:
    table = Watched()
    table.show(board())
    table.show({**board(), "c3": "As", "d4": "Bs"})
    told = table.show({**board(), "c3": "As", "d4": "Bs", "e5": "Bs"})
    assert sorted(actions(told)) == ["Sc3", "Sd4", "Se5"]
    assert table.session.state.colours == {"A": "blue", "B": "red"}


def test_two_moves_at_once_are_taken_where_the_colours_are_known() -> None:
    table = Watched(colours={"A": "blue", "B": "red"})
    table.show(board())
    assert actions(table.show({**board(), "c3": "As", "d4": "Bs"})) == ["Sd4", "Sc3"]
    table = Watched()
    table.show(board())
    assert actions(table.show(board("Sc3"))) == ["Sc3"]
    assert actions(table.show(board("Sc3", "Sd4", "Se5"))) == ["Sd4", "Se5"]


# -- many plies taken back


def test_a_few_plies_are_taken_back_at_once() -> None:
    table = gone_on()
    table.show(board(*LONG))
    (back,) = table.show(board(*LONG[:3]))
    assert (back.kind, back.fields["plies"]) == ("takeback", 4)


def test_many_plies_are_asked_about_and_taken_back_where_it_is_played_on() -> None:
    table = gone_on()
    table.show(board(*LONG))
    (asked,) = table.show(board(*LONG[:2]))
    assert asked.kind == "unsure"
    assert asked.fields["message"] == "Have 5 moves been taken back? Play on if so, or put the pieces back."
    assert table.show(board(*LONG[:2])) == []
    back, move = table.show(board(*LONG[:2], "Sf6"))
    assert (back.kind, back.fields["plies"], move.fields["action"]) == ("takeback", 5, "Sf6")
    assert len(table.session.state.told) == 4


def test_pieces_put_back_go_on_with_the_game() -> None:
    table = gone_on()
    table.show(board(*LONG))
    table.show(board(*LONG[:2]))
    assert kinds(table.show(board(*LONG))) == ["state"]
    assert actions(table.show(board(*LONG, "Sa5"))) == ["Sa5"]


@pytest.mark.parametrize("film", [False, True])
def test_a_board_cleared_in_the_middle_is_asked_about_and_played_on_begins_a_new_game(film: bool) -> None:
    table = gone_on()
    show = (lambda contents: table.film(contents, 4.0)) if film else table.show
    show(board(*LONG))
    (asked,) = show(board())
    assert asked.kind == "unsure"
    assert "Play on for a new game" in asked.fields["message"]
    state, move = show(board("Se4"))
    assert (state.fields["new_game"], state.fields["message"], move.fields["action"]) == (True, AGAIN, "Se4")
    assert state.fields["position"] == TINK.format_position(START)
    assert list(table.session.state.told) == [START, after("Se4")]


# -- a game that goes on


@pytest.mark.parametrize("plies", [1, 7])
@pytest.mark.parametrize("film", [False, True])
def test_a_resumed_game_whose_board_was_cleared_gives_way_to_a_new_one(plies: int, film: bool) -> None:
    table = gone_on(plies, resumed=True)
    events = table.film(board(), 2.0) if film else table.show(board())
    assert kinds(events) == ["found", "state"]
    assert (events[1].fields["new_game"], events[1].fields["message"]) == (True, ONCE_MORE)
    assert events[1].fields["position"] == TINK.format_position(START)
    assert actions(table.show(board("Sd4"))) == ["Sd4"]


def test_a_resumed_game_that_stands_as_it_was_left_goes_on() -> None:
    table = gone_on(resumed=True)
    assert kinds(table.show(board(*LONG))) == ["found"]
    assert actions(table.show(board(*LONG, "Sa5"))) == ["Sa5"]
    assert kinds(table.show(board(*LONG[:7]))) == ["takeback"]


def test_a_resumed_game_may_have_gone_on_by_a_move_or_back_by_one() -> None:
    assert actions(gone_on(resumed=True).show(board(*LONG, "Sa5"))) == ["Sa5"]
    assert kinds(gone_on(resumed=True).show(board(*LONG[:6]))) == ["found", "takeback"]


def test_a_resumed_game_with_another_board_before_it_blames_nobody() -> None:
    other = board("Sf6", "Se3", "Sc7", "Sg2", "Sb5")
    table = gone_on(resumed=True)
    _, asked = table.show(other)
    assert asked.kind == "unsure"
    assert asked.fields["message"].startswith("The board is not as the game was left: ")
    assert table.show(other) == []
    assert kinds(table.show(board(*LONG))) == ["state"]


# -- which way round


class UnmarkedEye(PaintedEye):
    """Sees a board on which nothing says which way round it lies."""

    def find(self, image: Image) -> Place | None:
        found = super().find(image)
        return found and Place.of(replace(found.boards[0], row_1_assumed=True))


def test_which_way_round_a_board_was_taken_is_said_once() -> None:
    table = Watched(UnmarkedEye(found_by="outline"))
    found, *_ = table.show(board())
    assert found.fields["message"].endswith("I take row 1 to be the side nearest the camera. --near says otherwise.")
    assert "row 1" in narrate(found, {})
    table.eye.dx = 9
    assert ["message" in event.fields for event in table.show(board(), dx=9) if event.kind == "found"] == [False]


def test_a_position_that_is_known_says_which_way_round_its_board_lies() -> None:
    (found,) = Watched(UnmarkedEye(found_by="outline"), positions=[after("Sc3")]).show(board("Sc3"))
    assert "message" not in found.fields
    (found, *_) = Watched(PaintedEye(), positions=[START]).show(board())
    assert "message" not in found.fields
