"""Positions and actions as text, both ways, and what is refused (C15)."""

from __future__ import annotations

import pytest

from core.tabik.options import TabikOptions
from tests.tabik.sample import TABIK, at


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("b3+b2", "b3+b2"), ("c2xb2", "b2xc2"), ("b10xb9", "b9xb10"), ("swap", "swap"), ("--", "--")],
)
def test_canonical_actions(text: str, canonical: str) -> None:
    assert TABIK.canonical_action(text) == canonical


def test_either_order_of_an_exchange_is_played() -> None:
    position = at("4/1wb1/1bw1/4 b2-b3,c2-c3 B 2")
    assert TABIK.play(position, "c2xb2") == TABIK.play(position, "b2xc2")


def test_cells_and_edges_are_in_order() -> None:
    start = TABIK.start(TabikOptions(board_size=10))
    assert TABIK.cells(start)[7:11] == ("a8", "a9", "a10", "b1")
    assert TABIK.cells(start)[100:104] == ("a1-a2", "a1-b1", "a2-a3", "a2-b2")
    assert len(TABIK.cells(start)) == 100 + 180
    assert TABIK.stock(start) == {"b": 50, "w": 50, "rod": 180}


def test_a_cell_that_the_board_has_not() -> None:
    with pytest.raises(ValueError, match="'e1'"):
        TABIK.objection(at("4/4/4/4 - B 0"), "d1+e1")


def test_a_full_board_is_scored_on_reading() -> None:
    assert at("bw/bw a1-b1,a2-b2 W 2").outcome == at("bw/bw a1-b1,a2-b2 W 99").outcome
    over = at("w1w/bbw/1b1 a2-a3,b1-b2,b2-c2,c2-c3 W 1")
    assert over.outcome is not None
    assert over.outcome.winners == ("B",)
    assert TABIK.format_position(over).endswith(" W 1")


def test_explicit_passes_start_at_zero_on_reading() -> None:
    text = "w1w/bbw/1b1 a2-a3,b1-b2,b2-c2,c2-c3 B 4"
    position = at(text, explicit_passes=True)
    assert TABIK.actions(position) == ["--"]
    after = TABIK.play(TABIK.play(position, "--"), "--")
    assert after.outcome == at(text).outcome
    assert TABIK.format_position(after).endswith(" B 6")
