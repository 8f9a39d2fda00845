"""Mini-boards in a ring: each has a pose of its own, and together they are read and followed as one table."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.places import Place
from core.games import find
from kiebitz.eye.seer import Seer
from kiebitz.pictures.steady import compare, look_down, window_around
from kits import tinker_tactics
from simulator.scene import Picture
from simulator.table import Table
from tests.kiebitz.conftest import Image
from vision.framing import board_warnings

KIT = tinker_tactics.kit(players=3)
GAME = find("tinker_tactics")
DEALT = GAME.contents(GAME.start(GAME.options(players=3)))


@pytest.fixture(scope="module")
def table() -> Table:
    return Table.draw(np.random.default_rng(4), kit=KIT, style="kit", tier="easy")


@pytest.fixture(scope="module")
def dealt(table: Table) -> Picture:
    return table.picture(DEALT)


@pytest.fixture(scope="module")
def place(dealt: Picture) -> Place:
    found = Seer(KIT, players=3).find(dealt.image)
    assert found is not None
    return found


def without(image: Image, place: Place, seat: str) -> Image:
    """Return the picture with something laid over the board of *seat* and its tags."""
    board = next(board for board in place.boards if board.plan.prefix == seat)
    x0, y0, x1, y1 = window_around(Place.of(board), margin=0.25)
    covered = image.copy()
    covered[y0:y1, x0:x1] = 128
    return covered


def test_every_cell_of_every_board_is_where_it_is(dealt: Picture, place: Place) -> None:
    assert place.cells == tuple(DEALT)
    truth = dealt.truth.registration
    for cell in place.cells:
        board = place.board_with([cell])
        seen, true = (
            board.px_from_board([board.plan.centre_mm(cell)]),
            truth.px_from_board([truth.plan.centre_mm(cell)]),
        )
        assert np.linalg.norm(seen - true) < 0.06 * place.cell_px
    with pytest.raises(ValueError, match="no board has Aa1 and Ba1"):
        place.board_with(["Aa1", "Ba1"])


def test_a_change_is_found_on_its_board(table: Table, dealt: Picture, place: Place) -> None:
    cell = next(cell for cell, content in DEALT.items() if cell[0] == "B" and content != ".")
    taken = table.picture({**DEALT, cell: "."})
    difference = compare(look_down(dealt.image, place), look_down(taken.image, place), place)
    assert set(difference.cells) == set(DEALT)
    assert max(difference.cells, key=lambda name: difference.cells[name]) == cell
    assert max(share for name, share in difference.cells.items() if name[0] != "B") < 0.02
    assert not difference.covered


def test_a_board_that_is_hidden_later_lies_where_it_lay(dealt: Picture, place: Place) -> None:
    hidden = without(dealt.image, place, "C")
    two = Seer(KIT, players=3).find(hidden)
    assert two is not None
    assert (two.seats, two.whole) == (("A", "B"), False)
    seer = Seer(KIT, players=3)
    seer.find(dealt.image)
    again = seer.find(hidden)
    assert again is not None
    np.testing.assert_array_equal(again.corners_px[-4:], place.corners_px[-4:])


def test_a_board_that_is_not_found_is_told(dealt: Picture, place: Place) -> None:
    seen = Seer(KIT, players=3).find_any(without(dealt.image, place, "C"))
    assert seen is not None
    assert {board.plan.prefix for board in seen.boards} == {"A", "B"}
    (warning,) = board_warnings(seen, KIT)
    assert warning.message.startswith("The board of C is not found")
    assert board_warnings(place, KIT) == []
