"""Which game's board a picture shows: by what is printed on it, and by how many cells it has."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from kiebitz.kits import kit_of
from kiebitz.pictures.frame import Image
from kiebitz.pictures.which_game import Board, boards_of_game, for_players, looks_like, printed_boards
from kits.stamp import Stamp
from printkit.board import draw_stamp
from printkit.job import Job
from printkit.paper import paper_named
from printkit.raster import raster
from printkit.target import target_pages
from tests.kiebitz.shown import PAIR, RING, SMALL, SQUARE, TABIK, TING, TINGLE, TINK, beside, shown

GREY = np.full((480, 640, 3), 128, np.uint8)


@pytest.mark.parametrize("board", [TINK, TING, TINGLE, TABIK, SMALL, PAIR, RING, SQUARE], ids=lambda board: board.typed)
def test_a_printed_board_says_which_it_is(board: Board) -> None:
    printed = printed_boards(shown(board))
    assert (printed.boards, printed.trouble) == ((board,), "")


def test_codes_of_all_boards_differ() -> None:
    codes = [marker.code for game in ("tink", "ting", "tingle") for marker in kit_of(game).markers]
    codes += [marker.code for kit in boards_of_game("tabik").values() for marker in kit.markers]
    codes += [marker.code for mini in boards_of_game("tinker_tactics")[SQUARE].minis for marker in mini.markers]
    assert len(set(codes)) == len(codes)


def with_tags(image: Image, board: Board, count: int) -> Image:
    """Return *image* with all of *board*'s tags covered but this many on its near side."""
    covered, (place,) = image.copy(), printed_boards(image).places
    markers = boards_of_game(board.game)[board].markers
    for marker in (*markers[:6], *markers[6 + count :]):
        corners = place.px_from_board(np.array(marker.corners_mm))
        wide = corners.mean(axis=0) + 1.2 * (corners - corners.mean(axis=0))
        cv2.fillConvexPoly(covered, np.rint(wide).astype(np.int32), (128, 128, 128))
    return covered


def test_two_tags_decide_and_one_does_not() -> None:
    assert printed_boards(with_tags(shown(TING), TING, 2)).only == TING
    alone = printed_boards(with_tags(shown(TING), TING, 1))
    assert alone.only is None
    assert "only one tag" in alone.trouble
    assert "Ting's board" in alone.trouble


def test_a_code_decides_where_no_tag_is_seen() -> None:
    page = raster((draw_stamp(Stamp("tabik", "6", "a4", 24.0), (20.0, 20.0), 30.0),), (0.0, 0.0, 40.0, 40.0), 10.0)
    assert printed_boards(page).only == SMALL
    assert printed_boards(page, ("tink",)).only is None


def test_several_boards_are_named_and_none_is_taken() -> None:
    both = printed_boards(beside(shown(TING), shown(SMALL)))
    assert both.only is None
    assert "Tabik's 6 × 6 and Ting's board" in both.trouble
    assert printed_boards(beside(shown(TING), shown(SMALL)), ("tabik",)).only == SMALL


def test_of_two_boards_alike_the_larger_one_is_meant() -> None:
    near = shown(TING)
    small = cv2.resize(near, None, fx=0.9, fy=0.9, interpolation=cv2.INTER_AREA)
    far = np.asarray(cv2.copyMakeBorder(small, 0, len(near) - len(small), 0, 0, cv2.BORDER_REPLICATE), np.uint8)
    for image, (low, high) in ((beside(near, far), (0.0, 1.0)), (beside(far, near), (0.9, 1.9))):
        printed = printed_boards(image)
        (place,) = printed.places
        assert printed.only == TING
        assert low < place.corners_px[:, 0].mean() / near.shape[1] < high


def test_a_board_that_is_there_twice_is_remarked_on() -> None:
    assert "Ting's board is in view twice" in printed_boards(beside(shown(TING), shown(TING))).remark
    assert printed_boards(shown(TING)).remark == ""


def without_minis(image: Image, count: int) -> Image:
    """Return *image* with this many of its mini-boards covered."""
    covered = image.copy()
    for place in printed_boards(image).places[:count]:
        low, high = (around(place.corners_px.astype(int), axis=0) for around in (np.min, np.max))
        covered[low[1] - 90 : high[1] + 90, low[0] - 90 : high[0] + 90] = 128
    return covered


def test_how_mini_boards_are_turned_tells_how_many_play_though_one_is_missing() -> None:
    assert printed_boards(without_minis(shown(RING), 1)).only == RING


def test_one_mini_board_alone_does_not_say_how_many_play() -> None:
    printed = printed_boards(without_minis(shown(RING), 2))
    assert printed.only == Board("tinker_tactics")
    assert printed.trouble == "the boards of C do not say how many play: add --players, 3 or more"


def test_the_number_of_cells_of_a_bought_board_tells_how_many_play() -> None:
    assert for_players(shown(SQUARE, "wood"), "tinker_tactics") == SQUARE
    assert for_players(shown(SQUARE, "wood"), "tabik") is None
    assert for_players(GREY, "tinker_tactics") is None


def test_the_calibration_target_is_no_board() -> None:
    (page,) = target_pages(Job(paper_named("a4")))
    printed = printed_boards(raster(page.shapes, (0.0, 0.0, 210.0, 297.0), 3.0))
    assert printed.only is None
    assert "calibration target" in printed.trouble


def test_nothing_printed_is_nothing() -> None:
    printed = printed_boards(GREY)
    assert (printed.boards, printed.trouble) == ((), "")
    assert looks_like(GREY) == ()


@pytest.mark.parametrize(
    ("board", "style", "alike"),
    [(TINK, "wood", (TINK,)), (TABIK, "paper", (TABIK, TINGLE))],
    ids=["a chessboard", "8 × 8"],
)
def test_a_bought_board_is_known_by_its_cells(board: Board, style: str, alike: tuple[Board, ...]) -> None:
    assert looks_like(shown(board, style)) == alike
    assert looks_like(shown(board, style), but=alike[0]) == ()
