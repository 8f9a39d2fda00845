"""Sets of bits in compiled code: one machine word, or a wider integer for boards that need it.

numba has no integer above 64 bits. ``Wide`` gives it some: LLVM's own integers of any
number of words, with the operators ``& | ^ ~ << >>`` and shifts by a ``uint64``. What is
written with these operators and the functions below works on ``uint64`` and on every
``Wide``, and is compiled once for each.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numba import types
from numba.extending import intrinsic, models, overload, register_model

from adviser.kernels.compiled import inlined

ONE = np.uint64(1)
_WORD = ir.IntType(64)


class Wide(types.Type):
    """The type of an integer of *words* × 64 bits inside compiled code."""

    def __init__(self, words: int) -> None:
        self.words = words
        super().__init__(f"Wide{words}")


@register_model(Wide)
class _WideModel(models.PrimitiveModel):
    def __init__(self, manager: Any, wide: Wide) -> None:
        super().__init__(manager, wide, ir.IntType(64 * wide.words))


def _give(symbol: Callable[..., Any], emit: Callable[..., Any], *, shift: bool = False) -> None:
    """Give ``Wide`` the binary operator *symbol*; *emit* writes the instruction for it."""

    @intrinsic
    def instruction(_context: Any, one: Any, other: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, operands: Any) -> Any:
            left, right = operands
            return emit(builder, left, builder.zext(right, left.type) if shift else right)

        return one(one, other), generate

    @overload(symbol)
    def implement(one: Any, other: Any) -> Any:
        def carry_out(one: Any, other: Any) -> Any:
            return instruction(one, other)

        return carry_out if isinstance(one, Wide) and other == (types.uint64 if shift else one) else None


_give(operator.and_, lambda builder, left, right: builder.and_(left, right))
_give(operator.or_, lambda builder, left, right: builder.or_(left, right))
_give(operator.xor, lambda builder, left, right: builder.xor(left, right))
_give(operator.lshift, lambda builder, left, right: builder.shl(left, right), shift=True)
_give(operator.rshift, lambda builder, left, right: builder.lshr(left, right), shift=True)


@intrinsic
def _inverted(_context: Any, mask: Any) -> Any:
    return mask(mask), lambda _target, builder, _signature, operands: builder.not_(operands[0])


@overload(operator.invert)
def _implement_invert(mask: Any) -> Any:
    def carry_out(mask: Any) -> Any:
        return _inverted(mask)

    return carry_out if isinstance(mask, Wide) else None


@intrinsic(prefer_literal=True)
def widened(_context: Any, word: Any, words: Any) -> Any:  # noqa: ARG001
    """Return *word* as the lowest of *words* words, a literal; of 1 it is the word itself."""
    if not isinstance(words, types.IntegerLiteral):
        return None
    wide = types.uint64 if words.literal_value == 1 else Wide(words.literal_value)

    def generate(_target: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        return builder.zext(operands[0], ir.IntType(64 * words.literal_value))

    return wide(types.uint64, words), generate


@intrinsic
def low_word(_context: Any, mask: Any) -> Any:
    """Return the lowest word of *mask*."""
    return types.uint64(mask), lambda _target, builder, _signature, operands: _resized(builder, operands[0])


@intrinsic
def count(_context: Any, mask: Any) -> Any:
    """Return the number of bits of *mask*, as an ``int64``."""

    def generate(_target: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        return _resized(builder, builder.ctpop(operands[0]))

    return types.int64(mask), generate


@intrinsic
def lowest(_context: Any, mask: Any) -> Any:
    """Return the number of the lowest bit of *mask*, which has one, as a ``uint64``."""

    def generate(_target: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        return _resized(builder, builder.cttz(operands[0], ir.Constant(ir.IntType(1), 1)))

    return types.uint64(mask), generate


@intrinsic
def some(_context: Any, mask: Any) -> Any:
    """Return whether *mask* has a bit."""

    def generate(_target: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        return builder.icmp_unsigned("!=", operands[0], ir.Constant(operands[0].type, 0))

    return types.boolean(mask), generate


@intrinsic
def bit(_context: Any, like: Any, number: Any) -> Any:  # noqa: ARG001
    """Return the mask of bit *number*, of the type of *like*."""

    def generate(_target: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        width = operands[0].type
        return builder.shl(ir.Constant(width, 1), _resized(builder, operands[1], width))

    return like(like, types.uint64), generate


def _resized(builder: Any, value: Any, width: Any = _WORD) -> Any:
    if value.type.width == width.width:
        return value
    return builder.trunc(value, width) if value.type.width > width.width else builder.zext(value, width)


def load(like: Any, state: Any, start: Any) -> Any:
    """Return the mask whose words, lowest first, begin at *start* of *state*, of the type of *like*."""
    raise NotImplementedError("for compiled code")


@intrinsic
def _after(_context: Any, start: Any, number: Any) -> Any:
    """Return *start* plus *number*, whatever their type."""
    return start(start, number), lambda _target, builder, _signature, operands: builder.add(*operands)


@overload(load)
def _load(like: Any, state: Any, start: Any) -> Any:  # noqa: ARG001
    words = getattr(like, "words", 1)

    def load_words(like: Any, state: Any, start: Any) -> Any:  # noqa: ARG001
        mask = widened(state[start], words)
        for word in range(1, words):
            mask = mask | widened(state[_after(start, word)], words) << np.uint64(64 * word)
        return mask

    return load_words


def store(mask: Any, state: Any, start: Any) -> None:
    """Put the words of *mask* into *state* from *start* on."""
    raise NotImplementedError("for compiled code")


@overload(store)
def _store(mask: Any, state: Any, start: Any) -> Any:  # noqa: ARG001
    words = getattr(mask, "words", 1)

    def store_words(mask: Any, state: Any, start: Any) -> None:
        state[start] = low_word(mask)
        for word in range(1, words):
            state[_after(start, word)] = low_word(mask >> np.uint64(64 * word))

    return store_words


@inlined
def _nth_in_word(word: Any, place: Any) -> Any:
    number = np.uint64(0)
    for half in (32, 16, 8, 4, 2, 1):
        width = np.uint64(half)
        below = count(word & ((ONE << width) - ONE))
        if place >= below:
            place -= below
            word >>= width
            number += width
    return number


def nth(mask: Any, place: Any) -> Any:
    """Return the number of the bit of *mask* that has *place* lower ones, as a ``uint64``."""
    raise NotImplementedError("for compiled code")


@overload(nth)
def _nth(mask: Any, place: Any) -> Any:  # noqa: ARG001
    words = getattr(mask, "words", 1)

    def in_words(mask: Any, place: Any) -> Any:
        word, base = low_word(mask), np.uint64(0)
        for number in range(1, words):
            below = count(word)
            if place < below:
                break
            place -= below
            base = np.uint64(64 * number)
            word = low_word(mask >> base)
        return base + _nth_in_word(word, place)

    return in_words


@intrinsic
def _deposited(_context: Any, word: Any, mask: Any) -> Any:
    """Spread the lowest bits of *word* over the bits set in *mask*: x86's ``pdep``."""

    def generate(_target: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        kind = ir.FunctionType(_WORD, [_WORD, _WORD])
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind), operands)

    return types.uint64(word, mask), generate


