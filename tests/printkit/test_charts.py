"""Charts: what is drawn lies where its number says, inside its room, on paper too."""

from __future__ import annotations

import pytest

from kits.inks import BLUE, RED
from printkit.assembly import extent
from printkit.charts import Row, Series, curves, intervals, shaded_board
from printkit.drawing import Area, Box, Disc, Label, Lines
from printkit.flow import Block

ROOM = 180.0
SERIES = (Series("the rules", BLUE), Series("other", RED, (2.0, 1.0)))


def assert_inside(block: Block) -> None:
    for shape in block.shapes:
        left, top, right, bottom = extent(shape)
        assert left >= -0.01
        assert top >= -0.01
        assert right <= ROOM + 0.01
        assert bottom <= block.height_mm + 0.01


def bars_of(block: Block) -> list[Box]:
    """Return the boxes of the bars: the areas below the names of the series."""
    areas = [extent(shape) for shape in block.shapes if isinstance(shape, Area)]
    return areas[len(SERIES) :]


def test_bars_are_as_long_as_their_values() -> None:
    rows = [Row("one", ((0.2, 0.1, 0.3), (0.4, 0.3, 0.5))), Row("a long name of a clause", (None, (0.0, 0.0, 0.1)))]
    block = intervals("Title", rows, SERIES, ROOM, "{:.1f}".format, note="What it is. " * 12)
    assert_inside(block)
    first, second, third = (right - left for left, _, right, _ in bars_of(block))
    assert second == pytest.approx(2 * first)
    assert third < 0.2
    texts = [shape.text for shape in block.shapes if isinstance(shape, Label)]
    assert {"Title", "the rules", "other", "one", "0.2", "0.4"} <= set(texts)


def test_dots_lie_on_both_sides_of_zero() -> None:
    rows = [Row("less", ((-0.3, -0.5, -0.1),)), Row("more", ((0.3, 0.1, float("inf")),))]
    block = intervals("Title", rows, SERIES[:1], ROOM, "{:+.1f}".format, bars=False)
    assert_inside(block)
    less, more = (shape.centre[0] for shape in block.shapes if isinstance(shape, Disc))
    zero = next(shape.at[0] for shape in block.shapes if isinstance(shape, Label) and shape.text in ("+0.0", "-0.0"))
    assert more - zero == pytest.approx(zero - less)


@pytest.mark.parametrize("rows", [[], [Row("never", ((0.0, 0.0, 0.0), None))]])
def test_nothing_to_show_is_still_a_chart(rows: list[Row]) -> None:
    assert_inside(intervals("Title", rows, SERIES, ROOM, "{:.1f}".format))


def test_a_curve_climbs_to_the_top_at_the_largest_value() -> None:
    block = curves("Title", [(10, 20, 30, 40), (5, 5, 80)], SERIES, ROOM, "actions")
    assert_inside(block)
    first, second = [shape.runs[0] for shape in block.shapes if isinstance(shape, Lines)][-2:]
    assert len({y for _, y in first}) == 5
    assert first[-1][1] == second[-1][1] == min(y for _, y in first)
    at_half = next(x for x, y in first if y == pytest.approx((first[0][1] + first[-1][1]) / 2))
    at_full = next(x for x, y in first if y == first[-1][1])
    start = first[0][0]
    assert (at_half - start) * 2 == pytest.approx(at_full - start)


def test_a_board_is_darkest_where_most_was_counted() -> None:
    block = shaded_board("Cells", {"a1": 1, "a2": 4, "b1": 0, "b2": 2}, ROOM, "{:.1f}".format)
    assert block
    assert_inside(block)
    cells = [shape for shape in block.shapes if isinstance(shape, Area) and shape.fill]
    darkness = [-cell.fill.luminance for cell in cells if cell.fill]
    assert darkness.index(max(darkness)) == 1
    assert extent(cells[1])[3] == extent(cells[0])[1]
    assert shaded_board("Cells", {"Aa1": 1}, ROOM, str) is None
