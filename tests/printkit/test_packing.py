"""Outlines on sheets: inside, apart, and all of them; parts of a board and running text are divided without loss."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kits import tabik
from kits.pieces import Slab
from kits.tink import KIT
from printkit.assembly import board_layout, board_tiles
from printkit.drawing import Label, Point, Shape, bounds
from printkit.flow import column_width, lines, pour
from printkit.packing import pack, rows
from printkit.paper import PAPERS
from printkit.parts import stone_strips
from printkit.strokes import BLEED_MM
from printkit.surface import surfaces
from printkit.tiling import GLUE_MM, tiles
from printkit.typeface import label_box

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


(_TINK,) = surfaces(KIT)


def labels(shapes: tuple[Shape, ...]) -> list[Label]:
    return [shape for shape in shapes if isinstance(shape, Label)]


@pytest.mark.parametrize("paper", PAPERS)
def test_parts_of_the_board_cover_it_once_and_share_11_mm(paper: str) -> None:
    parts = board_tiles(_TINK, board_layout((_TINK,), PAPERS[paper]))
    area = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in (part.own for part in parts))
    assert area == pytest.approx((KIT.plan.width_mm + 2 * KIT.band_mm) ** 2)
    for one, other in combinations(parts, 2):
        if one.row == other.row and other.column == one.column + 1:
            assert one.printed[2] - other.printed[0] == pytest.approx(GLUE_MM + BLEED_MM) == 9.5
            assert one.own[2] == other.own[0]
    for marker in KIT.markers:
        xs, ys = zip(*marker.corners_mm, strict=True)
        holders = [
            p for p in parts if p.own[0] < min(xs) and p.own[1] < min(ys) and p.own[2] > max(xs) and p.own[3] > max(ys)
        ]
        assert len(holders) == 1


def test_paper_too_small_for_any_cut() -> None:
    with pytest.raises(ValueError, match="larger paper"):
        tiles(_TINK, (60.0, 60.0))


def test_text_pours_over_columns_and_sheets_without_losing_a_line() -> None:
    box = (0.0, 0.0, 169.0, 40.0)
    room = column_width(box)
    blocks = [lines(f"line {k}", room) for k in range(40)]
    sheets = pour(blocks, box)
    assert [label.text for sheet in sheets for label in labels(sheet)] == [f"line {k}" for k in range(40)]
    assert len(sheets) == 4
    for sheet in sheets:
        assert max(label_box(label)[3] for label in labels(sheet)) <= 40.0
