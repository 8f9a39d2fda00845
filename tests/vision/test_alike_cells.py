"""Cells that look alike settle each other's doubts."""

from __future__ import annotations

import numpy as np
import pytest

from vision.alike_cells import settled
from vision.network import SHAPES, STONE_MODEL, Evidence, Floats, log_shares

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
    cells = [f"{column}1" for column in "abcdefghijk"]
    before, after = presence(seen)[-1], presence(settled(seen, cells))[-1]
    assert before[0] == pytest.approx(0.2, abs=0.02)
    assert after[0] > before[0]


def test_a_cell_like_no_other_stays_as_it_was() -> None:
    seen = board(*[(PIECE, "red", SQUARE)] * 4, (OPEN, "green", (*[-10.0] * (SHAPE - 1), 0.0)))
    after = settled(seen, ["a1", "b1", "c1", "d1", "e1"])
    np.testing.assert_allclose(presence(after)[-1], presence(seen)[-1], atol=0.02)


def test_a_piece_takes_the_shape_of_those_like_it() -> None:
    doubtful = (0.0, -0.5, *[-5.0] * (SHAPE - 2))
    seen = board(*[(PIECE, "red", SQUARE)] * 5, (PIECE, "red", doubtful))
    after = settled(seen, ["a1", "b1", "c1", "d1", "e1", "f1"])
    before = np.exp(log_shares(seen["shape"]))[-1, 0]
    assert np.exp(log_shares(after["shape"]))[-1, 0] > before + 0.1


def test_bare_cells_say_nothing_of_shapes() -> None:
    doubtful = (0.0, -0.5, *[-5.0] * (SHAPE - 2))
    seen = board(*[(BARE, "red", SQUARE)] * 5, (PIECE, "red", doubtful))
    after = settled(seen, ["a1", "b1", "c1", "d1", "e1", "f1"])
    np.testing.assert_allclose(after["shape"][-1], seen["shape"][-1] + after["shape"][-1, 0], atol=0.05)


def test_colours_are_left_alone() -> None:
    seen = board(*[(PIECE, "red", SQUARE)] * 2, (OPEN, "green", EITHER))
    np.testing.assert_array_equal(settled(seen, ["a1", "b1", "c1"])["colour"], seen["colour"])


def test_edges_learn_nothing_from_cells() -> None:
    scores = np.array([[4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]] * 3 + [[0.4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]], np.float32)
    seen = STONE_MODEL.split(scores)
    alone = settled(seen, ["a1", "b1", "c1", "a1-b1"])["stone"][-1]
    among = settled(seen, ["a1", "b1", "c1", "d1"])["stone"][-1]
    assert log_shares(among[None])[0, 0] > log_shares(seen["stone"])[-1, 0] + 0.1
    np.testing.assert_allclose(log_shares(alone[None])[0], log_shares(seen["stone"])[-1], atol=1e-5)


def test_one_cell_by_itself_is_as_it_was() -> None:
    seen = board((OPEN, "red", SQUARE))
    assert settled(seen, ["a1"]) is seen
