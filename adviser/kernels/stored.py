"""Compiled functions kept in a file, and run without numba.

numba takes half a second to import and to learn what it can compile, before it looks at its cache. Machine code needs
none of that: it is written down once with the names of its functions, and llvmlite links it in a few milliseconds.
The file fits one processor, and the way in which numba hands over arrays: seven words for one of one dimension.
"""

from __future__ import annotations

import base64
import ctypes
import hashlib
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

_RETURNS = {"int64": ctypes.c_int64, "float64": ctypes.c_double, "bool": ctypes.c_bool, "none": None}
_KNOWN = sys.platform == "linux"
"""Whether this has been tried on such a system."""


@dataclass(frozen=True, slots=True)
class Code:
    """A compiled function: machine code, what it is called there by its like and by C, and what else the code names."""

    machine_code: bytes
    name: str
    name_for_c: str
    returns: str
    needed: tuple[str, ...]


def path_of(folder: Path, family: str) -> Path | None:
    """Return where the functions of *family* are kept for this processor; None where that is not done."""
    import llvmlite.binding as llvm

    machine = llvm.get_process_triple()
    if not (_KNOWN and machine.startswith("x86_64")):
        return None
    features = llvm.get_host_cpu_features().flatten()
    digest = hashlib.sha256(f"{machine} {llvm.get_host_cpu_name()} {features}".encode())
    return folder / f"{family}-{digest.hexdigest()[:16]}.code"


def keep(path: Path, functions: Mapping[str, Any]) -> None:
    """Write what numba has compiled in this process; *functions* are its dispatchers by name."""
    kept = {name: _as_json(_code(function)) for name, function in functions.items()}
    text = json.dumps(kept).encode()
    unfinished = path.with_suffix(".new")
    unfinished.write_bytes(hashlib.sha256(text).hexdigest().encode() + b"\n" + text)
    unfinished.replace(path)


def _as_json(code: Code) -> dict[str, Any]:
    return {**asdict(code), "machine_code": base64.b64encode(code.machine_code).decode()}


def _read(path: Path) -> dict[str, Code]:
    """Return what ``keep`` wrote. Raises ``ValueError`` where the file is damaged."""
    digest, _, text = path.read_bytes().partition(b"\n")
    if hashlib.sha256(text).hexdigest().encode() != digest:
        raise ValueError(f"{path} is damaged; delete it, and it is made again")
    return {
        name: Code(**{**code, "machine_code": base64.b64decode(code["machine_code"]), "needed": tuple(code["needed"])})
        for name, code in json.loads(text).items()
    }


def _code(function: Any) -> Code:
    (made,) = function.overloads.values()
    try:
        _, _, (machine_code, _) = made.library.serialize_using_object_code()
    except RuntimeError:  # it came from numba's cache, which does not give the code away
        function.recompile()
        return _code(function)
    module = made.library._final_module
    mentioned = (*module.functions, *module.global_variables)
    needed = {one.name for one in mentioned if one.is_declaration and not one.name.startswith("llvm.")}
    names = made.fndesc.llvm_func_name, made.fndesc.llvm_cfunc_wrapper_name
    return Code(machine_code, *names, str(made.signature.return_type), tuple(sorted(needed)))


@dataclass(eq=False, slots=True)
class Stored:
    """A compiled function that Python calls like any other, with arrays, tuples of them and numbers.

    Nothing looks whether arrays have the words, sides and order that were compiled for, nor whether a ``float`` is one.
    """

    address: int
    _library: Any
    """It ends with the last of its functions."""
    _entry: int
    _returns: Any
    _call: Any = field(default=None)

    def __call__(self, *arguments: Any) -> Any:
        given = list[Any]()
        for argument in arguments:
            _flatten(argument, given)
        if self._call is None:
            kinds = [ctypes.c_double if isinstance(one, float) else ctypes.c_int64 for one in given]
            self._call = ctypes.CFUNCTYPE(self._returns, *kinds)(self._entry)
        return self._call(*given)


def _flatten(argument: Any, onto: list[Any]) -> None:
    """Add what compiled code is given for *argument*: of an array its owners, size and memory, sides and strides."""
    if isinstance(argument, tuple):
        for part in argument:
            _flatten(part, onto)
    elif hasattr(argument, "ctypes"):
        onto += (0, 0, argument.size, argument.itemsize, argument.ctypes.data, *argument.shape, *argument.strides)
    else:
        onto.append(argument if isinstance(argument, float) else int(argument))


class Library:
    """The functions that a file holds, linked into this process."""

    def __init__(self, path: Path) -> None:
        import llvmlite.binding as llvm

        kept = _read(path)
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        unused = ctypes.cast(ctypes.pythonapi.Py_GetVersion, ctypes.c_void_p).value
        for name in {name for code in kept.values() for name in code.needed}:
            if llvm.address_of_symbol(name) is None:  # numba's own, for its calls from Python
                llvm.add_symbol(name, unused)
        for code in kept.values():
            self._engine.add_object_file(llvm.ObjectFileRef.from_data(code.machine_code))
        self._engine.finalize_object()
        where = self._engine.get_function_address
        self._functions = {
            name: Stored(where(code.name), self._engine, where(code.name_for_c), _RETURNS[code.returns])
            for name, code in kept.items()
        }

    def function(self, name: str) -> Stored:
        """Return the function called *name*. Raises ``KeyError``."""
        return self._functions[name]
