"""Exact answers in compiled code, on any kernel of two seats: can the side to move force a result?

A depth-first search of the AND/OR tree of the question, with a table of what is known. It has a
stack of its own, in arrays of the caller's, so that it can be left and taken up again. A position
is known in the table by two hashes of 64 bits: two positions that share both would be taken for
one, with a chance of less than one in 10¹⁸ even after 10⁹ positions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from adviser.kernels import calls
from adviser.kernels.compiled import CODES, compiled, copy, inlined

NO, YES, UNKNOWN, UNDECIDED = range(4)
"""The answers: no and yes; unknown, as it lies deeper than the search may look; and not yet decided."""
DEPTH, ANSWER, NODES, SINCE = range(4)
"""The contents of ``progress``: the depth of the stack (−1 at the end), the answer that has just come back or
``UNDECIDED``, the number of positions examined, and the number under which unknown answers are kept.
"""
NEXT, COUNT, HIDDEN = range(3)
"""The contents of a row of ``frames``: the next move to try, the number of moves, whether an answer was unknown."""
FIRST_HASH, SECOND_HASH, KNOWN = range(3)
"""The contents of a row of ``table``; the last is ``answer | since << 2 | move << 16``."""

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_TABLE = types.Array(types.uint64, 2, "C")
_FRAMES = types.Array(types.int64, 2, "C")
_STEP = types.int64(
    calls.RULES, _TABLE, _FRAMES, _FRAMES, _TABLE, CODES, CODES, types.int64, types.boolean, types.int64
)


@inlined
def _hashes(state: Any) -> Any:
    one, other = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03)
    for word in state:
        one = (one ^ word) * np.uint64(0xBF58476D1CE4E5B9)
        one ^= one >> np.uint64(29)
        other = (other ^ word) * np.uint64(0x94D049BB133111EB)
        other ^= other >> np.uint64(31)
    return one, other


@inlined
def _end(winners: Any, seat: Any, sharing: Any) -> Any:
    """Return whether an ending is what *seat* wants: to win alone or, if *sharing*, not to lose."""
    mine = np.int64(1) << seat
    return YES if winners == mine or (sharing and winners & mine) else NO


@compiled(_STEP)
def step(
    rules: Any,
    states: Any,
    choices: Any,
    frames: Any,
    table: Any,
    progress: Any,
    scratch: Any,
    asker: Any,
    sharing: Any,
    nodes: Any,
) -> Any:
    """Go on for at most *nodes* positions; return the answer for ``states[0]``, or ``UNDECIDED``.

    Args:
        rules: where the kernel's functions are.
        states: a row for each ply of the stack, the root first; rows − 1 is how deep it may look.
        choices: the moves of each position on the stack.
        frames: see ``NEXT``; of the root all 0 to begin with.
        table: as many rows as a power of two.
        progress: see ``DEPTH``; ``0, UNDECIDED, …`` begins a search whose root has its moves.
        asker: the seat that wants to win or, if *sharing*, not to lose.
    """
    rows, last = np.uint64(table.shape[0] - 1), states.shape[0] - 1
    limit = progress[NODES] + nodes
    while progress[DEPTH] >= 0:
        depth = progress[DEPTH]
        state, frame = states[depth], frames[depth]
        asking = calls.seat(rules, (state,)) == asker
        if progress[ANSWER] == UNDECIDED:
            if progress[NODES] >= limit:
                return UNDECIDED
            progress[NODES] += 1
            after = states[depth + 1]
            copy(state, after)
            calls.apply(rules, (after, choices[depth, frame[NEXT]]))
            frame[NEXT] += 1
            winners = calls.result(rules, (after,))
            if winners:
                progress[ANSWER] = _end(winners, asker, sharing)
                continue
            if depth + 1 == last:
                progress[ANSWER] = UNKNOWN
                continue
            if calls.winning(rules, (after, scratch)) >= 0:
                progress[ANSWER] = YES if calls.seat(rules, (after,)) == asker else NO
                continue
            one, other = _hashes(after)
            row = table[one & rows]
            if row[FIRST_HASH] == one and row[SECOND_HASH] == other:
                known = np.int64(row[KNOWN] & np.uint64(3))
                if known != UNKNOWN or np.int64(row[KNOWN] >> np.uint64(2) & np.uint64(0x3FFF)) == progress[SINCE]:
                    progress[ANSWER] = known
                    continue
            frames[depth + 1, NEXT], frames[depth + 1, HIDDEN] = 0, 0
            frames[depth + 1, COUNT] = calls.moves(rules, (after, choices[depth + 1]))
            progress[DEPTH] = depth + 1
            continue
        answer = progress[ANSWER]
        progress[ANSWER] = UNDECIDED
        if answer == UNKNOWN:
            frame[HIDDEN] = 1
        if answer != (YES if asking else NO):
            if frame[NEXT] < frame[COUNT]:
                continue
            answer = UNKNOWN if frame[HIDDEN] else NO if asking else YES
        one, other = _hashes(state)
        row = table[one & rows]
        row[FIRST_HASH], row[SECOND_HASH] = one, other
        row[KNOWN] = np.uint64(answer | progress[SINCE] << 2 | choices[depth, frame[NEXT] - 1] << 16)
        progress[ANSWER] = answer
        progress[DEPTH] = depth - 1
    return progress[ANSWER]
