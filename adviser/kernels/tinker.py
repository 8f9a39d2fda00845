"""Tinker Tactics in compiled code, for two to six players: positions to states, and the kernel's functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from adviser.kernels import Kernel, Learned
from adviser.kernels.compiled import APPLY, MOVES, PLAYOUT, RESULT, SEAT, WINNING, compiled, inlined
from adviser.kernels.tinker_random import any_action, harmful_action, to_the_end
from adviser.kernels.tinker_rules import (
    BLOCKS,
    BOARDS,
    CELL,
    FLAGS,
    KIND,
    LENGTH,
    LIMIT,
    MOST_CELLS,
    MOVER,
    NARROW,
    OWN,
    PASSED,
    PASSING,
    PLAYERS,
    PLY,
    QUIET,
    QUIET_LIMIT,
    SHIFT,
    TABLE,
    VALUE,
    WINNERS,
    WORDS,
    ZERO,
    carry_out,
    occupied,
    shown_on,
    winning_move,
    words_of,
    write_moves,
)
from adviser.kernels.tinker_value import CHANCE, WORK, judge, weights
from adviser.kernels.words import widened
from core.tinker import notation
from core.tinker.board import SEAT_LETTERS
from core.tinker.position import PASS, Move, Position, kind_of, value_of

PAIR = 2
"""The number of players for which a value was learned."""
_MOST_MOVES = 5 * MOST_CELLS // 2 + 6


def encode(position: Position) -> Any:
    options = position.options
    if options.repetition_limit:
        return None
    flags = (options.land_on_start, options.eliminated_die == "stay", options.no_move == "lose", options.voluntary_pass)
    state = np.zeros(LENGTH, np.uint64)
    state[PLAYERS], state[TABLE] = len(position.own), BOARDS.index(position.board)
    state[MOVER], state[PLY] = max(position.mover, 0), position.ply
    state[FLAGS] = sum(1 << number for number, flag in enumerate(flags) if flag)
    state[LIMIT], state[QUIET_LIMIT] = options.ply_limit or 0, options.quiet_ply_limit or 0
    state[QUIET], state[PASSED] = position.quiet, position.passed
    if position.outcome:
        state[WINNERS] = sum(1 << SEAT_LETTERS.index(seat) for seat in position.outcome.winners)
    for seat, (own, blocks) in enumerate(zip(position.own, position.blocks, strict=True)):
        _put(state, OWN + WORDS * seat, own)
        _put(state, BLOCKS + WORDS * seat, blocks)
    values = {cell: value_of(face) - 1 for cell, face in enumerate(position.faces) if face}
    kinds = {cell: kind_of(face) for cell, face in enumerate(position.faces) if face}
    for start, numbers, digits in ((VALUE, values, 3), (KIND, kinds, 2)):
        for digit in range(digits):
            mask = sum(1 << cell for cell, number in numbers.items() if number >> digit & 1)
            _put(state, start + WORDS * digit, mask)
    return state


def _put(state: Any, start: int, mask: int) -> None:
    state[start : start + WORDS] = words_of(mask)


def text(position: Position, move: int) -> str:
    return notation.format_move(position.board, PASS if move == PASSING else Move(move >> SHIFT, move & CELL))


def code(position: Position, action: str) -> int:
    written, board = notation.read_action(action), position.board
    return PASSING if written is None else board.cell(written.source) << SHIFT | board.cell(written.target)


def learned(position: Position) -> Learned | None:
    return Learned(weights(), 0, WORK, CHANCE, quick=True) if len(position.own) == PAIR else None


@compiled(MOVES)
def moves(state: Any, out: Any) -> Any:
    if state[WINNERS]:
        return 0
    if state[PLAYERS] <= NARROW:
        return write_moves(state, out, widened(ZERO, 1))
    return write_moves(state, out, widened(ZERO, 2))


@compiled(APPLY)
def apply(state: Any, move: Any) -> None:
    if state[PLAYERS] <= NARROW:
        carry_out(state, move, widened(ZERO, 1))
    else:
        carry_out(state, move, widened(ZERO, 2))


@compiled(RESULT)
def result(state: Any) -> Any:
    return np.int64(state[WINNERS])


@compiled(SEAT)
def seat(state: Any) -> Any:
    return np.int64(state[MOVER])


@inlined
def _winning(state: Any, none: Any) -> Any:
    return winning_move(state, state[MOVER], shown_on(none, state), ~occupied(state, none), none)


@compiled(WINNING)
def winning(state: Any, scratch: Any) -> Any:  # noqa: ARG001
    if state[WINNERS]:
        return np.int64(-1)
    if state[PLAYERS] <= NARROW:
        return _winning(state, widened(ZERO, 1))
    return _winning(state, widened(ZERO, 2))


_play_any, _play_harmful = to_the_end(any_action), to_the_end(harmful_action)


@compiled(PLAYOUT)
def uniform(state: Any, rng: Any, scratch: Any) -> Any:  # noqa: ARG001
    if state[PLAYERS] <= NARROW:
        return _play_any(state, rng, widened(ZERO, 1))
    return _play_any(state, rng, widened(ZERO, 2))


@compiled(PLAYOUT)
def informed(state: Any, rng: Any, scratch: Any) -> Any:  # noqa: ARG001
    if state[PLAYERS] <= NARROW:
        return _play_harmful(state, rng, widened(ZERO, 1))
    return _play_harmful(state, rng, widened(ZERO, 2))


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
    judge=judge,
    learned=learned,
)
KERNELS = {"tinker_tactics": KERNEL}
