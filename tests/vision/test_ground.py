"""What is printed on a board tells pieces from bare cells: vision.ground and vision.common_colour."""

import numpy as np

from kits import ting
from kits.colours import COLOURS
from vision.common_colour import for_pieces
from vision.ground import against_ground
from vision.network import SHAPE_MODEL, SHAPES
from vision.views import Views

KIT = ting.KIT
CELLS = KIT.plan.cells
PLACES = np.array([KIT.plan.centre_mm(cell) for cell in CELLS]) / KIT.plan.pitch_mm
RED = np.arange(len(CELLS)) % 5 == 0
OWNED = np.where(np.array(COLOURS)[None] == "red", 0.91, 0.01) * np.ones((len(CELLS), 1))
BOARD, PIECE = (180.0, 126.0, 140.0), (120.0, 180.0, 160.0)


def _said(bare: float) -> np.ndarray:
    return np.where(RED[:, None], (0.05, 0.93, 0.02), (bare, 0.98 - bare, 0.02))


def _colours() -> np.ndarray:
    """The light falls off across the board."""
    noise = np.random.default_rng(4).normal(0, 3, (len(CELLS), 3))
    return np.where(RED[:, None], PIECE, BOARD) + PLACES[:, :1] * (4.0, 0.0, 0.0) + noise


def test_cells_that_look_like_the_board_are_bare_and_those_like_pieces_are_not() -> None:
    said = _said(0.93)
    said[[0, 1]] = (0.49, 0.49, 0.02)
    lead = for_pieces(said, OWNED, _colours(), PLACES)
    assert lead[0] > 2
    assert lead[1] < -1.5
    assert (lead[RED] > 0).all()
    assert (lead[~RED] < 0).all()


def test_pieces_of_a_colour_that_is_nowhere_sure_say_nothing() -> None:
    """The only white piece of a white board looks like the board."""
    said, owned = _said(0.93), OWNED.copy()
    said[1] = (0.45, 0.53, 0.02)
    owned[1] = np.where(np.array(COLOURS) == "white", 0.91, 0.01)
    assert abs(for_pieces(said, owned, _colours(), PLACES)[1]) < 0.5


def test_nothing_is_said_where_no_cell_is_plainly_bare() -> None:
    np.testing.assert_array_equal(for_pieces(_said(0.4), OWNED, _colours(), PLACES), 0.0)


def test_what_is_round_is_a_piece_but_where_a_ring_is_printed() -> None:
    """All cells look alike and round, and seem bare to the network."""
    image = np.full((96, 80, 3), 128, dtype=np.uint8)
    count = len(CELLS)
    square = np.array([(20.0, 40.0), (60.0, 40.0), (60.0, 80.0), (20.0, 80.0)])
    where = Views(
        CELLS,
        np.tile(np.eye(3), (count, 1, 1)),
        np.tile(square, (count, 1, 1)),
        np.ones(count),
        np.full(count, 40.0),
        np.ones(count),
    )
    evidence = {name: np.zeros((count, width), dtype=np.float32) for name, width in SHAPE_MODEL.fields.items()}
    evidence["presence"][:] = (2.0, 0.0, -9.0)
    evidence["shape"][:, SHAPES.index("circle")] = 5.0
    seen = against_ground(evidence, image, where, KIT.plan, KIT)
    gained = (seen["presence"] - evidence["presence"])[:, 1]
    ringed = np.isin(CELLS, KIT.ground.ringed)
    assert (gained[ringed] == 0).all()
    assert (gained[~ringed] > 3).all()
