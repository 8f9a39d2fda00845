"""Words on every sheet: inside their margins, apart from each other, in letters the typeface has."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from kits.tink import KIT
from printkit.assembly import board_layout, board_tiles, extent
from printkit.drawing import Label, Pose, Shape, Window
from printkit.flow import column_width, lines, pour
from printkit.paper import PAPERS, Paper
from printkit.strokes import BLEED_MM
from printkit.surface import surfaces
from printkit.tiling import GLUE_MM, tiles
from printkit.typeface import CAP, DESCENT, label_box, width_mm, wrap

(_TINK,) = surfaces(KIT)
EVERY = pytest.mark.parametrize("paper", list(PAPERS.values()), ids=list(PAPERS))


def _labels(shapes: tuple[Shape, ...]) -> Iterator[Label]:
    for shape in shapes:
        match shape:
            case Label():
                yield shape
            case Window():
                left, top, right, bottom = extent(shape)
                for label in _labels(shape.shapes):
                    x0, y0, x1, y1 = label_box(label)
                    if x0 > left and y0 > top and x1 < right and y1 < bottom:
                        yield label


_HANGING = set("gjpqyQ,;()/_@")


def quad(label: Label) -> npt.NDArray[np.float32]:
    """Return the corners of the letters' box, a little smaller than their type size."""
    width = width_mm(label.text, label.size_mm, bold=label.bold)
    left = {"left": 0.0, "centre": -width / 2, "right": -width}[label.align]
    hangs = DESCENT if _HANGING.intersection(label.text) else 0.0
    top, bottom = -CAP * label.size_mm, hangs * label.size_mm
    pose = Pose(*label.at, turn_deg=label.turn_deg)
    corners = ((left, top), (left + width, top), (left + width, bottom), (left, bottom))
    return np.array([pose.point(corner) for corner in corners], dtype=np.float32)


@EVERY
def test_parts_of_the_board_cover_it_once_and_share_11_mm(paper: Paper) -> None:
    parts = board_tiles(_TINK, board_layout((_TINK,), paper))
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


def test_lines_break_between_words() -> None:
    text = "four of your pieces in an unbroken row win at once"
    rows = list(wrap(text, 30.0, 3.0))
    assert " ".join(rows) == text
    assert all(width_mm(row, 3.0) <= 30.0 for row in rows)
    assert list(wrap("Attributionsharealike", 5.0, 3.0)) == ["Attributionsharealike"]


def test_text_pours_over_columns_and_sheets_without_losing_a_line() -> None:
    box = (0.0, 0.0, 169.0, 40.0)
    room = column_width(box)
    blocks = [lines(f"line {k}", room) for k in range(40)]
    sheets = pour(blocks, box)
    assert [label.text for sheet in sheets for label in _labels(sheet)] == [f"line {k}" for k in range(40)]
    assert len(sheets) == 4
    for sheet in sheets:
        assert max(label_box(label)[3] for label in _labels(sheet)) <= 40.0
