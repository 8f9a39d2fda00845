"""What a camera of this computer sees, for as long as somebody looks on before choosing it."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from dataclasses import dataclass

from kiebitz.failure import Failure
from kiebitz.pictures.connected import Connected, connected
from kiebitz.pictures.files import small_jpeg
from kiebitz.pictures.frame import Frame
from kiebitz.pictures.live import Camera

_ASKED_S = 3.0
"""A camera is closed when nobody has asked for its picture for this many seconds."""
_FIRST_S = 10.0
"""Seconds that the first picture may take."""
_RATED = 12
"""Number of latest frames that give the frame rate."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A camera's newest picture as JPEG, made small; the size of the camera's own in px, and frames a second."""

    data: bytes
    size: tuple[int, int]
    fps: float | None = None


class Preview:
    """Opens one camera at a time, and closes it when nobody asks for its pictures any more.

    Its methods may be called from any thread.
    """

    def __init__(self) -> None:
        self._changing = threading.Lock()
        self._open: _Opened | None = None

    def glimpse(self, number: int) -> Glimpse:
        """Return what the camera with *number* sees now. Raises ``Failure`` saying why it shows nothing."""
        camera = _listed(number)
        with self._changing:
            if self._open is None or self._open.over or self._open.number != number:
                self._close()
                self._open = _Opened(camera)
            opened = self._open
        return opened.newest()

    def close(self) -> None:
        """Let go of the camera, so that it can be watched."""
        with self._changing:
            self._close()

    def _close(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None


def _listed(number: int) -> Connected:
    """Return the camera with this *number*. Raises ``Failure`` if it is not connected."""
    cameras = connected()
    if cameras is None:
        return Connected(number, f"camera {number}")
    camera = next((camera for camera in cameras if camera.number == number), None)
    if camera is None:
        raise Failure("This camera is not connected any more; plug it in again.")
    return camera


class _Opened:
    """A camera that is read in its own thread."""

    def __init__(self, camera: Connected) -> None:
        self.number = camera.number
        self._name = camera.name
        self._asked_s = time.monotonic()
        self._closing = False
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._times_s: deque[float] = deque(maxlen=_RATED)
        self._thread = threading.Thread(target=self._read, name="preview", daemon=True)
        self._thread.start()

    @property
    def over(self) -> bool:
        return self._closing or not self._thread.is_alive()

    def newest(self) -> Glimpse:
        """Return the newest picture; wait for the first one. Raises ``Failure`` if none comes."""
        with self._changed:
            self._asked_s = time.monotonic()
            self._changed.wait_for(lambda: self._newest is not None or self._closing, _FIRST_S)
            frame, times_s = self._newest, tuple(self._times_s)
        if frame is None:
            raise Failure(
                f"{self._name} gives no picture. Another program may be using it: close that one, then try again."
            )
        height, width = frame.image.shape[:2]
        lasted_s = times_s[-1] - times_s[0]
        fps = round((len(times_s) - 1) / lasted_s, 1) if lasted_s > 0 else None
        return Glimpse(small_jpeg(frame.image), (width, height), fps)

    def close(self) -> None:
        self._closing = True
        self._thread.join(_FIRST_S)

    def _read(self) -> None:
        camera = Camera(self._name, self.number, patience_s=_ASKED_S, opening_s=_FIRST_S)
        with contextlib.suppress(Failure), contextlib.closing(camera.frames()) as items:
            for item in items:
                with self._changed:
                    if self._closing or time.monotonic() - self._asked_s > _ASKED_S:
                        break
                    self._newest = item if isinstance(item, Frame) else None
                    if isinstance(item, Frame):
                        self._times_s.append(item.t)
                    self._changed.notify_all()
        with self._changed:
            self._closing, self._newest = True, None
            self._changed.notify_all()
