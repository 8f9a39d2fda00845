"""The rules of Tinker Tactics in compiled code, on states; see ``core.tinker`` for the rules.

Cells are numbered as in ``core.tinker.board``. A state is a row of numbers, then masks of cells
of two words each: the dice of each seat, the neutral dice of each (R47), the value less one of
every die as three binary digits, and its kind as two. Up to five players have at most 60 cells
and are played on one word.

A move is 128 times the cell that a die leaves, plus the one where it stops.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adviser.kernels.compiled import inlined, merged
from adviser.kernels.words import ONE, bit, count, load, lowest, some, store
from core.tinker.board import HIGHEST_VALUE, Board, joined

MOST_PLAYERS, MOST_CELLS, WORDS = 6, 72, 2
NARROW = np.uint64(5)
"""The most players for which all cells fit one word."""
PLAYERS, TABLE, MOVER, PLY, FLAGS, LIMIT, QUIET_LIMIT, QUIET, PASSED, WINNERS = range(10)
OWN = 10
BLOCKS = OWN + WORDS * MOST_PLAYERS
VALUE = BLOCKS + WORDS * MOST_PLAYERS
KIND = VALUE + WORDS * 3
LENGTH = KIND + WORDS * 2
LANDS, STAYS, LOSES, MAY_PASS = (np.uint64(1 << number) for number in range(4))
ZERO = np.uint64(0)
SHIFT, CELL = 7, 127
PASSING = 1 << 2 * SHIFT

BOARDS = [joined(players, ring) for players in range(2, 7) for ring in ("clockwise", "counterclockwise")]


def words_of(mask: int) -> list[int]:
    return [mask >> 64 * word & 2**64 - 1 for word in range(WORDS)]


def _reach_of(board: Board, steps: int) -> list[list[int]]:
    """Return where *steps* steps lead from each cell: with 0 nowhere, with ``_BESIDE`` to the neighbours."""
    masks = board.neighbours if steps == _BESIDE else board.reach[steps] if steps else ()
    return [words_of(mask) for mask in masks] + [[0] * WORDS] * (MOST_CELLS - len(masks))


_BESIDE: Any = np.uint64(HIGHEST_VALUE + 1)
_REACH = np.array([[_reach_of(board, steps) for steps in range(int(_BESIDE) + 1)] for board in BOARDS], np.uint64)


@merged
def own_of(none: Any, state: Any, seat: Any) -> Any:
    return load(none, state, OWN + WORDS * seat)


@inlined
def shown_on(none: Any, state: Any) -> Any:
    """Return the binary digits of what dice show, less one: ones, twos and fours."""
    return load(none, state, VALUE), load(none, state, VALUE + WORDS), load(none, state, VALUE + 2 * WORDS)


@inlined
def occupied(state: Any, none: Any) -> Any:
    taken = none
    for seat in range(state[PLAYERS]):
        taken = taken | own_of(none, state, seat) | load(none, state, BLOCKS + WORDS * seat)
    return taken


@merged
def near(table: Any, cell: Any, none: Any) -> Any:
    """Return the neighbours of *cell*."""
    return reached(table, _BESIDE, cell, none)


@merged
def reached(table: Any, value: Any, cell: Any, none: Any) -> Any:
    """Return the other cells that a die with *value* on *cell* reaches."""
    return load(none, _REACH[table, value, cell], 0)


@merged
def value_on(here: Any, shown: Any) -> Any:
    """Return what the die on the cell *here*, a bit, shows."""
    ones, twos, fours = shown
    twice, four_times = np.uint64(some(twos & here)), np.uint64(some(fours & here))
    return ONE + np.uint64(some(ones & here)) + twice * np.uint64(2) + four_times * np.uint64(4)


@merged
def targets_of(cell: Any, shown: Any, table: Any, free: Any, flags: Any) -> Any:
    """Return the cells that the die on *cell* may stop on; *free* holds the cells without a die."""
    here = bit(free, cell)
    value = value_on(here, shown)
    found = reached(table, value, cell, free) & free
    return found | here if value & ONE == ZERO and flags & LANDS else found


@inlined
def write_moves(state: Any, out: Any, none: Any) -> Any:
    free, shown = ~occupied(state, none), shown_on(none, state)
    left, n = own_of(none, state, state[MOVER]), 0
    while some(left):
        cell = lowest(left)
        left = left & ~bit(left, cell)
        targets = targets_of(cell, shown, state[TABLE], free, state[FLAGS])
        while some(targets):
            target = lowest(targets)
            targets = targets & ~bit(targets, target)
            out[n] = np.int64(cell << np.uint64(SHIFT) | target)
            n += 1
    if n == 0 or state[FLAGS] & MAY_PASS:
        out[n] = PASSING
        n += 1
    return n


@inlined
def active_seats(state: Any, none: Any) -> Any:
    """Return the bits of the seats that are in."""
    seats = ZERO
    for seat in range(state[PLAYERS]):
        if some(own_of(none, state, seat)):
            seats |= ONE << seat
    return seats


@merged
def next_seat(mover: Any, active: Any, players: Any) -> Any:
    """Return the seat of those *active* that moves after *mover*."""
    while True:
        mover = mover + ONE if mover + ONE < players else ZERO
        if active >> mover & ONE:
            return mover


@inlined
def _able(state: Any, none: Any) -> Any:
    """Return whether the seat to move can move."""
    left, free, shown = own_of(none, state, state[MOVER]), ~occupied(state, none), shown_on(none, state)
    while some(left):
        cell = lowest(left)
        left = left & ~bit(left, cell)
        if some(targets_of(cell, shown, state[TABLE], free, state[FLAGS])):
            return True
    return False


@merged
def carried(mask: Any, source: Any, change: Any) -> Any:
    """Return *mask* after a die went from *source* to elsewhere: both bits *change* where it had the first."""
    return mask ^ change if some(mask & source) else mask


@merged
def weakened(shown: Any, hit: Any) -> Any:
    """Return what dice show after those on *hit* lost one, and the dice that showed 1 and so are gone."""
    ones, twos, fours = shown
    gone = hit & ~(ones | twos | fours)
    borrow = hit & ~gone
    ones = ones ^ borrow
    borrow = borrow & ones
    twos = twos ^ borrow
    return (ones, twos, fours ^ (borrow & twos)), gone


@inlined
def _clear(state: Any, gone: Any) -> None:
    """Clear the values of the dice on *gone*."""
    for digit in range(3):
        store(load(gone, state, VALUE + WORDS * digit) & ~gone, state, VALUE + WORDS * digit)
    for digit in range(2):
        store(load(gone, state, KIND + WORDS * digit) & ~gone, state, KIND + WORDS * digit)


@inlined
def _eliminate(state: Any, seat: Any, left: Any) -> None:
    """Put *seat* out of the game; its dice on *left* are those that remain."""
    if state[FLAGS] & STAYS:
        store(left, state, BLOCKS + WORDS * seat)
    else:
        _clear(state, left)
    store(left & ~left, state, OWN + WORDS * seat)


@inlined
def take_off(state: Any, gone: Any) -> None:
    """Take the dice on *gone* off the board; none belongs to the mover. A seat with one die left is out of the game."""
    _clear(state, gone)
    for seat in range(state[PLAYERS]):
        own = own_of(gone, state, seat)
        if some(own & gone):
            own = own & ~gone
            store(own, state, OWN + WORDS * seat)
            if count(own) < 2:
                _eliminate(state, seat, own)


@inlined
def _walk(state: Any, source: Any, target: Any, none: Any) -> Any:
    """Move a die and weaken the dice next to it; return whether there were any."""
    mover = state[MOVER]
    here = bit(none, source)
    change = here ^ bit(none, target)
    store(own_of(none, state, mover) ^ change, state, OWN + WORDS * mover)
    for digit in range(3 + 2):
        store(carried(load(none, state, VALUE + WORDS * digit), here, change), state, VALUE + WORDS * digit)
    others = none
    for seat in range(state[PLAYERS]):
        if seat != mover:
            others = others | own_of(none, state, seat)
    hit = others & near(state[TABLE], target, none)
    if not some(hit):
        return False
    shown, gone = weakened(shown_on(none, state), hit)
    store(shown[0], state, VALUE)
    store(shown[1], state, VALUE + WORDS)
    store(shown[2], state, VALUE + 2 * WORDS)
    if some(gone):
        take_off(state, gone)
    return True


@inlined
def _go_on(state: Any, hit: Any, passed: Any, over: Any, none: Any) -> None:
    """Count the action and pass the turn on; end the game if the action or a limit did."""
    state[PLY] += ONE
    state[PASSED] = passed
    quiet_limit = state[QUIET_LIMIT]
    state[QUIET] = state[QUIET] + ONE if quiet_limit and not hit else ZERO
    active = active_seats(state, none)
    alone, quiet = active & (active - ONE) == ZERO, quiet_limit and state[QUIET] >= quiet_limit
    if over or alone or quiet or state[PLY] == state[LIMIT]:
        state[WINNERS] = active
        state[MOVER] = ZERO
    else:
        state[MOVER] = next_seat(state[MOVER], active, state[PLAYERS])


@inlined
def give_up(state: Any, none: Any) -> None:
    """Put the seat to move out of the game."""
    _eliminate(state, state[MOVER], own_of(none, state, state[MOVER]))


@inlined
def carry_out(state: Any, move: Any, none: Any) -> None:
    if move == PASSING:
        passed = state[PASSED] | ONE << state[MOVER] if state[FLAGS] & MAY_PASS else ZERO
        if state[FLAGS] & LOSES and not _able(state, none):
            give_up(state, none)
        over = state[FLAGS] & MAY_PASS and active_seats(state, none) & ~passed == ZERO
        _go_on(state, False, passed, over, none)
    else:
        hit = _walk(state, np.uint64(move >> SHIFT), np.uint64(move & CELL), none)
        _go_on(state, hit, ZERO, False, none)


@inlined
def open_to_loss(state: Any, mover: Any, ones: Any, none: Any) -> Any:
    """Return the dice of others among *ones*, which show 1, if each could be left one die by them; else nothing."""
    found = none
    for seat in range(state[PLAYERS]):
        own = own_of(none, state, seat)
        if seat == mover or not some(own):
            continue
        weak = own & ones
        if count(own) - count(weak) > 1:
            return none
        found = found | weak
    return found


@inlined
def alone_without(state: Any, mover: Any, gone: Any) -> Any:
    """Return whether only *mover* would be in if the dice on *gone* were not."""
    left = np.int64(0)
    for seat in range(state[PLAYERS]):
        if seat != mover:
            left = max(left, count(own_of(gone, state, seat) & ~gone))
    return left <= 1


@inlined
def winning_move(state: Any, mover: Any, shown: Any, free: Any, none: Any) -> Any:
    """Return a move with which *mover* wins at once, −1 if there is none.

    Of *state* only the numbers and the dice of each seat are looked at, but who is to move.
    """
    weak = open_to_loss(state, mover, ~(shown[0] | shown[1] | shown[2]), none)
    if not some(weak):
        return np.int64(-1)
    left = own_of(none, state, mover)
    while some(left):
        cell = lowest(left)
        left = left & ~bit(left, cell)
        targets = targets_of(cell, shown, state[TABLE], free, state[FLAGS])
        while some(targets):
            target = lowest(targets)
            targets = targets & ~bit(targets, target)
            gone = weak & near(state[TABLE], target, none)
            if some(gone) and alone_without(state, mover, gone):
                return np.int64(cell << np.uint64(SHIFT) | target)
    return np.int64(-1)
