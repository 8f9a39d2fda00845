"""Live cameras, streams and posted frames: only the newest counts, and a source that goes away is waited for.

A thread reads a camera, because drivers and networks queue frames and the picture would lag by seconds, and because
one that hangs may never answer. It opens again what has ended, with growing delays. What is wrong is said once, and
once more when it is over.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kiebitz.failure import Failure
from kiebitz.pictures.at_address import is_film_file, is_http, why_no_picture
from kiebitz.pictures.connected import number_now
from kiebitz.pictures.files import shrunk
from kiebitz.pictures.film import filmed
from kiebitz.pictures.frame import Frame, Image, Trouble
from kiebitz.pictures.outages import Outages, Standstill

if TYPE_CHECKING:
    import cv2

    from kiebitz.pictures.jpeg_stream import JpegStream

_TICK_S = 0.05
_FEW_GAPS = 9
"""The latest gaps between frames, this many, show how slow a camera is."""
_SLOWEST_S = 30.0
"""A camera whose gaps are this many seconds long or longer counts as silent in between."""
_NOWHERE = -2
"""Camera number at which OpenCV opens nothing; −1 would open any camera."""
_FEW = 1
"""If FFmpeg gives at most this many frames, it does not understand the stream."""
_OPENING_MS, _READING_MS = 8_000, 5_000
"""Milliseconds that FFmpeg waits for a server to open a stream, and for the next frame."""


class _Taken(NamedTuple):
    """A frame, or a photo that stands for itself; with its time in seconds on the monotonic clock."""

    image: Image
    s: float
    is_photo: bool = False


@dataclass(frozen=True, slots=True)
class Camera:
    """A live camera by number, or a stream by address; a video at an address gives every frame, and ends."""

    name: str
    address: int | str
    patience_s: float = 600.0
    """How long to wait for a source that has gone away, in seconds."""
    silent_s: float = 2.0
    """A source without a frame for this many seconds is reported; one that is slow by nature gets longer."""
    frozen_s: float = 2.5
    """Seconds of identical frames after which a source is reported as frozen, if no two were identical before."""
    hanging_s: float = 20.0
    """A driver or server that does not answer for this many seconds is given up and opened again."""
    opening_s: float = 10.0
    """How long to wait for the first frame, in seconds."""
    closing_s: float = 3.0
    """How long to wait for a hanging driver or server when closing, in seconds."""
    retry_s: float = 0.5
    """Seconds before it is first opened again; each further delay is half as long again, up to five seconds."""
    identity: str = ""
    """A lasting name by which a numbered camera is found again, whatever its number is then; empty: by number.

    Another camera that has taken over the number is left alone.
    """

    def frames(self) -> Generator[Frame | Trouble]:
        begun = time.monotonic()
        gone = f"{self.name} gives no more pictures; {self._remedy}. Kiebitz keeps trying."
        frozen = f"The picture of {self.name} is frozen; start the camera or its app again."
        with contextlib.closing(self._taken(begun)) as taken:
            back = f"{self.name} gives pictures again."
            yield from _told(taken, begun, _Words(gone, frozen, back), self.silent_s, self.frozen_s)

    def _taken(self, begun: float) -> Generator[_Taken | float]:
        """Yield frames, and during a silence the number of seconds by which it exceeds the usual gap."""
        with contextlib.ExitStack() as opened:
            reader = opened.enter_context(contextlib.closing(self._reader(_Pace(), at_once=True)))
            while not reader.over:
                taken, now = reader.take(timeout_s=_TICK_S), time.monotonic()
                if taken is not None:
                    yield taken
                elif reader.pace.last_s is None:
                    if reader.failed or now - begun > self.opening_s:
                        raise Failure(f"{self.name} gives no picture; {reader.why or self._remedy}")
                elif now - reader.pace.last_s > self.patience_s:
                    return
                else:
                    if reader.hangs_s(now) > self.hanging_s:
                        opened.close()
                        reader = opened.enter_context(contextlib.closing(self._reader(reader.pace)))
                    yield reader.pace.silent_s(now)

    def _reader(self, pace: _Pace, *, at_once: bool = False) -> _Reader:
        return _Reader(self.address, pace, self.retry_s, self.closing_s, at_once=at_once, identity=self.identity)

    @property
    def _remedy(self) -> str:
        if isinstance(self.address, str):
            return "check the address, and that a video comes from it (MJPEG, RTSP)"
        return "check that it is connected and no other program uses it"


class Posted:
    """Frames that other code hands over with ``offer``, one at a time, such as those of a phone's camera page.

    A frame is in flight from ``offer`` until the reader asks for the next one; meanwhile others are refused, so that
    none waits and grows old. ``offer`` and ``close`` may be called from any thread. ``frames`` is for one reader; it
    ends after ``close``, when the frame in flight has been read.

    >>> import numpy as np
    >>> phone = Posted("the phone")
    >>> phone.offer(np.zeros((480, 640, 3), np.uint8)), phone.offer(np.zeros((480, 640, 3), np.uint8))
    (True, False)
    >>> phone.close()
    >>> [frame.index for frame in phone.frames()]
    [0]
    """

    def __init__(self, name: str, *, silent_s: float = 2.5) -> None:
        """Name the sender, as messages call it. Without an offer for *silent_s* it is said to send none."""
        self.name = name
        self._silent_s = silent_s
        self._changed = threading.Condition()
        self._waiting: _Taken | None = None
        self._in_flight = False
        self._closed = False
        self._pace = _Pace()

    def offer(self, image: Image, *, photo: bool = False, again: bool = False) -> bool:
        """Hand over *image* (BGR, uint8); return whether it is taken: not while one is in flight, nor after the end.

        After a *photo* nobody waits for the next one. One that is handed over *again* waits for the one in flight.
        """
        with self._changed:
            now = time.monotonic()
            if photo:
                self._pace = _Pace()
            else:
                self._pace.beat(now)
            if self._closed or (self._in_flight and not again):
                return False
            self._waiting, self._in_flight = _Taken(image, now, photo), True
            self._changed.notify_all()
            return True

    def close(self) -> None:
        """Let ``frames`` end; a frame that was taken is still read."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def frames(self) -> Generator[Frame | Trouble]:
        begun = time.monotonic()
        gone = f"No picture comes from {self.name} any more; open its camera page again."
        frozen = f"The picture of {self.name} is frozen; open its camera page again."
        try:
            back = f"{self.name[:1].upper()}{self.name[1:]} gives pictures again."
            yield from _told(self._taken(), begun, _Words(gone, frozen, back), self._silent_s, self._silent_s)
        finally:
            self.close()

    def _taken(self) -> Iterator[_Taken | float]:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting is not None or self._closed, _TICK_S)
                taken, self._waiting = self._waiting, None
                if taken is None and self._closed:
                    return
                silent_s = self._pace.silent_s(time.monotonic())
            if taken is None:
                yield silent_s
                continue
            yield taken
            with self._changed:
                self._in_flight = self._waiting is not None


