"""Where the small pictures of a kept game's events lie: in a folder beside its journal, named by the event's number.

The pictures of event 12 of ``7-tink-20261125-183000.jsonl`` are ``000012-before.jpg`` and ``000012-after.jpg`` in the
folder ``7-tink-20261125-183000.crops``.
"""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

from kiebitz.disk import UNFINISHED

WHEN = ("before", "after")
MOST_EVENTS = 1000
"""Pictures are kept for this many events of a game; those of older events are deleted."""
_NAMED = re.compile(rf"(\d{{6,7}})-(?:{'|'.join(WHEN)})\.jpg")


def crops_folder(journal: Path) -> Path:
    """Return the folder for the pictures of the game in *journal*."""
    return journal.with_suffix(".crops")


def crop_file(journal: Path, number: int, when: str) -> Path:
    """Return the file for the picture of the event *number*, *when* it was: ``before`` or ``after``."""
    return crops_folder(journal) / f"{number:06}-{when}.jpg"


def crops_of(journal: Path, number: int) -> dict[str, Path]:
    """Return the pictures that are kept of the event *number*: ``before`` and ``after`` → file."""
    files = {when: crop_file(journal, number, when) for when in WHEN}
    return {when: file for when, file in files.items() if file.is_file()}


def pictured(journal: Path) -> list[int]:
    """Return the numbers of the events that have pictures, the oldest first."""
    folder = crops_folder(journal)
    if not folder.is_dir():
        return []
    named = (_NAMED.fullmatch(file.name) for file in folder.iterdir())
    return sorted({int(match[1]) for match in named if match})


def delete_crops(journal: Path) -> None:
    """Delete the pictures of the game in *journal*, also one that a crash left unfinished; other files stay.

    Raises ``OSError``.
    """
    for number in pictured(journal):
        for file in crops_of(journal, number).values():
            file.unlink()
    for file in crops_folder(journal).glob(f"*{UNFINISHED}"):
        if _NAMED.fullmatch(file.with_suffix(".jpg").name):
            file.unlink()
    with contextlib.suppress(OSError):  # there is none, or it holds other files
        crops_folder(journal).rmdir()
