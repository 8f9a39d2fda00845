"""The yardstick is UCT as in textbooks: fair to every move, true to whose value it is, the same again with a seed."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from adviser.kernels import store
from adviser.tree_search import Play
from benchmarks.textbook import TUNED, Textbook
from core import games
from core.tabik.options import TabikOptions
from tests.adviser.test_suggestion import endings
from tests.adviser.test_tree_search import minimax

pytestmark = [pytest.mark.usefixtures("all_kernels"), pytest.mark.thinned(0)]


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
