"""A kernel beside the rules that it copies: seeded games ply by ply, counts, and what random play comes to."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from adviser.kernels import Kernel
from core.game import Game

Choose = Callable[[random.Random, list[str]], str]


def follow(game: Game[Any], kernel: Kernel, position: Any, *, seed: int, choose: Choose, plies: int = 10_000) -> int:
    """Play a seeded game on both from *position* and compare all at every ply; return how many plies."""
    rng = random.Random(seed)
    state, out = encoded(kernel, position), np.zeros(kernel.most_moves, np.int64)
    for ply in range(plies):
        actions = compare(game, kernel, position, state, out)
        if not actions:
            return ply
        action = choose(rng, actions)
        kernel.apply(state, kernel.code(position, action))
        position = game.play(position, action)
        np.testing.assert_array_equal(state, encoded(kernel, position), err_msg=game.format_position(position))
    return plies


def encoded(kernel: Kernel, position: Any) -> Any:
    """Return the state of *position*, which the kernel must know."""
    state = kernel.encode(position)
    assert state is not None
    return state


def compare(game: Game[Any], kernel: Kernel, position: Any, state: Any, out: Any) -> list[str]:
    """Check what the kernel says of *position* against the rules; return the legal actions."""
    actions = list(game.actions(position))
    moves = out[: kernel.moves(state, out)].tolist()
    texts = [kernel.text(position, move) for move in moves]
    assert sorted(texts) == actions
    assert [kernel.code(position, text) for text in texts] == moves
    assert (kernel.result(state) == 0) == bool(actions)
    return actions


def wins_at_once(game: Game[Any], kernel: Kernel, position: Any, winners: Callable[[Any], int]) -> bool:
    """Check that the kernel finds a winning move exactly when an action wins at once; return whether one does.

    *winners* are those of an end, as a kernel names them.
    """
    state = encoded(kernel, position)
    ends = {action: game.play(position, action) for action in game.actions(position)}
    wins = [a for a, end in ends.items() if game.outcome(end) and winners(end) == 1 << kernel.seat(state)]
    move = kernel.winning(state, np.zeros(kernel.most_moves, np.int64))
    assert (kernel.text(position, move) in wins) if wins else move == -1
    return bool(wins)


def perft(kernel: Kernel, state: Any, depth: int) -> int:
    """Return the number of action sequences of length *depth*."""
    out = np.zeros(kernel.most_moves, np.int64)
    moves = out[: kernel.moves(state, out)].tolist()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state.copy()
        kernel.apply(after, move)
        total += perft(kernel, after, depth - 1)
    return total


def tells_apart(game: Game[Any], kernel: Kernel, position: Any) -> bool:
    """Return whether all positions up to two plies away have states of their own."""
    near, ring = {position}, [position]
    for _ in range(2):
        ring = [game.play(one, action) for one in ring for action in game.actions(one)]
        near |= set(ring)
    return len({encoded(kernel, one).tobytes() for one in near}) == len(near) > 10


def chances(game: Game[Any], position: Any, result: Callable[[Any], int]) -> dict[tuple[int, int], Fraction]:
    """Return how likely each end is when every action is equally likely: by result and number of plies."""
    if game.outcome(position):
        return {(result(position), 0): Fraction(1)}
    found: dict[tuple[int, int], Fraction] = {}
    actions = game.actions(position)
    for action in actions:
        for (winners, plies), chance in chances(game, game.play(position, action), result).items():
            found[winners, plies + 1] = found.get((winners, plies + 1), Fraction(0)) + chance / len(actions)
    return found


def sampled(kernel: Kernel, position: Any, games: int) -> dict[tuple[int, int], int]:
    """Return how often each end came up in *games* uniform playouts."""
    start, scratch = encoded(kernel, position), np.zeros(kernel.most_moves, np.int64)
    rng = np.array([1], np.uint64)
    found: Counter[tuple[int, int]] = Counter()
    for _ in range(games):
        end = kernel.uniform(start.copy(), rng, scratch)
        found[end & 255, end >> 8] += 1
    return dict(found)


def agree(expected: dict[tuple[int, int], Fraction], found: dict[tuple[int, int], int]) -> bool:
    """Return whether *found* is what *expected* would give, within five standard deviations."""
    games = sum(found.values())
    return set(found) <= set(expected) and all(
        abs(found.get(end, 0) - games * chance) <= 5 * float(games * chance * (1 - chance)) ** 0.5 + 1e-9
        for end, chance in expected.items()
    )
