"""The kernels that are loaded. Nothing here compiles unless asked to."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from importlib import util
from pathlib import Path

from adviser.kernels import Kernel
from core.game import Game, P

_HERE = Path(__file__).parent
_loaded: dict[str, Kernel] = {}
_families: set[str] = set()


def family(game: Game[P]) -> str | None:
    """Return the name of the kernel module that plays *game*; None where there is none, or no numba."""
    package, kind, *_ = type(game).__module__.split(".")
    if package != "core" or util.find_spec("numba") is None:
        return None
    return next((name for name in (game.name, kind) if (_HERE / f"{name}.py").exists()), None)


def load(name: str) -> None:
    """Load the kernels of the family *name*; compile them if they are not in the cache. Raises ``ImportError``."""
    module = importlib.import_module(f"adviser.kernels.{name}")
    for search in ("tree", "exact", *_searches(module.KERNELS.values())):
        importlib.import_module(f"adviser.kernels.{search}")
    _loaded.update(module.KERNELS)
    _families.add(name)


def _searches(kernels: Iterable[Kernel]) -> Iterator[str]:
    """Yield the names of the searches that some of *kernels* have what it takes for."""
    if any(kernel.judge for kernel in kernels):
        yield "guided"
    if any(kernel.estimate for kernel in kernels):
        yield "alphabeta"


def has(name: str) -> bool:
    """Return whether the kernels of the family *name* have been loaded."""
    return name in _families


def find(game: Game[P]) -> Kernel | None:
    """Return the kernel of *game*, if it has been loaded."""
    return _loaded.get(game.name) if family(game) else None


def forget() -> None:
    """Forget all kernels, so that searches are in plain Python again."""
    _loaded.clear()
    _families.clear()
