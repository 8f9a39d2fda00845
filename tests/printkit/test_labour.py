"""How long making a kit takes."""

from __future__ import annotations

import math

import pytest

from kits import tabik, tink
from printkit.labour import Labour, cutting, making, total
from printkit.parts import part
from printkit.strips import stone_strip, stone_strips


def test_a_square_has_four_edges_and_a_disc_none() -> None:
    assert cutting(((0.0, 0.0), (0.0, 20.0), (20.0, 20.0), (20.0, 0.0))) == Labour(edges=4)
    disc = [(10 * math.cos(t), 10 * math.sin(t)) for t in (2 * math.pi * k / 90 for k in range(90))]
    found = cutting(disc)
    assert found.edges == 0
    assert found.curve_mm == pytest.approx(20 * math.pi, rel=0.001)


def test_long_cuts_are_made_with_a_knife() -> None:
    assert cutting(((0.0, 0.0), (0.0, 240.0), (40.0, 240.0), (40.0, 0.0))) == Labour(edges=2, knife=2)


def test_the_steps_of_a_pyramid_are_counted_from_its_net() -> None:
    closed, open_one = (part(tink.KIT, "Al", bases=bases) for bases in (True, False))
    work = making(open_one.outline, open_one.shapes, scored=False)
    assert (work.folds, work.tabs, work.scores, work.edges) == (4, 1, 0, 8)
    more = making(closed.outline, closed.shapes, scored=True)
    assert (more.folds, more.tabs, more.scores) == (8, 4, 8)
    assert work.minutes < more.minutes / 2


def test_stones_in_strips_take_a_snip_each_instead_of_four_cuts_and_a_fold() -> None:
    stone = tabik.KIT.pieces["b"]
    strip = stone_strip(stone, 8)  # type: ignore[arg-type]
    work = making(strip.outline, strip.shapes, scored=False)
    assert (work.folds, work.edges, work.knife) == (1, 7 + 2, 2)
    single = part(tabik.KIT, "b")
    assert work.minutes < 2 * making(single.outline, single.shapes, scored=True).minutes


@pytest.mark.parametrize("count", [25, 64, 121])
def test_strips_hold_exactly_the_stones_of_a_board(count: int) -> None:
    strips = list(stone_strips(tabik.KIT.pieces["b"], count, 230.0))  # type: ignore[arg-type]
    heights = [max(y for _, y in strip.outline) / 20.0 for strip in strips]
    assert sum(heights) == count
    assert max(heights) - min(heights) <= 1
    assert max(heights) * 20.0 <= 230.0


def test_labour_adds_up() -> None:
    assert total([Labour(edges=2), Labour(edges=1, seams=1)]) == Labour(edges=3, seams=1)
    assert Labour(edges=60, curve_mm=600.0).minutes == pytest.approx(60 * 4.5 / 60 + 1.0)
