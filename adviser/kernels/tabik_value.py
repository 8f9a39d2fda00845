"""The learned value of Tabik in compiled code; ``adviser.values.tabik`` says what is computed."""

from __future__ import annotations

from typing import Any

import numpy as np

from adviser.kernels.compiled import JUDGE, compiled, inlined
from adviser.kernels.rows import positive, put_row, row_at, row_of
from adviser.kernels.tabik_features import describe
from adviser.kernels.tabik_layout import (
    A_BLOCK,
    AROUND,
    BLOCK,
    BLOCKS,
    CODES_OF_CELLS,
    FIRST,
    FIRST_BIAS,
    HIDDEN,
    LARGEST_SIDE,
    MARGIN,
    MOVES,
    NUMBERS,
    PLACES,
    REACH,
    STRIDE,
    VALUE,
    WIDTH,
)
from adviser.kernels.tabik_rules import MOVER, SIDE, SWAP

X, SEEN, NEXT = (number * PLACES * WIDTH for number in range(3))
NUMBERS_AT = 3 * PLACES * WIDTH
ROWS_AT = NUMBERS_AT + WIDTH
WORK = ROWS_AT + 3 * WIDTH
"""The size of the room for intermediate results; the names above say where each begins. ``SEEN`` and ``NEXT`` have
margins of zeros.
"""
LISTED = PLACES + 40
FIELD = LISTED + LARGEST_SIDE * LARGEST_SIDE
"""The size of the field: room for the codes of cells, ``describe``'s tally, and the list of places."""


@inlined
def _layer(weights: Any, start: Any, inputs: Any, work: Any, at: Any) -> Any:
    """Return the output of the layer whose weights begin at *start*, for *inputs* numbers of *work* from *at* on."""
    total = row_at(weights, start + inputs * WIDTH)
    for number in range(inputs):
        total = total + row_of(work[at + number]) * row_at(weights, start + number * WIDTH)
    return total


@inlined
def _begin(weights: Any, field: Any, cells: Any, work: Any) -> Any:
    """Compute the first layer from the codes of each cell and its neighbours; return the sum over the board."""
    sums = row_of(np.float32(0.0))
    for number in range(cells):
        place = field[LISTED + number]
        total = row_at(weights, np.int64(FIRST_BIAS))
        offset = np.int64(FIRST)
        for column in range(-1, 2):
            for row in range(-1, 2):
                total = total + row_at(weights, offset + field[place + column * STRIDE + row] * WIDTH)
                offset += CODES_OF_CELLS * WIDTH
        seen = positive(total)
        put_row(work, X + place * WIDTH, total)
        put_row(work, SEEN + place * WIDTH, seen)
        sums = sums + seen
    return sums


@inlined
def _around(weights: Any, start: Any, work: Any, at: Any) -> Any:
    """Return for each channel what lies within two cells of the place whose row begins at *at* of *work*."""
    total = row_at(weights, start + REACH * REACH * WIDTH)
    corner = at - (2 * STRIDE + 2) * WIDTH
    for column in range(REACH):
        for row in range(REACH):
            seen = row_at(work, corner + (column * STRIDE + row) * WIDTH)
            total = total + seen * row_at(weights, start + (column * REACH + row) * WIDTH)
    return positive(total)


