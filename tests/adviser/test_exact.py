"""Exact values of endings of Tabik, against plain minimax on the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytest.importorskip("numba", reason="the exact search needs numba")

from adviser.endgames import tabik as endgames
from adviser.findings import Findings
from adviser.forcing import Allowance
from adviser.kernels import store
from adviser.kernels.tabik import KERNEL
from adviser.suggestion import suggest
from adviser.tree_search import Play
from core.tabik.options import TabikOptions
from core.tabik.position import Position
from tests.adviser.test_tree_search import minimax
from tests.tabik.sample import TABIK, choose


def never() -> bool:
    return False


PLAY, KNOWN = Play(TABIK), dict[Position, float]()


def plainly(position: Position) -> float:
    """Return the value of *position* to the side to move, by plain minimax."""
    return minimax(PLAY, position, KNOWN)


def for_mover(before: Position, after: Position) -> float:
    """Return what *after* is worth to whoever moved in *before*."""
    person = PLAY.person(before, before.to_move or "")
    if after.outcome:
        return PLAY.value(after, after.outcome)[person]
    value = plainly(after)
    return value if PLAY.person(after, after.to_move or "") == person else -value


def late(side: int, seed: int, left: int, **values: Any) -> Position:
    """Return the first position of a seeded game with at most *left* edges without a rod."""
    rng = random.Random(seed)
    while True:
        position = TABIK.start(TabikOptions.of({"board_size": side, **values}))
        while not position.outcome and endgames.edges_left(position) > left:
            position = TABIK.play(position, choose(rng, list(TABIK.actions(position))))
        if not position.outcome:
            return position


def settled(position: Position, most: int = 2_000_000) -> Findings:
    found = endgames.settle(TABIK, KERNEL, position, Allowance(never, most))
    assert found is not None
    return found


def check(position: Position) -> float:
    """Check value, every alternative and the line of *position*; return the value."""
    found = settled(position)
    assert found.proved
    assert found.value == plainly(position)
    assert {one.action for one in found.alternatives} == set(TABIK.actions(position))
    for one in found.alternatives:
        assert one.value == for_mover(position, TABIK.play(position, one.action))
    at = position
    for action in found.line:
        after = TABIK.play(at, action)
        assert at is position or for_mover(at, after) == plainly(at)
        at = after
    assert at.outcome
    return found.value


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"pie_rule": False},
        {"rods_split_groups": True},
        {"zero_tie_loser": "draw"},
        {"explicit_passes": True},
        {"ply_limit": 13},
    ],
    ids=str,
)
def test_late_positions(values: dict[str, Any]) -> None:
    found = [check(late(side, seed, left, **values)) for side, left in ((3, 8), (4, 13)) for seed in range(12)]
    assert {-1.0, 1.0} <= set(found)
    assert (0.0 in found) == bool(set(values) & {"zero_tie_loser", "ply_limit"})


def test_suggest_says_what_is_proved() -> None:
    store.load("tabik")
    try:
        position = late(5, 1, 20)
        suggestion = suggest(TABIK, position, expired=never, max_nodes=100_000)
        assert suggestion.proved
        assert {one.value for one in suggestion.alternatives} <= {-1.0, 0.0, 1.0}
    finally:
        store.forget()


def test_what_takes_too_long_is_left_to_others() -> None:
    start = TABIK.start(TabikOptions(board_size=4))
    assert endgames.settle(TABIK, KERNEL, start, Allowance(never, 2_000)) is None
    assert endgames.settle(TABIK, KERNEL, start, Allowance(lambda: True, 1_000_000)) is None
    assert endgames.settle(TABIK, KERNEL, TABIK.start(TabikOptions()), Allowance(never, 1_000_000)) is None
