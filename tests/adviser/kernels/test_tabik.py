"""Compiled Tabik against the rules."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from adviser.kernels.tabik import KERNEL
from adviser.kernels.tabik_rules import LARGEST
from core.tabik.options import TabikOptions
from core.tabik.position import Position
from tests.adviser.kernels.follow import agree, chances, follow, perft, sampled, tells_apart, wins_at_once
from tests.tabik.sample import TABIK, at, choose, playthrough
from tests.tabik.test_reference import VARIANTS, label

CLAIMED = [values for values in VARIANTS if values.get("repetition_limit") != 1]


def persons(position: Position) -> int:
    """Return the winners as a kernel names them: bit 0 is the person who began as Black."""
    assert position.outcome
    first = position.options.first_player
    return sum(1 << (position.holders[colour] != first) for colour in position.outcome.winners)


@pytest.mark.parametrize("values", CLAIMED, ids=label)
def test_seeded_games(values: dict[str, Any]) -> None:
    for side in (2, 3, 4, 5, 8, 9):
        for seed in range(2 if side < 8 else 1):
            start = TABIK.start(TabikOptions.of({**values, "board_size": side}))
            follow(TABIK, KERNEL, start, seed=seed, choose=choose)


@pytest.mark.parametrize("side", range(2, LARGEST + 1))
def test_every_size(side: int) -> None:
    for split in (False, True):
        start = TABIK.start(TabikOptions(board_size=side, rods_split_groups=split))
        follow(TABIK, KERNEL, start, seed=side, choose=choose)


@pytest.mark.parametrize("values", CLAIMED, ids=label)
@pytest.mark.parametrize(("side", "depth"), [(2, 7), (3, 3)])
def test_counts(values: dict[str, Any], side: int, depth: int) -> None:
    start = TABIK.start(TabikOptions.of({**values, "board_size": side}))
    for plies in range(1, depth + 1):
        assert perft(KERNEL, KERNEL.encode(start), plies) == TABIK.perft(start, plies)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("2/2 - B 0", {}),
        ("2/2 - B 0", {"pie_rule": False, "ply_limit": 3}),
        ("2/2 - B 0", {"explicit_passes": True}),
        ("2/2 - B 0", {"explicit_passes": True, "ply_limit": 5}),
        ("2/2 - B 0", {"zero_tie_loser": "draw"}),
        ("w1w/bwb/1b1 a2-a3,b1-b2,c2-c3 B 3", {}),
        ("w1w/bwb/1b1 a2-a3,b1-b2,c2-c3 B 3", {"rods_split_groups": True, "zero_tie_loser": "draw"}),
    ],
)
def test_random_play(text: str, values: dict[str, Any]) -> None:
    start = at(text, **values)
    assert agree(chances(TABIK, start, persons), sampled(KERNEL, start, 20_000))


@pytest.mark.parametrize("side", [3, 8, 11])
def test_winning(side: int) -> None:
    late = [at for seed in range(60 if side == 3 else 6) for at in playthrough(seed, board_size=side)[0][-8:-1]]
    found = {wins_at_once(TABIK, KERNEL, position, persons) for position in late}
    assert found == {True, False}


def test_the_swap_changes_colours_not_seats() -> None:
    before, after = at("4/1w2/1b2/4 b2-b3 W 1"), at("4/1w2/1b2/4 b2-b3 W 2")
    assert (KERNEL.seat(KERNEL.encode(before)), KERNEL.seat(KERNEL.encode(after))) == (1, 0)


@pytest.mark.parametrize("values", [{"board_size": LARGEST + 1}, {"repetition_limit": 1}])
def test_what_is_not_claimed(values: dict[str, Any]) -> None:
    assert KERNEL.encode(TABIK.start(TabikOptions.of(values))) is None


def test_different_positions_have_different_states() -> None:
    assert tells_apart(TABIK, KERNEL, TABIK.start(TabikOptions(board_size=3)))
