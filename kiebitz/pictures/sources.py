"""Sources of frames: video files and folders of pictures, which give every one, and live cameras."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit
from urllib.request import url2pathname

from kiebitz.discreet import source_told
from kiebitz.disk import kind_of, shown
from kiebitz.failure import Failure
from kiebitz.pictures.connected import identity_of, number_of
from kiebitz.pictures.files import SUFFIXES, decode, pictures_among, pictures_in, shrunk
from kiebitz.pictures.film import filmed
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.pictures.left_out import left_out
from kiebitz.pictures.live import Camera, hush
from kiebitz.pictures.order import in_order

_MOST_DIGITS = 5
"""Most digits of a camera's number: on some systems OpenCV counts cameras from 1,400 on."""
_LONGEST_NAME = 200
_MOST_FRAMES = 100_000_000
"""A film that claims more frames does not know how many it has."""


class Source(Protocol):
    """Frames in chronological order, mixed with any troubles."""

    @property
    def name(self) -> str: ...
    def frames(self) -> Iterator[Frame | Trouble]: ...


def as_wanted(source: Source, wanted: threading.Semaphore, closing: threading.Event) -> Iterator[Frame | Trouble]:
    """Yield what *source* gives, an item for each time that it is *wanted*, until that ends or *closing* is set."""
    frames = iter(source.frames())
    while wanted.acquire() and not closing.is_set():
        item = next(frames, None)
        if item is None:
            return
        yield item


def open_source(text: str, *, after: str = "", behind: int = -1) -> Source:
    """Return the source that *text* names; of a folder, the pictures behind the one named *after*.

    Of a video, the frames numbered higher than *behind*.

    Raises ``Failure`` when there is none.
    """
    if not text.strip():
        raise Failure("the source is empty; name a camera, an address, a video or a folder of pictures")
    path = _local(text)
    kind = kind_of(path)
    if kind == "folder":
        return PictureFolder.open(path, after=after)
    if kind == "file":
        return VideoFile(path, behind=behind) if path.suffix.lower() not in SUFFIXES else PictureFolder(text, (path,))
    what = "give a video, a folder of pictures or a camera"
    if kind:
        raise Failure(f"{shown(path)} is a {kind}, not a video; {what}, a camera by its number")
    if "://" in text and not _is_local(text):
        return Camera(shown(source_told(text)), text)
    if text.isascii() and text.isdigit():
        if len(text) > _MOST_DIGITS:
            raise Failure(f"{shown(text)} is no camera's number; `kiebitz doctor` lists the cameras")
        return Camera(f"camera {text}", int(text), identity=identity_of(int(text)))
    if os.sep in text or (path.suffix[1:2].isalpha() and " " not in path.suffix) or len(text) > _LONGEST_NAME:
        raise Failure(f"there is no file or folder {shown(path)}; {what}")
    number = number_of(text)
    return Camera(text, number, identity=identity_of(number))


def length_of(text: str) -> int | None:
    """Return how many frames the film or folder *text* has, as far as it says; None for a source without end."""
    path = _local(text)
    kind = kind_of(path)
    if kind == "folder":
        return len(pictures_in(path))
    if kind != "file" or path.suffix.lower() in SUFFIXES:
        return None
    import cv2

    hush()
    film = cv2.VideoCapture(str(path))
    try:
        count = film.get(cv2.CAP_PROP_FRAME_COUNT)
    finally:
        film.release()
    return int(count) if 0 < count < _MOST_FRAMES else None


@dataclass(frozen=True, slots=True)
class Counted:
    """A *source* that *tells* how many of its frames have been taken."""

    source: Source
    tell: Callable[[int], None]

    @property
    def name(self) -> str:
        return self.source.name

    def frames(self) -> Iterator[Frame | Trouble]:
        for item in self.source.frames():
            if isinstance(item, Frame):
                self.tell(item.index + 1)
            yield item


def _is_local(text: str) -> bool:
    return text.lower().startswith("file:")


def _local(text: str) -> Path:
    """Return the path in *text*, which may be written as a ``file:`` address."""
    if not _is_local(text):
        return Path(text)
    return Path(url2pathname(urlsplit(text).path))


@dataclass(frozen=True, slots=True)
class PictureFolder:
    """Separate photographs in the order in which they were taken, one second apart."""

    name: str
    paths: tuple[Path, ...]
    said: tuple[str, ...] = ()
    """Messages about the pictures' order, and about what is left out."""

    @classmethod
    def open(cls, folder: Path, *, after: str = "") -> PictureFolder:
        """Return the pictures in *folder* behind the one named *after*. Raises ``Failure`` where there are none."""
        there = pictures_among(folder)
        others = tuple(left_out(folder).values())
        if not there and others:
            raise Failure(f"{folder} holds no pictures that can be read: {'; '.join(others)}")
        if not there:
            raise Failure(
                f"{folder} holds no pictures; put JPEG or PNG files into it, named in the order of time, or let "
                "`kiebitz watch --follow` wait for them"
            )
        ordered = in_order(there)
        paths = ordered.behind(after)
        if not paths:
            raise Failure(f"{folder} holds no pictures after {after}, which was the last one read; add the next ones")
        said = (*((ordered.said,) if ordered.said else ()), *others)
        return cls(str(folder), paths, tuple(f"{folder}: {sentence}" for sentence in said))

    def frames(self) -> Iterator[Frame | Trouble]:
        yield from (Trouble(sentence, passing=True) for sentence in self.said)
        for index, path in enumerate(self.paths):
            try:
                image = shrunk(decode(path))
            except Failure as failure:
                if len(self.paths) == 1:
                    raise
                yield Trouble(f"left out: {failure}", passing=True)
                continue
            yield Frame(image, index, float(index), own_moment=True, name=path.name)


@dataclass(frozen=True, slots=True)
class VideoFile:
    """Every frame of a video, at its own time. Below *slow_fps* frames a second it is a series of photographs."""

    path: Path
    slow_fps: float = 4.0
    behind: int = -1
    """Frames up to this number have been read before."""

    @property
    def name(self) -> str:
        return str(self.path)

    def frames(self) -> Iterator[Frame | Trouble]:
        import cv2

        hush()
        if self.path.stat().st_size == 0:
            raise Failure(f"{self.path} is empty (0 bytes); record or copy the video again")
        video = cv2.VideoCapture(str(self.path))
        index = -1
        try:
            for index, image, t, fps in filmed(video, behind=self.behind):
                if image is not None:
                    yield Frame(image, index, t, own_moment=fps < self.slow_fps)
        finally:
            video.release()
        if 0 <= index <= self.behind:
            raise Failure(f"{self.path} has been read to its end; leave --resume and --journal out to read it again")
        if index < 0:
            raise Failure(
                f"{self.path} is not a video that can be read: broken off, damaged or of an unknown kind; record it "
                "again, or convert it to MP4, WebM or AVI"
            )
