"""Tabik in compiled code: positions to states, random games, and the kernel's functions."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from adviser.kernels import Kernel, Learned
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
    merged,
    random_below,
    spare,
)
from adviser.kernels.tabik_rules import (
    BELOW_TOP,
    BLACK,
    BOTH,
    EVERYWHERE,
    EXPLICIT,
    FLAGS,
    LARGEST,
    LENGTH,
    LIMIT,
    MOVER,
    NARROW,
    NO_LIMIT,
    PASS,
    PASSES,
    PLY,
    RIGHT,
    SIDE,
    SWAP,
    SWAPPED,
    UP,
    WHITE,
    WINNERS,
    ZERO,
    ahead_of,
    carry_out,
    exchangeable,
    placeable,
    plies_to_swap,
    winners_of,
    write_moves,
)
from adviser.kernels.tabik_value import FIELD, WORK, judge
from adviser.kernels.words import ONE, below, count, either, load, nth_of, widened
from adviser.values import tabik as values
from core.tabik import notation, rules
from core.tabik.board import board
from core.tabik.position import COLOURS, EXCHANGE, PASSING, SWAPPING, Move, Position

_MOST_MOVES = 4 * LARGEST * (LARGEST - 1) + 1
_LAST_MOVES = 15
"""With more moves than this, no move can leave none: it would have to touch every open edge, which is at most its own
and six more, with two placements on each, and the swap.
"""
_CHANCE = 0.9
"""Weight of random games against the learned value."""


def encode(position: Position) -> Any:
    options, side = position.options, position.options.board_size
    if side > LARGEST or options.repetition_limit == 1:
        return None
    state = np.zeros(LENGTH, np.uint64)
    flags = (
        options.pie_rule,
        options.rods_split_groups,
        options.explicit_passes,
        options.zero_tie_loser == "draw",
        position.swapped,
    )
    state[SIDE], state[MOVER], state[PLY], state[PASSES] = side, position.mover, position.ply, position.passes
    state[FLAGS] = sum(1 << number for number, flag in enumerate(flags) if flag)
    state[LIMIT] = options.ply_limit or NO_LIMIT
    if position.outcome:
        state[WINNERS] = sum(1 << (COLOURS.index(colour) ^ position.swapped) for colour in position.outcome.winners)
    size = side * side
    up, right = position.rods & (1 << size) - 1, position.rods >> size
    for start, mask in ((BLACK, position.black), (WHITE, position.white), (UP, up), (RIGHT, right)):
        state[start], state[start + 1] = mask & 2**64 - 1, mask >> 64
    return state


@cache
def text_of(side: int, move: int) -> str:
    """Return the move of this number on a board of this *side*: a search asks for hundreds."""
    grid = board(side)
    if move >= SWAP:
        return notation.format_move(grid, Move(SWAPPING if move == SWAP else PASSING, -1, -1, 0))
    return notation.format_move(grid, grid.moves_on(move // 3)[move % 3])


def text(position: Position, move: int) -> str:
    return text_of(position.options.board_size, move)


def code(position: Position, action: str) -> int:
    grid = rules.board_of(position)
    move = notation.move_of(grid, notation.read_action(action))
    if move is None:
        raise ValueError(f"no edge joins the cells of {action}")
    if move.kind in (SWAPPING, PASSING):
        return SWAP if move.kind == SWAPPING else PASS
    return 3 * (move.rod.bit_length() - 1) + (2 if move.kind == EXCHANGE else int(move.first > move.second))


def learned(position: Position) -> Learned | None:
    net = values.network() if values.knows(position.options) else None
    return Learned(net.flat, FIELD, WORK, _CHANCE, quick=False) if net else None


@compiled(MOVES)
def moves(state: Any, out: Any) -> Any:
    if state[WINNERS]:
        return 0
    if state[SIDE] <= NARROW:
        return write_moves(state, out, widened(ZERO, 1))
    return write_moves(state, out, widened(ZERO, 2))


@compiled(APPLY)
def apply(state: Any, move: Any) -> Any:
    carry_out(state, move)


@compiled(RESULT)
def result(state: Any) -> Any:
    return np.int64(state[WINNERS])


@compiled(SEAT)
def seat(state: Any) -> Any:
    return np.int64(state[MOVER] ^ np.uint64((state[FLAGS] & SWAPPED) != ZERO))


@inlined
def _open_moves(state: Any, none: Any) -> Any:
    """Return the number of placements and exchanges."""
    side, tops = state[SIDE], load(none, BELOW_TOP[state[SIDE]], 0)
    black, white = load(none, state, BLACK), load(none, state, WHITE)
    up, right = placeable(black, white, side, load(none, EVERYWHERE[side], 0), tops)
    swap_up, swap_right = exchangeable(black, white, load(none, state, UP), load(none, state, RIGHT), side, tops)
    return 2 * (count(up) + count(right)) + count(swap_up) + count(swap_right)


@compiled(WINNING)
def winning(state: Any, scratch: Any) -> Any:
    left = _open_moves(state, widened(ZERO, 1)) if state[SIDE] <= NARROW else _open_moves(state, widened(ZERO, 2))
    if left > _LAST_MOVES:
        return np.int64(-1)
    n = moves(state, scratch)
    own, after = np.int64(1) << seat(state), spare(state)
    for number in range(n):
        copy(state, after)
        apply(after, scratch[number])
        if result(after) == own:
            return scratch[number]
    return np.int64(-1)


@merged
def _choices(empty: Any, black: Any, no_up: Any, no_right: Any, side: Any, tops: Any) -> Any:
    """Return the edges for placements upwards and to the right, and those for exchanges likewise.

    *no_up* and *no_right* are the edges where no exchange is possible: with a rod, or at the end of the board.
    """
    above, beside = empty >> ONE, empty >> side
    swap_up = (black ^ (black >> ONE)) & ~(empty | above | no_up)
    swap_right = (black ^ (black >> side)) & ~(empty | beside | no_right)
    return empty & above & tops, empty & beside, swap_up, swap_right


@merged
def _edge(choices: Any, placings: Any, chosen: Any) -> Any:
    """Return the edge of the move *chosen* as a bit, whether it goes upwards, and whether it places stones.

    The code has no branches: a processor would guess them wrong half the time, as moves are random.
    """
    place_up, place_right, swap_up, swap_right = choices
    placing = below(chosen, placings)
    place = either(placing, chosen >> 1, chosen - placings)
    before = either(placing, count(place_up), count(swap_up))
    upwards = below(place, before)
    edges = either(upwards, either(placing, place_up, swap_up), either(placing, place_right, swap_right))
    return nth_of(edges, place - either(upwards, np.int64(0), before)), upwards, placing


@inlined
def _uniform(state: Any, rng: Any, scratch: Any, none: Any) -> Any:
    side, flags = state[SIDE], state[FLAGS]
    everywhere, tops = load(none, EVERYWHERE[side], 0), load(none, BELOW_TOP[side], 0)
    black = load(none, state, BLACK)
    empty = everywhere & ~(black | load(none, state, WHITE))
    up, right = load(none, state, UP) | ~tops, load(none, state, RIGHT) | (everywhere & ~(everywhere >> side))
    plies, bound = np.int64(0), np.int64(state[LIMIT] - state[PLY])
    swap_at, turned = plies_to_swap(state), np.int64(0)
    while True:
        choices = _choices(empty, black, up, right, side, tops)
        placings = 2 * (count(choices[0]) + count(choices[1]))
        total = placings + count(choices[2]) + count(choices[3])
        if total == 0:
            break
        if plies == bound:
            return BOTH, plies
        chosen = random_below(rng, total + np.int64(plies == swap_at))
        plies += 1
        if chosen == total:
            flags, turned = flags ^ SWAPPED, np.int64(1)
            continue
        one, upwards, placing = _edge(choices, placings, chosen)
        both = one | either(upwards, one << ONE, one << side)
        up, right = up | either(upwards, one, none), right | either(upwards, none, one)
        black = black ^ either(placing, either(below(np.int64(0), chosen & 1), both ^ one, one), both)
        empty = empty & ~both
    white = everywhere & ~(empty | black)
    ahead = ahead_of(black, white, up, right, flags, side, tops, scratch)
    mover = (state[MOVER] ^ state[PASSES] ^ np.uint64(plies - turned)) & ONE
    if flags & EXPLICIT:
        passes = np.int64(2) - np.int64(state[PASSES])
        if passes == 2 and plies == bound - 1:
            return BOTH, plies + 1
        if plies == bound:
            return BOTH, plies
        plies += passes
    return winners_of(ahead, mover, flags), plies


@compiled(PLAYOUT)
def uniform(state: Any, rng: Any, scratch: Any) -> Any:
    if state[WINNERS]:
        return np.int64(state[WINNERS])
    if state[SIDE] <= NARROW:
        winners, plies = _uniform(state, rng, scratch, widened(ZERO, 1))
    else:
        winners, plies = _uniform(state, rng, scratch, widened(ZERO, 2))
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
    judge=judge,
    learned=learned,
)
KERNELS = {"tabik": KERNEL}
