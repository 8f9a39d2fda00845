"""Follows a growing folder, into which a phone or a program puts one picture after another."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kiebitz.failure import Failure
from kiebitz.pictures.files import decode, is_whole, pictures_among, shrunk
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.pictures.left_out import left_out
from kiebitz.pictures.order import in_order


@dataclass(frozen=True, slots=True)
class GrowingFolder:
    """The pictures in a folder and all that come, each a moment of its own, until somebody ends it.

    Those that arrive together are read in the order in which they were taken. A picture is read once its
    file has stopped growing for *poll_s* and is whole; one that is not whole for *stalled_s* holds up the
    others no longer. The picture named *after* and those taken before it have been read before.
    """

    folder: Path
    after: str = ""
    poll_s: float = 0.5
    stalled_s: float = 10.0

    @property
    def name(self) -> str:
        return str(self.folder)

    def frames(self) -> Iterator[Frame | Trouble]:
        yield Trouble(f"waiting for pictures in {self.folder}; Ctrl-C ends the game", passing=True)
        files, index, begun = _Files(self.stalled_s, self.after), 0, time.monotonic()
        while True:
            for found in self._look(files):
                if isinstance(found, Trouble):
                    yield found
                    continue
                try:
                    image = shrunk(decode(found))
                except Failure as failure:
                    yield Trouble(f"left out: {failure}", passing=True)
                    continue
                yield Frame(image, index, time.monotonic() - begun, own_moment=True, name=found.name)
                index += 1
            time.sleep(self.poll_s)

    def _look(self, files: _Files) -> Iterator[Path | Trouble]:
        """Yield the pictures that can be read now, and what is wrong."""
        try:
            others = left_out(self.folder)
            waiting = in_order(files.waiting(pictures_among(self.folder)))
        except OSError as error:
            if files.is_news("folder"):
                yield Trouble(f"{self.folder} cannot be read: {error.strerror or error}. Waiting for it.")
            return
        if files.has_forgotten("folder"):
            yield Trouble(f"{self.folder} can be read again.", over=True)
        for kind, sentence in others.items():
            if files.is_news(kind):
                yield Trouble(f"{self.folder}: {sentence}", passing=True)
        if waiting.said and files.is_news("order"):
            yield Trouble(f"{self.folder}: {waiting.said}", passing=True)
        yield from files.ready(waiting.paths)


@dataclass(slots=True)
class _Files:
    """What is known of a folder's files from one look to the next."""

    stalled_s: float
    after: str = ""
    """The last picture that had been read before the first look."""
    _done: set[Path] = field(default_factory=set)
    _told: set[str] = field(default_factory=set)
    _states: dict[Path, tuple[int, int]] = field(default_factory=dict)
    """File → its size and the time of its last change."""
    _since: dict[Path, float] = field(default_factory=dict)
    """File → when it was first seen in its present state."""

    def is_news(self, what: str) -> bool:
        """Return whether *what* has not been reported yet, and note that it has."""
        news = what not in self._told
        self._told.add(what)
        return news

    def has_forgotten(self, what: str) -> bool:
        """Return whether *what* has been reported, and make it news again."""
        told = what in self._told
        self._told.discard(what)
        return told

    def waiting(self, found: Sequence[Path]) -> list[Path]:
        """Return those of *found* that have not been read."""
        if self.after:
            left, self.after = in_order(found).behind(self.after), ""
            self._done.update(set(found) - set(left))
        return [path for path in found if path not in self._done]

    def ready(self, waiting: Sequence[Path]) -> Iterator[Path | Trouble]:
        """Yield those *waiting* that can be read now, in order, and what is wrong with one that cannot."""
        settled = [path for path in waiting if self._has_settled(path)]
        for path in waiting:
            if path in settled and is_whole(path):
                self._done.add(path)
                yield path
            elif time.monotonic() - self._since.get(path, time.monotonic()) < self.stalled_s:
                return
            elif self.is_news(path.name):
                yield Trouble(f"{path} is not whole; it is read when it is, and the next ones meanwhile", passing=True)

    def _has_settled(self, path: Path) -> bool:
        """Return whether *path* is as it was at the last look."""
        try:
            now = path.stat()
        except OSError:  # taken away meanwhile
            return False
        state = (now.st_size, now.st_mtime_ns)
        if self._states.get(path) == state:
            return True
        self._states[path], self._since[path] = state, time.monotonic()
        return False
