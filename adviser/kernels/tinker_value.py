"""What positions of Tinker Tactics for two promise, in compiled code: a few numbers about both sides, weighed.

The weights come from a file that ``training.tinker_value`` makes. ``NUMBERS`` numbers are told of a position,
``SIDE`` of each seat, the one to move first: its dice, their total, those that show 1 and those that show 2, its moves,
the other's dice that it could hit and how many of these show 1, and how many dice, and how many that show 1, it could
hit at once, always as if it were its turn. A layer of ``WIDTH`` makes a value of them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import types

from adviser.kernels.compiled import FLOATS, JUDGE, STATE, compiled, copy, inlined, spare
from adviser.kernels.rows import WIDTH, positive, put_row, row_at, row_of
from adviser.kernels.tinker_rules import (
    FLAGS,
    MOVER,
    TABLE,
    WINNERS,
    ZERO,
    carry_out,
    near,
    occupied,
    own_of,
    shown_on,
    targets_of,
)
from adviser.kernels.words import ONE, bit, count, lowest, some, widened

MODEL = Path(__file__).parents[1] / "models" / "tinker-value.npz"
"""The layers in the form that ``flattened`` takes; a card next to the file says how they were made."""
SIDE = 9
NUMBERS = 2 * SIDE
CHANCE = 0.5
"""Weight of random games against the value."""
BIAS = NUMBERS * WIDTH
VALUE = BIAS + WIDTH
SHARP = VALUE + WIDTH + 1
"""Where the parts of the weights begin: after a row for each number come the layer's bias, each channel's weight in the
value, the value's bias, and the rating of a move that leads to a value of 1.
"""
ROW = 256
"""Where in the scratch space the layer is computed; the ratings of moves lie before it."""
WORK = ROW + WIDTH
_WON = np.float32(20.0)
"""Rating of a move that wins."""


@cache
def weights() -> Any:
    """Return the weights that come with the package."""
    with np.load(MODEL) as layers:
        return flattened({name: layers[name] for name in layers.files})


def flattened(layers: dict[str, Any]) -> Any:
    """Return the weights of *layers* one after another.

    They are ``hidden.weight`` (``NUMBERS``, ``WIDTH``), ``hidden.bias`` and ``value.weight`` (``WIDTH``),
    ``value.bias`` and ``sharpness`` (one each).
    """
    names = ("hidden.weight", "hidden.bias", "value.weight", "value.bias", "sharpness")
    return np.concatenate([layers[name].reshape(-1) for name in names]).astype(np.float32)


@inlined
def _tell(state: Any, seat: Any, shown: Any, free: Any, none: Any, told: Any, at: Any) -> None:
    """Write the numbers that describe *seat* to *told*, from *at* on."""
    own, others = own_of(none, state, seat), own_of(none, state, ONE - seat)
    ones, twos, fours = shown
    weak = ~(ones | twos | fours)
    left, stops, moves = own, none, np.int64(0)
    while some(left):
        cell = lowest(left)
        left = left & ~bit(left, cell)
        targets = targets_of(cell, shown, state[TABLE], free, state[FLAGS])
        moves += count(targets)
        stops = stops | targets
    reached, most, most_weak = none, np.int64(0), np.int64(0)
    while some(stops):
        target = lowest(stops)
        stops = stops & ~bit(stops, target)
        hit = others & near(state[TABLE], target, none)
        reached = reached | hit
        most, most_weak = max(most, count(hit)), max(most_weak, count(hit & weak))
    dice = count(own)
    told[at], told[at + 1] = dice, dice + count(own & ones) + 2 * count(own & twos) + 4 * count(own & fours)
    told[at + 2], told[at + 3] = count(own & weak), count(own & ones & ~(twos | fours))
    told[at + 4], told[at + 5], told[at + 6] = moves, count(reached), count(reached & weak)
    told[at + 7], told[at + 8] = most, most_weak


@compiled(types.void(STATE, FLOATS))
def describe(state: Any, told: Any) -> None:
    """Write the ``NUMBERS`` of *state*, which has two seats, to *told*."""
    none = widened(ZERO, 1)
    shown, free, seat = shown_on(none, state), ~occupied(state, none), state[MOVER]
    for turn in range(2):
        _tell(state, seat, shown, free, none, told, turn * SIDE)
        seat = ONE - seat


@inlined
def _promised(state: Any, weights: Any, work: Any) -> Any:
    """Return the value of *state* for its side to move."""
    told = work[ROW : ROW + NUMBERS]
    describe(state, told)
    total = row_at(weights, np.int64(BIAS))
    for number in range(NUMBERS):
        total = total + row_of(told[number]) * row_at(weights, np.int64(number * WIDTH))
    put_row(work, np.int64(ROW), positive(total) * row_at(weights, np.int64(VALUE)))
    value = weights[VALUE + WIDTH]
    for channel in range(WIDTH):
        value += work[ROW + channel]
    return np.tanh(np.float64(value))


@compiled(JUDGE)
def judge(state: Any, weights: Any, field: Any, work: Any, moves: Any, count: Any) -> Any:  # noqa: ARG001
    """Return the value of *state*, which has two seats, to its side to move; see ``Kernel.judge``.

    For a move that much is said which the position after it takes from the other side.
    """
    none, after, mover = widened(ZERO, 1), spare(state), ONE << state[MOVER]
    for number in range(count):
        copy(state, after)
        carry_out(after, moves[number], none)
        if after[WINNERS]:
            work[number] = _WON if after[WINNERS] == mover else np.float32(0.0)
        else:
            work[number] = -weights[SHARP] * np.float32(_promised(after, weights, work))
    return _promised(state, weights, work)
