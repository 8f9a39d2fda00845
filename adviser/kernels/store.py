"""The kernels that are loaded. Nothing here compiles unless asked to."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import util
from pathlib import Path
from typing import Any

from adviser.kernels import Kernel
from core.game import Game, P
from core.grid import MovingGame

_HERE = Path(__file__).parent
_loaded: dict[str, Callable[[Any], Kernel | None]] = {}
"""Family → the function that returns the kernel of a game."""


def family(game: Game[Any]) -> str | None:
    """Return the name of the kernel module that plays *game*; None where there is none, or no numba."""
    package, kind, *_ = type(game).__module__.split(".")
    if util.find_spec("numba") is None:
        return None
    if isinstance(game, MovingGame):
        return "moving"
    own = (game.name, kind) if package == "core" else ()
    return next((name for name in own if (_HERE / f"{name}.py").exists()), None)


def load(name: str) -> None:
    """Load the kernels of the family *name*; compile them if they are not in the cache. Raises ``ImportError``."""
    module = importlib.import_module(f"adviser.kernels.{name}")
    named: Mapping[str, Kernel] = getattr(module, "KERNELS", {})
    for search in ("tree", "exact", *_searches(named.values())):
        importlib.import_module(f"adviser.kernels.{search}")
    _loaded[name] = getattr(module, "kernel_of", lambda game: named.get(game.name))


def _searches(kernels: Iterable[Kernel]) -> Iterator[str]:
    """Yield the names of the searches that at least one of *kernels* supports."""
    if any(kernel.judge for kernel in kernels):
        yield "guided"
    if any(kernel.estimate for kernel in kernels):
        yield "alphabeta"


def has(name: str) -> bool:
    """Return whether the kernels of the family *name* have been loaded."""
    return name in _loaded


def find(game: Game[P]) -> Kernel | None:
    """Return the kernel of *game*, if it has been loaded."""
    kernel_of = _loaded.get(family(game) or "")
    return kernel_of(game) if kernel_of else None


def forget() -> None:
    """Forget all kernels, so that searches are in plain Python again."""
    _loaded.clear()
