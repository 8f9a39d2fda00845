"""Live cameras and streams: the newest frame, and what is said of one that goes away, hangs or stands still."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2
import numpy as np
import pytest

from kiebitz.failure import Failure
from kiebitz.pictures.frame import Frame, Image, Trouble
from kiebitz.pictures.live import Camera, Posted
from kiebitz.pictures.outages import Outages, Standstill

Step = Image | float | None
"""What a scripted camera does at a read: gives a picture, waits this many seconds, or ends."""


def grey(level: int) -> Image:
    return np.full((24, 32, 3), level % 256, np.uint8)


def scripted(monkeypatch: pytest.MonkeyPatch, *lives: Iterator[Step]) -> None:
    """Let each opening of a camera give the next of *lives*; later ones fail."""
    left = iter(lives)

    class Capture:
        def __init__(self, *_: object) -> None:
            self.life = next(left, iter(()))

        def get(self, _: int) -> float:
            return -1.0

        def read(self) -> tuple[bool, Any]:
            step = next(self.life, None)
            while isinstance(step, float):
                time.sleep(step)
                step = next(self.life, None)
            return step is not None, step

        def release(self) -> None:
            pass

    monkeypatch.setattr("cv2.VideoCapture", Capture)


def quick(*, silent_s: float = 0.15, patience_s: float = 1.0, hanging_s: float = 5.0) -> Camera:
    """Return a camera whose limits are a tenth of the usual."""
    return Camera("camera 0", 0, patience_s, silent_s, hanging_s=hanging_s, closing_s=0.01, retry_s=0.05)


def steadily(levels: range, pause_s: float = 0.01) -> Iterator[Step]:
    for level in levels:
        yield pause_s
        yield grey(level)


def taken(frames: Iterator[Frame | Trouble]) -> Frame:
    """Return the next of *frames*, which is no trouble."""
    item = next(frames)
    assert isinstance(item, Frame)
    return item


def told(items: list[Frame | Trouble]) -> list[str]:
    """Return the troubles of *items* in short."""
    return ["over" if item.over else "gone" for item in items if isinstance(item, Trouble)]


def test_a_camera_that_is_not_there_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Failure, match="gives no picture; check that it is connected"):
        next(Camera("camera 97", 97).frames())
    assert capfd.readouterr().err == ""


def test_who_takes_long_over_a_frame_is_given_the_newest_next(monkeypatch: pytest.MonkeyPatch) -> None:
    busy, shown, over = threading.Event(), threading.Event(), threading.Event()

    def life() -> Iterator[Step]:
        yield grey(0)
        busy.wait(5)
        yield from steadily(range(1, 50), 0.001)
        shown.set()
        over.wait(5)

    scripted(monkeypatch, life())
    frames = quick(silent_s=9.0).frames()
    first = taken(frames)
    busy.set()
    shown.wait(5)
    second = taken(frames)
    over.set()
    assert [(frame.index, frame.image[0, 0, 0]) for frame in (first, second)] == [(0, 0), (1, 49)]
    assert second.t > first.t + 0.04


def test_one_that_falls_silent_is_told_at_once_and_again_when_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, itertools.chain(steadily(range(5)), iter([0.5]), steadily(range(5))))
    items = list(quick(silent_s=0.3, patience_s=0.7).frames())
    assert told(items) == ["gone", "over", "gone"]


def test_one_that_hangs_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    again = [steadily(range(100, 105)) for _ in range(20)]
    scripted(monkeypatch, itertools.chain(steadily(range(3)), iter([3.0])), *again)
    items = quick(silent_s=0.1, patience_s=9.0, hanging_s=0.2).frames()
    assert any(isinstance(item, Frame) and item.image[0, 0, 0] >= 100 for item in itertools.islice(items, 8))


def test_a_camera_that_is_slow_by_nature_is_not_called_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, steadily(range(5), 0.25))
    items = list(itertools.islice(quick().frames(), 6))
    assert told(items) == ["gone", "over"]  # the first gap, before it is known


def test_a_frame_is_refused_while_the_one_before_is_read() -> None:
    phone = Posted("the phone")
    frames = phone.frames()
    assert phone.offer(grey(1))
    assert not phone.offer(grey(2))
    first = taken(frames)
    assert not phone.offer(grey(3))

    def keep_offering() -> None:
        while not phone.offer(grey(4)):
            time.sleep(0.001)

    sender = threading.Thread(target=keep_offering)
    sender.start()
    second = taken(frames)
    sender.join()
    assert [(frame.index, frame.image[0, 0, 0]) for frame in (first, second)] == [(0, 1), (1, 4)]
    assert second.t > first.t


def test_a_trouble_that_keeps_coming_back_must_be_over_for_longer() -> None:
    outages, said = Outages(), []
    for second in range(120):
        if second % 10 < 3:
            said += ["gone"] * outages.is_new_trouble()
        else:
            said += ["over"] * outages.is_over(second)
    assert said == ["gone", "over", "gone", "over", "gone"]


@pytest.mark.parametrize(("noise", "is_told"), [(True, True), (False, False)])
def test_a_picture_that_stands_still_is_told_of_a_sensor_not_of_drawings(noise: bool, is_told: bool) -> None:
    standstill = Standstill(2.5)
    levels = [frame if noise else frame // 30 for frame in range(300)]
    assert not any(standstill.lasts(grey(level), frame / 15) for frame, level in enumerate(levels))
    last = grey(levels[-1])
    assert not standstill.lasts(last, 20 + 2)
    assert standstill.lasts(last, 20 + 3) is is_told
    assert not standstill.lasts(grey(levels[-1] + 1), 20 + 4)


Serve = Callable[[BaseHTTPRequestHandler], None]


@contextmanager
def served(serve: Serve) -> Iterator[str]:
    """Give the address of a server on this machine that answers with *serve*."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            with suppress(OSError):  # the reader has gone
                serve(self)

        do_HEAD = do_GET  # noqa: N815

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/stream"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def reply(handler: BaseHTTPRequestHandler, kind: str, data: bytes | None = None, *, status: int = 200) -> None:
    """Answer with a head that names the *kind*, if any, and with all of *data*; without it what follows has no end."""
    handler.send_response(status)
    if kind:
        handler.send_header("Content-Type", kind)
    if data is not None:
        handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    if data and handler.command == "GET":
        handler.wfile.write(data)


