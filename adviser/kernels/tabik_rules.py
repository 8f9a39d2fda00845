"""The rules of Tabik in compiled code, on states, for boards of 2 to 11 cells a side; see ``core.tabik`` for the rules.

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

from adviser.kernels.compiled import inlined, merged, spare
from adviser.kernels.words import ONE, bit, count, load, lowest, some, store, widened
from core.tabik.board import below_top

LARGEST = 11
NARROW = np.uint64(8)
"""The largest side of a board whose cells fit one word."""
SIDE, MOVER, PLY, FLAGS, LIMIT, PASSES, WINNERS, BLACK, WHITE, UP, RIGHT = (*range(7), 7, 9, 11, 13)
LENGTH = 15
PIE, SPLIT, EXPLICIT, ZERO_DRAW, SWAPPED = (np.uint64(1 << number) for number in range(5))
BOTH = np.uint64(3)
ZERO = np.uint64(0)
NO_LIMIT = np.uint64(2**63)

SWAP = 6 * LARGEST**2
PASS = SWAP + 1


def _masks(of_side: Any) -> Any:
    words = [[of_side(side) >> 64 * word & 2**64 - 1 for word in (0, 1)] for side in range(2, LARGEST + 1)]
    return np.array([[0, 0], [0, 0], *words], np.uint64)


EVERYWHERE = _masks(lambda side: (1 << side * side) - 1)
BELOW_TOP = _masks(below_top)


@merged
def placeable(black: Any, white: Any, side: Any, everywhere: Any, tops: Any) -> Any:
    """Return the edges between two empty cells: upwards, to the right."""
    empty = everywhere & ~(black | white)
    return empty & (empty >> ONE) & tops, empty & (empty >> side)


@merged
def exchangeable(black: Any, white: Any, up: Any, right: Any, side: Any, tops: Any) -> Any:
    """Return the edges without a rod between unlike stones."""
    upwards = (black & (white >> ONE) | white & (black >> ONE)) & tops & ~up
    return upwards, (black & (white >> side) | white & (black >> side)) & ~right


@inlined
def _tally(stones: Any, up: Any, right: Any, side: Any, step: Any, counts: Any) -> Any:
    """Add *step* to *counts* at the size of every group of *stones*; return the largest size.

    Stones touch across the open edges *up* and *right*. Single stones, and pairs that touch only each other, are
    counted all at once, other groups one by one.
    """
    upwards, rightwards = stones & (stones >> ONE) & up, stones & (stones >> side) & right
    below, left = upwards << ONE, rightwards << side
    tall, wide = upwards | below, rightwards | left
    alone, once = stones & ~(tall | wide), (tall ^ wide) & ~(upwards & below | rightwards & left)
    upwards, rightwards = upwards & once & (once >> ONE), rightwards & once & (once >> side)
    singles, pairs = count(alone), count(upwards) + count(rightwards)
    counts[1] += step * singles
    counts[2] += step * pairs
    largest = np.int64(2) if pairs > 0 else np.int64(singles > 0)
    stones = stones & ~(alone | upwards | (upwards << ONE) | rightwards | (rightwards << side))
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
def ahead_of(black: Any, white: Any, up: Any, right: Any, flags: Any, side: Any, tops: Any, counts: Any) -> Any:
    """Return the colour with the higher score; −1 where both are zero. *counts* is scratch."""
    for size in range(side * side // np.uint64(2) + ONE):
        counts[size] = 0
    if flags & SPLIT:
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
def winners_of(ahead: Any, next_mover: Any, flags: Any) -> Any:
    """Return the result of a finished game; *next_mover* is the colour that would move next."""
    if ahead < 0:
        if flags & ZERO_DRAW:
            return BOTH
        ahead = np.int64(next_mover)
    swapped = np.uint64((flags & SWAPPED) != ZERO)
    return ONE << (np.uint64(ahead) ^ swapped)


@inlined
def plies_to_swap(state: Any) -> Any:
    """Return after how many plies White may swap: 0 is now, −1 never."""
    ahead = ONE - state[PLY]
    if state[PLY] > ONE or not state[FLAGS] & PIE or state[MOVER] ^ ahead != ONE:
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
def write_moves(state: Any, out: Any, none: Any) -> Any:
    side = state[SIDE]
    size = side * side
    black, white = load(none, state, BLACK), load(none, state, WHITE)
    tops = load(none, BELOW_TOP[side], 0)
    up, right = placeable(black, white, side, load(none, EVERYWHERE[side], 0), tops)
    n = _write(up, ZERO, out, 0, True)
    n = _write(right, size, out, n, True)
    up, right = exchangeable(black, white, load(none, state, UP), load(none, state, RIGHT), side, tops)
    n = _write(up, ZERO, out, n, False)
    n = _write(right, size, out, n, False)
    if n == 0:
        out[0] = PASS
        return 1
    if plies_to_swap(state) == 0:
        out[n] = SWAP
        n += 1
    return n


@inlined
def _score(state: Any, none: Any) -> Any:
    """Return the result if the game ended now."""
    side = state[SIDE]
    counts = spare(state).view(np.int64)
    black, white = load(none, state, BLACK), load(none, state, WHITE)
    up, right = load(none, state, UP), load(none, state, RIGHT)
    ahead = ahead_of(black, white, up, right, state[FLAGS], side, load(none, BELOW_TOP[side], 0), counts)
    return winners_of(ahead, state[MOVER], state[FLAGS])


@inlined
def _stuck(state: Any, none: Any) -> Any:
    side = state[SIDE]
    black, white = load(none, state, BLACK), load(none, state, WHITE)
    tops = load(none, BELOW_TOP[side], 0)
    up, right = placeable(black, white, side, load(none, EVERYWHERE[side], 0), tops)
    if some(up | right):
        return False
    up, right = exchangeable(black, white, load(none, state, UP), load(none, state, RIGHT), side, tops)
    return not some(up | right)


@inlined
def _apply(state: Any, move: Any, none: Any) -> Any:
    side = state[SIDE]
    edge, kind = np.uint64(move // 3), move % 3
    upwards = edge < side * side
    low = edge if upwards else edge - side * side
    high = low + ONE if upwards else low + side
    one, other = bit(none, low), bit(none, high)
    black, white = load(none, state, BLACK), load(none, state, WHITE)
    if kind == 0:
        black, white = black | one, white | other
    elif kind == 1:
        black, white = black | other, white | one
    else:
        black, white = black ^ (one | other), white ^ (one | other)
    store(black, state, BLACK)
    store(white, state, WHITE)
    plane = UP if upwards else RIGHT
    store(load(none, state, plane) | one, state, plane)
    state[MOVER] ^= ONE
    if not state[FLAGS] & EXPLICIT and _stuck(state, none):
        state[WINNERS] = _score(state, none)


@inlined
def carry_out(state: Any, move: Any) -> Any:
    narrow = state[SIDE] <= NARROW
    state[PLY] += ONE
    if move == SWAP:
        state[FLAGS] ^= SWAPPED
    elif move == PASS:
        state[MOVER] ^= ONE
        state[PASSES] += ONE
        if state[PASSES] == np.uint64(2):
            state[WINNERS] = _score(state, widened(ZERO, 1)) if narrow else _score(state, widened(ZERO, 2))
    elif narrow:
        _apply(state, move, widened(ZERO, 1))
    else:
        _apply(state, move, widened(ZERO, 2))
    if not state[WINNERS] and state[PLY] == state[LIMIT]:
        state[WINNERS] = BOTH
