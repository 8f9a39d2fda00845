"""Streams that browsers play are played, and what stands in the way of others is said in a sentence of its own."""

from __future__ import annotations

import itertools
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import cv2
import numpy as np
import pytest

from kiebitz.failure import Failure
from kiebitz.pictures import at_address
from kiebitz.pictures.at_address import IN_TROUBLE, NO_STREAM, NOBODY, PASSWORD, WEB_PAGE
from kiebitz.pictures.files import decode_bytes
from kiebitz.pictures.frame import Frame
from kiebitz.pictures.jpeg_stream import next_jpeg
from kiebitz.pictures.live import Camera
from tests.kiebitz.conftest import Answer
from tests.kiebitz.films import webm
from tests.kiebitz.test_live import reply, served
from tests.kiebitz.test_order import taken

MULTIPART = "multipart/x-mixed-replace; boundary=frame"
TYPE = b"Content-Type: image/jpeg\r\n"
Wrap = Callable[[bytes], bytes]


def noisy(number: int) -> bytes:
    image = np.random.default_rng(number).integers(0, 255, (240, 320, 3), dtype=np.uint8)
    return cv2.imencode(".jpg", image)[1].tobytes()


JPEGS = [noisy(number) for number in range(8)]
LENGTH: Wrap = lambda data: b"Content-Length: %d\r\n" % len(data)  # noqa: E731
LONGER: Wrap = lambda data: LENGTH(data + b"123456789")  # noqa: E731
STREAMS: dict[str, tuple[str, Wrap]] = {
    "as it should be": (MULTIPART, lambda p: b"--frame\r\n" + TYPE + LENGTH(p) + b"\r\n" + p + b"\r\n"),
    "no first boundary": (MULTIPART, lambda p: TYPE + LENGTH(p) + b"\r\n" + p + b"\r\n--frame\r\n"),
    "no boundary at all": (MULTIPART, lambda p: TYPE + b"\r\n" + p + b"\r\n"),
    "text before it": (MULTIPART, lambda p: b"ok\r\n\r\n--frame\r\n" + TYPE + b"\r\n" + p + b"\r\n"),
    "too long a length": (MULTIPART, lambda p: b"--frame\r\n" + TYPE + LONGER(p) + b"\r\n" + p + b"\r\n"),
    "another boundary": (MULTIPART, lambda p: b"--other\r\n\r\n" + p + b"\r\n"),
    "bare pictures": ("application/octet-stream", lambda p: b"\0\0" + p),
}  # fmt: skip


def frames_of(camera: Camera, count: int) -> list[Frame]:
    frames = camera.frames()
    found = list(itertools.islice((item for item in frames if isinstance(item, Frame)), count))
    frames.close()
    return found


@pytest.mark.parametrize(("kind", "wrap"), STREAMS.values(), ids=STREAMS)
def test_what_browsers_play_is_played(kind: str, wrap: Wrap) -> None:
    def serve(handler: BaseHTTPRequestHandler) -> None:
        reply(handler, kind)
        for jpeg in itertools.islice(itertools.cycle(JPEGS), 400):
            handler.wfile.write(wrap(jpeg))
            time.sleep(0.01)

    with served(serve) as address:
        frames = frames_of(Camera("the stream", address, closing_s=1.0), 6)
    known = [decode_bytes(jpeg, "a picture").astype(int) for jpeg in JPEGS]
    for frame in frames:
        assert min(float(np.abs(frame.image.astype(int) - picture).mean()) for picture in known) < 20


def test_a_snapshot_that_is_asked_for_again_and_again_is_a_camera_too() -> None:
    visits = itertools.count()

    def serve(handler: BaseHTTPRequestHandler) -> None:
        reply(handler, "image/jpeg", JPEGS[next(visits) % len(JPEGS)])

    with served(serve) as address:
        assert len(frames_of(Camera("the camera", address, retry_s=0.05, closing_s=1.0), 3)) == 3


def test_a_picture_ends_where_it_ends_and_not_where_the_small_one_in_it_does() -> None:
    jpeg = taken("2026:11:28 10:00:00")
    small = cv2.imencode(".jpg", np.zeros((24, 32, 3), np.uint8))[1].tobytes()
    notes = b"\xff\xe1" + (len(small) + 2).to_bytes(2, "big") + small
    with_small = jpeg[:2] + notes + jpeg[2:]
    for before in (b"", b"--frame\r\n\r\n"):
        data = before + with_small + b"\r\n--frame"
        assert next_jpeg(data) == (len(before), len(before) + len(with_small))
        assert next_jpeg(data[: len(before) + len(with_small) - 1]) is None


