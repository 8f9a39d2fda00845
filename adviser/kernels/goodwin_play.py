"""Kernels of the four-in-a-row family: the compiled rules of ``goodwin_rules``, and play to the end on them.

A board of one word compiles in half the time of one of three, so each has a module of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from adviser.kernels import Kernel
from adviser.kernels.compiled import (
    APPLY,
    ESTIMATE,
    MOVES,
    PLAYOUT,
    RESULT,
    SEAT,
    WINNING,
    compiled,
    copy,
    inlined,
    spare,
)
from adviser.kernels.goodwin_random import LONGEST, play_on, random_move
from adviser.kernels.goodwin_rules import (
    ACTIVE,
    AT_ONCE,
    ENTRY,
    FLAGS,
    FORCED,
    GRACE,
    MEDIUMS,
    MOVER,
    NOTHING,
    PASS,
    PLAYERS,
    SELF_MOVE,
    SMALLS,
    ZERO,
    boards_of,
    carry_out,
    coded,
    decoded,
    draw,
    empty_cells,
    encode,
    encoded,
    opening,
    write_moves,
)
from adviser.kernels.goodwin_rules import (
    RESULT as RESULT_WORD,
)
from adviser.kernels.squares import completing, everywhere, four_through, near, near_two, open_fours
from adviser.kernels.words import ONE, bit, count, lowest, nth, some, widened
from core import games
from core.goodwin.game import Goodwin
from core.goodwin.position import LARGE, MEDIUM, SMALL, Position

_MOST_MOVES = 288


class Promise(NamedTuple):
    """What a seat's pieces are worth to it; the others' are subtracted.

    The weights are fitted to how games ended (logistic regression: docs/decisions/0008-which-search.md). An estimate is
    60 times the logarithm of the odds of winning.

    ``few`` are fours that hold one, two and three smalls or larges and nothing else, ``many`` those of mediums or
    larges. ``large`` is a large on the board, ``room`` an empty cell beside two smalls or larges, where a medium can be
    paid for, ``crowd`` the square of how many smalls and larges there are, ``turn`` the right to move.
    """

    few: tuple[float, float, float]
    many: tuple[float, float, float]
    large: float
    room: float
    crowd: float
    turn: float


PROMISE = Promise((1.9, 12.4, 61.9), (2.7, 6.0, 22.9), large=71.3, room=14.8, crowd=-8.9, turn=23.3)
"""Fitted to games of Tink, and used for the whole family."""

UNIT = 60.0
"""The estimate of a position that is won *e* times as often as lost."""

NO_CHANCE = -30.0
"""The promise of a seat that is out of the game, far below that of any seat still in."""


@inlined
def _four(state: Any, seat: Any, empty: Any, none: Any) -> Any:
    """Return a move that would complete a four for *seat* if it were its turn; −1 if there is none.

    It reads no options but those that decide about the large.
    """
    small, medium, large = boards_of(state, seat, none)
    few, many = small | large, medium | large
    several_few, several_many = count(few) >= 3, count(many) >= 3
    if not several_few and not several_many:
        return np.int64(-1)
    of_few = completing(few, empty) if several_few else none
    if count(small) < SMALLS and some(of_few):
        return coded(SMALL, lowest(of_few), NOTHING, NOTHING)
    of_many = completing(many, empty) if several_many else none
    cells = of_many & near_two(few)
    if count(medium) < MEDIUMS:
        while some(cells):
            cell = lowest(cells)
            target = bit(none, cell)
            cells = cells & ~target
            smalls = near(target) & small
            if count(smalls) >= 2:
                return coded(MEDIUM, cell, nth(smalls, 0), nth(smalls, 1))
            if four_through(medium | target, target, False):
                one, other = lowest(smalls), lowest(large)
                return coded(MEDIUM, cell, min(one, other), max(one, other))
    if some(large):
        if not state[FLAGS] & SELF_MOVE or not state[FLAGS] & ENTRY:
            return np.int64(-1)
        cells = (completing(small, empty) | completing(medium, empty)) & near(large) & near(medium)
    elif state[FLAGS] & ENTRY:
        cells = (of_few | of_many) & near_two(medium)
    else:
        return np.int64(-1)
    while some(cells):
        cell = lowest(cells)
        target = bit(none, cell)
        cells = cells & ~target
        payers = near(target) & medium
        while some(payers):
            first = lowest(payers)
            payers = payers & ~bit(none, first)
            others = large if some(large) else payers
            while some(others):
                second = lowest(others)
                others = others & ~bit(none, second)
                left = medium & ~bit(none, first) & ~bit(none, second)
                if four_through(small | target, target, False) or four_through(left | target, target, False):
                    return coded(LARGE, cell, min(first, second), max(first, second))
    return np.int64(-1)


@inlined
def _to_cell(state: Any, cell: Any, none: Any) -> Any:
    """Return a move that puts a piece on the empty *cell*; −1 if the seat to move has none."""
    small, medium, large = boards_of(state, state[MOVER], none)
    if count(small) < SMALLS:
        return coded(SMALL, cell, NOTHING, NOTHING)
    beside = near(bit(none, cell))
    pool = beside & (small | large)
    if count(medium) < MEDIUMS and count(pool) >= 2:
        return coded(MEDIUM, cell, nth(pool, 0), nth(pool, 1))
    pool = beside & medium
    if not some(large):
        if count(pool) >= 2:
            return coded(LARGE, cell, nth(pool, 0), nth(pool, 1))
    elif state[FLAGS] & SELF_MOVE and some(pool) and some(beside & large):
        one, other = lowest(pool), lowest(large)
        return coded(LARGE, cell, min(one, other), max(one, other))
    return np.int64(-1)


@inlined
def _informed_move(state: Any, rng: Any, none: Any) -> Any:
    """Return a move that completes a four, else one that takes the cell another needs for a four, else a random one."""
    if not opening(state):
        empty = empty_cells(state, none)
        own = _four(state, state[MOVER], empty, none)
        if own >= 0:
            return own
        players = state[PLAYERS]
        for ahead in range(1, np.int64(players)):
            seat = (state[MOVER] + np.uint64(ahead)) % players
            if state[ACTIVE] >> seat & ONE:
                threat = _four(state, seat, empty, none)
                if threat >= 0:
                    answer = _to_cell(state, np.uint64(threat & 255), none)
                    if answer >= 0:
                        return answer
    return random_move(state, rng, none)


@inlined
def _promise(state: Any, seat: Any, occupied: Any, none: Any) -> Any:
    """Return how promising the pieces of *seat* are."""
    small, medium, large = boards_of(state, seat, none)
    few, size = small | large, count(small | large)
    worth = open_fours(few, occupied, *PROMISE.few) + open_fours(medium | large, occupied, *PROMISE.many)
    room = count(near_two(few) & ~occupied)
    return worth + PROMISE.room * room + PROMISE.crowd * size * size + PROMISE.large * count(large)


@inlined
def _estimate(state: Any, seat: Any, none: Any) -> Any:
    """Return the prospects of *seat*, less those of all others."""
    occupied = everywhere(none) & ~empty_cells(state, none)
    total = PROMISE.turn if state[MOVER] == np.uint64(seat) else -PROMISE.turn
    for number in range(np.int64(state[PLAYERS])):
        if state[ACTIVE] >> np.uint64(number) & ONE:
            promise = _promise(state, np.uint64(number), occupied, none)
            total += promise if number == seat else -promise
    return total


@inlined
def _chances(state: Any, seat: Any, none: Any) -> Any:
    """Return how promising the pieces of *seat* and its turn are; see ``Kernel.promise``."""
    if not state[ACTIVE] >> np.uint64(seat) & ONE:
        return NO_CHANCE
    occupied = everywhere(none) & ~empty_cells(state, none)
    turn = PROMISE.turn if state[MOVER] == np.uint64(seat) else 0.0
    return (_promise(state, np.uint64(seat), occupied, none) + turn) / UNIT


@inlined
def _threatened(state: Any, none: Any) -> Any:
    """Return whether another seat would complete a four if it were its turn."""
    empty, players = empty_cells(state, none), state[PLAYERS]
    for ahead in range(1, np.int64(players)):
        seat = (state[MOVER] + np.uint64(ahead)) % players
        if state[ACTIVE] >> seat & ONE and _four(state, seat, empty, none) >= 0:
            return np.int64(1)
    return np.int64(0)


@inlined
def _informed(state: Any, rng: Any, none: Any) -> Any:
    plies = np.int64(0)
    while state[RESULT_WORD] == ZERO:
        if plies == LONGEST:
            state[RESULT_WORD] = draw(state)
            break
        carry_out(state, _informed_move(state, rng, none), none)
        plies += 1
    return plies << 8 | np.int64(state[RESULT_WORD])


@inlined
def _winning(state: Any, scratch: Any, none: Any) -> Any:
    mover, flags = state[MOVER], state[FLAGS]
    mine = ONE << mover
    others = state[ACTIVE] & ~mine
    anywhere = (flags & AT_ONCE) != ZERO or ((flags & GRACE) != ZERO and others & ~state[FORCED] == ZERO)
    small, medium, large = boards_of(state, mover, none)
    cells = none
    if count(small | medium | large) >= 3:
        empty = empty_cells(state, none)
        cells = completing(small | large, empty) | completing(medium | large, empty)
    if not anywhere and not some(cells):
        return np.int64(-1)
    after = spare(state)
    for number in range(write_moves(state, scratch, none)):
        move = scratch[number]
        if move != PASS and (anywhere or some(cells & bit(none, np.uint64(move & 255)))):
            copy(state, after)
            carry_out(after, move, none)
            if after[RESULT_WORD] == mine:
                return move
    return np.int64(-1)


def kernels(names: Iterable[str], words: int) -> dict[str, Kernel]:
    """Return the kernels of the games *names*, whose boards take *words* words a mask; compiles them."""

    @compiled(MOVES)
    def moves(state: Any, out: Any) -> Any:
        return np.int64(0) if state[RESULT_WORD] else write_moves(state, out, widened(ZERO, words))

    @compiled(APPLY)
    def apply(state: Any, move: Any) -> None:
        carry_out(state, move, widened(ZERO, words))

    @compiled(WINNING)
    def winning(state: Any, scratch: Any) -> Any:
        return _winning(state, scratch, widened(ZERO, words))

    @compiled(PLAYOUT)
    def informed(state: Any, rng: Any, scratch: Any) -> Any:  # noqa: ARG001 - the common form
        return _informed(state, rng, widened(ZERO, words))

    @compiled(PLAYOUT)
    def uniform(state: Any, rng: Any, scratch: Any) -> Any:  # noqa: ARG001 - the common form
        return play_on(state, rng, False, widened(ZERO, words))

    @compiled(ESTIMATE)
    def estimate(state: Any, seat: Any) -> Any:
        return _estimate(state, seat, widened(ZERO, words))

    @compiled(ESTIMATE)
    def promise(state: Any, seat: Any) -> Any:
        return _chances(state, seat, widened(ZERO, words))

    @compiled(RESULT)
    def threatened(state: Any) -> Any:
        return _threatened(state, widened(ZERO, words))

    def kernel(game: Any) -> Kernel:
        assert isinstance(game, Goodwin)

        def text(position: Position, move: int) -> str:
            return game.move_text(position, decoded(move))

        def code(position: Position, action: str) -> int:  # noqa: ARG001 - the common form
            return encoded(game.move_of(action))

        return Kernel(
            most_moves=_MOST_MOVES,
            encode=partial(encode, game),
            text=text,
            code=code,
            moves=moves,
            apply=apply,
            result=_result,
            seat=_seat,
            winning=winning,
            informed=informed,
            uniform=uniform,
            estimate=estimate,
            threatened=threatened,
            promise=promise,
        )

    return {name: kernel(games.find(name)) for name in names}


@compiled(RESULT)
def _result(state: Any) -> Any:
    return np.int64(state[RESULT_WORD])


@compiled(SEAT)
def _seat(state: Any) -> Any:
    return np.int64(state[MOVER])
