"""What is printed on a board tells pieces from bare cells: vision.printed_marks and vision.common_colour."""

import numpy as np

from kits import ting
from kits.colours import COLOURS
from vision.common_colour import for_pieces
from vision.network import MARKED_PRESENCE, SHAPE_MODEL, Evidence
from vision.printed_marks import against_ground, seems_marked, without_marks
from vision.views import Views

KIT = ting.KIT
CELLS = KIT.plan.cells
PLACES = np.array([KIT.plan.centre_mm(cell) for cell in CELLS]) / KIT.plan.pitch_mm
RED = np.arange(len(CELLS)) % 5 == 0
OWNED = np.where(np.array(COLOURS)[None] == "red", 0.91, 0.01) * np.ones((len(CELLS), 1))
BOARD, PIECE = (180.0, 126.0, 140.0), (120.0, 180.0, 160.0)
RINGED = np.isin(CELLS, KIT.ground.ringed)
NOWHERE = np.zeros(len(CELLS), dtype=bool)


def _said(bare: float) -> np.ndarray:
    return np.where(RED[:, None], (0.05, 0.93, 0.02), (bare, 0.98 - bare, 0.02))


def _colours() -> np.ndarray:
    """The light falls off across the board."""
    noise = np.random.default_rng(4).normal(0, 3, (len(CELLS), 3))
    return np.where(RED[:, None], PIECE, BOARD) + PLACES[:, :1] * (4.0, 0.0, 0.0) + noise


def test_cells_that_look_like_the_board_are_bare_and_those_like_pieces_are_not() -> None:
    said = _said(0.93)
    said[[0, 1]] = (0.49, 0.49, 0.02)
    lead = for_pieces(said, OWNED, _colours(), PLACES, NOWHERE)
    assert lead[0] > 2
    assert lead[1] < -1.5
    assert (lead[RED] > 0).all()
    assert (lead[~RED] < 0).all()


def test_pieces_of_a_colour_that_is_nowhere_sure_say_nothing() -> None:
    """The only white piece of a white board looks like the board."""
    said, owned = _said(0.93), OWNED.copy()
    said[1] = (0.45, 0.53, 0.02)
    owned[1] = np.where(np.array(COLOURS) == "white", 0.91, 0.01)
    assert abs(for_pieces(said, owned, _colours(), PLACES, NOWHERE)[1]) < 0.5


def test_nothing_is_said_where_no_cell_is_plainly_bare() -> None:
    np.testing.assert_array_equal(for_pieces(_said(0.4), OWNED, _colours(), PLACES, NOWHERE), 0.0)


def test_cells_with_marks_are_of_a_colour_of_their_own() -> None:
    """Printed dots of the pieces' colour are no pieces; a piece of another colour on one is."""
    colours, said = _colours(), _said(0.93)
    said[RINGED] = (0.93, 0.05, 0.02)
    colours[RINGED] = PIECE
    lost = int(np.flatnonzero(RINGED & ~RED)[0])
    said[lost], colours[lost] = (0.49, 0.49, 0.02), (60.0, 60.0, 60.0)
    lead = for_pieces(said, OWNED, colours, PLACES, RINGED)
    others = RINGED & (np.arange(len(CELLS)) != lost)
    assert (lead[others] < 0.5).all()
    assert lead[lost] > 0.5
    assert (lead[RED & ~RINGED] > 0).all()


def _evidence(marked: np.ndarray) -> Evidence:
    """What a network says of an empty board with marks where *marked*."""
    count = len(CELLS)
    evidence = {name: np.zeros((count, width), dtype=np.float32) for name, width in SHAPE_MODEL.fields.items()}
    evidence["presence"][:] = np.where(marked[:, None], (-6.0, -2.0, -9.0, 6.0), (4.0, -4.0, -9.0, -6.0))
    return evidence


def _where() -> Views:
    count = len(CELLS)
    square = np.array([(20.0, 40.0), (60.0, 40.0), (60.0, 80.0), (20.0, 80.0)])
    return Views(
        CELLS,
        np.tile(np.eye(3), (count, 1, 1)),
        np.tile(square, (count, 1, 1)),
        np.ones(count),
        np.full(count, 40.0),
        np.ones(count),
    )


def _pieces(evidence: Evidence) -> list[str]:
    """Where a piece is seen on a grey board, all of which has one colour, the pieces too."""
    image = np.full((96, 80, 3), 128, dtype=np.uint8)
    seen = against_ground(without_marks(evidence, CELLS, KIT), image, _where(), KIT.plan, KIT)["presence"]
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


def test_a_mark_that_looks_like_no_other_is_a_piece() -> None:
    evidence = _evidence(RINGED)
    evidence["presence"][CELLS.index("e5")] = (-8.0, 1.5, -9.0, 2.5)
    evidence["shape"][CELLS.index("e5")] = (-6.0, -6.0, 5.0, -6.0, -6.0)
    assert _pieces(evidence) == ["e5"]


def test_bare_cells_are_told_from_marks_for_lessons() -> None:
    assert (seems_marked(_evidence(RINGED), CELLS, KIT) == RINGED).all()
    assert not seems_marked(_evidence(NOWHERE), CELLS, KIT).any()
    assert MARKED_PRESENCE[:3] == ("empty", "piece", "covered")
