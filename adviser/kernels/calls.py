"""Calls of a kernel's functions from compiled code that knows only where they are: see ``rules_of``.

numba could be given the functions themselves, but then looks each up again at every call of the search, which takes
half a millisecond in all: as long as some hundred playouts.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from adviser.kernels import Kernel
from adviser.kernels.compiled import APPLY, ESTIMATE, JUDGE, MOVES, PLAYOUT, RESULT, SEAT, WINNING, address_of

_FUNCTIONS = (
    "moves",
    "apply",
    "result",
    "seat",
    "winning",
    "informed",
    "uniform",
    "estimate",
    "threatened",
    "judge",
    "promise",
)
RULES = types.Array(types.int64, 1, "C")
"""The type of what ``rules_of`` returns."""


@cache
def rules_of(kernel: Kernel) -> Any:
    """Return the addresses of the compiled functions of *kernel*, 0 for what it has not."""
    return np.array([address_of(function) if (function := getattr(kernel, name)) else 0 for name in _FUNCTIONS])


def _call(name: str, signature: Any) -> Any:
    """Return a function that calls *name*, of this *signature*; it takes the rules, then the arguments in a tuple."""
    place = _FUNCTIONS.index(name)

    @intrinsic  # type: ignore[untyped-decorator]
    def call(_context: Any, rules: Any, arguments: Any) -> Any:
        def generate(target: Any, builder: Any, _signature: Any, operands: Any) -> Any:
            array = cgutils.create_struct_proxy(rules)(target, builder, value=operands[0])
            address = builder.load(builder.gep(array.data, [target.get_constant(types.intp, place)]))
            kind = target.call_conv.get_function_type(signature.return_type, signature.args)
            given = [
                target.cast(builder, value, one, wanted)
                for value, one, wanted in zip(
                    cgutils.unpack_tuple(builder, operands[1]), arguments, signature.args, strict=True
                )
            ]
            status, value = target.call_conv.call_function(
                builder, builder.inttoptr(address, kind.as_pointer()), signature.return_type, signature.args, given
            )
            with cgutils.if_unlikely(builder, status.is_error):
                target.call_conv.return_status_propagate(builder, status)
            return value

        return signature.return_type(rules, arguments), generate

    return call


moves = _call("moves", MOVES)
apply = _call("apply", APPLY)
result = _call("result", RESULT)
seat = _call("seat", SEAT)
winning = _call("winning", WINNING)
informed = _call("informed", PLAYOUT)
uniform = _call("uniform", PLAYOUT)
estimate = _call("estimate", ESTIMATE)
threatened = _call("threatened", RESULT)
judge = _call("judge", JUDGE)
promise = _call("promise", ESTIMATE)
