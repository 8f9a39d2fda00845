"""What counts for a board, and what against it; faint lines may take turns with plain ones."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.grid import LIKELY, RuledSighting, is_cut_finer, is_doubted, is_ruled, skew
from calibration.lattice import homography
from calibration.locate import locate
from calibration.ruled import Lines, measure_lines
from calibration.saddles import Grey
from calibration.windows import BY_OUTLINE, BY_STONES, MARGIN, RuledWindow, ruled_windows
from kits import tingle
from tests.calibration.scenes import box_of, camera_over, corner_error, photograph
from training.logistic import logistic

PLAIN = RuledWindow(0, 0, 0.9, 0.9, (0.9,) * 4, (1.0,) * 4, (0.0,) * 4, 1.0, chequered=False)


def test_a_plain_board_is_likely() -> None:
    assert PLAIN.log_odds > LIKELY


@pytest.mark.parametrize(
    "worse",
    [
        replace(PLAIN, beyond=(0.0, 0.0, 0.0, 0.9)),
        replace(PLAIN, half=0.1, reach=(0.0,) * 4, held=(0.6,) * 4),
        replace(PLAIN, reach=(0.0,) * 4, held=(0.0,) * 4),
    ],
    ids=["lines go on", "few lines", "nothing at its sides"],
)
def test_what_is_seen_only_in_part_is_not(worse: RuledWindow) -> None:
    assert worse.log_odds < LIKELY


def test_lines_may_be_missing_in_turns_where_the_sides_are_plain() -> None:
    plan, px = tingle.KIT.plan, 40
    truth = camera_over(plan, elevation=55.0, azimuth=25.0, distance_mm=2.6 * plan.width_mm)
    first, last = px // 2, px * plan.columns + px // 2
    sheet = np.full((px * (plan.rows + 1), px * (plan.columns + 1), 3), (150, 140, 160), np.uint8)
    cv2.rectangle(sheet, (first, first), (last, last), (200, 225, 230), -1)
    for line in range(1, plan.columns, 2):
        at = first + px * line
        cv2.line(sheet, (at, first), (at, last), (70, 80, 60), 2)
        cv2.line(sheet, (first, at), (last, at), (70, 80, 60), 2)
    found = locate(photograph(sheet, box_of(plan), truth), tingle.KIT)
    assert found is not None
    assert corner_error(found, truth, any_turn=True) < 0.01


def test_factors_are_found_again() -> None:
    rng = np.random.default_rng(0)
    factors = np.array([-1.0, 2.0, -3.0])
    evidence = np.column_stack([np.ones(4000), rng.uniform(-1, 1, (4000, 2))])
    true = rng.random(4000) < 1 / (1 + np.exp(-evidence @ factors))
    assert logistic(evidence, true, stiff=0.1) == pytest.approx(factors, abs=0.3)


def test_a_side_beyond_the_picture_says_less_than_one_where_no_lines_go_on() -> None:
    present = np.full((7, 6), -0.2), np.full((7, 6), -0.2)
    for family in present:
        family[1:6, 1:5] = 0.9
    unseen = present[0].copy(), present[1].copy()
    unseen[0][:, 5] = np.nan
    nothing = np.zeros((2, 6)), np.zeros((2, 6))
    seen, cut = (
        ruled_windows(Lines((-1, -1), edges, (-np.ones((7, 6)),) * 2, present, 20.0, 1.0, nothing), 4, 4)
        for edges in (present, unseen)
    )
    assert (seen.column, seen.row) == (cut.column, cut.row) == (0, 0)
    assert LIKELY < cut.log_odds < seen.log_odds


def _lined(px: int, *, also: tuple[int, ...] = ()) -> tuple[Grey, RuledSighting]:
    """Return a picture with lines so many px apart, and some more along y, and 6 × 4 cells of 60 px seen in it."""
    grey = np.full((330, 450), 200.0, np.float32)
    for at in (*range(40, 440, px), *also):
        grey[:, at : at + 2] = 90.0
    for at in range(40, 320, px):
        grey[at : at + 2] = 90.0
    H = np.array([[60.0, 0, 40.5], [0, 60.0, 40.5], [0, 0, 1.0]])
    return grey, RuledSighting(H, (6, 4), PLAIN)


@pytest.mark.parametrize("parts", [2, 3])
def test_a_lattice_between_whose_lines_as_plain_ones_run_is_no_board(parts: int) -> None:
    assert is_cut_finer(*_lined(60 // parts))


@pytest.mark.parametrize("also", [(), (70, 190), (60, 80, 120, 140)])
def test_a_few_other_lines_cut_no_board_finer(also: tuple[int, ...]) -> None:
    assert not is_cut_finer(*_lined(60, also=also))


def test_lines_most_of_which_is_hidden_tell_nothing_of_those_between() -> None:
    grey, sighting = _lined(20)
    grey[150:] = 200.0
    assert not is_cut_finer(grey, sighting)


def test_a_board_is_doubted_where_little_of_it_is_seen_and_its_sides_say_little() -> None:
    faint = replace(PLAIN, inside=0.5, half=0.5)
    assert not is_doubted(PLAIN)
    assert not is_doubted(faint)
    assert is_doubted(replace(faint, reach=(0.2, 0.4, 0.6, 0.8), held=(0.5, 0.6, 0.8, 1.0)))


def test_bright_and_dark_cells_are_a_larger_chessboard_if_they_go_on_at_two_sides() -> None:
    shaded = replace(PLAIN, chequered=True, beyond=(0.0, 0.0, 0.1, 0.4))
    assert is_ruled(shaded)
    assert not is_ruled(replace(shaded, beyond=(0.0, 0.0, 0.4, 0.4)))


@pytest.mark.parametrize(("side", "least", "most"), [((8, 8), 0.0, 0.02), ((6, 4), 0.15, 1.0), ((4, 6), 0.15, 1.0)])
@pytest.mark.parametrize("elevation", [60.0, 89.0])
def test_cells_are_squares_to_some_camera_and_those_of_another_board_are_not(
    elevation: float, side: tuple[int, int], least: float, most: float
) -> None:
    plan = tingle.KIT.plan
    place = camera_over(plan, elevation=elevation)
    corners = place.px_from_board(plan.corners_mm)
    H = homography(np.array([(0, 0), (side[0], 0), side, (0, side[1])], dtype=np.float64), corners)
    assert H is not None
    assert least <= skew(H, place.camera.size) <= most


def _mosaic(side: int, px: int) -> Grey:
    """Return a grey table with *side* × *side* cells on it that stones of four shades fill to the edge."""
    rng = np.random.default_rng(3)
    table = np.full((px * (side + 6),) * 2, 150.0, np.float32)
    for column in range(3, side + 3):
        for row in range(3, side + 3):
            table[row * px : row * px + px, column * px : column * px + px] = rng.choice([40.0, 90.0, 185.0, 235.0])
    noise = rng.normal(0.0, 2.0, table.shape)
    return np.asarray(cv2.GaussianBlur(table, (0, 0), 1.2) + noise, dtype=np.float32)


def _odds(grey: Grey, px: int, side: int, *, shift: float = 0.0) -> list[float]:
    """Return the log odds of the likeliest board, by lines alone and if stones may fill cells."""
    H = np.array([[px, 0, (3 + shift) * px - 0.5], [0, px, (3 + shift) * px - 0.5], [0, 0, 1.0]])
    seen = measure_lines(grey, H, (-MARGIN, -MARGIN), (side + MARGIN, side + MARGIN), nearest=0.06, filled=True)
    assert seen is not None
    return [ruled_windows(reading, side, side).log_odds for reading in seen.readings()]


def test_edges_of_stones_say_less_than_lines() -> None:
    assert replace(PLAIN, by_stones=True).log_odds == pytest.approx(PLAIN.log_odds - BY_STONES)
    assert replace(PLAIN, by_outline=True).log_odds == pytest.approx(PLAIN.log_odds - BY_OUTLINE)


def test_stones_that_hide_all_lines_show_a_board_by_their_own_edges() -> None:
    by_lines, by_stones = _odds(_mosaic(7, 30), 30, 7)
    assert by_lines < LIKELY < by_stones


def test_stones_show_no_board_whose_cells_they_lie_across() -> None:
    assert max(_odds(_mosaic(7, 30), 30, 7, shift=0.5)) < LIKELY


def test_a_texture_shows_no_board_filled_with_stones() -> None:
    rng = np.random.default_rng(8)
    texture = cv2.GaussianBlur(rng.normal(0.0, 1.0, (390, 390)), (0, 0), 5.0)
    assert max(_odds(np.asarray(130 + 300 * texture, dtype=np.float32), 30, 7)) < LIKELY
