"""Games of moves and captures (``core.grid.moving``) in compiled code: one set of functions for all of them.

A game's rules are data, and lie in its state. Boards have up to 64 cells; a mask has a bit for each, numbered as in
``Grid.cells``.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from adviser.kernels import Kernel
from adviser.kernels.compiled import (
    APPLY,
    MOVES,
    PLAYOUT,
    RESULT,
    SEAT,
    WINNING,
    compiled,
    copy,
    inlined,
    random_below,
    spare,
)
from adviser.kernels.words import ONE, count, nth
from core.grid import GridPosition, MovingGame, Step
from core.options import SEATS

WINNERS, MOVER, PLY, LIMIT, ROWS, COLUMNS, EVERYWHERE, LOWEST, ENCLOSES, FAR_ROW, IN_LINE, FEWEST, KINDS, WAYS = range(
    14
)
"""The words of a state. ``LOWEST`` is the mask of the lowest row; ``KINDS`` and ``WAYS`` are the numbers of these."""
PIECES, WAY = 14, 22
"""Where the masks of both seats' pieces begin, one word per kind, and the ways of moving, one word each."""
MOST_KINDS, MOST_WAYS = 4, 32
LENGTH = WAY + MOST_WAYS
PASS = 64 * 64
NO_LIMIT = 2**31
BOTH = np.uint64(3)
_BOUND = 500
"""After this many plies a random game is shared."""
_MOST_MOVES = 32 * 32
"""The most moves: from half of 64 cells to each of the others."""
_COUNT, _WRITE = -1, -2
ZERO, KIND, BYTE = np.uint64(0), np.uint64(7), np.uint64(255)


def kernel_of(game: Any) -> Kernel | None:
    """Return the kernel of *game*, if it is a game of moves and captures that fits into a state."""
    if not isinstance(game, MovingGame):
        return None
    grid = game.grid
    fits = len(grid.cells) <= 64 and grid.rows < 64 and len(game.kinds) <= MOST_KINDS and len(game.travels) <= MOST_WAYS
    return _kernel(game) if fits else None


@cache
def _kernel(game: MovingGame) -> Kernel:
    grid, letters = game.grid, [kind.letter for kind in game.kinds]
    blank = np.zeros(LENGTH, np.uint64)
    size = len(grid.cells)
    blank[ROWS], blank[COLUMNS], blank[EVERYWHERE] = grid.rows, grid.columns, 2**size - 1
    blank[LOWEST] = sum(1 << grid.rows * column for column in range(grid.columns))
    blank[ENCLOSES], blank[FAR_ROW] = game.encloses, game.far_row
    blank[IN_LINE], blank[FEWEST] = game.in_line, game.fewest
    blank[KINDS], blank[WAYS] = len(letters), len(game.travels)
    for number, way in enumerate(game.travels):
        reach = way.reach or max(grid.columns, grid.rows)
        parts = (letters.index(way.kind), way.across + 128, way.ahead + 128, reach, way.empty + 2 * way.enemy)
        blank[WAY + number] = sum(part << 8 * place for place, part in enumerate(parts))

    def encode(position: GridPosition) -> Any:
        options = position.options
        if options.repetition_limit or options.players != 2:
            return None
        state = blank.copy()
        state[MOVER], state[PLY], state[LIMIT] = position.mover, position.ply, options.ply_limit or NO_LIMIT
        if position.outcome:
            state[WINNERS] = sum(1 << SEATS.index(seat) for seat in position.outcome.winners)
        for number, content in enumerate(position.board):
            if content != ".":
                kind = MOST_KINDS * SEATS.index(content[0]) + letters.index(content[1])
                state[PIECES + kind] |= ONE << np.uint64(number)
        return state

    def text(_: GridPosition, move: int) -> str:
        return "--" if move == PASS else Step.of(*(grid.cells[number] for number in divmod(move, 64))).text

    def code(_: GridPosition, action: str) -> int:
        cells = game.notation.read_action(action).cells
        return 64 * grid.numbers[cells[0]] + grid.numbers[cells[1]] if cells else PASS

    return Kernel(_MOST_MOVES, encode, text, code, moves, apply, result, seat, winning, uniform, uniform)


@inlined
def _shifted(mask: Any, step: Any) -> Any:
    return mask << np.uint64(step) if step >= 0 else mask >> np.uint64(-step)


@inlined
def _staying(state: Any, across: Any, up: Any) -> Any:
    """Return the cells from which a step of *across* columns and *up* rows stays on the board."""
    rows = np.int64(state[ROWS])
    height, width = rows - abs(up), np.int64(state[COLUMNS]) - abs(across)
    if height <= 0 or width <= 0:
        return ZERO
    band = ((ONE << np.uint64(height)) - ONE) << np.uint64(max(np.int64(0), -up))
    return (state[LOWEST] * band) & _shifted(state[EVERYWHERE], -across * rows) & state[EVERYWHERE]


@inlined
def _of(state: Any, seat: Any) -> Any:
    """Return the cells with pieces of *seat*."""
    first = PIECES + MOST_KINDS * seat
    return state[first] | state[first + 1] | state[first + 2] | state[first + 3]


