"""The board as pixels agrees with the kit in millimetres."""

from __future__ import annotations

import numpy as np

from kits.inks import ACCENT, BLACK, RED
from kits.tink import KIT
from printkit.drawing import Area, Label, Window
from printkit.raster import board_image, raster


def test_board_image_shows_the_marked_cells_outlined_and_free_inside() -> None:
    image, (left, top) = board_image(KIT, 5.0)

    def at(x: float, y: float) -> tuple[int, ...]:
        return tuple(image[round((y - top) * 5.0 - 0.5), round((x - left) * 5.0 - 0.5)].tolist())

    assert at(2.5 * 38, 2 * 38) == ACCENT.rgb[::-1]
    for cell in KIT.marked:
        assert min(at(*KIT.plan.centre_mm(cell))) > 200


def test_holes_windows_and_turned_text() -> None:
    ring = Area((((1, 1), (9, 1), (9, 9), (1, 9)), ((3, 3), (7, 3), (7, 7), (3, 7))), fill=BLACK)
    window = Window(((0, 0), (5, 0), (5, 10), (0, 10)), (ring,))
    image = raster([window], (0, 0, 10, 10), 4.0)
    assert image[20, 8].max() == 0
    assert image[20, 20].min() == 255
    assert image[20, 32].min() == 255
    words = raster([Label("IIII", (5, 1), 4.0, RED, turn_deg=90)], (0, 0, 10, 10), 8.0)
    rows, columns = np.nonzero(words.min(axis=2) < 128)
    assert np.ptp(rows) > np.ptp(columns)
    assert rows.min() / 8 > 0.9
    assert columns.min() / 8 > 4.9
