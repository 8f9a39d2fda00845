"""What every kernel is written with: signatures, the decorator, bit operations and random numbers.

Importing this module imports numba.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

STATE = types.Array(types.uint64, 1, "C")
CODES = types.Array(types.int64, 1, "C")

MOVES = types.int64(STATE, CODES)
APPLY = types.void(STATE, types.int64)
RESULT = types.int64(STATE)
SEAT = types.int64(STATE)
ESTIMATE = types.float64(STATE, types.int64)
WINNING = types.int64(STATE, CODES)
PLAYOUT = types.int64(STATE, STATE, CODES)

F = TypeVar("F", bound=Callable[..., Any])


def compiled(signature: Any) -> Callable[[F], F]:
    """Return the decorator of a kernel's functions: compiled at once, cached, without the interpreter's lock."""
    decorator: Callable[[F], F] = njit(signature, cache=True, nogil=True, error_model="numpy")
    return decorator


def inlined(function: F) -> F:
    """Compile a helper of kernels with whatever calls it."""
    jitted: F = njit(nogil=True, error_model="numpy")(function)
    return jitted


@intrinsic  # type: ignore[untyped-decorator]
def popcount(typingctx: Any, word: Any) -> Any:  # noqa: ARG001 - numba's form
    """Return the number of bits set in a ``uint64``, as an ``int64``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def lowest(typingctx: Any, word: Any) -> Any:  # noqa: ARG001
    """Return the number of the lowest bit set in a ``uint64`` other than 0, as an ``int64``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.uint64), generate


@inlined
def stepped(word: Any) -> Any:
    """Return the state of the random numbers that follows *word* (splitmix64, Steele, Lea and Flood 2014)."""
    return word + np.uint64(0x9E3779B97F4A7C15)


@inlined
def mixed(word: Any) -> Any:
    """Return the 64 random bits of the state *word*."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@inlined
def random_word(rng: Any) -> Any:
    """Return 64 random bits and advance *rng*."""
    rng[0] = stepped(rng[0])
    return mixed(rng[0])


@inlined
def share_of(word: Any, count: Any) -> Any:
    """Return an ``int64`` from 0 to *count* − 1, for a *count* up to 2³²: the upper half of a random *word* decides."""
    return np.int64(((word >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))


@inlined
def random_below(rng: Any, count: Any) -> Any:
    """Return a random ``int64`` from 0 to *count* − 1, for a *count* up to 2³²."""
    return share_of(random_word(rng), count)
