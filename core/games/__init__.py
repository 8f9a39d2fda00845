"""One module a game; each defines ``GAME``."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

from core.game import Game
from core.options import shown


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def find(name: str) -> Game[Any]:
    """Return the game called *name*. Raises ``ValueError`` naming those there are."""
    if name not in names():
        raise ValueError(f"no game is called {shown(name)}; the games are {', '.join(names())}")
    game: Game[Any] = import_module(f"{__name__}.{name}").GAME
    return game
