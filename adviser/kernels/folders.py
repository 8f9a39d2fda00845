"""Folders of compiled code, named by digests of what it was compiled from: when one is made, its older likes go.

Only what bears such a name and the mark that ``make`` leaves is ever removed.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

_MARK = "compiled-by-kiebitz"
"""Name of the file that marks a folder as made here."""
_DIGITS = 16
_NAME = re.compile(f"[0-9a-f]{{{_DIGITS}}}")


def named(around: Path, digest: Any) -> Path:
    """Return the folder in *around* for what a ``hashlib`` *digest* has been told of."""
    return around / str(digest.hexdigest()[:_DIGITS])


def make(here: Path) -> None:
    """Make the folder *here*, one that was ``named``, for this user alone, and remove its older likes beside it.

    Raises ``OSError`` where it cannot be made.
    """
    fresh = not here.exists()
    here.mkdir(mode=0o700, parents=True, exist_ok=True)
    (here / _MARK).touch()
    if fresh:
        for other in here.parent.glob("*"):
            if other != here and is_made(other):
                shutil.rmtree(other, ignore_errors=True)


def is_made(folder: Path) -> bool:
    """Return whether ``make`` has made *folder*."""
    return bool(_NAME.fullmatch(folder.name)) and (folder / _MARK).is_file() and not folder.is_symlink()
