"""Outlines on sheets: inside, apart, and all of them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kits import tabik
from kits.pieces import Slab
from printkit.drawing import Point, bounds
from printkit.packing import pack, rows
from printkit.parts import stone_strips

_ROOM = (90.0, 120.0)
sizes = st.tuples(st.floats(8.0, 60.0), st.floats(8.0, 60.0))


def _kite(width: float, height: float) -> list[Point]:
    return [(0.0, -height / 3), (width / 2, 0.0), (0.0, 2 * height / 3), (-width / 2, 0.0)]


@settings(max_examples=20, deadline=None)
@given(st.lists(sizes, min_size=1, max_size=7))
def test_outlines_lie_inside_the_room_and_apart(shapes: list[tuple[float, float]]) -> None:
    rings = [_kite(*size) for size in shapes]
    places = pack(rings, _ROOM, gap_mm=3.0)
    assert len(places) == len(rings)
    count = max(sheet for sheet, _ in places) + 1
    covers = np.zeros((count, int(_ROOM[1] * 4) + 8, int(_ROOM[0] * 4) + 8), dtype=np.uint8)
    for ring, (sheet, pose) in zip(rings, places, strict=True):
        points = [pose.point(point) for point in ring]
        left, top, right, bottom = bounds(points)
        assert min(left, top) > -0.01
        assert right < _ROOM[0] + 0.51
        assert bottom < _ROOM[1] + 0.51
        cover = np.zeros_like(covers[0])
        cv2.fillPoly(cover, [np.round(np.array(points) * 4).astype(np.int32)], (1,))
        # 1 mm on either side of the 3 mm asked for, the rest is the raster's.
        grown = cv2.dilate(cover, np.ones((9, 9), dtype=np.uint8))
        assert not np.any(np.logical_and(grown, covers[sheet]))
        covers[sheet] |= cover


def test_as_few_sheets_as_fit_and_the_same_every_time() -> None:
    rings = [_kite(30.0, 30.0)] * 9
    places = pack(rings, _ROOM)
    assert {sheet for sheet, _ in places} == {0}
    assert places == pack(rings, _ROOM)


def test_what_is_larger_than_the_sheet() -> None:
    with pytest.raises(ValueError, match="100 × 20 mm does not fit a sheet of 90 × 120 mm"):
        pack([_kite(100.0, 20.0)], _ROOM)


@pytest.mark.parametrize(("count", "sheets", "turned"), [(8, 1, 0), (10, 1, 2), (11, 2, 0)])
def test_equal_parts_stand_the_other_way_round_only_where_that_saves_a_sheet(
    count: int, sheets: int, turned: int
) -> None:
    ring = [(0.0, 0.0), (36.0, 0.0), (36.0, 18.0), (0.0, 18.0)]
    places = rows(ring, count, (94.5, 78.5), gap_mm=2.0)
    assert max(sheet for sheet, _ in places) + 1 == sheets
    assert sum(pose.turn_deg == 90.0 for _, pose in places) == turned
    boxes = [(sheet, bounds(pose.point(point) for point in ring)) for sheet, pose in places]
    assert all(box[0] > -0.01 and box[1] > -0.01 and box[2] < 94.51 and box[3] < 78.51 for _, box in boxes)
    for k, (sheet, one) in enumerate(boxes):
        for other in (box for where, box in boxes[k + 1 :] if where == sheet):
            assert max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3]) > 1.99


@pytest.mark.parametrize("count", [25, 64, 121])
def test_strips_hold_exactly_the_stones_of_a_board(count: int) -> None:
    stone = tabik.KIT.pieces["b"]
    assert isinstance(stone, Slab)
    heights = [max(y for _, y in strip.outline) for strip in stone_strips(stone, count, 230.0)]
    assert sum(heights) == 20.0 * count
    assert max(heights) - min(heights) <= 20.0
    assert max(heights) <= 230.0
