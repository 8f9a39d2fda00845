"""What kernels take from numba; nothing of it where compiled functions have been stored.

With ``use`` before any kernel is imported, numba stays away: decorators leave their function alone, and what would be
said about types is said to a thing that lets everything be done with it. ``compiled`` then takes the stored functions.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

from adviser.kernels.stored import Library

_KERNELS = "adviser.kernels.compiled"


class Source:
    """Where compiled functions come from: a library, or None for numba."""

    library: Library | None = None


def may_use() -> bool:
    """Return whether stored functions can be used: not once kernels have been compiled in this process."""
    return Source.library is not None or _KERNELS not in sys.modules


def use(library: Library) -> None:
    """Take compiled functions from *library* from now on."""
    assert may_use()
    Source.library = library


class Anything:
    """Lets everything be done with it: it is a type, a base class, and a decorator that leaves a function alone."""

    def __init__(self, *_arguments: Any) -> None: ...

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _for_another if name in ("overload", "register_model") else self

    def __call__(self, *arguments: Any, **_named: Any) -> Any:
        plain = len(arguments) == 1 and callable(arguments[0]) and not isinstance(arguments[0], Anything)
        return arguments[0] if plain else self


def _for_another(*_arguments: Any) -> Anything:
    """Return the decorator of what is to stand for something else."""
    return Anything()


def taken(module: str) -> Any:
    """Return numba's module of that name, or ``Anything`` in its place."""
    return importlib.import_module(module) if Source.library is None else Anything()
