"""A watched board that is cleared, moved, carried away, or pointed out by people."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.locate import from_corners
from calibration.places import Place
from kiebitz.eye.whereabouts import GONE, NO_BOARD
from kiebitz.pictures.frame import Frame, Image
from kiebitz.table.controls import parse
from kiebitz.table.events import narrate
from tests.kiebitz.painted import COLOURS, PLAN, SKIN, PaintedEye, paint, place
from tests.kiebitz.test_session import FPS, HERE, TINK, Watched, actions, after, board, kinds


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
        image = paint(board(*played[:count]))
        image[120:280, 100:] = SKIN
        for _ in range(3 * FPS):
            table.count += 1
            table.session.take(Frame(image, table.count, table.count / FPS))
    events = table.film(board(*played), 2.0)
    assert "illegal" not in kinds(events)
    assert [action[:3] for action in actions(events)][1:] == ["Se8", "Mf3"]
    assert TINK.contents(table.session.state.told[-1]) == board(*played)


# -- which way round


class UnmarkedEye(PaintedEye):
    """Sees a board on which nothing says which way round it lies."""

    def find(self, image: Image) -> Place | None:
        found = super().find(image)
        return found and Place.of(replace(found.boards[0], row_1_assumed=True))


def test_which_way_round_a_board_was_taken_is_said_once_and_not_where_it_is_known() -> None:
    table = Watched(UnmarkedEye(found_by="outline"))
    found, *_ = table.show(board())
    assert found.fields["message"].endswith("I take row 1 to be the side nearest the camera. --near says otherwise.")
    assert "row 1" in narrate(found, {})
    table.eye.dx = 9
    assert ["message" in event.fields for event in table.show(board(), dx=9) if event.kind == "found"] == [False]
    (found,) = Watched(UnmarkedEye(found_by="outline"), positions=[after("Sc3")]).show(board("Sc3"))
    assert "message" not in found.fields
    (found, *_) = Watched(PaintedEye(), positions=[after()]).show(board())
    assert "message" not in found.fields


CORNERS = [[float(x), float(y)] for x, y in place().corners_px]
POINT_OUT = f'{{"do": "corners", "corners_px": {CORNERS}}}'


def by_hand(image: Image, corners_px: object) -> Place | None:
    board = from_corners(np.asarray(corners_px), PLAN, (image.shape[1], image.shape[0]))
    return None if board is None else Place.of(board)


def pointed_out(*, blind: bool = True) -> Watched:
    """Return a table whose board has been pointed out by people and seen."""
    watched = Watched(PaintedEye(blind=blind), by_hand=by_hand)
    assert tell(watched, POINT_OUT) == []
    watched.film(board(), 2.0)
    return watched


def tell(watched: Watched, command: str) -> list[str]:
    return [str(event.fields["message"]) for event in watched.session.take(parse(command)) if event.kind == "error"]


def test_a_game_is_followed_on_a_board_that_only_people_find() -> None:
    watched = Watched(PaintedEye(blind=True), by_hand=by_hand)
    assert kinds(watched.show(board())) == ["lost"]
    assert tell(watched, POINT_OUT) == []
    found, state = watched.show(board())
    assert (found.kind, found.fields["method"], state.kind) == ("found", "manual", "state")
    assert np.allclose(found.fields["corners_px"], CORNERS, atol=0.01)
    assert actions(watched.film(board("Sc3"), 2.0)) == ["Sc3"]


def test_a_board_stays_where_it_was_pointed_out_until_it_is_carried_away_and_found_by_itself_again() -> None:
    watched = pointed_out()
    assert kinds(watched.film(board(), 6.0, dx=5)) == []
    assert actions(watched.film(board("Sc3"), 2.0, dx=5)) == ["Sc3"]
    (lost,) = watched.film(board("Sc3"), 8.0, dx=40)
    assert (lost.kind, lost.fields["message"]) == ("lost", GONE)
    watched.eye.blind, watched.eye.dx = False, 40
    assert watched.film(board(), 2.0, dx=40)[0].fields["method"] == "tags"


def test_a_board_that_is_found_better_takes_the_place_of_the_corners() -> None:
    watched = pointed_out()
    watched.eye.blind, watched.eye.dx = False, 40
    moved, found = watched.film(board(), 2.0, dx=40)
    assert (moved.kind, found.fields["method"]) == ("moved", "tags")


def test_corners_set_by_hand_are_given_up_on_request() -> None:
    watched = pointed_out(blind=False)
    assert tell(watched, '{"do": "find"}') == []
    (found,) = watched.film(board(), 2.0)
    assert found.fields["method"] == "tags"


def test_corners_that_no_camera_sees_are_refused_and_the_search_goes_on() -> None:
    assert tell(Watched(), POINT_OUT) == ["This board cannot be pointed out by its corners."]  # a mini-board
    watched = Watched(PaintedEye(), by_hand=lambda *_: None)
    tell(watched, POINT_OUT)
    assert [event.fields.get("message") for event in watched.show(board())] == [NO_BOARD]
    assert watched.show(board())[0].fields["method"] == "tags"
