"""The yardstick is UCT as in textbooks: fair to every move, true to whose value it is, the same again with a seed."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from adviser.kernels import store
from adviser.tree_search import Play
from benchmarks.textbook import TUNED, Textbook
from core import games
from core.tabik.options import TabikOptions
from tests.adviser.test_tree_search import endings, minimax

pytestmark = pytest.mark.usefixtures("all_kernels")


def yardstick(name: str, simulations: int, c: float = 0.5) -> Textbook:
    kernel = store.find(games.find(name))
    assert kernel
    return Textbook(kernel, simulations, c)


@pytest.mark.parametrize("name", games.names())
def test_it_plays_every_game_and_the_same_again(name: str) -> None:
    game, player = games.find(name), yardstick(name, 40, TUNED[name])
    position: Any = game.start(game.options())
    for ply in range(6):
        action = player(position, ply)
        assert action in game.actions(position)
        assert action == player(position, ply)
        position = game.play(position, action)


def test_it_wins_short_endings_that_can_be_won() -> None:
    won = 0
    game = games.find("tabik")
    play, known = Play(game), dict[Any, float]()
    for position in endings(game, TabikOptions(board_size=3), plies=4, count=12):
        if minimax(play, position, known) > 0:
            after = game.play(position, yardstick("tabik", 3000)(position, 2))
            won += 1
            assert game.outcome(after) or minimax(play, after, known) < 0
    assert won >= 4


def test_every_move_is_tried_before_any_is_tried_again() -> None:
    game, player = games.find("tabik"), yardstick("tabik", 1)
    start: Any = player.kernel.encode(game.start(TabikOptions(board_size=4)))
    player.chosen(start, 0)
    top = player._node(start)
    moves = set(top.untried)
    for _ in moves:
        player._simulate(top, start.copy())
    assert set(top.children) == moves
    assert {child.visits for child in top.children.values()} == {1}


def test_untried_moves_come_in_a_random_order() -> None:
    player = yardstick("tabik", 1)
    start = player.kernel.encode(games.find("tabik").start(TabikOptions(board_size=4)))
    assert len({player.chosen(start, seed) for seed in range(20)}) > 10


def test_results_of_a_node_count_for_the_seat_that_moved_to_it() -> None:
    player = yardstick("tabik", 1)
    player._chance, player._scratch = random.Random(1), np.zeros(player.kernel.most_moves, np.int64)
    player._rng = np.array([1], np.uint64)
    game, position = games.find("tabik"), next(endings(games.find("tabik"), TabikOptions(board_size=3), 1, 1))
    state: Any = player.kernel.encode(position)
    top = player._node(state)
    for _ in range(50):
        player._simulate(top, state.copy())
    play = Play(game)
    for move, child in top.children.items():
        after = game.play(position, player.kernel.text(position, move))
        outcome = game.outcome(after)
        if outcome:
            won = play.value(after, outcome)[play.person(position, position.to_move)] > 0
            assert child.total == child.visits * won
