"""The numbers of kept games: short, in the order in which games began, and never given twice.

A game's file begins with its number. The highest one ever given stands in a file of its
own, so that deleting the newest game does not free its number for another.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

from kiebitz.holding import Held, hold

_HIGHEST = "highest-number"
_NUMBERED = re.compile(r"(\d+)-")
_NAMED = re.compile(r"(?:\d+-)?([a-z0-9_]+)-\d{8}-\d{6}")


def game_id(path: Path) -> str:
    """Return what the game in the journal at *path* is called: its number, or its name where it has none.

    >>> game_id(Path("games/7-tink-20261125-183000.jsonl")), game_id(Path("games/tink-20261101-183000-1.jsonl"))
    ('7', 'tink-20261101-183000-1')
    """
    numbered = _NUMBERED.match(path.name)
    return numbered[1] if numbered else path.stem


def game_named(path: Path) -> str:
    """Return the game that the name of the journal at *path* begins with; empty where it was renamed.

    >>> game_named(Path("games/7-tink-20261125-183000.jsonl")), game_named(Path("sunday.jsonl"))
    ('tink', '')
    """
    named = _NAMED.match(path.name)
    return named[1] if named else ""


def next_number(folder: Path) -> int:
    """Return a number that no game in *folder* has or had, and note it there if anything can be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        noted = folder / _HIGHEST
        noted.touch()
        with _alone(noted):
            number = 1 + max(_number_in(noted), _highest(folder))
            noted.write_text(f"{number}\n", encoding="ascii")
    except OSError:
        return 1 + _highest(folder)
    return number


def _number_in(file: Path) -> int:
    with contextlib.suppress(ValueError):
        return int(file.read_text(encoding="ascii"))
    return 0


def _highest(folder: Path) -> int:
    """Return the highest number of a game in *folder*; 0 if there is none."""
    with contextlib.suppress(OSError):
        return max((int(game_id(path)) for path in folder.glob("*.jsonl") if _NUMBERED.match(path.name)), default=0)
    return 0


@contextlib.contextmanager
def _alone(file: Path, *, patience_s: float = 2.0) -> Iterator[None]:
    """Keep other processes from *file*; if one holds it for longer than *patience_s*, go on without the lock."""
    descriptor = None
    until = time.monotonic() + patience_s
    while descriptor is None and time.monotonic() < until:
        try:
            descriptor = hold(file)
            break
        except Held:
            time.sleep(0.01)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)
