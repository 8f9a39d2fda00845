"""What the network of corners is taught: the corner is where the lesson says, whichever way the board is taken."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.corners import CELL_PX
from tests.calibration.scenes import camera_over

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from kits.kit import Plan  # noqa: E402
from training.boards import CornerLessons  # noqa: E402
from training.corners import GROUPS, PARTS, Astray, Table, corner_examples, example  # noqa: E402

PLAN = Plan(5, 5, 40.0)
PLACE = camera_over(PLAN, elevation=65.0, distance_mm=2.4 * PLAN.width_mm, size=(800, 600), k1=-0.05)


def _dotted() -> Table:
    """Return a table with a bright dot at each corner of its cells."""
    image = np.full((600, 800), 60, np.uint8)
    places = np.array([(x, y) for x in range(6) for y in range(6)]) * PLAN.pitch_mm
    rows, columns = np.mgrid[0:600, 0:800]
    for x, y in PLACE.px_from_board(places):
        image[(columns - x) ** 2 + (rows - y) ** 2 < 9] = 250
    return Table.of(np.repeat(image[..., None], 3, axis=2), PLACE)


def test_places_taken_for_corners_are_seen_where_these_are() -> None:
    table, rng = _dotted(), np.random.default_rng(3)
    corners = np.array([(x, y) for x in range(6) for y in range(6)], dtype=np.float64)
    for _ in range(10):
        astray = Astray.draw(rng, (5, 5))
        taken = astray.seen(corners, table.eye)
        px = table.px_of(taken + astray.off(taken), astray.height)
        np.testing.assert_allclose(px, table.px_of(corners, 0.0), atol=0.1)


def test_the_lesson_points_at_the_corners() -> None:
    table, rng = _dotted(), np.random.default_rng(3)
    bright, lessons = [], 0
    for _ in range(40):
        lesson = example(table, rng)
        levels = lesson.shown[0]
        for row, column in np.argwhere(lesson.kinds >= 2):
            x, y = np.round((np.array([column, row]) + lesson.off[row, column]) * CELL_PX).astype(int)
            if 0 <= y < levels.shape[0] and 0 <= x < levels.shape[1]:
                bright.append(abs(levels[y, x] - np.median(levels)) > 3 * abs(levels - np.median(levels)).mean())
        lessons += bool(np.any(lesson.kinds >= 2))
    assert 20 < lessons < 40
    assert np.mean(bright) > 0.9


def test_a_bent_board_is_off_by_its_bend() -> None:
    bend = np.array([[0.01, 0.0, 0.0], [0.0, 0.0, 0.02]])
    flat = Astray(np.array([2.5, 2.5]), np.zeros(2), np.zeros((2, 2)), np.zeros(2), bend, 0.0)
    places = np.array([[2.5, 2.5], [4.5, 2.5], [2.5, 0.5]])
    np.testing.assert_allclose(flat.off(places), np.array([[0.0, 0.0], [0.04, 0.0], [0.0, 0.08]]))


def test_boards_of_a_group_are_of_one_size_and_shown_as_the_finder_shows_them() -> None:
    first, again = (corner_examples(7, 2, 2) for _ in range(2))
    assert len(first.groups) == GROUPS + PARTS
    for one, other in zip(first.groups, again.groups, strict=True):
        for name, array in one.items():
            np.testing.assert_array_equal(array, other[name])
        down, across = one["kinds"].shape[1:]
        assert one["levels"].shape[1:] == (CELL_PX * (down - 1) + 1, CELL_PX * (across - 1) + 1)
        seen = CornerLessons.seen({name: torch.from_numpy(array) for name, array in one.items()})
        assert seen.shape == (2, 4, *one["levels"].shape[1:])
        assert float(seen[:, 0][seen[:, 3] == 0].abs().sum()) < float(seen[:, 0].abs().sum())
