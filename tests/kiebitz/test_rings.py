"""Rings of boards that no single picture shows whole: what one picture does not show, the next one does.

Each mini-board has a pose of its own, and together they are read and followed as one table.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.rings import GAME, SIZE, Ring, between, halves, held_over
from benchmarks.two_eyes import Play, Score, shown
from calibration.places import Place
from kiebitz.eye.seer import Seer
from kiebitz.eye.viewer import Viewer
from kiebitz.kits import readable_kit
from kiebitz.pictures.drawing import save_png
from kiebitz.pictures.steady import compare, look_down, window_around
from kiebitz.table.events import Event
from kiebitz.table.state import AnyTable, TableState, Terms
from kiebitz.watching.referee import Referee, run
from kits import tinker_tactics
from simulator.calm import calm_table
from simulator.scene import Picture
from simulator.table import Table
from tests.kiebitz.conftest import Image, Kiebitz
from vision.framing import board_warnings


def watched(ring: Ring, way: str) -> tuple[AnyTable, list[Event]]:
    """Return the table and its events after everything that *ring* shows."""
    options = GAME.options.of({"players": ring.players})
    eye = Seer(readable_kit("tinker_tactics", options), players=ring.players)
    referee = Referee(TableState.begun(Terms(GAME, options)), Viewer(eye))
    told = [event for events in run(referee, ring.frames(way)) for event in events]
    return referee.state, told


def check(ring: Ring, way: str) -> list[Event]:
    """Assert that the start and every move are told as they were, and nothing else is; return the events."""
    state, told = watched(ring, way)
    positions, actions = ring.played
    assert [GAME.format_position(each) for each in state.told] == positions
    assert [event.fields["action"] for event in told if event.kind == "move"] == actions
    assert {event.kind for event in told} <= {"found", "unsure", "state", "move"}
    return told


def test_a_ring_of_five_is_known_once_two_pictures_have_shown_it() -> None:
    told = check(Ring(players=5, seed=31, moves=1), "pictures")
    asked = next(event for event in told if event.kind == "unsure" and "Now show me" in event.fields["message"])
    assert asked.fields["message"] == (
        "I have seen the boards of A, B and E. Now show me the boards of C and D, and hold the camera still there."
    )
    assert [event.frame for event in told if event.kind == "state"] == [1]


@pytest.mark.thinned(0)
@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(3, 41), (4, 42), (5, 43), (6, 44)])
def test_rings_are_refereed_from_two_pictures_of_each_position(players: int, seed: int) -> None:
    check(Ring(players, seed, moves=3), "pictures")


@pytest.mark.thinned(0)
@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(3, 51), (4, 52), (5, 53), (6, 54)])
def test_rings_are_refereed_from_a_slow_pan(players: int, seed: int) -> None:
    check(Ring(players, seed, moves=1), "pan")


@pytest.mark.thinned(2)
@pytest.mark.slow
@pytest.mark.parametrize("moves", [0, 2])
def test_a_ring_of_six_is_refereed_by_two_views_of_half_of_it_each(moves: int) -> None:
    play, score = Play("ring", 7100, moves), Score()
    score.add(TableState.begun(Terms(GAME, play.options)), 2, play.played()[0], shown(list(play.pictures()), "both"))
    assert (score.whole, score.right, score.moves) == (1, moves, moves)
    assert score.events["unsure"] == 0


@pytest.fixture(scope="module")
def ring() -> Table:
    kit = readable_kit("tinker_tactics", GAME.options.of({"players": 5}))
    return calm_table(kit, players=5, size=SIZE, seed=9)


def test_read_says_which_boards_are_missing_and_covers_nothing_else(
    ring: Table, kiebitz: Kiebitz, tmp_path: Path
) -> None:
    dealt = GAME.contents(GAME.deal(GAME.options.of({"players": 5}), 9))  # type: ignore[attr-defined]
    view = held_over(ring.scene.kit, halves(ring.scene.kit)[1], np.random.default_rng(9), SIZE)
    save_png(tmp_path / "half.png", ring.seen_by(view).picture(dealt).image)
    options = ("--game", "tinker_tactics", "--players", 5, "--colours", "red,yellow,green,blue,purple")
    answer = kiebitz("read", tmp_path / "half.png", *options, "--json")
    assert answer.status == 0
    assert "The boards of A, B, E are not found" in answer.err
    assert "something covers" not in answer.err
    read = answer.json
    assert {cell[0] for cell in read["covered"]} == {"A", "B", "E"}
    shown = {cell: told["is"] for cell, told in read["cells"].items() if told["is"] != "."}
    assert shown == {cell: content for cell, content in dealt.items() if cell[0] in "CD" and content != "."}


def test_a_pan_goes_from_one_view_to_the_other(ring: Table) -> None:
    one, other = (held_over(ring.scene.kit, seats, np.random.default_rng(1), SIZE) for seats in halves(ring.scene.kit))
    for share, view in ((0.0, one), (1.0, other)):
        np.testing.assert_allclose(between(one, other, share).R, view.R, atol=1e-9)
        np.testing.assert_allclose(between(one, other, share).t.reshape(3), view.t.reshape(3), atol=1e-6)


KIT = tinker_tactics.kit(players=3)
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
