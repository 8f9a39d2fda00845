"""Rings of boards that no single picture shows whole: what one picture does not show, the next one does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from benchmarks.rings import GAME, SIZE, Ring, between, halves, held_over
from benchmarks.two_eyes import Play, Score, shown
from kiebitz.eye.seer import Seer
from kiebitz.eye.viewer import Viewer
from kiebitz.kits import readable_kit
from kiebitz.pictures.drawing import save_png
from kiebitz.table.events import Event
from kiebitz.table.state import AnyTable, TableState, Terms
from kiebitz.watching.referee import Referee, run
from simulator.calm import calm_table
from simulator.table import Table
from tests.kiebitz.conftest import Answer, Image


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


@pytest.mark.thinned(4)
@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(3, 41), (4, 42), (5, 43), (6, 44)])
def test_rings_are_refereed_from_two_pictures_of_each_position(players: int, seed: int) -> None:
    check(Ring(players, seed, moves=3), "pictures")


@pytest.mark.thinned(0)
@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(3, 51), (4, 52), (5, 53), (6, 54)])
def test_rings_are_refereed_from_a_slow_pan(players: int, seed: int) -> None:
    check(Ring(players, seed, moves=1), "pan")


@pytest.mark.slow
def test_a_ring_of_six_is_refereed_by_two_views_of_half_of_it_each() -> None:
    play, score = Play("ring", 7100, moves=2), Score()
    score.add(TableState.begun(Terms(GAME, play.options)), 2, play.played()[0], shown(list(play.pictures()), "both"))
    assert (score.whole, score.right, score.moves) == (1, 2, 2)
    assert score.events["unsure"] == 0


@pytest.fixture(scope="module")
def ring() -> Table:
    kit = readable_kit("tinker_tactics", GAME.options.of({"players": 5}))
    return calm_table(kit, players=5, size=SIZE, seed=9)


@pytest.fixture(scope="module")
def half(ring: Table) -> Image:
    contents = GAME.contents(GAME.deal(GAME.options.of({"players": 5}), 9))  # type: ignore[attr-defined]
    view = held_over(ring.scene.kit, halves(ring.scene.kit)[1], np.random.default_rng(9), SIZE)
    return ring.seen_by(view).picture(contents).image


def test_read_says_which_boards_are_missing_and_covers_nothing_else(
    half: Image, kiebitz: Callable[..., Answer], tmp_path: Path
) -> None:
    save_png(tmp_path / "half.png", half)
    options = ("--game", "tinker_tactics", "--players", 5, "--colours", "red,yellow,green,blue,purple")
    answer = kiebitz("read", tmp_path / "half.png", *options)
    assert answer.status == 0
    assert "The boards of A, B, E are not found" in answer.err
    assert "something covers" not in answer.err
    read = kiebitz("read", tmp_path / "half.png", *options, "--json").json
    dealt = GAME.contents(GAME.deal(GAME.options.of({"players": 5}), 9))  # type: ignore[attr-defined]
    assert {cell[0] for cell in read["covered"]} == {"A", "B", "E"}
    shown = {cell: told["is"] for cell, told in read["cells"].items() if told["is"] != "."}
    assert shown == {cell: content for cell, content in dealt.items() if cell[0] in "CD" and content != "."}


def test_a_pan_goes_from_one_view_to_the_other(ring: Table) -> None:
    one, other = (held_over(ring.scene.kit, seats, np.random.default_rng(1), SIZE) for seats in halves(ring.scene.kit))
    for share, view in ((0.0, one), (1.0, other)):
        np.testing.assert_allclose(between(one, other, share).R, view.R, atol=1e-9)
        np.testing.assert_allclose(between(one, other, share).t.reshape(3), view.t.reshape(3), atol=1e-6)