@inlined
def _scan(state: Any, seat: Any, pick: Any, out: Any) -> Any:
    """Return the step of *seat* that comes after *pick* others.

    With ``_COUNT`` for *pick*, return the number of steps; with ``_WRITE``, also write them to *out*.
    """
    own = _of(state, seat)
    enemies = _of(state, 1 - seat)
    empty = state[EVERYWHERE] & ~(own | enemies)
    found = np.int64(0)
    for number in range(np.int64(state[WAYS])):
        way = state[WAY + number]
        across = np.int64(way >> np.uint64(8) & BYTE) - 128
        up = (np.int64(way >> np.uint64(16) & BYTE) - 128) * (1 - 2 * seat)
        step = across * np.int64(state[ROWS]) + up
        ends = way >> np.uint64(32)
        allowed = (empty if ends & ONE else ZERO) | (enemies if ends & np.uint64(2) else ZERO)
        staying = _staying(state, across, up)
        front = state[PIECES + MOST_KINDS * seat + np.int64(way & KIND)]
        for far in range(1, np.int64(way >> np.uint64(24) & BYTE) + 1):
            front = _shifted(front & staying, step)
            if front == ZERO:
                break
            hits = front & allowed
            several = np.int64(count(hits))
            if 0 <= pick < found + several:
                target = np.int64(nth(hits, pick - found))
                return 64 * (target - far * step) + target
            if pick == _WRITE:
                for place in range(several):
                    target = np.int64(nth(hits, np.int64(place)))
                    out[found + place] = 64 * (target - far * step) + target
            found += several
            front = front & empty
    return found


@inlined
def _enclosed(state: Any, target: Any, own: Any, enemies: Any) -> Any:
    """Return the enemies in an unbroken line from *target* to another own piece, in its row and column."""
    caught = ZERO
    for turn in range(4):
        across, up = (1 - turn) * np.int64(turn % 2 == 0), (2 - turn) * np.int64(turn % 2 == 1)
        step, staying = across * np.int64(state[ROWS]) + up, _staying(state, across, up)
        run, at = ZERO, ONE << np.uint64(target)
        while at & staying:
            at = _shifted(at, step)
            if not at & enemies:
                break
            run = run | at
        if at & own and at != ONE << np.uint64(target):
            caught = caught | run
    return caught


@inlined
def _has_line(state: Any, own: Any) -> Any:
    """Return whether as many of *own* stand in a line as win."""
    for turn in range(4):
        across, up = np.int64(turn != 0), np.int64(turn != 1) - 2 * np.int64(turn == 3)
        line = own
        for _ in range(1, np.int64(state[IN_LINE])):
            line = own & _shifted(line & _staying(state, across, up), across * np.int64(state[ROWS]) + up)
        if line:
            return True
    return False


@inlined
def _carry_out(state: Any, move: Any) -> Any:
    mover = np.int64(state[MOVER])
    mine, theirs = PIECES + MOST_KINDS * mover, PIECES + MOST_KINDS * (1 - mover)
    if move != PASS:
        source, target = ONE << np.uint64(move >> 6), ONE << np.uint64(move & 63)
        for kind in range(MOST_KINDS):
            state[theirs + kind] &= ~target
            if state[mine + kind] & source:
                state[mine + kind] ^= source | target
        if state[ENCLOSES]:
            caught = _enclosed(state, move & 63, _of(state, mover), _of(state, 1 - mover))
            for kind in range(MOST_KINDS):
                state[theirs + kind] &= ~caught
    state[PLY] += ONE
    state[MOVER] = np.uint64(1 - mover)
    own, rows = _of(state, mover), np.int64(state[ROWS])
    far_row = state[LOWEST] << np.uint64((1 - mover) * (rows - 1))
    if (
        count(_of(state, 1 - mover)) < state[FEWEST]
        or (state[FAR_ROW] and own & far_row)
        or (state[IN_LINE] and _has_line(state, own))
    ):
        state[WINNERS] = ONE << np.uint64(mover)
    elif state[PLY] >= state[LIMIT] or not (
        _scan(state, 1 - mover, _COUNT, state) or _scan(state, mover, _COUNT, state)
    ):
        state[WINNERS] = BOTH


@compiled(MOVES)
def moves(state: Any, out: Any) -> Any:
    if state[WINNERS]:
        return 0
    number = _scan(state, np.int64(state[MOVER]), _WRITE, out)
    if number == 0:
        out[0] = PASS
        return 1
    return number


@compiled(APPLY)
def apply(state: Any, move: Any) -> Any:
    _carry_out(state, move)


@compiled(RESULT)
def result(state: Any) -> Any:
    return np.int64(state[WINNERS])


@compiled(SEAT)
def seat(state: Any) -> Any:
    return np.int64(state[MOVER])


@compiled(WINNING)
def winning(state: Any, scratch: Any) -> Any:
    if state[WINNERS]:
        return -1
    tried = spare(state)
    for number in range(_scan(state, np.int64(state[MOVER]), _WRITE, scratch)):
        copy(state, tried)
        _carry_out(tried, scratch[number])
        if tried[WINNERS] == ONE << state[MOVER]:
            return scratch[number]
    return -1


@compiled(PLAYOUT)
def uniform(state: Any, rng: Any, scratch: Any) -> Any:
    plies = np.int64(0)
    while not state[WINNERS]:
        if plies == _BOUND:
            return plies << 8 | np.int64(BOTH)
        mover = np.int64(state[MOVER])
        number = _scan(state, mover, _COUNT, scratch)
        move = _scan(state, mover, random_below(rng, number), scratch) if number else np.int64(PASS)
        _carry_out(state, move)
        plies += 1
    return plies << 8 | np.int64(state[WINNERS])
