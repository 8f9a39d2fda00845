"""Cells that look alike settle each other's doubts."""

from __future__ import annotations

import numpy as np
import pytest

from vision.alike_cells import settled
from vision.network import SHAPES, Evidence, Floats, log_shares

SHAPE = len(SHAPES)


def board(*cells: tuple[tuple[float, ...], str, tuple[float, ...]]) -> Evidence:
    """Return evidence of cells given as (presence, colour, shape), each in nats."""
    names = ("red", "green")
    colour = np.full((len(cells), 10), -6.0)
    for row, (_, name, _) in enumerate(cells):
        colour[row, names.index(name)] = 0.0
    parts = {"presence": [cell[0] for cell in cells], "colour": colour, "shape": [cell[2] for cell in cells]}
    return {name: np.array(part, dtype=np.float32) for name, part in parts.items()}


PIECE, BARE, OPEN = (-6.0, 0.0, -6.0), (0.0, -6.0, -6.0), (0.0, 1.4, -6.0)
SQUARE = (0.0, *[-5.0] * (SHAPE - 1))
EITHER = (0.0, 0.0, *[-5.0] * (SHAPE - 2))


def presence(evidence: Evidence) -> Floats:
    return np.exp(log_shares(evidence["presence"]))


def test_a_doubtful_cell_is_what_the_sure_ones_are_that_look_like_it() -> None:
    seen = board(*[(PIECE, "red", SQUARE)] * 4, *[(BARE, "green", EITHER)] * 6, (OPEN, "green", EITHER))
    before, after = presence(seen)[-1], presence(settled(seen))[-1]
    assert before[0] == pytest.approx(0.2, abs=0.02)
    assert after[0] > before[0]


def test_a_cell_like_no_other_stays_as_it_was() -> None:
    seen = board(*[(PIECE, "red", SQUARE)] * 4, (OPEN, "green", (*[-10.0] * (SHAPE - 1), 0.0)))
    after = settled(seen)
    np.testing.assert_allclose(presence(after)[-1], presence(seen)[-1], atol=0.02)


def test_a_piece_takes_the_shape_of_those_like_it() -> None:
    doubtful = (0.0, -0.5, *[-5.0] * (SHAPE - 2))
    seen = board(*[(PIECE, "red", SQUARE)] * 5, (PIECE, "red", doubtful))
    after = settled(seen)
    before = np.exp(log_shares(seen["shape"]))[-1, 0]
    assert np.exp(log_shares(after["shape"]))[-1, 0] > before + 0.1


def test_bare_cells_say_nothing_of_shapes() -> None:
    doubtful = (0.0, -0.5, *[-5.0] * (SHAPE - 2))
    seen = board(*[(BARE, "red", SQUARE)] * 5, (PIECE, "red", doubtful))
    after = settled(seen)
    np.testing.assert_allclose(after["shape"][-1], seen["shape"][-1] + after["shape"][-1, 0], atol=0.05)


def test_colours_are_left_alone() -> None:
    seen = board(*[(PIECE, "red", SQUARE)] * 2, (OPEN, "green", EITHER))
    np.testing.assert_array_equal(settled(seen)["colour"], seen["colour"])


def test_one_cell_by_itself_is_as_it_was() -> None:
    seen = board((OPEN, "red", SQUARE))
    np.testing.assert_allclose(presence(settled(seen)), presence(seen), atol=1e-5)
