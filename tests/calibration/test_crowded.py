"""Pictures that would keep a search for tags busy for minutes."""

from __future__ import annotations

import time

import numpy as np
import numpy.typing as npt
import pytest

from calibration.tags import find_tags, is_crowded


def checks(size_px: int, cell_px: int) -> npt.NDArray[np.uint8]:
    y, x = np.mgrid[:size_px, :size_px] // cell_px
    return np.asarray(255 * ((x + y) % 2), np.uint8)


@pytest.mark.parametrize(("size_px", "cell_px"), [(400, 1), (800, 2), (1280, 4), (1280, 8), (2000, 12)])
def test_fine_checks_are_given_up_at_once(size_px: int, cell_px: int) -> None:
    begun = time.process_time()
    assert find_tags(checks(size_px, cell_px), tuple(range(40))) == {}
    assert time.process_time() - begun < 8.0


def test_a_chessboard_and_grain_are_not_crowded() -> None:
    grain = np.random.default_rng(1).integers(0, 255, (960, 1280), dtype=np.uint8)
    assert not is_crowded(checks(800, 100))
    assert not is_crowded(grain)
    assert not is_crowded(np.zeros((3, 3), np.uint8))


@pytest.mark.parametrize(("every_px", "line_px"), [(20, 1), (20, 2), (28, 1)])
def test_a_sheet_of_fine_squares_is_crowded_however_thin_its_lines_are(every_px: int, line_px: int) -> None:
    sheet = np.full((1440, 1920), 235, np.uint8)
    for line in range(line_px):
        sheet[line::every_px] = sheet[:, line::every_px] = 90
    assert is_crowded(sheet)
