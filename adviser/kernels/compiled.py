"""What every kernel is written with: signatures, the decorator, bit operations and random numbers.

Importing this module imports numba.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numba import config, njit, types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np import arrayobj as arrays

from adviser.kernels import folders

STATE = types.Array(types.uint64, 1, "C")
CODES = types.Array(types.int64, 1, "C")

MOVES = types.int64(STATE, CODES)
APPLY = types.void(STATE, types.int64)
RESULT = types.int64(STATE)
SEAT = types.int64(STATE)
ESTIMATE = types.float64(STATE, types.int64)
WINNING = types.int64(STATE, CODES)
PLAYOUT = types.int64(STATE, STATE, CODES)
FLOATS = types.Array(types.float32, 1, "C")
JUDGE = types.float64(STATE, FLOATS, CODES, FLOATS, CODES, types.int64)

SPARE = 64
"""Number of words that suffices for the state of any kernel."""

F = TypeVar("F", bound=Callable[..., Any])


@cache
def _place() -> str:
    here = folders.place(Path(__file__).parent / "__pycache__")
    with suppress(OSError):  # where nothing can be written, numba looks for another place
        folders.make(here)
    return str(here)


@contextmanager
def _kept() -> Iterator[None]:
    """Have numba keep compiled code in ``_place()``, unless a folder has been named."""
    named, config.CACHE_DIR = config.CACHE_DIR, config.CACHE_DIR or _place()
    try:
        yield
    finally:
        config.CACHE_DIR = named


def compiled(signature: Any) -> Callable[[F], F]:
    """Return the decorator of a kernel's functions: compiled at once, cached, without the interpreter's lock.

    Arrays are their callers': nothing counts references to them, so that none can be made but with ``spare``.
    """

    def decorate(function: F) -> F:
        with _kept():
            made: F = njit(signature, cache=True, nogil=True, error_model="numpy", _nrt=False)(function)
        return made

    return decorate


def address_of(function: Any) -> int:
    """Return where the function lies that ``compiled`` has made."""
    (made,) = function.overloads.values()
    return int(made.library.get_pointer_to_function(made.fndesc.llvm_func_name))


def inlined(function: F) -> F:
    """Compile a helper of kernels with whatever calls it."""
    jitted: F = njit(nogil=True, error_model="numpy", _nrt=False)(function)
    return jitted


def merged(function: F) -> F:
    """As ``inlined``, and surely without a call: for what every ply of a random game does."""
    jitted: F = njit(nogil=True, error_model="numpy", _nrt=False, forceinline=True)(function)
    return jitted


@intrinsic  # type: ignore[untyped-decorator]
def spare(_context: Any, state: Any) -> Any:
    """Return an array like *state* of ``SPARE`` words, whatever they hold, for as long as the function it is in."""

    def generate(target: Any, builder: Any, signature: Any, _operands: Any) -> Any:
        word = target.get_data_type(state.dtype)
        length, step = target.get_constant(types.intp, SPARE), target.get_constant(types.intp, 8)
        array = arrays.make_array(signature.return_type)(target, builder)
        memory = cgutils.alloca_once(builder, word, size=SPARE)
        arrays.populate_array(array, memory, shape=[length], strides=[step], itemsize=step, meminfo=None)
        return array._getvalue()

    return state(state), generate


@inlined
def copy(state: Any, onto: Any) -> None:
    """Copy *state* word by word: for a few words that is quicker than numba's slices."""
    for word in range(state.size):
        onto[word] = state[word]


@inlined
def rank(number: Any) -> Any:
    """Return an ``int64`` of 32 bits that is the larger, the larger the ``float32`` *number* is."""
    bits = np.float32(number).view(np.int32)
    return np.int64(bits ^ (bits >> np.int32(31) & np.int32(0x7FFFFFFF)))


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
