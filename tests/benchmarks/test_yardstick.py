"""The textbook plays OpenSpiel's own games by their rules, and wins what is won in one."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.textbook import Textbook
from benchmarks.yardstick import Match, Standing, kernel_of

pyspiel = pytest.importorskip("pyspiel", reason="pip install '.[interop]' brings OpenSpiel")


def test_it_takes_a_win_in_one_of_tic_tac_toe() -> None:
    spiel = pyspiel.load_game("tic_tac_toe")
    state = spiel.new_initial_state()
    for move in (0, 3, 1, 4):
        state.apply_action(move)
    assert Textbook(kernel_of(spiel), 300, 0.7).chosen(Standing(state), 1) == 2


def test_a_random_game_ends_with_the_result_that_openspiel_returns() -> None:
    kernel = kernel_of(pyspiel.load_game("tic_tac_toe"))
    for seed in range(20):
        standing = Standing(pyspiel.load_game("tic_tac_toe").new_initial_state())
        winners = kernel.uniform(standing, np.array([seed], np.uint64), None)
        assert standing.state.returns() == {1: [1, -1], 2: [-1, 1], 3: [0, 0]}[winners]


def test_perfect_play_of_both_sides_shares_a_pair() -> None:
    match = Match(pyspiel, pyspiel.load_game("tic_tac_toe"), 2000, 0.7)
    assert match.pair(1, 0) == 0.5
