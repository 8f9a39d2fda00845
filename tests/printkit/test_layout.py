"""Parts of a board and running text are divided without loss."""

from __future__ import annotations

from itertools import combinations

import pytest

from kits.tink import KIT
from printkit.assembly import board_layout, board_tiles
from printkit.drawing import Label, Shape
from printkit.flow import column_width, lines, pour
from printkit.paper import PAPERS
from printkit.strokes import BLEED_MM
from printkit.surface import surfaces
from printkit.tiling import GLUE_MM, tiles
from printkit.typeface import label_box

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
