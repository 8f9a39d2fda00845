"""Where Kiebitz keeps its games and pictures: ``KIEBITZ_HOME``, or the platform's usual folder."""

from __future__ import annotations

import os
from pathlib import Path

from kiebitz.failure import Failure

_LONGEST = 80


def home() -> Path:
    """Return the folder of this user's Kiebitz data; it may not exist yet."""
    if chosen := os.environ.get("KIEBITZ_HOME"):
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir("kiebitz", appauthor=False))


def profiles_folder() -> Path:
    """Return the folder of table profiles."""
    if os.environ.get("KIEBITZ_HOME"):
        return home() / "profiles"
    import platformdirs

    return Path(platformdirs.user_config_dir("kiebitz", appauthor=False)) / "profiles"


def games_folder() -> Path:
    """Return the folder of game journals."""
    return home() / "games"


def plain_name(name: str, what: str, example: str) -> str:
    """Return *name*, the file name of *what*. Raises ``Failure`` if it is not a plain name."""
    if not name or name != Path(name).name or name.startswith(".") or len(name) > _LONGEST:
        raise Failure(f"{what} needs a plain name, such as {example}; not {name!r}")
    return name
