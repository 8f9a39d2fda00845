"""The learned value of Tinker Tactics: what is said of positions, against the rules, and what is said of moves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from adviser.kernels.rows import WIDTH
from adviser.kernels.tinker import KERNEL
from adviser.kernels.tinker_value import BIAS, NUMBERS, SHARP, SIDE, VALUE, describe
from core.board.cells import bits
from core.games.tinker_tactics import GAME
from core.tinker import rules
from core.tinker.options import TinkerOptions
from core.tinker.position import Position, value_of
from tests.tinker.sample import playthrough

OPTIONS = [TinkerOptions(), TinkerOptions(land_on_start=True), TinkerOptions(voluntary_pass=True)]


def numbers(position: Position) -> list[int]:
    """Return what ``describe`` should tell of *position*, by the rules' own functions."""
    found = []
    for seat in (position.mover, 1 - position.mover):
        shown = [value_of(position.faces[cell]) for cell in bits(position.own[seat])]
        walks, others = rules.walks(position, seat), position.own[1 - seat]
        hits = [set(bits(position.board.neighbours[walk.target] & others)) for walk in walks]
        weak = {cell for cell in bits(others) if value_of(position.faces[cell]) == 1}
        reached = set[int]().union(*hits)
        found += [len(shown), sum(shown), shown.count(1), shown.count(2), len(walks), len(reached), len(reached & weak)]
        found += [max(map(len, hits), default=0), max((len(hit & weak) for hit in hits), default=0)]
    return found


def told(position: Position) -> Any:
    into = np.zeros(NUMBERS, np.float32)
    describe(KERNEL.encode(position), into)
    return into


def promised(position: Position, weights: Any) -> float:
    """Return the value of *position* to its side to move, with NumPy."""
    hidden = weights[:BIAS].reshape(NUMBERS, WIDTH)
    channels = np.maximum(told(position) @ hidden + weights[BIAS:VALUE], 0.0)
    return float(np.tanh(channels @ weights[VALUE : VALUE + WIDTH] + weights[VALUE + WIDTH]))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_is_told_is_so(options: TinkerOptions) -> None:
    seen = set[tuple[int, int]]()
    for seed in range(6):
        positions, _ = playthrough(options, seed=seed, plies=80)
        for position in positions:
            if not position.outcome:
                assert told(position).tolist() == numbers(position)
                seen.update(enumerate(numbers(position)[:SIDE]))
    assert all(len({value for place, value in seen if place == one}) > 1 for one in range(SIDE))


def test_a_move_is_worth_what_it_leaves() -> None:
    won, moves = 0, np.zeros(KERNEL.most_moves, np.int64)
    for seed in range(8):
        positions, _ = playthrough(seed=seed, plies=200)
        for position in positions[-9:-1]:
            state, known = KERNEL.encode(position), KERNEL.learned(position)
            assert known
            assert KERNEL.judge
            field, work = np.zeros(known.words, np.int64), np.zeros(known.floats, np.float32)
            count = KERNEL.moves(state, moves)
            value = KERNEL.judge(state, known.weights, field, work, moves, count)
            assert value == pytest.approx(promised(position, known.weights), abs=1e-4)
            for number in range(count):
                after = GAME.play(position, KERNEL.text(position, int(moves[number])))
                if after.outcome:
                    won += 1
                    assert work[number] > known.weights[SHARP]
                else:
                    assert work[number] == pytest.approx(
                        -known.weights[SHARP] * promised(after, known.weights), abs=1e-3
                    )
    assert won


def test_more_dice_promise_more() -> None:
    few, many = (
        GAME.parse_position(f"2 {own},B6b6=3,B4c6=2,B4d5=3 A 0", TinkerOptions())
        for own in ("A6a1=2,A4b1=2", "A8d1=6,A6a1=5,A4b1=4,A4c2=4")
    )
    known = KERNEL.learned(few)
    assert known
    assert promised(few, known.weights) < 0 < promised(many, known.weights)


@pytest.mark.parametrize("players", range(3, 7))
def test_only_games_for_two_were_learned(players: int) -> None:
    assert KERNEL.learned(GAME.start(TinkerOptions(players=players))) is None
