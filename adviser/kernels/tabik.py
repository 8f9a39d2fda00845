"""Tabik in compiled code, on boards of 2 to 11 cells a side; see ``core.tabik`` for the rules.

A state holds side, mover, ply, the options that matter, the ply limit, the passes at the end
and the result; then four masks of two words each: black stones, white stones, rods on the
edges upwards and rods on those to the right, all numbered by the smaller cell. Boards up to
8 × 8 are played on one word.

A move is three times the bit of its edge in ``core.tabik.board``, plus 0 for black on the
smaller cell, 1 for black on the larger, 2 for an exchange. Seat 0 is the person who began as Black.
"""

from __future__ import annotations

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
from adviser.kernels.words import ONE, bit, count, load, lowest, nth, some, store, widened
from core.tabik import notation, rules
from core.tabik.board import below_top
from core.tabik.position import COLOURS, EXCHANGE, PASSING, SWAPPING, Move, Position

LARGEST = 11
_NARROW = np.uint64(8)
"""The largest side whose cells fit one word."""
_SIDE, _MOVER, _PLY, _FLAGS, _LIMIT, _PASSES, _RESULT, _BLACK, _WHITE, _UP, _RIGHT = (*range(7), 7, 9, 11, 13)
_LENGTH = 15
_PIE, _SPLIT, _EXPLICIT, _ZERO_DRAW, _SWAPPED = (np.uint64(1 << number) for number in range(5))
_BOTH = np.uint64(3)
_ZERO = np.uint64(0)
_NO_LIMIT = np.uint64(2**63)
_MOST_MOVES = 4 * LARGEST * (LARGEST - 1) + 1
_LAST_MOVES = 15
"""A move that leaves nothing touches every open edge: it and six more, two placements on each, beside a swap."""

_SWAP = 6 * LARGEST**2
_PASS = _SWAP + 1


def _masks(of_side: Any) -> Any:
    words = [[of_side(side) >> 64 * word & 2**64 - 1 for word in (0, 1)] for side in range(2, LARGEST + 1)]
    return np.array([[0, 0], [0, 0], *words], np.uint64)


_EVERYWHERE = _masks(lambda side: (1 << side * side) - 1)
_BELOW_TOP = _masks(below_top)


def encode(position: Position) -> Any:
    options, side = position.options, position.options.board_size
    if side > LARGEST or options.repetition_limit == 1:
        return None
    state = np.zeros(_LENGTH, np.uint64)
    flags = (
        options.pie_rule,
        options.rods_split_groups,
        options.explicit_passes,
        options.zero_tie_loser == "draw",
        position.swapped,
    )
    state[_SIDE], state[_MOVER], state[_PLY], state[_PASSES] = side, position.mover, position.ply, position.passes
    state[_FLAGS] = sum(1 << number for number, flag in enumerate(flags) if flag)
    state[_LIMIT] = options.ply_limit or _NO_LIMIT
    if position.outcome:
        state[_RESULT] = sum(1 << (COLOURS.index(colour) ^ position.swapped) for colour in position.outcome.winners)
    size = side * side
    up, right = position.rods & (1 << size) - 1, position.rods >> size
    for start, mask in ((_BLACK, position.black), (_WHITE, position.white), (_UP, up), (_RIGHT, right)):
        state[start], state[start + 1] = mask & 2**64 - 1, mask >> 64
    return state


