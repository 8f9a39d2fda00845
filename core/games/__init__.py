"""The games, one module each. A module defines ``GAME`` and ``RULEBOOK``, which writes the game's rules."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from types import ModuleType

from core.game import AnyGame, PositionLike
from core.options import SEATS, shown
from core.play.display import finds_games
from core.rulebook.entries import Rulebook

SET_ASIDE: dict[str, str] = {}
"""Game → what is wrong with its files, for games added to Kiebitz's own that are broken."""
USUAL = "tink"
"""The game meant where nobody names one."""


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games that are whole, sorted."""
    return tuple(sorted({found.name for found in pkgutil.iter_modules(__path__)} - SET_ASIDE.keys()))


def module(name: str) -> ModuleType:
    """Return the module of the game *name*. Raises ``ValueError``: lists the games, or says what is wrong with it."""
    if name in SET_ASIDE:
        raise ValueError(SET_ASIDE[name])
    if name not in names():
        raise ValueError(f"no game is called {shown(name)}; the games are {', '.join(names())}")
    return import_module(f"{__name__}.{name}")


def find(name: str) -> AnyGame:
    """Return the game *name*. Raises ``ValueError`` listing the games if there is no such game."""
    game: AnyGame = module(name).GAME
    return game


def player_counts(name: str) -> tuple[int, ...]:
    """Return how many may play the game *name*. Raises ``ValueError`` as ``find`` does.

    >>> player_counts("tink")
    (2, 3, 4)
    """
    game, fitting = find(name), []
    for count in range(1, len(SEATS) + 1):
        try:
            game.start(game.options.of({"players": count}))
        except ValueError:
            continue
        fitting.append(count)
    return tuple(fitting)


@finds_games
def of(position: PositionLike) -> AnyGame | None:
    """Return the game that *position* is of, by the class of its options; None where no game has such."""
    found = (find(name) for name in names())
    return next((game for game in found if game.options is type(position.options)), None)


def rulebook(name: str) -> Rulebook:
    """Return the rules of the game *name*, written by its module. Raises ``ValueError`` as ``find`` does."""
    book: Rulebook = module(name).RULEBOOK(name)
    return book
