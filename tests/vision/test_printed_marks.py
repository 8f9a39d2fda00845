"""What is printed on a board is distinguished from pieces: vision.alike_cells."""

import numpy as np

from kits import ting
from vision.alike_cells import against_ground, without_marks
from vision.network import SHAPE_MODEL, Evidence

KIT = ting.KIT
CELLS = KIT.plan.cells
RINGED = np.isin(CELLS, KIT.ground.ringed)
NOWHERE = np.zeros(len(CELLS), dtype=bool)


def _evidence(marked: np.ndarray) -> Evidence:
    """What a network says of an empty board with marks where *marked*."""
    count = len(CELLS)
    evidence = {name: np.zeros((count, width), dtype=np.float32) for name, width in SHAPE_MODEL.fields.items()}
    evidence["presence"][:] = np.where(marked[:, None], (-6.0, -2.0, -9.0, 6.0), (4.0, -4.0, -9.0, -6.0))
    return evidence


def _pieces(evidence: Evidence) -> list[str]:
    """Where a piece is seen."""
    seen = against_ground(without_marks(evidence, CELLS, KIT), CELLS, KIT)["presence"]
    assert seen.shape == (len(CELLS), 3)
    return [cell for cell, row in zip(CELLS, seen, strict=True) if row.argmax() == 1]


def test_what_looks_like_a_mark_is_one_where_marks_are() -> None:
    assert _pieces(_evidence(RINGED)) == []
    assert _pieces(_evidence(NOWHERE)) == []


def test_what_looks_like_a_mark_is_a_piece_where_no_marks_are() -> None:
    evidence = _evidence(RINGED)
    evidence["presence"][CELLS.index("c3")] = (-9.0, -1.0, -9.0, 6.0)
    assert _pieces(evidence) == ["c3"]


def test_the_only_mark_of_a_board_is_a_piece() -> None:
    evidence = _evidence(NOWHERE)
    evidence["presence"][CELLS.index("e5")] = (-6.0, 3.5, -9.0, 4.0)
    assert _pieces(evidence) == ["e5"]
