"""Games that are not Kiebitz's own: in this user's folder, and in installed packages that offer some.

Both hold what ``core/games`` and ``kits`` hold: ``games/NAME.py`` and ``kits/NAME.py``. A package names the package
that has these two folders as an entry point of the group ``kiebitz.games``. A game whose files are broken is set aside:
whoever asks for it hears what is wrong, and where.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from kiebitz.home import home

GROUP = "kiebitz.games"


def added_folder() -> Path:
    """Return the folder of this user's own games."""
    return home() / "added"


@cache
def find_added() -> tuple[Path, ...]:
    """Have added games found by name from now on, and return their folders.

    Kiebitz's own come first, where two have one name.
    """
    folders = (*_folders(),)
    if not folders:
        return ()
    import kits
    from core import games

    own = games.names()
    for folder in folders:
        for package, part in ((games, "games"), (kits, "kits")):
            if (path := folder / part).is_dir():
                package.__path__.append(str(path))
    games.names.cache_clear()
    for name in games.names():
        if name not in own and (fault := _fault(name, folders)):
            games.SET_ASIDE[name] = fault
    games.names.cache_clear()
    return folders


def fault_in_added(error: BaseException, folders: Sequence[Path]) -> str:
    """Return which line of an added game's file in *folders* led to *error*; empty where none did."""
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((error.filename, error.lineno))
    for file, line in reversed(places):
        if any(Path(file).is_relative_to(folder) for folder in folders):
            what = error.msg if isinstance(error, SyntaxError) else error
            return _told(f"{file}, line {line}", f"{type(error).__name__}: {what}")
    return ""


def _fault(name: str, folders: Sequence[Path]) -> str:
    """Return what is wrong with the files of the game *name* in *folders*; empty if nothing is."""
    from core import games
    from kiebitz.kits import has_kit, kit_of

    part = "games"
    try:
        games.player_counts(name)
        if hasattr(games.module(name), "RULEBOOK"):
            games.rulebook(name)
        part = "kits"
        if has_kit(name):
            kit_of(name)
    except (Exception, SystemExit) as error:
        files = (folder / part / f"{name}.py" for folder in folders)
        file = next((file for file in files if file.is_file()), name)
        return fault_in_added(error, folders) or _told(str(file), f"{type(error).__name__}: {error}")
    return ""


def _told(where: str, what: str) -> str:
    return f"{where}: {what}; correct this file of an added game, or take it away"


def _folders() -> Iterator[Path]:
    if (own := added_folder()).is_dir():
        yield own
    for offered in entry_points(group=GROUP):
        try:
            found = find_spec(offered.value)
        except (ImportError, ValueError):
            continue  # it is listed, and not there
        yield from (Path(place) for place in (found.submodule_search_locations or () if found else ()))
