"""The games, one module each. A module defines ``GAME`` and ``RULEBOOK``, which writes the game's rules."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from core.game import Game
from core.options import shown


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games, sorted."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(__path__)))


def module(name: str) -> ModuleType:
    """Return the module of the game *name*. Raises ``ValueError`` listing the games if there is no such game."""
    if name not in names():
        raise ValueError(f"no game is called {shown(name)}; the games are {', '.join(names())}")
    return import_module(f"{__name__}.{name}")


def find(name: str) -> Game[Any]:
    """Return the game *name*. Raises ``ValueError`` listing the games if there is no such game."""
    game: Game[Any] = module(name).GAME
    return game