_DEPOSITS = get_host_cpu_features().get("bmi2", False) and get_host_cpu_name() not in ("znver1", "znver2")
"""Whether this processor has ``pdep`` as one fast instruction, not as a slow sequence of others."""


@inlined
def _nth_of_word(word: Any, place: Any) -> Any:
    return _deposited(ONE << np.uint64(place), word) if _DEPOSITS else ONE << _nth_in_word(word, place)


def nth_of(mask: Any, place: Any) -> Any:
    """Return the bit of *mask* that has *place* lower ones, as a mask."""
    raise NotImplementedError("for compiled code")


@overload(nth_of)
def _nth_of(mask: Any, place: Any) -> Any:  # noqa: ARG001
    words = getattr(mask, "words", 1)

    def in_word(mask: Any, place: Any) -> Any:
        return _nth_of_word(mask, place)

    def in_words(mask: Any, place: Any) -> Any:
        found = widened(np.uint64(0), words)
        for number in range(words):
            word = low_word(mask >> np.uint64(64 * number))
            one = _nth_of_word(word, place) if 0 <= place < count(word) else np.uint64(0)
            found = found | widened(one, words) << np.uint64(64 * number)
            place -= count(word)
        return found

    return in_word if words == 1 else in_words


@inlined
def below(one: Any, other: Any) -> Any:
    """Return all bits if the ``int64`` *one* is below *other*, else none, for ``either``."""
    return np.uint64((one - other) >> np.int64(63))


def either(bits: Any, one: Any, other: Any) -> Any:
    """Return *one* if *bits* are all set, *other* if none is: masks or ``int64``, of one word without a branch."""
    raise NotImplementedError("for compiled code")


@overload(either)
def _either(bits: Any, one: Any, other: Any) -> Any:  # noqa: ARG001
    def of_word(bits: Any, one: Any, other: Any) -> Any:
        return other ^ ((one ^ other) & bits)

    def of_number(bits: Any, one: Any, other: Any) -> Any:
        return other ^ ((one ^ other) & np.int64(bits))

    def of_words(bits: Any, one: Any, other: Any) -> Any:
        return one if some(bits) else other

    if isinstance(one, Wide):
        return of_words
    return of_number if one == types.int64 else of_word
