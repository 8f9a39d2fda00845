"""A board whose corners people point out, on a painted table that the eye does not find by itself."""

from __future__ import annotations

import numpy as np

from calibration.locate import from_corners
from calibration.places import Place
from kiebitz.eye.whereabouts import GONE, NO_BOARD
from kiebitz.pictures.frame import Image
from kiebitz.table.controls import parse
from tests.kiebitz.painted import PLAN, PaintedEye, place
from tests.kiebitz.test_session import Watched, actions, board, kinds

CORNERS = [[float(x), float(y)] for x, y in place().corners_px]
POINT_OUT = f'{{"do": "corners", "corners_px": {CORNERS}}}'


def by_hand(image: Image, corners_px: object) -> Place | None:
    board = from_corners(np.asarray(corners_px), PLAN, (image.shape[1], image.shape[0]))
    return None if board is None else Place.of(board)


def table(*, blind: bool = True) -> Watched:
    return Watched(PaintedEye(blind=blind), by_hand=by_hand)


def tell(watched: Watched, command: str) -> list[str]:
    return [str(event.fields["message"]) for event in watched.session.take(parse(command)) if event.kind == "error"]


def test_a_game_is_followed_on_a_board_that_only_people_find() -> None:
    watched = table()
    assert kinds(watched.show(board())) == ["lost"]
    assert tell(watched, POINT_OUT) == []
    found, state = watched.show(board())
    assert (found.kind, found.fields["method"], state.kind) == ("found", "manual", "state")
    assert np.allclose(found.fields["corners_px"], CORNERS, atol=0.01)
    assert actions(watched.film(board("Sc3"), 2.0)) == ["Sc3"]


def test_a_slight_knock_leaves_the_board_where_it_was_pointed_out() -> None:
    watched = table()
    tell(watched, POINT_OUT)
    watched.film(board(), 2.0)
    assert kinds(watched.film(board(), 6.0, dx=5)) == []
    assert actions(watched.film(board("Sc3"), 2.0, dx=5)) == ["Sc3"]


def test_the_board_is_lost_once_it_is_carried_away_and_then_found_by_itself_again() -> None:
    watched = table()
    tell(watched, POINT_OUT)
    watched.film(board(), 2.0)
    (lost,) = watched.film(board(), 8.0, dx=40)
    assert (lost.kind, lost.fields["message"]) == ("lost", GONE)
    watched.eye.blind, watched.eye.dx = False, 40
    assert watched.film(board(), 2.0, dx=40)[0].fields["method"] == "tags"


def test_a_board_that_is_found_better_takes_the_place_of_the_corners() -> None:
    watched = table()
    tell(watched, POINT_OUT)
    watched.film(board(), 2.0)
    watched.eye.blind, watched.eye.dx = False, 40
    moved, found = watched.film(board(), 2.0, dx=40)
    assert (moved.kind, found.fields["method"]) == ("moved", "tags")


def test_corners_set_by_hand_are_given_up_on_request() -> None:
    watched = table(blind=False)
    tell(watched, POINT_OUT)
    watched.film(board(), 2.0)
    assert tell(watched, '{"do": "find"}') == []
    (found,) = watched.film(board(), 2.0)
    assert found.fields["method"] == "tags"


def test_corners_that_no_camera_sees_are_refused_and_the_search_goes_on() -> None:
    watched = Watched(PaintedEye(), by_hand=lambda *_: None)
    tell(watched, POINT_OUT)
    assert [event.fields.get("message") for event in watched.show(board())] == [NO_BOARD]
    assert watched.show(board())[0].fields["method"] == "tags"


def test_mini_boards_cannot_be_pointed_out() -> None:
    assert tell(Watched(), POINT_OUT) == ["This board cannot be pointed out by its corners."]
