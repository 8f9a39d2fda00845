"""Compiled alpha-beta: what it proves is so, a seed repeats it, and its lines are legal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from adviser.compiled_alphabeta import pursue
from adviser.findings import Findings
from adviser.kernels import store
from core import games
from core.goodwin.position import Position
from tests.adviser.test_suggestion import wins
from tests.rules.sample import TINK, at, positions


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> Iterator[None]:
    """Load the kernels for these tests and forget them afterwards."""
    store.load("goodwin")
    store.load("ting")
    yield
    store.forget()


def search(position: Position, *, depth: int | None = None, nodes: int | None = None, seed: int = 0) -> Findings:
    kernel = store.find(TINK)
    assert kernel
    found = pursue(TINK, kernel, position, expired=lambda: False, max_depth=depth, max_nodes=nodes, seed=seed)
    assert found
    return found


def test_what_is_proved_is_so() -> None:
    """A win in three leaves no reply without a win in one; a loss in two has no move that stops all of them."""
    met = set()
    for position in positions(150):
        found = search(position, depth=3)
        if found.proved:
            assert found.plies == len(found.line)
        if found.proved and found.plies == 1:
            assert found.line[0] in wins(position)
        if found.proved and found.plies == 3:
            met.add(found.value)
            after = TINK.play(position, found.line[0])
            assert all(wins(TINK.play(after, reply)) for reply in TINK.actions(after))
        if found.proved and found.plies == 2 and found.value == -1.0:
            met.add(found.value)
            assert all(wins(TINK.play(position, action)) for action in TINK.actions(position))
    assert met >= {1.0}


def test_a_seed_and_a_number_of_positions_decide_alone() -> None:
    position = at("8/8/8/8/3As4/8/8/8 B 0,0 1")
    first = search(position, nodes=50_000, seed=7)
    assert first == search(position, nodes=50_000, seed=7)
    assert 50_000 <= first.simulations < 60_000


@pytest.mark.parametrize("name", ["tink", "ting", "tingle"])
@pytest.mark.parametrize("players", [2, 3])
def test_lines_are_legal_and_all_moves_are_valued(name: str, players: int) -> None:
    game = games.find(name)
    kernel = store.find(game)
    assert kernel
    position = game.start(game.options(players=players))
    for ply in range(8):
        found = pursue(game, kernel, position, expired=lambda: True, max_nodes=1, seed=ply)
        assert found
        assert {other.action for other in found.alternatives} <= set(game.actions(position))
        assert found.alternatives[0].action == found.line[0]
        after = position
        for action in found.line:
            after = game.play(after, action)
        position = game.play(position, found.line[0])
        if game.outcome(position):
            break


def test_a_chain_of_threats_is_followed_beyond_the_depth() -> None:
    position = at("8/6Bs1/3AsBs3/8/3As1As2/2Bs5/8/8 A 0,0 6")
    found = search(position, depth=2)
    assert found.proved
    assert found.value == 1.0


def test_a_forced_pass_is_the_only_move() -> None:
    found = search(at("1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs B 0,0 22"))
    assert found.line[0] == "--"


@pytest.mark.parametrize("nodes", range(154_000, 250_000, 16_000))
def test_a_search_cut_short_calls_lost_only_what_loses_with_every_move(nodes: int) -> None:
    found = search(at("8/5As2/2As5/6As1/4BsBs2/5As2/5Bs2/5Bs2 A 0,0 8"), nodes=nodes)
    assert not found.proved or {one.value for one in found.alternatives} == {-1.0}
