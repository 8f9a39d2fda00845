"""Games that exist in their two files only: ``games/NAME.py`` and ``kits/NAME.py``, put where Kiebitz looks for both.

``toy`` places and moves, ``race`` moves, captures and begins with a full row, ``coins`` is for up to three players.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import core.games
import kits

NAMES = ("coins", "race", "toy")
"""The games, for tests that are made before the games are found."""
EVERY = (*core.games.names(), *NAMES)

_FOLDER = Path(__file__).parent
_PARTS = ((core.games, "games"), (kits, "kits"))


@contextmanager
def added() -> Iterator[None]:
    """Have the games found by name, as if their files lay in ``core/games`` and ``kits``."""
    for package, folder in _PARTS:
        package.__path__.append(str(_FOLDER / folder))
    _forget()
    try:
        yield
    finally:
        for package, _ in _PARTS:
            package.__path__.pop()
            for name in NAMES:
                sys.modules.pop(f"{package.__name__}.{name}", None)
                vars(package).pop(name, None)
        _forget()


def _forget() -> None:
    """Have the files looked for again."""
    core.games.names.cache_clear()
    if seen := sys.modules.get("kiebitz.pictures.which_game"):
        seen.boards_of_game.cache_clear()
        seen.frames_of.cache_clear()
