"""Tinker Tactics in compiled code, for two to six players; see ``core.tinker`` for the rules.

Cells are numbered as in ``core.tinker.board``. A state is a row of numbers, then masks of cells
of two words each: the dice of each seat, the neutral dice of each (R47), the value less one of
every die as three binary digits, and its kind as two. Up to five players have at most 60 cells
and are played on one word.

A move is 128 times the cell that a die leaves, plus the one where it stops.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adviser.kernels import Kernel
from adviser.kernels.compiled import APPLY, MOVES, PLAYOUT, RESULT, SEAT, WINNING, compiled, inlined, random_below
from adviser.kernels.words import ONE, bit, count, load, lowest, nth, some, store, widened
from core.tinker import notation
from core.tinker.board import HIGHEST_VALUE, SEAT_LETTERS, Board, joined
from core.tinker.position import PASS, Move, Position, kind_of, value_of

_MOST_PLAYERS, _MOST_CELLS, _WORDS = 6, 72, 2
_NARROW = np.uint64(5)
"""The most players whose cells fit one word."""
_PLAYERS, _TABLE, _MOVER, _PLY, _FLAGS, _LIMIT, _QUIET_LIMIT, _QUIET, _PASSED, _RESULT = range(10)
_OWN = 10
_BLOCKS = _OWN + _WORDS * _MOST_PLAYERS
_VALUE = _BLOCKS + _WORDS * _MOST_PLAYERS
_KIND = _VALUE + _WORDS * 3
_LENGTH = _KIND + _WORDS * 2
_LANDS, _STAYS, _LOSES, _MAY_PASS = (np.uint64(1 << number) for number in range(4))
_ZERO = np.uint64(0)
_SHIFT, _CELL = 7, 127
_PASSING = 1 << 2 * _SHIFT
_MOST_MOVES = 5 * _MOST_CELLS // 2 + 6
_MOST_PLIES = 400
"""Random games that last longer are called off."""
_TRIED = 6
"""Random moves of which an informed playout takes the most harmful one."""

_BOARDS = [joined(players, ring) for players in range(2, 7) for ring in ("clockwise", "counterclockwise")]


def _words(mask: int) -> list[int]:
    return [mask >> 64 * word & 2**64 - 1 for word in range(_WORDS)]


def _reach_of(board: Board, steps: int) -> list[list[int]]:
    """Return where *steps* steps lead from each cell; for none, the neighbours of each cell."""
    masks = board.reach[steps] if steps else board.neighbours
    return [_words(mask) for mask in masks] + [[0] * _WORDS] * (_MOST_CELLS - len(masks))


_REACH = np.array([[_reach_of(board, steps) for steps in range(HIGHEST_VALUE + 1)] for board in _BOARDS], np.uint64)
_NEAR = 0


def encode(position: Position) -> Any:
    options = position.options
    if options.repetition_limit:
        return None
    flags = (options.land_on_start, options.eliminated_die == "stay", options.no_move == "lose", options.voluntary_pass)
    state = np.zeros(_LENGTH, np.uint64)
    state[_PLAYERS], state[_TABLE] = len(position.own), _BOARDS.index(position.board)
    state[_MOVER], state[_PLY] = max(position.mover, 0), position.ply
    state[_FLAGS] = sum(1 << number for number, flag in enumerate(flags) if flag)
    state[_LIMIT], state[_QUIET_LIMIT] = options.ply_limit or 0, options.quiet_ply_limit or 0
    state[_QUIET], state[_PASSED] = position.quiet, position.passed
    if position.outcome:
        state[_RESULT] = sum(1 << SEAT_LETTERS.index(seat) for seat in position.outcome.winners)
    for seat, (own, blocks) in enumerate(zip(position.own, position.blocks, strict=True)):
        _put(state, _OWN + _WORDS * seat, own)
        _put(state, _BLOCKS + _WORDS * seat, blocks)
    values = {cell: value_of(face) - 1 for cell, face in enumerate(position.faces) if face}
    kinds = {cell: kind_of(face) for cell, face in enumerate(position.faces) if face}
    for start, numbers, digits in ((_VALUE, values, 3), (_KIND, kinds, 2)):
        for digit in range(digits):
            mask = sum(1 << cell for cell, number in numbers.items() if number >> digit & 1)
            _put(state, start + _WORDS * digit, mask)
    return state


def _put(state: Any, start: int, mask: int) -> None:
    state[start : start + _WORDS] = _words(mask)


def text(position: Position, move: int) -> str:
    return notation.format_move(position.board, PASS if move == _PASSING else Move(move >> _SHIFT, move & _CELL))


def code(position: Position, action: str) -> int:
    written, board = notation.read_action(action), position.board
    return _PASSING if written is None else board.cell(written.source) << _SHIFT | board.cell(written.target)


@inlined
def _own(none: Any, state: Any, seat: Any) -> Any:
    return load(none, state, _OWN + _WORDS * seat)


@inlined
def _digit(mask: Any, cell: Any) -> Any:
    """Return the bit *cell* of *mask* as a number."""
    return np.int64(some(mask & bit(mask, cell)))


@inlined
def _value(state: Any, none: Any, cell: Any) -> Any:
    number = _digit(load(none, state, _VALUE), cell)
    number += 2 * _digit(load(none, state, _VALUE + _WORDS), cell)
    return 1 + number + 4 * _digit(load(none, state, _VALUE + 2 * _WORDS), cell)


@inlined
def _occupied(state: Any, none: Any) -> Any:
    taken = none
    for seat in range(state[_PLAYERS]):
        taken = taken | _own(none, state, seat) | load(none, state, _BLOCKS + _WORDS * seat)
    return taken


@inlined
def _targets(state: Any, none: Any, cell: Any, free: Any) -> Any:
    """Return the cells that the die on *cell* may stop on; *free* holds the cells without a die."""
    value = _value(state, none, cell)
    found = load(none, _REACH[state[_TABLE], value, cell], 0) & free
    if state[_FLAGS] & _LANDS and value & 1 == 0:
        found = found | bit(none, cell)
    return found


@inlined
def _moves(state: Any, out: Any, none: Any) -> Any:
    free = ~_occupied(state, none)
    left, n = _own(none, state, state[_MOVER]), 0
    while some(left):
        cell = lowest(left)
        left = left & ~bit(left, cell)
        targets = _targets(state, none, cell, free)
        while some(targets):
            target = lowest(targets)
            targets = targets & ~bit(targets, target)
            out[n] = np.int64(cell << np.uint64(_SHIFT) | target)
            n += 1
    if n == 0 or state[_FLAGS] & _MAY_PASS:
        out[n] = _PASSING
        n += 1
    return n


@compiled(MOVES)
def moves(state: Any, out: Any) -> Any:
    if state[_RESULT]:
        return 0
    if state[_PLAYERS] <= _NARROW:
        return _moves(state, out, widened(_ZERO, 1))
    return _moves(state, out, widened(_ZERO, 2))


@inlined
def _active(state: Any, none: Any) -> Any:
    """Return the bits of the seats that are in."""
    seats = _ZERO
    for seat in range(state[_PLAYERS]):
        if some(_own(none, state, seat)):
            seats |= ONE << seat
    return seats


@inlined
def _able(state: Any, none: Any) -> Any:
    """Return whether the seat to move has a move."""
    left, free = _own(none, state, state[_MOVER]), ~_occupied(state, none)
    while some(left):
        cell = lowest(left)
        left = left & ~bit(left, cell)
        if some(_targets(state, none, cell, free)):
            return True
    return False


@inlined
def _carry(state: Any, start: Any, from_bit: Any, change: Any) -> None:
    mask = load(from_bit, state, start)
    if some(mask & from_bit):
        store(mask ^ change, state, start)


@inlined
def _clear(state: Any, gone: Any) -> None:
    """Take what the dice on *gone* show off the board."""
    for digit in range(3):
        store(load(gone, state, _VALUE + _WORDS * digit) & ~gone, state, _VALUE + _WORDS * digit)
    for digit in range(2):
        store(load(gone, state, _KIND + _WORDS * digit) & ~gone, state, _KIND + _WORDS * digit)


@inlined
def _eliminate(state: Any, seat: Any, left: Any) -> None:
    """Put *seat*, whose dice on *left* remain, out of the game."""
    if state[_FLAGS] & _STAYS:
        store(left, state, _BLOCKS + _WORDS * seat)
    else:
        _clear(state, left)
    store(left & ~left, state, _OWN + _WORDS * seat)


@inlined
def _walk(state: Any, source: Any, target: Any, none: Any) -> Any:
    """Move a die and weaken those beside it; return whether there were any."""
    mover = state[_MOVER]
    from_bit = bit(none, source)
    change = from_bit ^ bit(none, target)
    store(_own(none, state, mover) ^ change, state, _OWN + _WORDS * mover)
    for digit in range(3):
        _carry(state, _VALUE + _WORDS * digit, from_bit, change)
    for digit in range(2):
        _carry(state, _KIND + _WORDS * digit, from_bit, change)

    others = none
    for seat in range(state[_PLAYERS]):
        if seat != mover:
            others = others | _own(none, state, seat)
    hit = others & load(none, _REACH[state[_TABLE], _NEAR, target], 0)
    if not some(hit):
        return False
    ones = load(none, state, _VALUE)
    twos, fours = load(none, state, _VALUE + _WORDS), load(none, state, _VALUE + 2 * _WORDS)
    gone = hit & ~(ones | twos | fours)
    borrow = hit & ~gone
    ones = ones ^ borrow
    borrow = borrow & ones
    twos = twos ^ borrow
    store(ones, state, _VALUE)
    store(twos, state, _VALUE + _WORDS)
    store(fours ^ (borrow & twos), state, _VALUE + 2 * _WORDS)
    if some(gone):
        _clear(state, gone)
        for seat in range(state[_PLAYERS]):
            own = _own(none, state, seat)
            if seat != mover and some(own & gone):
                own = own & ~gone
                store(own, state, _OWN + _WORDS * seat)
                if count(own) < 2:
                    _eliminate(state, seat, own)
    return True


@inlined
def _go_on(state: Any, weakened: Any, passed: Any, over: Any, none: Any) -> None:
    """Count the action, end the game if it or a limit did, and pass the turn on."""
    state[_PLY] += ONE
    state[_PASSED] = passed
    quiet_limit = state[_QUIET_LIMIT]
    state[_QUIET] = state[_QUIET] + ONE if quiet_limit and not weakened else _ZERO
    active = _active(state, none)
    alone, quiet = active & (active - ONE) == _ZERO, quiet_limit and state[_QUIET] >= quiet_limit
    if over or alone or quiet or state[_PLY] == state[_LIMIT]:
        state[_RESULT] = active
        state[_MOVER] = _ZERO
        return
    mover = state[_MOVER]
    while True:
        mover = mover + ONE if mover + ONE < state[_PLAYERS] else _ZERO
        if active >> mover & ONE:
            break
    state[_MOVER] = mover


@inlined
def _apply(state: Any, move: Any, none: Any) -> None:
    if move == _PASSING:
        passed = state[_PASSED] | ONE << state[_MOVER] if state[_FLAGS] & _MAY_PASS else _ZERO
        if state[_FLAGS] & _LOSES and not _able(state, none):
            _eliminate(state, state[_MOVER], _own(none, state, state[_MOVER]))
        over = state[_FLAGS] & _MAY_PASS and _active(state, none) & ~passed == _ZERO
        _go_on(state, False, passed, over, none)
    else:
        weakened = _walk(state, np.uint64(move >> _SHIFT), np.uint64(move & _CELL), none)
        _go_on(state, weakened, _ZERO, False, none)


@compiled(APPLY)
def apply(state: Any, move: Any) -> None:
    if state[_PLAYERS] <= _NARROW:
        _apply(state, move, widened(_ZERO, 1))
    else:
        _apply(state, move, widened(_ZERO, 2))


@compiled(RESULT)
def result(state: Any) -> Any:
    return np.int64(state[_RESULT])


@compiled(SEAT)
def seat(state: Any) -> Any:
    return np.int64(state[_MOVER])


@inlined
def _open_to_loss(state: Any, none: Any) -> Any:
    """Return the dice that show 1, if every other seat could be left with one die by them; else nothing."""
    shown = load(none, state, _VALUE) | load(none, state, _VALUE + _WORDS) | load(none, state, _VALUE + 2 * _WORDS)
    found = none
    for seat in range(state[_PLAYERS]):
        own = _own(none, state, seat)
        if seat == state[_MOVER] or not some(own):
            continue
        weak = own & ~shown
        if count(own) - count(weak) > 1:
            return none
        found = found | weak
    return found


@inlined
def _winning(state: Any, none: Any) -> Any:
    weak = _open_to_loss(state, none)
    if not some(weak):
        return np.int64(-1)
    left, free = _own(none, state, state[_MOVER]), ~_occupied(state, none)
    while some(left):
        cell = lowest(left)
        left = left & ~bit(left, cell)
        targets = _targets(state, none, cell, free)
        while some(targets):
            target = lowest(targets)
            targets = targets & ~bit(targets, target)
            gone = weak & load(none, _REACH[state[_TABLE], _NEAR, target], 0)
            if some(gone) and _alone_without(state, gone):
                return np.int64(cell << np.uint64(_SHIFT) | target)
    return np.int64(-1)


@inlined
def _alone_without(state: Any, gone: Any) -> Any:
    """Return whether only the seat to move would be in if the dice on *gone* were not."""
    for seat in range(state[_PLAYERS]):
        if seat != state[_MOVER] and count(_own(gone, state, seat) & ~gone) > 1:
            return False
    return True


@compiled(WINNING)
def winning(state: Any, scratch: Any) -> Any:  # noqa: ARG001
    if state[_RESULT]:
        return np.int64(-1)
    if state[_PLAYERS] <= _NARROW:
        return _winning(state, widened(_ZERO, 1))
    return _winning(state, widened(_ZERO, 2))


@inlined
def _chosen(state: Any, rng: Any, none: Any) -> Any:
    """Return a random move, every legal one equally likely."""
    own, free = _own(none, state, state[_MOVER]), ~_occupied(state, none)
    total, left = np.int64(0), own
    while some(left):
        cell = lowest(left)
        left = left & ~bit(left, cell)
        total += count(_targets(state, none, cell, free))
    if total == 0:
        return np.int64(_PASSING)
    place = random_below(rng, total + np.int64((state[_FLAGS] & _MAY_PASS) != _ZERO))
    while some(own):
        cell = lowest(own)
        own = own & ~bit(own, cell)
        targets = _targets(state, none, cell, free)
        here = count(targets)
        if place < here:
            return np.int64(cell << np.uint64(_SHIFT) | nth(targets, place))
        place -= here
    return np.int64(_PASSING)


@inlined
def _harm(move: Any, others: Any, weak: Any, table: Any) -> Any:
    """Return how much *move* hurts: a point for each die weakened, two more for each taken off."""
    if move == _PASSING:
        return np.int64(0)
    hit = others & load(others, _REACH[table, _NEAR, move & _CELL], 0)
    return count(hit) + 2 * count(hit & weak)


@inlined
def _hunting(state: Any, rng: Any, none: Any) -> Any:
    """Return a winning move, or else the most harmful of a few random ones."""
    move = _winning(state, none)
    if move >= 0:
        return move
    others = none
    for seat in range(state[_PLAYERS]):
        if seat != state[_MOVER]:
            others = others | _own(none, state, seat)
    weak = others & ~(load(none, state, _VALUE) | load(none, state, _VALUE + _WORDS))
    weak = weak & ~load(none, state, _VALUE + 2 * _WORDS)
    most = np.int64(-1)
    for _ in range(_TRIED):
        other = _chosen(state, rng, none)
        harm = _harm(other, others, weak, state[_TABLE])
        if harm > most:
            move, most = other, harm
    return move


@inlined
def _played_out(state: Any, rng: Any, hunting: Any, none: Any) -> Any:
    plies = np.int64(0)
    while not state[_RESULT] and plies < _MOST_PLIES:
        _apply(state, _hunting(state, rng, none) if hunting else _chosen(state, rng, none), none)
        plies += 1
    winners = state[_RESULT] or _active(state, none)
    return plies << 8 | np.int64(winners)


@inlined
def _playout(state: Any, rng: Any, hunting: Any) -> Any:
    if state[_PLAYERS] <= _NARROW:
        return _played_out(state, rng, hunting, widened(_ZERO, 1))
    return _played_out(state, rng, hunting, widened(_ZERO, 2))


@compiled(PLAYOUT)
def uniform(state: Any, rng: Any, scratch: Any) -> Any:  # noqa: ARG001
    return _playout(state, rng, False)


@compiled(PLAYOUT)
def informed(state: Any, rng: Any, scratch: Any) -> Any:  # noqa: ARG001
    return _playout(state, rng, True)


KERNEL = Kernel(
    most_moves=_MOST_MOVES,
    encode=encode,
    text=text,
    code=code,
    moves=moves,
    apply=apply,
    result=result,
    seat=seat,
    winning=winning,
    informed=informed,
    uniform=uniform,
)
KERNELS = {"tinker_tactics": KERNEL}
