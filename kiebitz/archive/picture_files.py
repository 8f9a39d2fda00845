"""Where the whole pictures of a kept game lie that `watch --keep-pictures` keeps: in a folder beside its journal.

The picture of event 12 of ``7-tink-20261125-183000.jsonl`` is ``000012.jpg`` in the folder
``7-tink-20261125-183000.pictures``; ``000012.json`` beside it tells where the board lies in it.
"""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

from kiebitz.disk import write_whole

_NAMED = re.compile(r"(\d{6,7})\.(?:jpg|json|new)")


def pictures_folder(journal: Path) -> Path:
    """Return the folder for the whole pictures of the game in *journal*."""
    return journal.with_suffix(".pictures")


def picture_file(journal: Path, number: int) -> Path:
    """Return the file for the picture of the event *number*."""
    return pictures_folder(journal) / f"{number:06}.jpg"


def place_file(journal: Path, number: int) -> Path:
    """Return the file that tells where the board lies in the picture of the event *number*."""
    return picture_file(journal, number).with_suffix(".json")


def kept_pictures(journal: Path) -> list[int]:
    """Return the numbers of the events whose picture and place are kept, the oldest first."""
    numbers = {int(match[1]) for match in map(_NAMED.fullmatch, _names(journal)) if match}
    return sorted(
        number
        for number in numbers
        if picture_file(journal, number).is_file() and place_file(journal, number).is_file()
    )


def write_picture(journal: Path, number: int, picture: bytes, place: bytes) -> None:
    """Write the JPEG *picture* of the event *number* and its *place*, for this user alone. Raises ``OSError``."""
    pictures_folder(journal).mkdir(mode=0o700, exist_ok=True)
    write_whole(place_file(journal, number), place)
    write_whole(picture_file(journal, number), picture)


def delete_picture(journal: Path, number: int) -> None:
    """Delete the picture of the event *number* and its place. Raises ``OSError``."""
    for file in (picture_file(journal, number), place_file(journal, number)):
        file.unlink(missing_ok=True)


def delete_pictures(journal: Path) -> None:
    """Delete the whole pictures of the game in *journal*, half written ones too; other files stay.

    Raises ``OSError``.
    """
    for name in _names(journal):
        if _NAMED.fullmatch(name):
            (pictures_folder(journal) / name).unlink()
    with contextlib.suppress(OSError):  # there is none, or it holds other files
        pictures_folder(journal).rmdir()


def _names(journal: Path) -> list[str]:
    folder = pictures_folder(journal)
    return [file.name for file in folder.iterdir()] if folder.is_dir() else []
