"""One module a game; each defines ``GAME``, and ``RULEBOOK``, which writes the rules of the game of a name."""

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
    """Return the module of the game called *name*. Raises ``ValueError`` naming those there are."""
    if name not in names():
        raise ValueError(f"no game is called {shown(name)}; the games are {', '.join(names())}")
    return import_module(f"{__name__}.{name}")


def find(name: str) -> Game[Any]:
    """Return the game called *name*. Raises ``ValueError`` naming those there are."""
    game: Game[Any] = module(name).GAME
    return game
