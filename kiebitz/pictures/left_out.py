"""Files in a folder of pictures that cannot be read as pictures, and what helps; each kind is named once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kiebitz.pictures.files import SUFFIXES
from kiebitz.pictures.order import name_key

_AS_JPEG = "let the camera save JPEG (on an iPhone by Settings, Camera, Formats, Most Compatible), or save as JPEG"
_CONVERT = "save as JPEG or PNG"
_FILM = "a film is a source of its own: give its name"
_PAGES = "save the pages as pictures (PNG, 300 dpi)"
_REMEDIES = {
    **dict.fromkeys((".heic", ".heif", ".hif"), _AS_JPEG),
    **dict.fromkeys((".dng", ".cr2", ".cr3", ".nef", ".arw", ".raf", ".orf", ".rw2", ".pef", ".srw"), _AS_JPEG),
    **dict.fromkeys((".avif", ".jxl", ".jp2", ".gif", ".svg", ".psd", ".xcf", ".ppm"), _CONVERT),
    **dict.fromkeys((".mov", ".mp4", ".m4v", ".webm", ".avi", ".mkv", ".3gp", ".mts"), _FILM),
    ".pdf": _PAGES,
}


def left_out(folder: Path) -> Mapping[str, str]:
    """Return a sentence for each kind of file in *folder* that shows pictures and cannot be read, by what helps.

    Files are not meant that are there as pictures that can be read, too. Raises ``OSError`` where the folder cannot be
    read.
    """
    paths = [path for path in folder.iterdir() if not path.name.startswith(".")]
    taken = {path.stem.lower() for path in paths if path.suffix.lower() in SUFFIXES}
    names: dict[str, list[str]] = {}
    for path in sorted(paths, key=lambda path: name_key(path.name)):
        if path.stem.lower() not in taken and (remedy := _REMEDIES.get(path.suffix.lower())):
            names.setdefault(remedy, []).append(path.name)
    return {
        remedy: f"{first} and {len(more)} more are left out; {remedy}" if more else f"{first} is left out; {remedy}"
        for remedy, (first, *more) in names.items()
    }
