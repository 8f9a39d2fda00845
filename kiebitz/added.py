"""Games that are not Kiebitz's own: in this user's folder, and in installed packages that offer some.

Both hold what ``core/games`` and ``kits`` hold: ``games/NAME.py`` and ``kits/NAME.py``. A package names the package
that has these two folders as an entry point of the group ``kiebitz.games``.
"""

from __future__ import annotations

from collections.abc import Iterator
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
def find_added() -> None:
    """Have added games found by name from now on; Kiebitz's own come first, where two have one name."""
    folders = [*_folders()]
    if not folders:
        return
    import kits
    from core import games

    for folder in folders:
        for package, part in ((games, "games"), (kits, "kits")):
            if (path := folder / part).is_dir():
                package.__path__.append(str(path))
    games.names.cache_clear()


def _folders() -> Iterator[Path]:
    if (own := added_folder()).is_dir():
        yield own
    for offered in entry_points(group=GROUP):
        try:
            found = find_spec(offered.value)
        except (ImportError, ValueError):
            continue  # it is listed, and not there
        yield from (Path(place) for place in (found.submodule_search_locations or () if found else ()))
