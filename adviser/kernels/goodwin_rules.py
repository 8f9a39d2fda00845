"""The rules of Tink, Ting and Tingle in compiled code; see ``core.goodwin`` for the rules.

A state holds side, players, mover, ply, the sets of seats (active, forced, passed), the options, limits, the
result, the opening cells and the pass counters; then three masks a seat (small, medium, large)
of one word each on 8 × 8 cells and of three on 12 × 12. Every option is known but
``repetition_limit``.

A move is the target, plus the kind from bit 8, plus the spent cells from bits 10 and 18, the
lower one first; ``NOTHING`` in both places for a free small.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from adviser.kernels.compiled import inlined
from adviser.kernels.squares import SIDES, everywhere, four_through, near, near_two, words_in, words_of
from adviser.kernels.words import ONE, bit, count, load, lowest, some, store
from core.goodwin import position as rules
from core.goodwin.game import Goodwin
from core.goodwin.position import ELIMINATED, LARGE, MEDIUM, SMALL, STOCK, Move, Position

SIDE, PLAYERS, MOVER, PLY, ACTIVE, FORCED, PASSED, FLAGS, PASS_LIMIT, PLY_LIMIT, RESULT = range(11)
PASSES, OPENING = 11, 15
BOARDS = 18

VOLUNTARY, EACH_OPENS, SELF_MOVE, PAID, ENTRY, TOTAL, WHEN_EMPTY = (np.uint64(1 << n) for n in range(7))
NEVER_OUT, AT_ONCE, GRACE, LATE_DRAW, REMOVE, SHARED, EXACT = (np.uint64(1 << n) for n in range(7, 14))

ZERO = np.uint64(0)
NO_LIMIT = np.uint64(2**62)
NOTHING = 255
PASS = 1 << 26
PIECES = sum(STOCK)
SMALLS, MEDIUMS = STOCK[SMALL], STOCK[MEDIUM]
_FOUR = 4


def encode(game: Goodwin, position: Position) -> Any:
    """Return the state of *position*; see ``Kernel.encode``."""
    options, players, side = position.options, len(position.passes), game.family.side
    if options.repetition_limit or side not in SIDES.values():
        return None
    words = next(words for words, known in SIDES.items() if known == side)
    state = np.zeros(BOARDS + 3 * words * players, np.uint64)
    flags = (
        options.voluntary_pass,
        options.opening_scope == "each_player",
        options.large_self_move,
        options.paid_small,
        options.large_wild_on_entry,
        options.pass_counting == "total",
        options.out_of_pieces == "when_empty",
        options.out_of_pieces == "never",
        options.mobility_win == "at_once",
        options.mobility_win == "after_grace",
        options.draw_check == "after_pass_round",
        options.eliminated_pieces == "remove",
        options.draw_shares == "everyone",
        options.overline == "ignored",
    )
    state[SIDE], state[PLAYERS], state[PLY] = side, players, position.ply
    state[FORCED], state[PASSED] = position.forced, position.passed
    state[ACTIVE] = sum(1 << seat for seat in position.active)
    state[FLAGS] = sum(1 << number for number, flag in enumerate(flags) if flag)
    state[PASS_LIMIT], state[PLY_LIMIT] = options.pass_limit, options.ply_limit or NO_LIMIT
    if position.outcome:
        state[RESULT] = sum(1 << position.seats.index(seat) for seat in position.outcome.winners)
    else:
        state[MOVER] = position.mover
    for seat, count_ in enumerate(position.passes):
        state[PASSES + seat] = 0 if count_ == ELIMINATED else count_
    state[OPENING : OPENING + words] = words_of(game.rules.opening(position), words)
    for number, board in enumerate(position.boards):
        start = BOARDS + words * number
        state[start : start + words] = words_of(board, words)
    return state


def decoded(move: int) -> Move:
    """Return the move of ``core`` with the number *move*."""
    if move == PASS:
        return rules.PASS
    first, second = move >> 10 & 255, move >> 18 & 255
    return Move(move >> 8 & 3, move & 255, 0 if first == NOTHING else 1 << first | 1 << second)


def encoded(move: Move) -> int:
    """Return the number of a move of ``core``; a move that spends one piece or more than two has none."""
    if move == rules.PASS:
        return PASS
    first = second = NOTHING
    if move.spent:
        low = move.spent & -move.spent
        first, second = low.bit_length() - 1, move.spent.bit_length() - 1
        if first == second or move.spent != low | 1 << second:
            raise ValueError("a move spends two pieces or none")
    return move.target | move.kind << 8 | first << 10 | second << 18


@inlined
def boards_of(state: Any, seat: Any, none: Any) -> Any:
    words = words_in(none)
    start = np.int64(BOARDS + 3 * words * np.int64(seat))
    return load(none, state, start), load(none, state, start + words), load(none, state, start + 2 * words)


@inlined
def put_boards(state: Any, seat: Any, small: Any, medium: Any, large: Any) -> None:
    words = words_in(small)
    start = np.int64(BOARDS + 3 * words * np.int64(seat))
    store(small, state, start)
    store(medium, state, start + words)
    store(large, state, start + 2 * words)


@inlined
def empty_cells(state: Any, none: Any) -> Any:
    words, occupied = words_in(none), none
    for number in range(3 * np.int64(state[PLAYERS])):
        occupied = occupied | load(none, state, BOARDS + words * number)
    return everywhere(none) & ~occupied


@inlined
def opening(state: Any) -> Any:
    """Return whether the only placements are smalls on opening cells."""
    return state[PLY] == ZERO or (state[PLY] < state[PLAYERS] and (state[FLAGS] & EACH_OPENS) != ZERO)


@inlined
def able(state: Any, seat: Any, none: Any) -> Any:
    """Return whether *seat* would have a placement, were it its turn."""
    small, medium, large = boards_of(state, seat, none)
    if opening(state):
        return count(small) < SMALLS and some(empty_cells(state, none) & load(none, state, OPENING))
    return count(small) < SMALLS or placeable(small, medium, large, empty_cells(state, none), state[FLAGS])


@inlined
def placeable(small: Any, medium: Any, large: Any, empty: Any, flags: Any) -> Any:
    """Return whether the seat with these pieces would have a placement after the opening, were it its turn.

    There is always an empty cell: the pieces of four seats do not fill the smallest board.
    """
    if count(small) < SMALLS:
        return True
    if count(medium) < MEDIUMS and some(near_two(small | large) & empty):
        return True
    if not some(large):
        return some(near_two(medium) & empty)
    return (flags & SELF_MOVE) != ZERO and some(near(large) & near(medium) & empty)


@inlined
def coded(kind: Any, target: Any, first: Any, second: Any) -> Any:
    """Return the number of a move; *first* is the lower of the two spent cells."""
    return np.int64(target) | np.int64(kind) << 8 | np.int64(first) << 10 | np.int64(second) << 18


@inlined
def write_moves(state: Any, out: Any, none: Any) -> Any:
    flags, seat = state[FLAGS], state[MOVER]
    small, medium, large = boards_of(state, seat, none)
    empty = empty_cells(state, none)
    small_left = count(small) < SMALLS
    opens = opening(state)
    n = np.int64(0)
    if small_left:
        cells = empty & load(none, state, OPENING) if opens else empty
        while some(cells):
            cell = lowest(cells)
            cells = cells & ~bit(none, cell)
            out[n] = coded(SMALL, cell, NOTHING, NOTHING)
            n += 1
    if not opens:
        for paying in range(2):
            if paying == 0 and count(medium) >= MEDIUMS:
                continue
            pool = (small if paying == 0 else medium) | large
            cells = near_two(pool) & empty
            while some(cells):
                cell = lowest(cells)
                target = bit(none, cell)
                cells = cells & ~target
                rest = near(target) & pool
                while some(rest):
                    first = lowest(rest)
                    rest = rest & ~bit(none, first)
                    others = rest
                    while some(others):
                        second = lowest(others)
                        other = bit(none, second)
                        others = others & ~other
                        if paying == 0:
                            out[n] = coded(MEDIUM, cell, first, second)
                            n += 1
                            continue
                        with_large = some((other | bit(none, first)) & large)
                        if (flags & SELF_MOVE) != ZERO if with_large else not some(large):
                            out[n] = coded(LARGE, cell, first, second)
                            n += 1
                        if small_left and (flags & PAID) != ZERO:
                            out[n] = coded(SMALL, cell, first, second)
                            n += 1
    if n == 0 or (flags & VOLUNTARY) != ZERO:
        out[n] = PASS
        n += 1
    return n


@inlined
def draw(state: Any) -> Any:
    if state[FLAGS] & SHARED:
        return (ONE << state[PLAYERS]) - ONE
    return state[ACTIVE]


@inlined
def _eliminate(state: Any, seat: Any, none: Any) -> None:
    state[ACTIVE] &= ~(ONE << seat)
    state[PASSES + np.int64(seat)] = ZERO
    if state[FLAGS] & REMOVE:
        put_boards(state, seat, none, none, none)


@inlined
def _last_active(state: Any) -> Any:
    """Return the last seat left, as a bit; 0 if there are more."""
    active = state[ACTIVE]
    return active if active & (active - ONE) == ZERO else ZERO


@inlined
def _any_able(state: Any, seats: Any, none: Any) -> Any:
    while seats:
        seat = lowest(seats)
        seats &= seats - ONE
        if able(state, seat, none):
            return True
    return False


@inlined
def stuck_ending(state: Any, mine: Any, none: Any) -> Any:
    """Return the draw or the mobility win that a placement brings (3.6, steps 3 and 4); 0 for neither."""
    flags, active = state[FLAGS], state[ACTIVE]
    others = active & ~mine
    mover_able = (active & mine) != ZERO and _any_able(state, mine, none)
    if flags & AT_ONCE:
        able = mine if mover_able else ZERO
        rest = others
        while rest:
            one = rest & (~rest + ONE)
            rest ^= one
            if _any_able(state, one, none):
                able |= one
        if able:
            return able if able & (able - ONE) == ZERO else ZERO
        return ZERO if flags & LATE_DRAW else draw(state)
    if not mover_able and not _any_able(state, others, none):
        return ZERO if flags & LATE_DRAW else draw(state)
    graced = others & ~state[FORCED] == ZERO and (active & mine) != ZERO
    if flags & GRACE and graced and not _any_able(state, others, none):
        return mine
    return ZERO


@inlined
def passed(state: Any, seat: Any, none: Any) -> Any:
    """Carry out a pass; return the result that it brings, 0 for none (3.7, 1.4)."""
    flags, mine, place = state[FLAGS], ONE << seat, PASSES + np.int64(seat)
    by_force = not able(state, seat, none)
    state[PLY] += ONE
    state[FORCED] &= ~mine
    if flags & VOLUNTARY:
        state[PASSED] |= mine
    if by_force:
        small, medium, large = boards_of(state, seat, none)
        bare = count(small | medium | large) >= PIECES
        if (bare and not flags & NEVER_OUT) or state[place] + ONE >= state[PASS_LIMIT]:
            _eliminate(state, seat, none)
        else:
            state[place] += ONE
            state[FORCED] |= mine
    over, active = _last_active(state), state[ACTIVE]
    if over:
        return over
    all_forced = by_force and active & ~state[FORCED] == ZERO
    if flags & LATE_DRAW and all_forced and not _any_able(state, active, none):
        return draw(state)
    all_passed = flags & VOLUNTARY and active & ~state[PASSED] == ZERO
    return draw(state) if all_passed else ZERO


@inlined
def with_piece(small: Any, medium: Any, large: Any, kind: Any, target: Any, spent: Any) -> Any:
    """Return a seat's boards with one more piece of *kind* on the cell *target* and none on *spent*."""
    keep = ~spent
    small, medium, large = small & keep, medium & keep, large & keep
    if kind == SMALL:
        return small | target, medium, large
    if kind == MEDIUM:
        return small, medium | target, large
    return small, medium, large | target


