"""Folders of compiled code, named by digests of what it was compiled from: when one is made, its older likes go.

Only what bears such a name and the mark that ``make`` leaves is ever removed.
"""

from __future__ import annotations

import hashlib
import platform
import re
import shutil
import sys
from importlib import metadata
from pathlib import Path

_MARK = "compiled-by-kiebitz"
"""Name of the file that marks a folder as made here."""
_DIGITS = 16
_NAME = re.compile(f"[0-9a-f]{{{_DIGITS}}}")


def place(around: Path, sources: Path = Path(__file__).parent) -> Path:
    """Return the folder in *around* for what is compiled of *sources* by this Python and numba.

    numba itself looks at the file of a function alone, not at the files of what is inlined into it.
    """
    versions = (metadata.version(name) for name in ("numba", "llvmlite", "numpy"))
    digest = hashlib.sha256(" ".join((sys.version, platform.machine(), *versions)).encode())
    for file in sorted(sources.glob("*.py")):
        digest.update(file.read_bytes())
    return around / digest.hexdigest()[:_DIGITS]


def make(here: Path) -> None:
    """Make the folder *here*, a ``place``, for this user alone, and remove its older likes beside it.

    Raises ``OSError`` where it cannot be made.
    """
    fresh = not here.exists()
    here.mkdir(mode=0o700, parents=True, exist_ok=True)
    (here / _MARK).touch()
    if fresh:
        for other in here.parent.glob("*"):
            is_made = _NAME.fullmatch(other.name) and (other / _MARK).is_file() and not other.is_symlink()
            if is_made and other != here:
                shutil.rmtree(other, ignore_errors=True)
