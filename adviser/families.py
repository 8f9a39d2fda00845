"""What families of games bring along for the adviser: modules named after the package of a game's rules.

``core.tabik`` has ``adviser.reasons.tabik``, ``adviser.solvers.tabik`` and ``adviser.values.tabik``. Nothing is
registered.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from core.game import Game, P


def brought(package: str, game: Game[P]) -> ModuleType | None:
    """Return the module of *package* that the family of *game* brings along, if it has one."""
    return _module(package, type(game).__module__)


@cache
def _module(package: str, rules_module: str) -> ModuleType | None:
    family = rules_module.rpartition(".")[0].rpartition(".")[2]
    name = f"{package}.{family}"
    return import_module(name) if family and find_spec(name) else None