def text(position: Position, move: int) -> str:
    grid = rules.board_of(position)
    if move >= _SWAP:
        return notation.format_move(grid, Move(SWAPPING if move == _SWAP else PASSING, -1, -1, 0))
    return notation.format_move(grid, grid.moves_on(move // 3)[move % 3])


def code(position: Position, action: str) -> int:
    grid = rules.board_of(position)
    move = notation.move_of(grid, notation.read_action(action))
    if move is None:
        raise ValueError(f"no edge joins the cells of {action}")
    if move.kind in (SWAPPING, PASSING):
        return _SWAP if move.kind == SWAPPING else _PASS
    return 3 * (move.rod.bit_length() - 1) + (2 if move.kind == EXCHANGE else int(move.first > move.second))


@inlined
def _placeable(black: Any, white: Any, side: Any, everywhere: Any, tops: Any) -> Any:
    """Return the edges between two empty cells: upwards, to the right."""
    empty = everywhere & ~(black | white)
    return empty & (empty >> ONE) & tops, empty & (empty >> side)


@inlined
def _exchangeable(black: Any, white: Any, up: Any, right: Any, side: Any, tops: Any) -> Any:
    """Return the edges without a rod between unlike stones."""
    upwards = (black & (white >> ONE) | white & (black >> ONE)) & tops & ~up
    return upwards, (black & (white >> side) | white & (black >> side)) & ~right


@inlined
def _tally(stones: Any, up: Any, right: Any, side: Any, step: Any, counts: Any) -> Any:
    """Add *step* to *counts* at the size of every group of *stones*; return the largest size.

    Stones of one group touch across the open edges *up* and *right*.
    """
    low, left = (stones >> ONE) & up, (stones >> side) & right
    alone = stones & ~(((stones & up) << ONE) | low | ((stones & right) << side) | left)
    singles = count(alone)
    counts[1] += step * singles
    largest = np.int64(singles > 0)
    stones = stones & ~alone
    while some(stones):
        grown = bit(stones, lowest(stones))
        group = stones & ~stones
        while some(grown & ~group):
            group = grown
            grown = grown | ((group & up) << ONE) | ((group >> ONE) & up) | ((group & right) << side)
            grown = (grown | ((group >> side) & right)) & stones
        size = count(group)
        counts[size] += step
        largest = max(largest, size)
        stones = stones & ~group
    return largest


@inlined
def _ahead(black: Any, white: Any, up: Any, right: Any, flags: Any, side: Any, tops: Any, counts: Any) -> Any:
    """Return the colour with the higher score; −1 where both are zero. *counts* is scratch."""
    for size in range(side * side // np.uint64(2) + ONE):
        counts[size] = 0
    if flags & _SPLIT:
        upwards, rightwards = tops & ~up, ~right
    else:
        upwards, rightwards = tops, ~(right & ~right)
    largest = _tally(black, upwards, rightwards, side, 1, counts)
    largest = max(largest, _tally(white, upwards, rightwards, side, -1, counts))
    for size in range(largest, 0, -1):
        if counts[size]:
            return np.int64(counts[size] < 0)
    return np.int64(-1)


@inlined
def _winners(ahead: Any, next_mover: Any, flags: Any) -> Any:
    """Return the result of a finished game; *next_mover* is the colour that would move next."""
    if ahead < 0:
        if flags & _ZERO_DRAW:
            return _BOTH
        ahead = np.int64(next_mover)
    swapped = np.uint64((flags & _SWAPPED) != _ZERO)
    return ONE << (np.uint64(ahead) ^ swapped)


@inlined
def _plies_to_swap(state: Any) -> Any:
    """Return after how many plies White may swap: 0 is now, −1 never."""
    ahead = ONE - state[_PLY]
    if state[_PLY] > ONE or not state[_FLAGS] & _PIE or state[_MOVER] ^ ahead != ONE:
        return np.int64(-1)
    return np.int64(ahead)


@inlined
def _write(mask: Any, base: Any, out: Any, n: Any, placing: Any) -> Any:
    while some(mask):
        number = lowest(mask)
        mask = mask & ~bit(mask, number)
        move = np.int64(3) * np.int64(number + base)
        if placing:
            out[n], out[n + 1] = move, move + 1
            n += 2
        else:
            out[n] = move + 2
            n += 1
    return n


@inlined
def _moves(state: Any, out: Any, none: Any) -> Any:
    side = state[_SIDE]
    size = side * side
    black, white = load(none, state, _BLACK), load(none, state, _WHITE)
    tops = load(none, _BELOW_TOP[side], 0)
    up, right = _placeable(black, white, side, load(none, _EVERYWHERE[side], 0), tops)
    n = _write(up, _ZERO, out, 0, True)
    n = _write(right, size, out, n, True)
    up, right = _exchangeable(black, white, load(none, state, _UP), load(none, state, _RIGHT), side, tops)
    n = _write(up, _ZERO, out, n, False)
    n = _write(right, size, out, n, False)
    if n == 0:
        out[0] = _PASS
        return 1
    if _plies_to_swap(state) == 0:
        out[n] = _SWAP
        n += 1
    return n


@compiled(MOVES)
def moves(state: Any, out: Any) -> Any:
    if state[_RESULT]:
        return 0
    if state[_SIDE] <= _NARROW:
        return _moves(state, out, widened(_ZERO, 1))
    return _moves(state, out, widened(_ZERO, 2))


@inlined
def _score(state: Any, none: Any) -> Any:
    """Return the result if the game ended here."""
    side = state[_SIDE]
    counts = spare(state).view(np.int64)
    black, white = load(none, state, _BLACK), load(none, state, _WHITE)
    up, right = load(none, state, _UP), load(none, state, _RIGHT)
    ahead = _ahead(black, white, up, right, state[_FLAGS], side, load(none, _BELOW_TOP[side], 0), counts)
    return _winners(ahead, state[_MOVER], state[_FLAGS])


@inlined
def _stuck(state: Any, none: Any) -> Any:
    side = state[_SIDE]
    black, white = load(none, state, _BLACK), load(none, state, _WHITE)
    tops = load(none, _BELOW_TOP[side], 0)
    up, right = _placeable(black, white, side, load(none, _EVERYWHERE[side], 0), tops)
    if some(up | right):
        return False
    up, right = _exchangeable(black, white, load(none, state, _UP), load(none, state, _RIGHT), side, tops)
    return not some(up | right)


@inlined
def _apply(state: Any, move: Any, none: Any) -> Any:
    side = state[_SIDE]
    edge, kind = np.uint64(move // 3), move % 3
    upwards = edge < side * side
    low = edge if upwards else edge - side * side
    high = low + ONE if upwards else low + side
    one, other = bit(none, low), bit(none, high)
    black, white = load(none, state, _BLACK), load(none, state, _WHITE)
    if kind == 0:
        black, white = black | one, white | other
    elif kind == 1:
        black, white = black | other, white | one
    else:
        black, white = black ^ (one | other), white ^ (one | other)
    store(black, state, _BLACK)
    store(white, state, _WHITE)
    plane = _UP if upwards else _RIGHT
    store(load(none, state, plane) | one, state, plane)
    state[_MOVER] ^= ONE
    if not state[_FLAGS] & _EXPLICIT and _stuck(state, none):
        state[_RESULT] = _score(state, none)


@compiled(APPLY)
def apply(state: Any, move: Any) -> Any:
    narrow = state[_SIDE] <= _NARROW
    state[_PLY] += ONE
    if move == _SWAP:
        state[_FLAGS] ^= _SWAPPED
    elif move == _PASS:
        state[_MOVER] ^= ONE
        state[_PASSES] += ONE
        if state[_PASSES] == np.uint64(2):
            state[_RESULT] = _score(state, widened(_ZERO, 1)) if narrow else _score(state, widened(_ZERO, 2))
    elif narrow:
        _apply(state, move, widened(_ZERO, 1))
    else:
        _apply(state, move, widened(_ZERO, 2))
    if not state[_RESULT] and state[_PLY] == state[_LIMIT]:
        state[_RESULT] = _BOTH


@compiled(RESULT)
def result(state: Any) -> Any:
    return np.int64(state[_RESULT])


@compiled(SEAT)
def seat(state: Any) -> Any:
    return np.int64(state[_MOVER] ^ np.uint64((state[_FLAGS] & _SWAPPED) != _ZERO))


@compiled(WINNING)
def winning(state: Any, scratch: Any) -> Any:
    n = moves(state, scratch)
    if n > _LAST_MOVES:
        return np.int64(-1)
    own, after = np.int64(1) << seat(state), spare(state)
    for number in range(n):
        copy(state, after)
        apply(after, scratch[number])
        if result(after) == own:
            return scratch[number]
    return np.int64(-1)


@inlined
def _uniform(state: Any, rng: Any, scratch: Any, none: Any) -> Any:
    side, flags = state[_SIDE], state[_FLAGS]
    everywhere, tops = load(none, _EVERYWHERE[side], 0), load(none, _BELOW_TOP[side], 0)
    black, white = load(none, state, _BLACK), load(none, state, _WHITE)
    up, right = load(none, state, _UP), load(none, state, _RIGHT)
    plies, bound = np.int64(0), np.int64(state[_LIMIT] - state[_PLY])
    swap_at, turned = _plies_to_swap(state), np.int64(0)
    while True:
        place_up, place_right = _placeable(black, white, side, everywhere, tops)
        swap_up, swap_right = _exchangeable(black, white, up, right, side, tops)
        ups, rights, twists = count(place_up), count(place_right), count(swap_up)
        placings = 2 * (ups + rights)
        total = placings + twists + count(swap_right)
        if total == 0:
            break
        if plies == bound:
            return _BOTH, plies
        chosen = random_below(rng, total + np.int64(plies == swap_at))
        plies += 1
        if chosen == total:
            flags, turned = flags ^ _SWAPPED, np.int64(1)
            continue
        if chosen < placings:
            black_low = (chosen & 1) == 0
            chosen >>= 1
            if chosen < ups:
                one = bit(none, nth(place_up, chosen))
                other, up = one << ONE, up | one
            else:
                one = bit(none, nth(place_right, chosen - ups))
                other, right = one << side, right | one
            first, second = (one, other) if black_low else (other, one)
            black, white = black | first, white | second
        else:
            chosen -= placings
            if chosen < twists:
                one = bit(none, nth(swap_up, chosen))
                other, up = one << ONE, up | one
            else:
                one = bit(none, nth(swap_right, chosen - twists))
                other, right = one << side, right | one
            black, white = black ^ (one | other), white ^ (one | other)
    ahead = _ahead(black, white, up, right, flags, side, tops, scratch)
    mover = (state[_MOVER] ^ state[_PASSES] ^ np.uint64(plies - turned)) & ONE
    if flags & _EXPLICIT:
        passes = np.int64(2) - np.int64(state[_PASSES])
        if passes == 2 and plies == bound - 1:
            return _BOTH, plies + 1
        if plies == bound:
            return _BOTH, plies
        plies += passes
    return _winners(ahead, mover, flags), plies


@compiled(PLAYOUT)
def uniform(state: Any, rng: Any, scratch: Any) -> Any:
    if state[_RESULT]:
        return np.int64(state[_RESULT])
    if state[_SIDE] <= _NARROW:
        winners, plies = _uniform(state, rng, scratch, widened(_ZERO, 1))
    else:
        winners, plies = _uniform(state, rng, scratch, widened(_ZERO, 2))
    return plies << 8 | np.int64(winners)


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
    informed=uniform,
    uniform=uniform,
)
KERNELS = {"tabik": KERNEL}
