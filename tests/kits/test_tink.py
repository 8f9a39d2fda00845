"""Tink's board and frame in millimetres."""

from __future__ import annotations

import math
from itertools import combinations

import cv2
import numpy as np
import pytest

from kits.colours import COLOURS
from kits.inks import BLACK, PAPER, SEAT_INKS, TINT
from kits.tink import KIT


def _boxes() -> list[tuple[float, float, float, float]]:
    return [(min(x for x, _ in m.corners_mm), min(y for _, y in m.corners_mm), *m.corners_mm[2]) for m in KIT.markers]


def test_tags_keep_off_the_middle_lines_where_sheets_meet() -> None:
    middle = KIT.plan.width_mm / 2
    for left, top, right, bottom in _boxes():
        assert not left - 12 < middle < right + 12
        assert not top - 12 < middle < bottom + 12


def test_codes_are_distinct_and_corners_run_clockwise() -> None:
    assert [marker.code for marker in KIT.markers] == list(range(12))
    for marker in KIT.markers:
        corners = np.array(marker.corners_mm, dtype=np.float32)
        assert cv2.contourArea(corners, oriented=True) > 0
        assert math.dist(*marker.corners_mm[:2]) == pytest.approx(22.0)


def test_opening_cells_are_two_away_from_the_edge() -> None:
    assert len(KIT.marked) == 16
    assert all(min(ord(c[0]) - 97, int(c[1]) - 1, 104 - ord(c[0]), 8 - int(c[1])) >= 2 for c in KIT.marked)


def _lab(rgb: tuple[int, int, int]) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    pixel = np.array([[rgb]], dtype=np.float32) / 255
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_RGB2LAB), dtype=np.float32).reshape(3)


def test_inks_are_far_apart_from_each_other_and_from_the_board() -> None:
    shades = [_lab(ink.rgb) for ink in (*SEAT_INKS.values(), PAPER, TINT)]
    gaps = [float(np.linalg.norm(a - b)) for a, b in combinations(shades[:4], 2)]
    gaps += [float(np.linalg.norm(a - b)) for a in shades[:4] for b in shades[4:]]
    assert min(gaps) > 40
    assert BLACK.contrast(PAPER) == pytest.approx(21.0)


def test_pyramids_are_looney_pyramids() -> None:
    inch = 25.4
    published = {"s": (9 / 16, 1.0, 1, 5), "m": (25 / 32, 1.375, 2, 4), "l": (1.0, 1.75, 3, 1)}
    assert set(KIT.pyramids) == set(KIT.stock) == set(published)
    for kind, (base, height, pips, count) in published.items():
        solid = KIT.pyramids[kind]
        assert solid.base_mm == pytest.approx(base * inch, abs=0.06)
        assert solid.height_mm == pytest.approx(height * inch, abs=0.06)
        assert (solid.pips, KIT.stock[kind]) == (pips, count)


def test_seats_take_their_colours_in_the_order_in_which_pictures_give_them() -> None:
    places = [COLOURS.index(KIT.inks[seat].name) for seat in sorted(KIT.inks)]
    assert places == sorted(places)
