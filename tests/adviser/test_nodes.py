"""How many nodes are looked at as were asked for, and a kernel that is loaded late is used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from adviser import suggest
from adviser.kernels import store
from core import games
from tests.games.sample import paths


def never() -> bool:
    return False


def looked_at(name: str, ply: int, nodes: int) -> tuple[int, bool]:
    """Return how much a search looks at in a game of *name*, and whether it ends with a proof."""
    game = games.find(name)
    found = suggest(game, paths(name)[2].at(ply), expired=never, max_nodes=nodes)
    return found.simulations, found.proved


@pytest.mark.usefixtures("all_kernels")
@pytest.mark.thinned(3)
@pytest.mark.parametrize("nodes", [300, 1000, 2500, 7000, 12_000])
@pytest.mark.parametrize("name", games.names())
def test_a_compiled_search_looks_at_so_many_nodes_as_are_asked_for(name: str, nodes: int) -> None:
    found = [looked_at(name, ply, nodes) for ply in (2, 6, 9, 20)]
    assert {round(looked / nodes, 2) for looked, proved in found if not proved} <= {1.0, 1.01}


@pytest.mark.usefixtures("all_kernels")
@pytest.mark.parametrize("name", games.names())
def test_a_compiled_search_without_time_is_more_than_a_look(name: str) -> None:
    game = games.find(name)
    found = suggest(game, paths(name)[2].at(6), expired=lambda: True)
    assert found.proved or found.simulations >= 2_000


@pytest.mark.parametrize(("name", "nodes"), [("tink", 400), ("tabik", 70), ("tinker_tactics", 70)])
def test_so_does_the_search_in_plain_python(name: str, nodes: int) -> None:
    looked, proved = looked_at(name, 6, nodes)
    assert looked == nodes or proved


@pytest.mark.parametrize("name", ["tabik", "tink"])
def test_a_kernel_that_is_loaded_during_the_search_is_used(name: str) -> None:
    game, asked = games.find(name), list[int]()

    def loading() -> bool:
        """Load the kernel at the third glance at the clock, which stops at the fifth after that."""
        asked.append(len(asked))
        if len(asked) == 3:
            store.load(str(store.family(game)))
        return len(asked) > 8

    try:
        late = suggest(game, game.start(game.options()), expired=loading)
    finally:
        store.forget()
    assert late.simulations >= 256


def _unknown(game: Any) -> Callable[[], bool]:
    def loading() -> bool:
        store.load(str(store.family(game)))
        return True

    return loading


def test_a_kernel_that_cannot_play_the_position_does_not_end_the_search() -> None:
    game = games.find("tabik")
    position = game.start(game.options(repetition_limit=1))
    try:
        assert suggest(game, position, expired=_unknown(game)).simulations >= 64
    finally:
        store.forget()
