"""What the learned value of Tabik sees of a position, in compiled code: see ``adviser.kernels.tabik_layout``."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from adviser.kernels.compiled import CODES, FLOATS, STATE, compiled, inlined
from adviser.kernels.tabik_layout import BUCKETS, COLOURED, EMPTY, MARGIN, OFF, PLACES, STRIDE
from adviser.kernels.tabik_rules import (
    BELOW_TOP,
    BLACK,
    EVERYWHERE,
    MOVER,
    RIGHT,
    SIDE,
    UP,
    WHITE,
    exchangeable,
    placeable,
)
from adviser.kernels.words import ONE, bit, count, lowest, some


@inlined
def _bucket(size: Any) -> Any:
    """Return the bucket 0 to 7 of a group's size: 1, 2, 3, 4–5, 6–8, 9–12, 13–18, more."""
    if size <= 3:
        return size - 1
    if size <= 8:
        return np.int64(3) if size <= 5 else np.int64(4)
    if size <= 12:
        return np.int64(5)
    return np.int64(6) if size <= 18 else np.int64(7)


@inlined
def _place(number: Any, side: Any) -> Any:
    return (number // side + MARGIN) * STRIDE + number % side + MARGIN


@inlined
def _mark(stones: Any, first: Any, side: Any, tops: Any, field: Any, counts: Any, step: Any) -> Any:
    """Write the codes of *stones* without rods, from *first* on; tally their groups; return the three largest sizes."""
    one, two, three = np.int64(0), np.int64(0), np.int64(0)
    left = stones
    while some(left):
        grown = bit(left, lowest(left))
        group = left & ~left
        while some(grown & ~group):
            group = grown
            grown = grown | ((group & tops) << ONE) | ((group >> ONE) & tops) | (group << side) | (group >> side)
            grown = grown & stones
        left = left & ~group
        size = count(group)
        counts[size] += step
        if size > one:
            one, two, three = size, one, two
        elif size > two:
            two, three = size, two
        elif size > three:
            three = size
        code = first + _bucket(size)
        while some(group):
            number = lowest(group)
            group = group & ~bit(group, number)
            field[_place(np.int64(number), np.int64(side))] = code
    return one, two, three


@inlined
def _rods(mask: Any, side: Any, step: Any, low: Any, high: Any, field: Any) -> None:
    """Add the rods of *mask* to the codes of cells: *low* for those below or left of them, *high* for the others."""
    while some(mask):
        number = lowest(mask)
        mask = mask & ~bit(mask, number)
        place = _place(np.int64(number), np.int64(side))
        field[place] += low * BUCKETS
        field[place + step] += high * BUCKETS


@compiled(types.void(STATE, CODES, FLOATS))
def describe(state: Any, field: Any, numbers: Any) -> None:
    """Write the codes of all cells, ``PLACES`` of them, and ``NUMBERS`` numbers about the whole board.

    *field* needs room for 33 words beyond the cells: how many more groups of each size are the side's to move.
    """
    side = state[SIDE]
    black, white, tops = state[BLACK], state[WHITE], BELOW_TOP[side, 0]
    own, other = (white, black) if state[MOVER] else (black, white)
    for place in range(PLACES):
        field[place] = OFF
    for column in range(np.int64(side)):
        for row in range(np.int64(side)):
            field[(column + MARGIN) * STRIDE + row + MARGIN] = EMPTY
    counts = field[PLACES:]
    for size in range(33):
        counts[size] = 0
    mine = _mark(own, 0, side, tops, field, counts, 1)
    theirs = _mark(other, COLOURED, side, tops, field, counts, -1)
    _rods(state[UP], side, 1, 1, 4, field)
    _rods(state[RIGHT], side, STRIDE, 2, 8, field)
    ahead = np.float32(0.0)
    for size in range(32, 0, -1):
        if counts[size]:
            ahead = np.float32(1.0 if counts[size] > 0 else -1.0)
            break
    everywhere = EVERYWHERE[side, 0]
    up, right = placeable(black, white, side, everywhere, tops)
    up_twist, right_twist = exchangeable(black, white, state[UP], state[RIGHT], side, tops)
    numbers[0], numbers[1], numbers[2] = mine[0] / 8.0, mine[1] / 8.0, mine[2] / 8.0
    numbers[3], numbers[4], numbers[5] = theirs[0] / 8.0, theirs[1] / 8.0, theirs[2] / 8.0
    numbers[6], numbers[7] = (mine[0] - theirs[0]) / 4.0, ahead
    numbers[8] = count(everywhere & ~(black | white)) / 32.0
    numbers[9], numbers[10] = (count(up) + count(right)) / 32.0, (count(up_twist) + count(right_twist)) / 32.0
    numbers[11] = np.int64(side) / 8.0