def test_a_picture_that_is_cut_short_does_not_spoil_the_next() -> None:
    data = JPEGS[0][:2000] + b"\r\n--frame\r\n\r\n" + JPEGS[1]
    assert next_jpeg(data) == (len(data) - len(JPEGS[1]), len(data))


def refused(address: str) -> str:
    with pytest.raises(Failure) as failure:
        list(Camera("the camera", address, closing_s=1.0, opening_s=15.0).frames())
    return str(failure.value)


@pytest.mark.parametrize(
    ("status", "kind", "body", "said"),
    [
        (401, "text/html", b"<html>who?", PASSWORD),
        (403, "text/plain", b"no", PASSWORD),
        (404, "text/html", b"<html>not here", NO_STREAM),
        (503, "text/plain", b"busy", IN_TROUBLE),
        (200, "text/html; charset=utf-8", b"<!DOCTYPE html><html><img src=stream>", WEB_PAGE),
        (200, "", b"\n <html><body>camera</body></html>", WEB_PAGE),
        (200, "text/plain", b"hello", "check the address, and that a video comes from it"),
    ],
)
def test_what_a_web_server_answers_is_told_apart(status: int, kind: str, body: bytes, said: str) -> None:
    def serve(handler: BaseHTTPRequestHandler) -> None:
        reply(handler, kind, body, status=status)

    with served(serve) as address:
        assert f"the camera gives no picture; {said}" in refused(address)
        if status == 401:
            assert PASSWORD in refused(address.replace("//", "//admin:wrong@"))


def test_the_command_line_says_where_the_password_goes(kiebitz: Callable[..., Answer]) -> None:
    def serve(handler: BaseHTTPRequestHandler) -> None:
        handler.send_error(401)

    with served(serve) as address:
        assert f"{address} gives no picture; {PASSWORD}" in kiebitz("watch", address, "--game", "tink").err


@pytest.mark.parametrize("scheme", ["http", "https", "rtsp"])
def test_nobody_there_is_a_sentence_of_its_own(scheme: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert NOBODY in refused(f"{scheme}://127.0.0.1:{port}/live")


@pytest.fixture
def rtsp() -> Iterator[Callable[[Callable[[str], str]], str]]:
    """Return a function that serves RTSP answers to requests, and gives the server's address."""
    server = socket.create_server(("127.0.0.1", 0))

    def talk(line: socket.socket, answer: Callable[[str], str]) -> None:
        with line:
            while request := line.recv(4096).decode():
                number = next(row for row in request.splitlines() if row.lower().startswith("cseq"))
                line.sendall(f"RTSP/1.0 {answer(request)}\r\n{number}\r\n\r\n".encode())

    def serve(answer: Callable[[str], str]) -> str:
        def accept() -> None:
            while True:
                try:
                    line, _ = server.accept()
                except OSError:
                    return
                threading.Thread(target=talk, args=(line, answer), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        return f"127.0.0.1:{server.getsockname()[1]}/live"

    yield serve
    server.close()


@pytest.mark.parametrize(
    ("answer", "said"), [("404 Not Found", NO_STREAM), ("454 Session", NO_STREAM), ("500 Oh", IN_TROUBLE)]
)
def test_what_an_rtsp_server_answers_is_told_apart(
    rtsp: Callable[[Callable[[str], str]], str], answer: str, said: str
) -> None:
    assert said in refused(f"rtsp://{rtsp(lambda _: answer)}")


def test_where_rtsp_asks_for_a_password_one_that_is_given_may_be_right(
    rtsp: Callable[[Callable[[str], str]], str],
) -> None:
    place = rtsp(lambda _: '401 Unauthorized\r\nWWW-Authenticate: Digest realm="cam", nonce="77"')
    assert at_address.why_no_picture(f"rtsp://{place}") == PASSWORD
    assert at_address.why_no_picture(f"rtsp://ada:secret@{place}") == ""


def test_a_browsers_film_at_an_address_gives_every_frame_at_its_time_and_ends(tmp_path: Path) -> None:
    data = webm(tmp_path / "film.webm", JPEGS, [0, 33, 70, 100, 500, 900, 1400, 2000]).read_bytes()

    def serve(handler: BaseHTTPRequestHandler) -> None:
        reply(handler, "video/webm", data)

    with served(serve) as address:
        items = list(Camera("the film", f"{address}.webm", closing_s=1.0).frames())
    times = [item.t for item in items if isinstance(item, Frame)]
    assert np.allclose(np.array(times) - times[0], [0, 0.033, 0.07, 0.1, 0.5, 0.9, 1.4, 2.0], atol=1e-6)
