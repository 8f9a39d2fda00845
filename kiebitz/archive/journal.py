"""The journal of a game: a JSON Lines file, written before anything is announced.

The first line holds the game, rules, options, start and colours; every further line is an event, numbered from 1, and
the last one tells how many lines come before it. Hashes chain the lines (`kiebitz.archive.chain`). The file is created
when the first position is known, so a game in which nothing was seen leaves no file; only this user can read it. If the
disk is full, lines wait in memory and are written with the next event, or with one of the next game. If the file is
deleted or changed by somebody else while the game goes on, the next event writes it again in whole.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import weakref
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from core.json_types import Json, JsonObject
from kiebitz.archive.chain import body_of, chained, closing, dumped
from kiebitz.archive.numbers import game_id, next_number
from kiebitz.disk import for_this_user
from kiebitz.failure import Failure
from kiebitz.holding import Held, hold

_MODE, _FOLDER_MODE = 0o600, 0o700
FORMAT = 2
UNCHAINED = 1
"""The format of older versions, without hashes."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a journal."""

    game: str
    start: str
    options: Mapping[str, Json]
    colours: Mapping[str, str]
    source: str
    created: str = ""

    @property
    def line(self) -> JsonObject:
        return {
            "journal": FORMAT,
            "rules": 1,
            "game": self.game,
            "start": self.start,
            "options": dict(self.options),
            "colours": dict(self.colours),
            "source": self.source,
            "created": self.created,
        }


class Journal:
    """A journal being written, locked against other writers. ``trouble`` says why saving fails, or is empty.

    Its path is known from the start; lines written before ``begin`` wait in memory.
    """

    def __init__(
        self,
        path: Path,
        *,
        lines: Iterable[bytes] = (),
        events: int = 0,
        is_chained: bool = True,
        as_left: bool = True,
    ) -> None:
        """Go on with *lines*, which the file at *path* holds; *as_left* tells whether it does so byte by byte."""
        self.path = path
        self.events = events
        """The number of events."""
        self.begun = False
        self.trouble = ""
        self.news: list[str] = []
        """What people should know about the file; whoever reports it empties the list."""
        self._early: list[Mapping[str, Json]] = []
        self._lines = list(lines)
        """Every line except the closing one, including those that still wait to be written."""
        self._saved = len(self._lines)
        self._size = sum(map(len, self._lines))
        """Size of the saved lines, in bytes."""
        self._hash = body_of(self._lines[-1])[1] if self._lines else ""
        self._is_chained = is_chained
        self._as_left = as_left
        self._left: _Mark | None = None
        """The file's mark after the last line was saved."""
        self._was_anew = False
        self._held: int | None = None
        self._free: weakref.finalize[[int], Journal] | None = None

    @classmethod
    def reserve(cls, folder: Path, game: str) -> Journal:
        """Return the journal of a new game in *folder*, named after its number, the game and the time."""
        return cls(folder / f"{next_number(folder)}-{game}-{datetime.now().astimezone():%Y%m%d-%H%M%S}.jsonl")

    @classmethod
    def create(cls, folder: Path, header: Header) -> Journal:
        """Return the journal of a new game in *folder*, begun."""
        journal = cls.reserve(folder, header.game)
        journal.begin(header)
        return journal

    @property
    def id(self) -> str:
        """The game's number or name in `kiebitz list`."""
        return game_id(self.path)

    def begin(self, header: Header) -> None:
        """Create the file with *header* and everything written so far."""
        now = datetime.now().astimezone()
        for line in (replace(header, created=now.isoformat()).line, *self._early):
            self._chain(line)
        self._early.clear()
        with contextlib.suppress(OSError):  # saving will say why
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=_FOLDER_MODE)
            self.path.touch(exist_ok=False, mode=_MODE)
        self.go_on()

    def go_on(self) -> None:
        """Lock the journal and write the waiting lines. Raises ``Failure`` if another process holds it."""
        try:
            self._lock()
        except Held:
            raise Failure(
                f"game {self.id} is being watched by another kiebitz, which writes {self.path}; stop that one, or "
                "leave --resume out to begin a new game"
            ) from None
        self.begun = True
        with contextlib.suppress(OSError):  # older versions let others read it
            self.path.chmod(_MODE)
        self._left = _Mark.of(self.path) if self._as_left else None
        self._save()

    def save_again(self) -> None:
        """Try once more to write what waits; ``trouble`` says whether that failed."""
        if self.begun:
            self._save()

    def close(self) -> None:
        """Let others write the journal; lines that still wait are written with those of the next one."""
        if self.trouble:
            self._save()
            if self.trouble:
                _WAITING.append(self)
        self._let_go()

    def _let_go(self) -> None:
        if self._free is not None:
            self._free()
        self._held = self._free = None

    def append(self, event: Mapping[str, Json]) -> JsonObject:
        """Write *event* and return it with its number ``n``; if saving fails it waits in memory."""
        self.events += 1
        numbered = {"event": event["event"], "n": self.events, **event}
        self.note(numbered)
        return numbered

    def note(self, line: Mapping[str, Json]) -> None:
        """Write a *line* that is not an event."""
        if not self.begun:
            self._early.append(line)
            return
        self._chain(line)
        self._save()

    def _chain(self, line: Mapping[str, Json]) -> None:
        if self._is_chained:
            data, self._hash = chained(line, self._hash)
        else:
            data = dumped(line) + b"\n"
        self._lines.append(data)

    def _lock(self) -> None:
        self._let_go()
        self._held = hold(self.path)
        self._free = None if self._held is None else weakref.finalize(self, os.close, self._held)

    def _save(self) -> None:
        waiting = b"".join(self._lines[self._saved :])
        if not waiting:
            return
        end = closing(len(self._lines), self._hash) if self._is_chained else b""
        try:
            if self._saved and not self._is_as_left():
                self._write_anew(end)
            else:
                self._extend(waiting + end)
        except Held:
            self.trouble = "another program holds the file"
        except OSError as error:
            self.trouble = error.strerror or str(error)
        else:
            self._saved, self._size = len(self._lines), self._size + len(waiting)
            self._left = _Mark.of(self.path)
            self.trouble = ""
            _save_waiting(self)

    def _extend(self, data: bytes) -> None:
        """Write *data* behind the saved lines, over the closing line, in one piece: no crash leaves half of it."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=_FOLDER_MODE)
        self.path.touch(mode=_MODE)
        with self.path.open("r+b") as file:
            if file.seek(0, os.SEEK_END) > self._size + len(data):
                file.truncate(self._size)
            file.seek(self._size)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def _is_as_left(self) -> bool:
        """Return whether nobody else has changed or replaced the file since the last line was saved."""
        now = _Mark.of(self.path)
        if now == self._left:
            return True
        if self._left is None or now is None or now.file != self._left.file:
            return False
        with contextlib.suppress(OSError):
            saved = b"".join(self._lines[: self._saved])
            found = self.path.read_bytes()
            return found.startswith(saved) and (self.trouble != "" or len(found) == self._left.size)
        return False

    def _write_anew(self, end: bytes) -> None:
        """Write every line to a new file that takes the journal's place; the file that was there is kept beside it."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=_FOLDER_MODE)
        made = unfinished_of(self.path)
        made.unlink(missing_ok=True)
        with open(made, "wb", opener=for_this_user) as file:
            file.writelines((*self._lines, end))
            file.flush()
            os.fsync(file.fileno())
        self._let_go()
        kept = _put_aside(self.path) if os.path.lexists(self.path) else None
        made.replace(self.path)
        self._lock()
        if not self._was_anew:
            what = f"was changed by another program (its file is kept as {kept})" if kept else "was deleted"
            self.news.append(f"{self.path} {what} and has been written again in whole; nothing is lost")
        self._was_anew = True