class _Words(NamedTuple):
    """Messages about a source."""

    gone: str
    frozen: str
    back: str


def _told(
    taken: Iterator[_Taken | float], begun: float, words: _Words, silent_s: float, frozen_s: float
) -> Iterator[Frame | Trouble]:
    """Yield the frames in *taken*, counted and timed from *begun* on, and trouble where a silence is unusual."""
    index, outages, standstill = 0, Outages(), Standstill(frozen_s)
    for item in taken:
        if isinstance(item, float):
            if item > silent_s and outages.is_new_trouble():
                yield Trouble(words.gone)
            continue
        if not item.is_photo and standstill.lasts(item.image, item.s):
            if outages.is_new_trouble():
                yield Trouble(words.frozen)
        elif outages.is_over(time.monotonic()):
            yield Trouble(words.back, over=True)
        yield Frame(shrunk(item.image), index, max(item.s - begun, 0.0), own_moment=item.is_photo)
        index += 1


@dataclass(slots=True, eq=False)
class _Pace:
    """When frames came from a source, in seconds of the monotonic clock, and how far apart they usually are."""

    last_s: float | None = None
    _gaps_s: tuple[float, ...] = ()

    def beat(self, now: float) -> None:
        """Note that a frame came."""
        if self.last_s is not None:
            self._gaps_s = (*self._gaps_s, now - self.last_s)[-_FEW_GAPS:]
        self.last_s = now

    def silent_s(self, now: float) -> float:
        """Return by how many seconds the present silence exceeds the usual gap; 0 before the first frame."""
        if self.last_s is None:
            return 0.0
        usual_s = sorted(self._gaps_s)[len(self._gaps_s) // 2] if self._gaps_s else 0.0
        return max(0.0, now - self.last_s - min(usual_s, _SLOWEST_S))


class _Reader:
    """Reads a camera in a thread, keeps its newest frame, and opens it again when it has ended.

    Addresses are opened in the thread, too, because a server may never answer; a camera is opened *at_once*, since
    macOS wants that done in the main thread.
    """

    def __init__(
        self, address: int | str, pace: _Pace, retry_s: float, closing_s: float, *, at_once: bool, identity: str = ""
    ) -> None:
        hush()
        self.pace = pace
        self.failed = False
        """Whether nothing came when it was last opened."""
        self.why = ""
        """The reason for that, in words, if it is known."""
        self._address, self._identity, self._retry_s, self._closing_s = address, identity, retry_s, closing_s
        self._changed = threading.Condition()
        self._newest: _Taken | None = None
        self._ended = False
        self._answered_s = time.monotonic()
        self._closing = threading.Event()
        opened = _opened(address) if at_once and isinstance(address, int) else None
        self._thread = threading.Thread(target=self._run, args=(opened,), daemon=True)
        self._thread.start()

    @property
    def over(self) -> bool:
        """Whether a video at an address has been read to its end, and its last frame taken."""
        return self._ended and self._newest is None

    def hangs_s(self, now: float) -> float:
        """Return for how many seconds the driver or server has answered nothing at all."""
        return now - self._answered_s

    def take(self, *, timeout_s: float) -> _Taken | None:
        """Return the newest frame not yet taken; None if none comes within *timeout_s*."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None or self._ended, timeout_s)
            taken, self._newest = self._newest, None
            self._changed.notify_all()
            return taken

    def close(self) -> None:
        """Release the camera; a hanging one is abandoned."""
        self._closing.set()
        with self._changed:
            self._changed.notify_all()
        self._thread.join(self._closing_s)

    def _run(self, opened: cv2.VideoCapture | None) -> None:
        wait_s = self._retry_s
        while not self._closing.is_set():
            capture = opened or _opened(self._address_now())
            opened = None
            is_film = _is_film(self._address, capture)
            count = self._read_film(capture) if is_film else self._read(capture)
            capture.release()
            if count <= _FEW and not is_film and isinstance(self._address, str) and not self._closing.is_set():
                count += self._read_otherwise(self._address)
                self.why = "" if count else why_no_picture(self._address)
            with self._changed:
                self._answered_s = time.monotonic()
                self.failed = not count
                self._ended = count > 0 and is_film
                self._changed.notify_all()
            if self._ended:
                return
            wait_s = self._retry_s if count else min(1.5 * wait_s, 5.0)
            self._closing.wait(wait_s)

    def _address_now(self) -> int | str:
        """Return where to open the camera: at the number that it has now, or nowhere if it has none."""
        if not self._identity:
            return self._address
        number = number_now(self._identity)
        return _NOWHERE if number is None else number

    def _read_otherwise(self, address: str) -> int:
        """Keep the newest picture of a stream at *address* that FFmpeg cannot play; return the number of pictures."""
        if not is_http(address):
            return 0
        from kiebitz.pictures.jpeg_stream import JpegStream

        stream = JpegStream(address, timeout_s=_READING_MS / 1000)
        try:
            return self._read(stream)
        finally:
            stream.release()

    def _read(self, capture: cv2.VideoCapture | JpegStream) -> int:
        """Keep the newest frame of *capture* until it ends; return the number of frames."""
        count = 0
        while not self._closing.is_set():
            ok, image = capture.read()
            now = time.monotonic()
            with self._changed:
                self._answered_s = now
                if not ok or self._closing.is_set():
                    break
                self.pace.beat(now)
                self._newest = _Taken(np.asarray(image, np.uint8), now)
                self.failed = False
                count += 1
                self._changed.notify_all()
        return count

    def _read_film(self, capture: cv2.VideoCapture) -> int:
        """Keep each frame of *capture* until it is taken, at the film's own times; return the number of frames."""
        count, begun = 0, time.monotonic()
        for frame in filmed(capture):
            with self._changed:
                self._answered_s = time.monotonic()
                if frame.image is None or self._closing.is_set():
                    break
                self.pace.beat(self._answered_s)
                self._newest = _Taken(frame.image, begun + frame.t)
                self.failed = False
                count += 1
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._newest is None or self._closing.is_set())
                self.pace.last_s = time.monotonic()
        return count


def _opened(address: int | str) -> cv2.VideoCapture:
    import cv2

    if isinstance(address, int):
        return cv2.VideoCapture(address)
    timeouts = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPENING_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READING_MS]
    return cv2.VideoCapture(address, cv2.CAP_ANY, timeouts)


def _is_film(address: int | str, capture: cv2.VideoCapture) -> bool:
    """Return whether a video file is at *address*; a stream without a length is a camera."""
    import cv2

    if isinstance(address, int) or not is_http(address) or not capture.isOpened():
        return False
    return capture.get(cv2.CAP_PROP_FRAME_COUNT) > 0 or is_film_file(address)


def hush() -> None:
    """Suppress OpenCV's and FFmpeg's own messages about devices."""
    import cv2

    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    silence = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel  # 4.x has it in cv2, 5.x in utils
    silence(0)