@inlined
def wins_by_four(small: Any, medium: Any, large: Any, kind: Any, target: Any, flags: Any) -> Any:
    """Return whether a piece of *kind*, just placed on *target*, makes a four that wins (3.6, step 2)."""
    if kind == LARGE and flags & ENTRY == ZERO:
        return False
    exactly = (flags & EXACT) != ZERO
    return (kind != MEDIUM and _has_four(small | large, target, exactly)) or (
        kind != SMALL and _has_four(medium | large, target, exactly)
    )


@inlined
def _has_four(pool: Any, target: Any, exactly: Any) -> Any:
    return count(pool) >= _FOUR and four_through(pool, target, exactly)


@inlined
def _placed(state: Any, seat: Any, move: Any, none: Any) -> Any:
    """Carry out a placement; return the result that it brings, or 0 (3.6)."""
    flags, mine = state[FLAGS], ONE << seat
    small, medium, large = boards_of(state, seat, none)
    kind, target, spent = move >> 8 & 3, bit(none, np.uint64(move & 255)), none
    if move >> 10 & 255 != NOTHING:
        spent = bit(none, np.uint64(move >> 10 & 255)) | bit(none, np.uint64(move >> 18 & 255))
    small, medium, large = with_piece(small, medium, large, kind, target, spent)
    put_boards(state, seat, small, medium, large)
    if not flags & TOTAL:
        state[PASSES + np.int64(seat)] = ZERO
    state[PLY] += ONE
    state[FORCED] &= ~mine
    state[PASSED] = ZERO
    if wins_by_four(small, medium, large, kind, target, flags):
        return mine
    if flags & WHEN_EMPTY and count(small | medium | large) >= PIECES:
        _eliminate(state, seat, none)
        over = _last_active(state)
        if over:
            return over
    return stuck_ending(state, mine, none)


@inlined
def next_seat(state: Any, seat: Any) -> Any:
    """Return the seat that moves after *seat*, of those that are in."""
    while True:
        seat = seat + ONE if seat + ONE < state[PLAYERS] else ZERO
        if state[ACTIVE] >> seat & ONE:
            return seat


@inlined
def carry_out(state: Any, move: Any, none: Any) -> None:
    """Carry out a legal *move*."""
    seat = state[MOVER]
    over = passed(state, seat, none) if move == PASS else _placed(state, seat, move, none)
    if over == ZERO and state[PLY] == state[PLY_LIMIT]:
        over = draw(state)
    if over:
        state[RESULT] = over
        state[MOVER] = ZERO
        return
    state[MOVER] = next_seat(state, seat)
