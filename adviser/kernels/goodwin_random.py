"""Random play of the four-in-a-row family in compiled code: one action of many, and games of nothing else.

An action is drawn without writing the others down. How many pieces neighbour each cell is known in binary digits, a
mask for each, and these are counted: *n* cells with a digit that promises *w* payments stand for *n* · *w* actions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adviser.kernels.compiled import inlined, mixed, random_word, share_of, stepped
from adviser.kernels.goodwin_rules import (
    AT_ONCE,
    FLAGS,
    FORCED,
    GRACE,
    LATE_DRAW,
    MEDIUMS,
    MOVER,
    NEVER_OUT,
    NOTHING,
    OPENING,
    PAID,
    PASS,
    PASS_LIMIT,
    PASSES,
    PIECES,
    PLAYERS,
    PLY,
    PLY_LIMIT,
    RESULT,
    SELF_MOVE,
    SMALLS,
    TOTAL,
    VOLUNTARY,
    WHEN_EMPTY,
    ZERO,
    boards_of,
    carry_out,
    coded,
    draw,
    empty_cells,
    next_seat,
    opening,
    passed,
    placeable,
    put_boards,
    stuck_ending,
    wins_by_four,
    with_piece,
)
from adviser.kernels.squares import everywhere, near, neighbour_digits
from adviser.kernels.words import ONE, count, load, lowest, nth_of, some
from core.goodwin.position import LARGE, MEDIUM, SMALL

LONGEST = 600
"""After this many plies of a playout the seats still in share the game."""
_TWO = np.uint64(2)
_PASSING = -1
_STEPWISE = VOLUNTARY | AT_ONCE | LATE_DRAW | WHEN_EMPTY
"""Options under which each action must be carried out on the state itself."""
_PAIRS = [(first, second) for second in range(8) for first in range(second)]
_FIRST, _SECOND = (np.array([pair[place] for pair in _PAIRS]) for place in (0, 1))
"""The pairs that up to eight things form; those of the first *k* things come first, *k* (*k* − 1) / 2 of them."""


@inlined
def _pairs(one: Any, two: Any, four: Any) -> Any:
    """Return the total number of pairs; the binary digits *one*, *two*, *four* give the number of things for each cell.

    *k* = Σ 2ⁱ·bᵢ things form *k* (*k* − 1) / 2 = Σ (4ⁱ − 2ⁱ) / 2 · bᵢ + Σ 2ⁱ⁺ʲ · bᵢ · bⱼ pairs (i < j).
    """
    more = 6 * count(four) + 4 * count(one & four) + 8 * count(two & four) if some(four) else np.int64(0)
    return count(two) + 2 * count(one & two) + more


@inlined
def _cell_of_pair(one: Any, two: Any, four: Any, place: Any) -> Any:
    """Return the cell of the pair that comes after *place* others."""
    less = count(two)
    if place < less:
        return nth_of(two, place)
    place -= less
    less = 2 * count(one & two)
    if place < less:
        return nth_of(one & two, place >> 1)
    place -= less
    less = 6 * count(four)
    if place < less:
        return nth_of(four, place // 6)
    place -= less
    less = 4 * count(one & four)
    if place < less:
        return nth_of(one & four, place >> 2)
    return nth_of(two & four, (place - less) >> 3)


@inlined
def _cell_of_one(one: Any, two: Any, four: Any, place: Any) -> Any:
    """Return the cell of the thing that comes after *place* others."""
    less = count(one)
    if place < less:
        return nth_of(one, place)
    place -= less
    less = 2 * count(two)
    if place < less:
        return nth_of(two, place >> 1)
    return nth_of(four, (place - less) >> 2)


@inlined
def _pair(pool: Any, word: Any) -> Any:
    """Return a random pair of *pool*, drawn with the lower half of *word*."""
    k = count(pool)
    place = share_of(word << np.uint64(32), k * (k - 1) >> 1)
    return nth_of(pool, _FIRST[place]) | nth_of(pool, _SECOND[place])


@inlined
def _drawn(small: Any, medium: Any, large: Any, empty: Any, flags: Any, word: Any, none: Any) -> Any:
    """Return kind, target and payment of a random legal action after the opening, all equally likely.

    The kind of a pass is ``_PASSING``. The upper half of the random *word* chooses the cell, the lower half the
    payment.
    """
    small_left, few = count(small) < SMALLS, small | large
    free = count(empty) if small_left else np.int64(0)
    one, two, four, mediums = none, none, none, np.int64(0)
    if count(medium) < MEDIUMS:
        one, two, four = neighbour_digits(few)
        one, two, four = one & empty, two & empty, four & empty
        mediums = _pairs(one, two, four)
    med_one, med_two, med_four, pure = none, none, none, np.int64(0)
    if some(medium):
        med_one, med_two, med_four = neighbour_digits(medium)
        med_one, med_two, med_four = med_one & empty, med_two & empty, med_four & empty
        pure = _pairs(med_one, med_two, med_four)
    mixtures, larges, around = np.int64(0), pure, none
    if some(large):
        around = near(large)
        mixtures = count(med_one & around) + 2 * count(med_two & around) + 4 * count(med_four & around)
        larges = mixtures if flags & SELF_MOVE else np.int64(0)
    paid = pure + mixtures if small_left and flags & PAID else np.int64(0)
    total = free + mediums + larges + paid
    place = share_of(word, total + np.int64((flags & VOLUNTARY) != ZERO))
    if place >= total:
        return np.int64(_PASSING), none, none
    if place < free:
        return np.int64(SMALL), nth_of(empty, place), none
    place -= free
    if place < mediums:
        target = _cell_of_pair(one, two, four, place)
        return np.int64(MEDIUM), target, _pair(near(target) & few, word)
    place -= mediums
    kind = np.int64(LARGE if place < larges else SMALL)
    place -= np.int64(0) if place < larges else larges
    if some(large) and (kind == LARGE or place >= pure):
        place -= np.int64(0) if kind == LARGE else pure
        target = _cell_of_one(med_one & around, med_two & around, med_four & around, place)
        beside = near(target) & medium
        return kind, target, nth_of(beside, share_of(word << np.uint64(32), count(beside))) | large
    target = _cell_of_pair(med_one, med_two, med_four, place)
    return kind, target, _pair(near(target) & medium, word)


@inlined
def random_move(state: Any, rng: Any, none: Any) -> Any:
    """Return a legal move, each as likely as any other."""
    flags, word = state[FLAGS], random_word(rng)
    small, medium, large = boards_of(state, state[MOVER], none)
    empty = empty_cells(state, none)
    if opening(state):
        empty = empty & load(none, state, OPENING)
        total = count(empty) if count(small) < SMALLS else np.int64(0)
        place = share_of(word, total + np.int64((flags & VOLUNTARY) != ZERO))
        return coded(SMALL, lowest(nth_of(empty, place)), NOTHING, NOTHING) if place < total else np.int64(PASS)
    kind, target, spent = _drawn(small, medium, large, empty, flags, word, none)
    if kind == _PASSING:
        return np.int64(PASS)
    if not some(spent):
        return coded(kind, lowest(target), NOTHING, NOTHING)
    first = nth_of(spent, np.int64(0))
    return coded(kind, lowest(target), lowest(first), lowest(spent ^ first))


@inlined
def _duel(state: Any, rng: Any, plies: Any, none: Any) -> Any:
    """Play a game of two on at random to the end, after the opening; return the winners, and the plies added to
    *plies*.

    It does the same as ``carry_out`` under these options, but in registers. Whether the player who placed is stuck as
    well is checked only when the side to move is: while that has a placement, a placement ends a game only by a four
    (3.6).
    """
    flags, mover = state[FLAGS], state[MOVER]
    small, medium, large = boards_of(state, mover, none)
    their_small, their_medium, their_large = boards_of(state, mover ^ ONE, none)
    forced, their_forced = state[FORCED] >> mover & ONE, state[FORCED] >> (mover ^ ONE) & ONE
    passes, their_passes = state[PASSES + np.int64(mover)], state[PASSES + np.int64(mover ^ ONE)]
    until = min(np.int64(state[PLY_LIMIT] - state[PLY]), LONGEST) + plies
    word, placed = rng[0], False
    winners = ONE | _TWO
    while True:
        empty = everywhere(none) & ~(small | medium | large | their_small | their_medium | their_large)
        word = stepped(word)
        kind, target, spent = _drawn(small, medium, large, empty, flags, mixed(word), none)
        if kind == _PASSING and placed:
            if not placeable(their_small, their_medium, their_large, empty, flags):
                break
            if flags & GRACE and forced:
                winners = _TWO >> mover
                break
        if plies == until:
            break
        plies += 1
        placed = kind != _PASSING
        if placed:
            small, medium, large = with_piece(small, medium, large, kind, target, spent)
            if wins_by_four(small, medium, large, kind, target, flags):
                winners = ONE << mover
                break
            forced = ZERO
            if not flags & TOTAL:
                passes = ZERO
        else:
            passes, forced = passes + ONE, ONE
            bare = count(small | medium | large) >= PIECES and not flags & NEVER_OUT
            if bare or passes >= state[PASS_LIMIT]:
                winners = _TWO >> mover
                break
        mover ^= ONE
        small, their_small = their_small, small
        medium, their_medium = their_medium, medium
        large, their_large = their_large, large
        forced, their_forced = their_forced, forced
        passes, their_passes = their_passes, passes
    rng[0] = word
    return winners, plies


@inlined
def _round(state: Any, rng: Any, plies: Any, none: Any) -> Any:
    """Do as ``_duel`` for three or more; boards and passes are those of *state*, and free cells are tracked as well."""
    flags, mover = state[FLAGS], state[MOVER]
    until = min(np.int64(state[PLY_LIMIT] - state[PLY]), LONGEST) + plies
    word, placed, empty = rng[0], ZERO, empty_cells(state, none)
    while True:
        small, medium, large = boards_of(state, mover, none)
        word = stepped(word)
        kind, target, spent = _drawn(small, medium, large, empty, flags, mixed(word), none)
        winners = ZERO
        if kind == _PASSING and placed:
            winners = stuck_ending(state, placed, none)
        if winners == ZERO and plies == until:
            winners = draw(state)
        if winners:
            break
        plies += 1
        if kind == _PASSING:
            winners, placed = passed(state, mover, none), ZERO
            empty = empty_cells(state, none)
        else:
            placed, empty = ONE << mover, (empty | spent) & ~target
            small, medium, large = with_piece(small, medium, large, kind, target, spent)
            put_boards(state, mover, small, medium, large)
            if wins_by_four(small, medium, large, kind, target, flags):
                winners = placed
            state[FORCED] &= ~placed
            if not flags & TOTAL:
                state[PASSES + np.int64(mover)] = ZERO
        if winners:
            break
        mover = next_seat(state, mover)
    rng[0] = word
    return winners, plies


@inlined
def play_on(state: Any, rng: Any, stepwise: Any, none: Any) -> Any:
    """Play to the end at random; see ``Kernel.uniform``. All actions are carried out on the state if *stepwise*."""
    plies = np.int64(0)
    rapid = not stepwise and state[FLAGS] & _STEPWISE == ZERO
    while state[RESULT] == ZERO:
        if rapid and not opening(state):
            if state[PLAYERS] == _TWO:
                state[RESULT], plies = _duel(state, rng, plies, none)
            else:
                state[RESULT], plies = _round(state, rng, plies, none)
            break
        if plies == LONGEST:
            state[RESULT] = draw(state)
            break
        carry_out(state, random_move(state, rng, none), none)
        plies += 1
    return plies << 8 | np.int64(state[RESULT])
