"""Learned values: two ways of computing the same, the board's symmetries, and what a search does with them."""

from __future__ import annotations

import random
import statistics
from typing import Any

import numpy as np
import pytest

from adviser import compiled_tree_search
from adviser.kernels import store
from adviser.kernels.tabik_layout import LARGEST_SIDE, SMALLEST_SIDE
from adviser.tree_search import grow
from adviser.values import tabik
from core.games.tinker_tactics import GAME as TINKER
from core.tabik import notation, rules
from core.tabik.options import TabikOptions
from core.tabik.position import Position
from core.tinker.options import TinkerOptions
from tests.tabik.sample import TABIK

SIDES = range(SMALLEST_SIDE, LARGEST_SIDE + 1)


def never() -> bool:
    return False


def game(side: int, seed: int) -> list[Position]:
    """Return the positions in play of a random game, every fifth of them."""
    rng, position = random.Random(seed), rules.start(TabikOptions(board_size=side))
    found = []
    while not position.outcome:
        found.append(position)
        position = rules.apply(position, rng.choice(rules.moves(position)))
    return found[::5]


@pytest.mark.parametrize(
    "other", [{"board_size": 4}, {"board_size": 9}, {"board_size": 8, "rods_split_groups": True}], ids=str
)
def test_what_was_not_learned_is_left_to_random_games(other: dict[str, object]) -> None:
    assert tabik.judged(rules.start(TabikOptions.of(other))) is None


@pytest.mark.parametrize("side", SIDES)
def test_every_move_is_spoken_of_and_colours_do_not_matter(side: int) -> None:
    for position in game(side, 1):
        worth, said = tabik.network().judged(position)
        assert -1.0 <= worth <= 1.0
        assert set(said) == {move for move in rules.moves(position) if move.rod}
        exchanged = Position(
            position.options, position.white, position.black, position.rods, 1 - position.mover, position.ply
        )
        assert tabik.network().value(exchanged) == worth


def test_the_value_knows_who_is_ahead_late_in_a_game() -> None:
    """Of positions ten plies before the end, most are won by whom the value favours."""
    right = []
    for seed in range(60):
        rng, position = random.Random(seed), rules.start(TabikOptions(board_size=6))
        line = [position]
        while not position.outcome:
            position = rules.apply(position, rng.choice(rules.moves(position)))
            line.append(position)
        before = line[-11]
        won = position.outcome.winners == (before.to_move,)
        right.append((tabik.network().value(before) > 0) == won)
    assert sum(right) > 40


def test_a_search_in_plain_python_tries_what_looks_best() -> None:
    position = game(6, 3)[2]
    found = grow(TABIK, position, expired=never, max_nodes=1, seed=5)
    _, said = tabik.network().judged(position)
    looks_best = max(said, key=lambda move: said[move])
    assert found.line[0] == notation.format_move(rules.board_of(position), looks_best)


def test_compiled_code_judges_alike() -> None:
    pytest.importorskip("numba", reason="compiled kernels need numba")
    from adviser.kernels.tabik import KERNEL

    for side in SIDES:
        for position in game(side, side):
            state, known = KERNEL.encode(position), KERNEL.learned(position)
            assert known
            assert KERNEL.judge
            moves = np.zeros(KERNEL.most_moves, np.int64)
            count = KERNEL.moves(state, moves)
            field, work = np.zeros(known.words, np.int64), np.zeros(known.floats, np.float32)
            compiled = KERNEL.judge(state, known.weights, field, work, moves, count)
            worth, said = tabik.network().judged(position)
            assert compiled == pytest.approx(worth, abs=1e-5)
            grid = rules.board_of(position)
            for number in range(count):
                move = notation.move_of(grid, notation.read_action(KERNEL.text(position, int(moves[number]))))
                assert move is not None
                if move.rod:
                    assert work[number] == pytest.approx(said[move], abs=1e-4)
            assert KERNEL.judge(state, known.weights, field, work, moves, 0) == compiled


@pytest.mark.usefixtures("all_kernels")
@pytest.mark.parametrize(
    ("played", "position"),
    [(TABIK, game(6, 3)[1]), *((TINKER, TINKER.start(TinkerOptions(players=players))) for players in (2, 4))],
    ids=["tabik", "tinker", "tinker-four"],
)
def test_several_random_games_make_a_simulation_surer(played: Any, position: Any) -> None:
    kernel = store.find(played)
    assert kernel

    def spread(games: int) -> float:
        manner = compiled_tree_search.Manner(chance=1.0, games=games)
        found = [
            compiled_tree_search.grow(played, kernel, position, expired=never, max_nodes=1, seed=seed, manner=manner)
            for seed in range(60)
        ]
        return statistics.pstdev(one.value for one in found if one)

    assert 0 < spread(8) < 0.6 * spread(1)
