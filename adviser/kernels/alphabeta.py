"""Alpha-beta in compiled code, on any kernel that estimates positions: see ``search``.

With more than two seats it is the paranoid search of Sturtevant and Korf (2000): everybody plays
against the seat at the root, so a win it finds is a win whatever they do. A reply to a threat
costs no depth, so chains of threats are followed to their end, but for a search of one ply. Moves
after the first are only asked whether they are better (principal variation search; Marsland and Campbell,
1982), the less promising ones less deep; those that seem to be are searched in earnest.

Everything lies in ``Memory``, so that the search can be left at any position and gone on with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import types

from adviser.kernels import Kernel, calls
from adviser.kernels.compiled import CODES, STATE, compiled, copy, inlined

WIN = 1_000_000.0
"""The value of a win now; one *n* plies away is worth *n* less."""
PROVED = WIN - 1_000.0
DEEPEST = 40
"""The most plies that the search looks ahead, replies to threats included."""
_SLOTS = 1 << 18
_LUCK = 1e-3
_HAIR = 1e-6
"""Width of the window in which all moves but the first are searched at first: just enough to see if they are better."""
_LATE = 5
"""Number of moves after which the rest are first searched to a reduced depth."""
_LATER = 20
"""Number of moves after which the depth is reduced even more."""


class Memory(NamedTuple):
    """What the search writes on: a row a ply for the line it is looking at, and what it remembers."""

    states: Any
    codes: Any
    """The moves at each ply."""
    scores: Any
    """The value of each move, an estimate at first."""
    sure: Any
    """Whether that value is certain or has been searched."""
    plies: Any
    """For each ply: the number of moves, the move being searched (−1 before the first), the depth, the best move so
    far, the number searched, whether the move being searched must be searched again if it proves better, and the number
    estimated.
    """
    window: Any
    """For each ply: alpha, beta, the best value, and the original alpha and beta."""
    progress: Any
    """The current ply, −1 once the search is over, and the number of positions examined."""
    keys: Any
    known: Any
    """For each key: the value, its kind (0 exact, 1 at least, −1 at most), the depth and the best move."""
    luck: Any
    """A small number added to the estimate of each move at ply 0, to choose among equals."""
    scratch: Any

    @classmethod
    def of(cls, kernel: Kernel, state: Any, luck: Sequence[float]) -> Memory:
        """Return the memory for searches from *state*, with numbers from 0 to 1 to choose among equals."""
        rows, most = DEEPEST + 2, kernel.most_moves
        states = np.zeros((rows, state.size), np.uint64)
        states[0] = state
        return cls(
            states,
            np.zeros((rows, most), np.int64),
            np.zeros((rows, most), np.float64),
            np.zeros((rows, most), np.int64),
            np.zeros((rows, 7), np.int64),
            np.zeros((rows, 5), np.float64),
            np.zeros(2, np.int64),
            np.zeros(_SLOTS, np.uint64),
            np.zeros((_SLOTS, 4), np.float64),
            np.array(luck) * _LUCK,
            np.zeros(most, np.int64),
        )

    @property
    def seen(self) -> int:
        """How many positions have been looked at."""
        return int(self.progress[_SEEN])

    def moves(self) -> list[tuple[float, int]]:
        """Return the moves of ply 0 that have been searched, with their values."""
        places = range(int(self.plies[0, _COUNT]))
        return [(float(self.scores[0, n]), int(self.codes[0, n])) for n in places if self.sure[0, n]]


_COUNT, _PLACE, _DEPTH, _BEST_PLACE, _TRIED, _AGAIN, _GLANCED = range(7)
_ALPHA, _BETA, _BEST, _LOW, _HIGH = range(5)
_PLY, _SEEN = range(2)
_VALUE, _KIND, _KNOWN_DEPTH, _MOVE = range(4)

_INTS = types.Array(types.int64, 2, "C")
_REALS = types.Array(types.float64, 2, "C")
_LUCKS = types.Array(types.float64, 1, "C")
_WORDS = types.Array(types.uint64, 2, "C")
_MEMORY = types.NamedTuple((_WORDS, _INTS, _REALS, _INTS, _INTS, _REALS, CODES, STATE, _REALS, _LUCKS, CODES), Memory)
_SEARCH = types.boolean(calls.RULES, _MEMORY, types.int64, types.int64, types.int64)


@inlined
def _hash(state: Any) -> Any:
    key = np.uint64(0x9E3779B97F4A7C15)
    for number in range(state.size):
        key = (key ^ state[number]) * np.uint64(0xFF51AFD7ED558CCD)
        key ^= key >> np.uint64(32)
    return key


@inlined
def _end(winners: Any, me: Any, plies: Any) -> Any:
    """Return the value for the seat *me* of an ending *plies* from the root."""
    mine = np.int64(1) << me
    if winners == mine:
        return WIN - plies
    return 0.0 if winners & mine else plies - WIN


@inlined
def _enter(rules: Any, m: Any, ply: Any) -> None:
    """Write the moves of the position at *ply*, none of them estimated yet."""
    count = calls.moves(rules, (m.states[ply], m.codes[ply]))
    for place in range(count):
        m.sure[ply, place] = 0
    m.plies[ply, _COUNT], m.plies[ply, _PLACE], m.plies[ply, _BEST_PLACE] = count, -1, -1
    m.plies[ply, _TRIED] = m.plies[ply, _GLANCED] = 0


@inlined
def _glance(rules: Any, m: Any, ply: Any, me: Any, until: Any) -> Any:
    """Estimate the moves at *ply* until *until* positions have been examined; return whether all moves are done."""
    state, after, count = m.states[ply], m.states[ply + 1], m.plies[ply, _COUNT]
    place = m.plies[ply, _GLANCED]
    while place < count and m.progress[_SEEN] < until:
        copy(state, after)
        calls.apply(rules, (after, m.codes[ply, place]))
        ended = calls.result(rules, (after,))
        m.sure[ply, place] = 1
        if ended:
            m.scores[ply, place] = _end(ended, me, ply + 1)
        elif calls.winning(rules, (after, m.scratch)) >= 0:
            m.scores[ply, place] = _end(np.int64(1) << calls.seat(rules, (after,)), me, ply + 2)
        else:
            m.scores[ply, place] = calls.estimate(rules, (after, me)) + (m.luck[place] if ply == 0 else 0.0)
            m.sure[ply, place] = 0
        m.progress[_SEEN] += 1
        place += 1
    m.plies[ply, _GLANCED] = place
    return place == count


@inlined
def _next(m: Any, ply: Any, mine: Any, first: Any) -> Any:
    """Return the place of the most promising move at *ply* that is not sure yet; −1 if none is left."""
    chosen = np.int64(-1)
    for place in range(m.plies[ply, _COUNT]):
        if m.sure[ply, place]:
            continue
        if m.codes[ply, place] == first:
            return np.int64(place)
        score = m.scores[ply, place]
        if chosen < 0 or (score > m.scores[ply, chosen] if mine else score < m.scores[ply, chosen]):
            chosen = np.int64(place)
    return chosen


@inlined
def _begin(m: Any, ply: Any, depth: Any, mine: Any, narrow: Any) -> None:
    """Start to search the position at *ply* to *depth*, in the window of the ply before.

    With *narrow*, the window is a hair wide and tests only whether the move is better for its player, the root's seat
    if *mine*.
    """
    low, high = m.window[ply - 1, _ALPHA], m.window[ply - 1, _BETA]
    if narrow and mine:
        high = min(high, low + _HAIR)
    elif narrow:
        low = max(low, high - _HAIR)
    m.window[ply, _ALPHA] = m.window[ply, _LOW] = low
    m.window[ply, _BETA] = m.window[ply, _HIGH] = high
    m.plies[ply, _COUNT], m.plies[ply, _DEPTH] = -1, depth


@inlined
def _take(m: Any, ply: Any, place: Any, value: Any, mine: Any) -> None:
    """Set the value of the move at *place*, and narrow the window accordingly."""
    m.scores[ply, place], m.sure[ply, place] = value, 1
    best = m.window[ply, _BEST]
    if m.plies[ply, _BEST_PLACE] < 0 or (value > best if mine else value < best):
        m.window[ply, _BEST], m.plies[ply, _BEST_PLACE] = value, place
    if mine:
        m.window[ply, _ALPHA] = max(m.window[ply, _ALPHA], value)
    else:
        m.window[ply, _BETA] = min(m.window[ply, _BETA], value)


@compiled(_SEARCH)
def search(
    rules: Any,
    m: Any,
    me: Any,
    depth: Any,
    most: Any,
) -> Any:
    """Search the state at ply 0 of *m* to *depth* for the seat *me*, or go on; return whether that is done.

    *rules* tells where the kernel's functions are.

    *depth* above 0 begins a search, 0 goes on with it. It is left after *most* positions.
    ``moves`` then tells the values; of all but the best they are upper bounds.
    """
    until = m.progress[_SEEN] + most
    if depth > 0:
        m.progress[_PLY] = 0
        m.plies[0, _DEPTH] = depth
        m.window[0, :] = 0.0
        m.window[0, _ALPHA] = m.window[0, _LOW] = -2.0 * WIN
        m.window[0, _BETA] = m.window[0, _HIGH] = 2.0 * WIN
        m.plies[0, _COUNT] = -1
    ply = m.progress[_PLY]
    while ply >= 0:
        if m.progress[_SEEN] >= until:
            m.progress[_PLY] = ply
            return False
        mine = calls.seat(rules, (m.states[ply],)) == me
        key = _hash(m.states[ply])
        slot = np.int64(key & np.uint64(_SLOTS - 1))
        met = m.keys[slot] == key
        over = False
        if m.plies[ply, _COUNT] < 0:
            value, kind = m.known[slot, _VALUE], m.known[slot, _KIND]
            enough = m.known[slot, _KNOWN_DEPTH] >= m.plies[ply, _DEPTH] or abs(value) > PROVED
            fits = kind == 0 or (kind > 0 and value >= m.window[ply, _BETA])
            if met and ply > 0 and enough and (fits or (kind < 0 and value <= m.window[ply, _ALPHA])):
                m.window[ply, _BEST] = value
                over = True
            else:
                _enter(rules, m, ply)
        if not over and m.plies[ply, _GLANCED] < m.plies[ply, _COUNT]:
            if not _glance(rules, m, ply, me, until):
                m.progress[_PLY] = ply
                return False
            for place in range(m.plies[ply, _COUNT]):
                if m.sure[ply, place]:
                    _take(m, ply, place, m.scores[ply, place], mine)
        if not over:
            first = np.int64(m.known[slot, _MOVE]) if met else np.int64(-1)
            chosen = np.int64(-1)
            if m.window[ply, _ALPHA] < m.window[ply, _BETA]:
                chosen = _next(m, ply, mine, first)
            if chosen >= 0:
                after = m.states[ply + 1]
                copy(m.states[ply], after)
                calls.apply(rules, (after, m.codes[ply, chosen]))
                left = m.plies[ply, _DEPTH] - 1
                less = np.int64(0)
                if left > 1 and m.plies[ply, _TRIED] >= _LATE and not calls.threatened(rules, (after,)):
                    less = np.int64(min(left - 1, 2 if m.plies[ply, _TRIED] >= _LATER else 1))
                if left < 1 and m.plies[0, _DEPTH] > 1 and calls.threatened(rules, (after,)):
                    left = 1
                if left < 1 or ply >= DEEPEST - 1:
                    _take(m, ply, chosen, m.scores[ply, chosen], mine)
                    continue
                narrow = m.plies[ply, _TRIED] > 0
                m.plies[ply, _PLACE], m.plies[ply, _AGAIN] = chosen, less > 0 or narrow
                m.plies[ply, _TRIED] += 1
                ply += 1
                _begin(m, ply, left - less, mine, narrow)
                continue
            best = m.window[ply, _BEST]
            m.keys[slot] = key
            m.known[slot, _VALUE], m.known[slot, _KNOWN_DEPTH] = best, m.plies[ply, _DEPTH]
            m.known[slot, _KIND] = -1.0 if best <= m.window[ply, _LOW] else 1.0 if best >= m.window[ply, _HIGH] else 0.0
            m.known[slot, _MOVE] = m.codes[ply, m.plies[ply, _BEST_PLACE]]
        ply -= 1
        if ply >= 0:
            above, value = calls.seat(rules, (m.states[ply],)) == me, m.window[ply + 1, _BEST]
            better = value > m.window[ply, _ALPHA] if above else value < m.window[ply, _BETA]
            inside = value < m.window[ply, _BETA] if above else value > m.window[ply, _ALPHA]
            if m.plies[ply, _AGAIN] and better and (inside or m.plies[ply + 1, _DEPTH] < m.plies[ply, _DEPTH] - 1):
                m.plies[ply, _AGAIN] = 0
                ply += 1
                _begin(m, ply, max(m.plies[ply - 1, _DEPTH] - 1, 1), above, False)
                continue
            _take(m, ply, m.plies[ply, _PLACE], value, above)
    m.progress[_PLY] = -1
    return True


@compiled(types.int64(STATE, _MEMORY))
def recall(state: Any, m: Any) -> Any:
    """Return the move that was found best in *state*, −1 if it is not remembered."""
    key = _hash(state)
    slot = np.int64(key & np.uint64(_SLOTS - 1))
    return np.int64(m.known[slot, _MOVE]) if m.keys[slot] == key else np.int64(-1)
