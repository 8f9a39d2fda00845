"""What a report of a fault holds, in one zip file: equal parts give equal bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from kiebitz.archive.crop_files import crops_folder, crops_of, pictured
from kiebitz.archive.nameless import nameless_journal, nameless_json
from kiebitz.archive.recorded import LARGEST_BYTES
from kiebitz.disk import LARGEST_JSON, kind_of, plain, read_file, shown
from kiebitz.failure import Failure

MOST_EVENTS = 60
"""A bundle holds the small pictures of at most this many events, the newest ones."""
_GAME = "game"
_BEGAN = (1980, 1, 1, 0, 0, 0)


def zipped(parts: Mapping[str, bytes]) -> bytes:
    """Return a zip file of *parts*, by name."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in sorted(parts.items()):
            file.writestr(zipfile.ZipInfo(name, _BEGAN), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def game_parts(journal: Path, *, crops: bool) -> Iterator[tuple[str, bytes]]:
    """Yield the game in *journal* without names, damaged or not, and with *crops* the small pictures of its events.

    Raises ``Failure`` where there is no journal.
    """
    if kind_of(journal) == "file" and journal.suffix != ".jsonl":
        raise Failure(
            f"{shown(journal)} is not a journal; name a game of `kiebitz list`, or a .jsonl file of `kiebitz watch`"
        )
    remedy = "name a .jsonl file of `kiebitz watch`"
    data = plain(read_file(journal, "a journal", most_bytes=LARGEST_BYTES, remedy=remedy))
    yield f"{_GAME}.jsonl", nameless_journal(data)
    folder = crops_folder(Path(_GAME)).name
    for number in pictured(journal)[-MOST_EVENTS:] if crops else ():
        for file in crops_of(journal, number).values():
            yield f"{folder}/{file.name}", file.read_bytes()


def settings_parts(folder: Path, kind: str) -> Iterator[tuple[str, bytes]]:
    """Yield the JSON files in *folder*, numbered and called *kind*, as their own names may tell who made them."""
    for number, file in enumerate(sorted(folder.glob("*.json")), start=1):
        try:
            data = read_file(file, f"a {kind}", most_bytes=LARGEST_JSON, remedy="")
        except Failure:
            continue
        yield f"{kind}-{number}.json", nameless_json(data)
