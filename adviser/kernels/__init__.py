"""Compiled mirrors of the rules, one module a family of games, for the search to run fast on.

``core`` is the truth; a kernel is proved equal to it by tests (perft, and seeded games ply by
ply under every option that it claims). numba is imported only when a kernel is loaded,
and missed gracefully: see ``adviser.kernels.store``.

A kernel module is ``adviser/kernels/<family>.py``, where the game's class lives in
``core.<family>.game``, or ``adviser/kernels/<game>.py`` for a game that has its own. It imports
numba at its top, and defines ``KERNELS``: the ``Kernel`` of each of its games, by name; or ``kernel_of``, which
makes the kernel of a game that is given. Its compiled functions have the signatures of
``adviser.kernels.compiled``, which also holds the decorator to make them with, the random numbers and the bit
operations. They compile when the module is imported, once a machine: the store keeps them in a cache of its own.

*State.* One position is a one-dimensional ``uint64`` array of fixed length, laid out as the
kernel likes. It holds all that the rules look at, options included, and nothing that the
caller must keep up beside it. Whoever calls copies it first; ``apply`` changes it in place.

*Moves.* A move is a non-negative ``int64``. A forced pass is a move. ``moves`` writes all legal
moves, each once, and writes none when the game is over.

*Seats* are persons, numbered from 0; who sits where is up to the kernel, so long as ``seat``
and the results agree. After Tabik's swap, therefore, the numbers stay and the colours change.
A *result* has the bit of every winning seat: one bit for a win, several for a draw that these
seats share, 0 while the game goes on.

*Constants.* Mixing ``uint64`` with a plain integer gives a float in numba: write
``np.uint64(1)``. Never compile a recursive function with a cache (numba issue 6061).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

State = Any
"""A one-dimensional, contiguous ``uint64`` array."""
Codes = Any
"""A one-dimensional, contiguous ``int64`` array."""


class Learned(NamedTuple):
    """The weights of a learned value, and how much room it needs in words and in numbers of 32 bits.

    ``chance`` is what random games had better count beside it, from 0 to 1; ``quick`` is whether it is worth its time,
    so that it helps where only the time is limited, too.
    """

    weights: Any
    words: int
    floats: int
    chance: float
    quick: bool


@dataclass(frozen=True)
class Kernel:
    """The functions of one kernel: three in plain Python, and the compiled ones.

    ``most_moves`` bounds the number of legal moves of any position: buffers have that length.
    """

    most_moves: int

    encode: Callable[[Any], State | None]
    """Return the state of a position in play of ``core``; None for options that the kernel does not support."""
    text: Callable[[Any, int], str]
    """Return the move of this number in the position, in canonical notation."""
    code: Callable[[Any, str], int]
    """Return the number of the canonical action *text* in the position: the inverse of ``text``."""

    moves: Callable[[State, Codes], int]
    """``moves(state, out) -> n``: write the legal moves to the first *n* places of *out*."""
    apply: Callable[[State, int], None]
    """``apply(state, move)``: carry out a legal move."""
    result: Callable[[State], int]
    """``result(state)``: the winners, 0 while the game goes on. It must be quick: the search calls it at every node."""
    seat: Callable[[State], int]
    """``seat(state)``: who is to move; without meaning once the game is over."""
    winning: Callable[[State, Codes], int]
    """``winning(state, scratch)``: a move by which the seat to move wins alone; −1 only if there is none."""
    informed: Callable[[State, State, Codes], int]
    """``informed(state, rng, scratch)``: play to the end at random, but take a win in one and stop another's.

    Returns the result in the low eight bits and the number of plies above them (``plies << 8 | winners``). A game that
    exceeds the kernel's own limit of plies is shared by the seats still in. *state* is used up. *rng* is the array of
    one word that ``random_below`` advances; *scratch* has room for ``most_moves``.
    """
    uniform: Callable[[State, State, Codes], int]
    """``uniform(state, rng, scratch)``: like ``informed``, but with every legal move equally likely."""

    estimate: Callable[[State, int], float] | None = None
    """``estimate(state, seat)``: how promising a position in play is for *seat*, in the kernel's own units.

    A kernel that has this and ``threatened`` can be searched by alpha-beta.
    """
    threatened: Callable[[State], int] | None = None
    """``threatened(state)``: 1 if another seat would win at once if it were its turn, as far as a quick check shows."""

    promise: Callable[[State, int], float] | None = None
    """``promise(state, seat)``: the log of a seat's share of the chances to win, up to a constant common to all seats.

    A tree for more than two seats blends it with random games.
    """

    judge: Callable[[State, Any, Codes, Any, Codes, int], float] | None = None
    """``judge(state, weights, field, work, moves, count)``: the value of a position in play for its seat to move.

    It is from −1 to 1, by a learned value with these *weights*. If *count* is not 0, it also rates the first *count* of
    *moves*, in the first *count* of *work*: by the log-probability of being the best, up to a constant. *field*
    (``int64``) and *work* (``float32``) are scratch space of the sizes in ``Learned``: zeros at first, and used for
    boards of one size only.
    """
    learned: Callable[[Any], Learned | None] = lambda _: None
    """Return what ``judge`` needs for a position; None for options for which nothing was learned."""
