"""The engines of others, where they are installed (``pip install '.[bench]'``): python-chess and OpenSpiel."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from functools import partial
from itertools import cycle
from typing import Any

from benchmarks.engines import CHESS, POSITIONS, Row

ROLLOUTS = 100
GAMES = ("gomoku(size=8,connect=4)", "clobber", "gomoku(size=15)")


def rows() -> tuple[list[Row], list[str]]:
    """Return the rows of what is installed, and a line for each package that is not."""
    found, absent = list[Row](), list[str]()
    if chess := _package("chess", absent):
        found.append(Row(CHESS, partial(_chess_perft, chess)))
    if pyspiel := _package("pyspiel", absent):
        found += [Row(f"OpenSpiel, {name}", partial(_playouts, pyspiel, name)) for name in GAMES]
    return found, absent


def _package(name: str, absent: list[str]) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        absent.append(f"{name} is not installed, so its rows are left out; pip install '.[bench]' brings it")
        return None


def _chess_perft(chess: Any, seed: int) -> Iterator[float]:
    """Count from positions ten random plies into the game, the last depth without playing, as our perft does."""

    def perft(board: Any, depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += perft(board, depth - 1)
            board.pop()
        return total

    rng, boards = random.Random(seed), []
    for _ in range(POSITIONS):
        board = chess.Board()
        while board.ply() < 10 and any(board.legal_moves):
            board.push(rng.choice(list(board.legal_moves)))
        boards.append(board)
    return (perft(board, 3) for board in cycle(boards))


def _playouts(pyspiel: Any, name: str, seed: int) -> Iterator[float]:
    """Roll games out from the start wholly in C++: one evaluation of a search that makes a single one.

    How long a playout is does not come back from there; the mean of games played
    through Python tells it.
    """
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
    bot: Any = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, seed, False)
    state, plies = game.new_initial_state(), ROLLOUTS * _mean_length(game, random.Random(seed))

    def evaluated() -> float:
        bot.mcts_search(state)
        return plies

    return iter(evaluated, None)


def _mean_length(game: Any, rng: random.Random, count: int = 200) -> float:
    plies = 0
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
    return plies / count