@inlined
def _block(weights: Any, start: Any, field: Any, cells: Any, work: Any, seen: Any, onto: Any, sums: Any) -> Any:
    """Compute a block from *seen* to *onto*; return the sum over the board.

    It does two cells at a time, to keep the processor busy while it waits for a sum.
    """
    across = start + AROUND
    board = across + (WIDTH + 1) * WIDTH
    put_row(work, np.int64(ROWS_AT), sums * row_of(np.float32(1.0 / cells)))
    same = _layer(weights, board, WIDTH, work, ROWS_AT) + row_at(weights, across + WIDTH * WIDTH)
    sums = row_of(np.float32(0.0))
    for number in range(0, cells, 2):
        one = field[LISTED + number] * WIDTH
        two = field[LISTED + min(number + 1, cells - 1)] * WIDTH
        put_row(work, np.int64(ROWS_AT + WIDTH), _around(weights, start, work, seen + one))
        put_row(work, np.int64(ROWS_AT + 2 * WIDTH), _around(weights, start, work, seen + two))
        first, second = row_at(work, X + one) + same, row_at(work, X + two) + same
        for channel in range(WIDTH):
            weight = row_at(weights, across + channel * WIDTH)
            first = first + row_of(work[ROWS_AT + WIDTH + channel]) * weight
            second = second + row_of(work[ROWS_AT + 2 * WIDTH + channel]) * weight
        put_row(work, X + one, first)
        put_row(work, X + two, second)
        first, second = positive(first), positive(second)
        put_row(work, onto + one, first)
        put_row(work, onto + two, second)
        sums = sums + first
        if number + 1 < cells:
            sums = sums + second
    return sums


@inlined
def _rate(state: Any, moves: Any, count: Any, work: Any, about: Any) -> None:
    """Rate the first *count* of *moves* in the first *count* of *work*; *about* has a row for each cell."""
    side = np.int64(state[SIDE])
    for number in range(count):
        move = moves[number]
        if move >= SWAP:
            work[number] = 0.0
            continue
        edge, kind = move // 3, move % 3
        right = edge >= side * side
        cell = edge - side * side if right else edge
        if kind < 2:
            kind ^= np.int64(state[MOVER])
        low = (cell // side + MARGIN) * STRIDE + cell % side + MARGIN
        high = low + (STRIDE if right else 1)
        first = kind + (6 if right else 0)
        work[number] = work[about + low * WIDTH + first] + work[about + high * WIDTH + first + 3]


@compiled(JUDGE)
def judge(state: Any, weights: Any, field: Any, work: Any, moves: Any, count: Any) -> Any:
    """Return the value of *state* to its side to move; see ``Kernel.judge``."""
    side = np.int64(state[SIDE])
    cells = side * side
    describe(state, field, work[NUMBERS_AT : NUMBERS_AT + NUMBERS])
    for cell in range(cells):
        field[LISTED + cell] = (cell // side + MARGIN) * STRIDE + cell % side + MARGIN
    sums = _begin(weights, field, cells, work)
    seen, onto = np.int64(SEEN), np.int64(NEXT)
    for block in range(BLOCKS):
        sums = _block(weights, BLOCK + block * A_BLOCK, field, cells, work, seen, onto, sums)
        seen, onto = onto, seen
    put_row(work, np.int64(ROWS_AT), sums * row_of(np.float32(1.0 / cells)))
    total = row_at(weights, np.int64(HIDDEN + (WIDTH + NUMBERS) * WIDTH))
    for channel in range(WIDTH):
        total = total + row_of(work[ROWS_AT + channel]) * row_at(weights, np.int64(HIDDEN + channel * WIDTH))
    for channel in range(NUMBERS):
        row = row_at(weights, np.int64(HIDDEN + (WIDTH + channel) * WIDTH))
        total = total + row_of(work[NUMBERS_AT + channel]) * row
    put_row(work, np.int64(ROWS_AT), positive(total) * row_at(weights, np.int64(VALUE)))
    value = weights[VALUE + WIDTH]
    for channel in range(WIDTH):
        value += work[ROWS_AT + channel]
    if count:
        for number in range(cells):
            place = field[LISTED + number] * WIDTH
            put_row(work, onto + place, _layer(weights, np.int64(MOVES), WIDTH, work, seen + place))
        _rate(state, moves, count, work, onto)
        for number in range(cells):
            put_row(work, onto + field[LISTED + number] * WIDTH, row_of(np.float32(0.0)))
    return np.tanh(np.float64(value))