def send_mjpeg(handler: BaseHTTPRequestHandler, levels: range) -> None:
    for level in levels:
        data = cv2.imencode(".jpg", grey(level))[1].tobytes()
        head = f"--f\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
        handler.wfile.write(head.encode() + data + b"\r\n")
        time.sleep(0.02)


def test_a_stream_that_falls_silent_and_ends_is_picked_up_again() -> None:
    silent, visits = threading.Event(), itertools.count()

    def serve(handler: BaseHTTPRequestHandler) -> None:
        visit = next(visits)
        if visit == 1:
            handler.send_error(503)
            return
        reply(handler, "multipart/x-mixed-replace; boundary=f")
        send_mjpeg(handler, range(10, 20) if visit == 0 else range(110, 140))
        if visit == 0:
            silent.wait(5)

    with served(serve) as address:
        camera = Camera("the stream", address, silent_s=0.3, retry_s=0.05, closing_s=0.1)
        items: list[Frame | Trouble] = []
        for item in camera.frames():
            items.append(item)
            if isinstance(item, Trouble):
                silent.set()
            elif item.image[0, 0, 0] > 105:
                break
    assert told(items) == ["gone", "over"]


def test_a_photo_stands_for_itself_and_nobody_waits_for_the_next() -> None:
    phone = Posted("the phone", silent_s=0.05)
    frames = phone.frames()
    phone.offer(grey(10), photo=True)
    assert taken(frames).own_moment
    threading.Timer(0.15, phone.close).start()
    assert list(frames) == []
    # One that is handed over again waits for the one in flight.
    phone = Posted("the phone")
    frames = phone.frames()
    phone.offer(grey(10), photo=True)
    next(frames)
    assert not phone.offer(grey(20), photo=True)
    assert phone.offer(grey(30), photo=True, again=True)
    assert taken(frames).image.max() == 30
    assert not phone.offer(grey(40), photo=True)
    phone.close()
    assert list(frames) == []
