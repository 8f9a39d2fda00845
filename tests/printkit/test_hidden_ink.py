"""Colour is printed where it shows, and hardly anywhere else."""

from __future__ import annotations

import pytest

from tests.printkit.hidden_ink import board_ink, kit_ink, piece_ink
from tests.printkit.test_boards import KITS

_TABS = 0.05
"""Share of the ink of pieces that may lie on tabs, which are tinted and numbered, and on bases, which are named."""


@pytest.mark.parametrize("name", ["tink", "ting", "tingle", "tabik-5", "tinker-2"])
def test_little_ink_is_out_of_sight(name: str) -> None:
    kit = KITS[name]
    board, pieces = kit_ink(kit, kit.seats[:2])
    assert board.share < _TABS
    assert pieces.whole > board.whole / 2
    assert pieces.share < _TABS


@pytest.mark.parametrize(("name", "content"), [("ting", "As"), ("ting", "Am"), ("ting", "Al"), ("tabik-5", "b")])
def test_no_ink_lies_where_strips_are_glued(name: str, content: str) -> None:
    assert piece_ink(KITS[name], content).share < 0.002


def test_the_bottom_of_a_pawn_is_white() -> None:
    assert piece_ink(KITS["tingle"], "Al").share < 0.04


def test_a_board_in_one_piece_hides_nothing() -> None:
    assert board_ink(KITS["tinker-2"]).share == 0.0