_WAITING: list[Journal] = []
"""Closed journals that still have lines to write."""


def _save_waiting(saved: Journal) -> None:
    """Write what is left of other journals, now that *saved* could be written."""
    for journal in [one for one in _WAITING if one is not saved]:
        _WAITING.remove(journal)
        with contextlib.suppress(Failure):  # somebody has gone on with that game
            journal.go_on()
            journal.close()


@dataclass(frozen=True, slots=True)
class _Mark:
    """Identifies a file, and shows by size and time of change whether anybody has touched it."""

    file: tuple[int, int]
    size: int
    changed_ns: int

    @classmethod
    def of(cls, path: Path) -> _Mark | None:
        """Return the mark of the file at *path*; None if there is none."""
        try:
            found = path.stat()
        except OSError:
            return None
        return cls((found.st_dev, found.st_ino), found.st_size, found.st_mtime_ns)


def state_file(path: Path) -> Path:
    """Return the file for the state of the table whose journal is at *path*."""
    return path.with_suffix(".state")


def unfinished_state(path: Path) -> Path:
    """Return where that state is written; a crash may leave a file there."""
    return path.with_suffix(".state-new")


def review_file(path: Path) -> Path:
    """Return the file for the review of the game in the journal at *path*."""
    return path.with_suffix(".review.json")


def twin_file(path: Path) -> Path:
    """Return the file for the address of the other table with which the game at *path* is played; it holds a token."""
    return path.with_suffix(".twin")


def unfinished_of(path: Path) -> Path:
    """Return where the journal at *path* is written once more in whole; a crash may leave a file there."""
    return path.with_name(f".{path.name}.new")


def copies_of(path: Path) -> list[Path]:
    """Return the copies of the journal at *path* that were kept beside it."""
    return sorted(other for other in path.parent.glob("*.bak") if other.name.startswith(f"{path.name}."))


def keep_copy(path: Path) -> Path:
    """Copy the file at *path* beside it, and return the copy. Raises ``OSError``."""
    copy = _copy_name(path)
    copy.touch(mode=_MODE)
    shutil.copyfile(path, copy)
    return copy


def _put_aside(path: Path) -> Path:
    """Give whatever lies at *path* a copy's name as well, and return that. It is not read: a pipe might never end.

    A folder, or a file on a system without hard links, is renamed instead. Raises ``OSError``.
    """
    aside = _copy_name(path)
    try:
        os.link(path, aside, follow_symlinks=False)
    except (OSError, NotImplementedError):
        path.rename(aside)
    return aside


def _copy_name(path: Path) -> Path:
    number = 1
    while os.path.lexists(copy := path.with_name(f"{path.name}.{number}.bak")):
        number += 1
    return copy
