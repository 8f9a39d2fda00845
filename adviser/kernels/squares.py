"""Neighbours and fours on the boards of the four-in-a-row family, in compiled code.

A mask is a ``uint64`` on 8 × 8 cells and a ``Wide`` of three words on 12 × 12, with the cell
numbers of ``core.board.topology``; its type alone tells the board.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from adviser.kernels.compiled import inlined
from adviser.kernels.words import ONE, Wide, count, load, some
from core.board.cells import bits
from core.board.topology import square_grid

SIDES = {1: 8, 3: 12}
"""Number of words of a mask → side of the board."""
_EVERYWHERE, _BELOW_TOP, _ABOVE_BOTTOM, _UP, _RIGHT, _RISING, _FALLING = range(7)
_TWO, _THREE, _FOUR = (np.uint64(number) for number in (2, 3, 4))


def words_of(mask: int, words: int) -> list[int]:
    """Return *mask* as *words* machine words, the lowest first."""
    return [mask >> 64 * word & 2**64 - 1 for word in range(words)]


def _planes(words: int) -> Any:
    """Return the masks that the functions below need: of all cells, then of where fours begin, by direction."""
    side = SIDES[words]
    grid = square_grid(side)
    tops = sum(1 << side * number + side - 1 for number in range(side))
    bottoms = sum(1 << side * number for number in range(side))
    masks = [grid.everywhere, grid.everywhere & ~tops, grid.everywhere & ~bottoms, 0, 0, 0, 0]
    steps = {1: _UP, side: _RIGHT, side + 1: _RISING, side - 1: _FALLING}
    for four in grid.fours:
        first, second, *_ = bits(four)
        masks[steps[second - first]] |= 1 << first
    return np.array([words_of(mask, words) for mask in masks], np.uint64).reshape(-1)


def side_of(like: Any) -> Any:
    """Return the side of the board of masks such as *like*, as a ``uint64``."""
    raise NotImplementedError("for compiled code")


@overload(side_of)
def _side_of(like: Any) -> Any:
    side = np.uint64(SIDES[like.words if isinstance(like, Wide) else 1])

    def give(like: Any) -> Any:  # noqa: ARG001 - numba's form
        return side

    return give


def words_in(like: Any) -> Any:
    """Return how many words a mask such as *like* takes."""
    raise NotImplementedError("for compiled code")


@overload(words_in)
def _words_in(like: Any) -> Any:
    words = like.words if isinstance(like, Wide) else 1

    def give(like: Any) -> Any:  # noqa: ARG001 - numba's form
        return words

    return give


def _plane(like: Any, number: Any) -> Any:
    raise NotImplementedError("for compiled code")


@overload(_plane)
def _implement_plane(like: Any, number: Any) -> Any:  # noqa: ARG001
    words = like.words if isinstance(like, Wide) else 1
    planes = _planes(words)

    def give(like: Any, number: Any) -> Any:
        return load(like, planes, words * number)

    return give


@inlined
def everywhere(like: Any) -> Any:
    """Return all cells."""
    return _plane(like, _EVERYWHERE)


@inlined
def near(mask: Any) -> Any:
    """Return the cells that neighbour one of *mask* or more; those of *mask* may be among them."""
    side = side_of(mask)
    above, below = (mask & _plane(mask, _BELOW_TOP)) << ONE, (mask & _plane(mask, _ABOVE_BOTTOM)) >> ONE
    beside = mask | above | below
    return (above | below | (beside << side) | (beside >> side)) & everywhere(mask)


@inlined
def near_two(mask: Any) -> Any:
    """Return the cells that neighbour at least two of *mask*."""
    side = side_of(mask)
    above, below = (mask & _plane(mask, _BELOW_TOP)) << ONE, (mask & _plane(mask, _ABOVE_BOTTOM)) >> ONE
    beside = above | below
    pair = above & below
    once, twice = beside | mask, pair | beside & mask
    one, two = once << side, once >> side
    total = beside | one | two
    several = pair | (twice << side) | (twice >> side) | beside & one | beside & two | one & two
    return several & total & everywhere(mask)


@inlined
def neighbour_digits(mask: Any) -> Any:
    """Return how many of *mask*, seven at most, neighbour each cell: as three binary digits, a mask for each.

    Bits that are no cells of the board may be set too.
    """
    side = side_of(mask)
    above, below = (mask & _plane(mask, _BELOW_TOP)) << ONE, (mask & _plane(mask, _ABOVE_BOTTOM)) >> ONE
    odd, pair = above ^ below, above & below
    ones, twos = odd ^ mask, pair | (odd & mask)
    left_one, left_two, right_one, right_two = ones << side, twos << side, ones >> side, twos >> side
    some_ones = left_one ^ right_one
    carried = (left_one & right_one) | (some_ones & odd)
    some_twos, both_twos = left_two ^ right_two, left_two & right_two
    further = some_twos ^ pair
    return some_ones ^ odd, further ^ carried, both_twos | (some_twos & pair) | (further & carried)


@inlined
def _through(pool: Any, step: Any, starts: Any, target: Any, exactly: Any) -> Any:
    pairs = pool & (pool >> step)
    fours = pairs & (pairs >> (step * _TWO)) & starts
    if exactly:
        fours = fours & ~((pool & starts) << step) & ~((starts >> step) & (pool >> (step * _FOUR)))
    if not some(fours):
        return False
    doubled = fours | (fours << step)
    return some((doubled | (doubled << (step * _TWO))) & target)


@inlined
def four_through(pool: Any, target: Any, exactly: Any) -> Any:
    """Return whether *pool* has a run of four through *target*, of just four if *exactly*."""
    side = side_of(pool)
    return (
        _through(pool, ONE, _plane(pool, _UP), target, exactly)
        or _through(pool, side, _plane(pool, _RIGHT), target, exactly)
        or _through(pool, side + ONE, _plane(pool, _RISING), target, exactly)
        or _through(pool, side - ONE, _plane(pool, _FALLING), target, exactly)
    )


@inlined
def _missing(pool: Any, empty: Any, step: Any, starts: Any) -> Any:
    second, third, fourth = pool >> step, pool >> (step * _TWO), pool >> (step * _THREE)
    front, back = pool & second & starts, third & fourth & starts
    last = ((front & third) << (step * _THREE)) | ((front & fourth) << (step * _TWO))
    return (last | ((back & pool) << step) | back & second) & empty


@inlined
def completing(pool: Any, empty: Any) -> Any:
    """Return the cells of *empty* that would make three of *pool* a four."""
    side = side_of(pool)
    return (
        _missing(pool, empty, ONE, _plane(pool, _UP))
        | _missing(pool, empty, side, _plane(pool, _RIGHT))
        | _missing(pool, empty, side + ONE, _plane(pool, _RISING))
        | _missing(pool, empty, side - ONE, _plane(pool, _FALLING))
    )


@inlined
def _open_along(pool: Any, other: Any, step: Any, starts: Any, one: Any, two: Any, three: Any) -> Any:
    closed = other | (other >> step)
    live = starts & ~(closed | (closed >> (step * _TWO)))
    second, third, fourth = pool >> step, pool >> (step * _TWO), pool >> (step * _THREE)
    odd_front, odd_back = pool ^ second, third ^ fourth
    both_front, both_back = pool & second, third & fourth
    odd = odd_front ^ odd_back
    threes = odd & (both_front | both_back)
    twos = ((odd_front & odd_back) | (both_front ^ both_back)) & ~odd
    return one * count(live & odd & ~threes) + two * count(live & twos) + three * count(live & threes)


@inlined
def open_fours(pool: Any, occupied: Any, one: Any, two: Any, three: Any) -> Any:
    """Return the fours without a piece other than *pool*'s: *one* for each with one piece, *two* and *three* alike."""
    side, other = side_of(pool), occupied & ~pool
    return (
        _open_along(pool, other, ONE, _plane(pool, _UP), one, two, three)
        + _open_along(pool, other, side, _plane(pool, _RIGHT), one, two, three)
        + _open_along(pool, other, side + ONE, _plane(pool, _RISING), one, two, three)
        + _open_along(pool, other, side - ONE, _plane(pool, _FALLING), one, two, three)
    )
