"""Rows of 32 numbers in compiled code, each operation on all of them at once: what a small network is computed with.

LLVM splits a row into registers of whatever width the processor has. Every number of a row goes through the same
additions in the same order everywhere, so processors agree to the last bit.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, overload, register_model

WIDTH = 32
_ROW = ir.VectorType(ir.FloatType(), WIDTH)


class Row(types.Type):
    """The type of ``WIDTH`` numbers of 32 bits inside compiled code."""

    def __init__(self) -> None:
        super().__init__("Row")


@register_model(Row)
class _RowModel(models.PrimitiveModel):
    def __init__(self, manager: Any, row: Row) -> None:
        super().__init__(manager, row, _ROW)


ROW = Row()


def _give(symbol: Callable[..., Any], emit: Callable[..., Any]) -> None:
    """Give ``Row`` the binary operator *symbol*; *emit* writes the instruction for it."""

    @intrinsic
    def instruction(_context: Any, one: Any, other: Any) -> Any:
        return one(one, other), lambda _target, builder, _signature, operands: emit(builder, *operands)

    @overload(symbol)
    def implement(one: Any, other: Any) -> Any:
        def carry_out(one: Any, other: Any) -> Any:
            return instruction(one, other)

        return carry_out if isinstance(one, Row) and isinstance(other, Row) else None


_give(operator.add, lambda builder, left, right: builder.fadd(left, right))
_give(operator.mul, lambda builder, left, right: builder.fmul(left, right))


def _pointer(target: Any, builder: Any, kind: Any, array: Any, start: Any) -> Any:
    data = cgutils.create_struct_proxy(kind)(target, builder, value=array).data
    return builder.bitcast(builder.gep(data, [start]), _ROW.as_pointer())


@intrinsic
def row_at(_context: Any, array: Any, start: Any) -> Any:  # noqa: ARG001 - numba's form
    """Return the row that begins at *start* of the ``float32`` *array*."""

    def generate(target: Any, builder: Any, signature: Any, operands: Any) -> Any:
        return builder.load(_pointer(target, builder, signature.args[0], *operands), align=4)

    return ROW(array, types.int64), generate


@intrinsic
def put_row(_context: Any, array: Any, start: Any, row: Any) -> Any:  # noqa: ARG001 - numba's form
    """Write *row* into the ``float32`` *array*, from *start* on."""

    def generate(target: Any, builder: Any, signature: Any, operands: Any) -> Any:
        builder.store(operands[2], _pointer(target, builder, signature.args[0], *operands[:2]), align=4)
        return target.get_dummy_value()

    return types.void(array, types.int64, row), generate


@intrinsic
def row_of(_context: Any, number: Any) -> Any:  # noqa: ARG001 - numba's form
    """Return the row in which the ``float32`` *number* is everywhere."""

    def generate(_target: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        lone = builder.insert_element(ir.Constant(_ROW, ir.Undefined), operands[0], ir.Constant(ir.IntType(32), 0))
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), WIDTH), [0] * WIDTH)
        return builder.shuffle_vector(lone, ir.Constant(_ROW, ir.Undefined), zeros)

    return ROW(types.float32), generate


@intrinsic
def positive(_context: Any, row: Any) -> Any:
    """Return *row* with zeros in the place of what is below zero."""

    def generate(_target: Any, builder: Any, _signature: Any, operands: Any) -> Any:
        zeros = ir.Constant(_ROW, [0.0] * WIDTH)
        return builder.select(builder.fcmp_ordered(">", operands[0], zeros), operands[0], zeros)

    return row(row), generate
