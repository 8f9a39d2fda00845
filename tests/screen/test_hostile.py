"""Clients that are silent, many, slow or wrong: none of them stalls or changes the table."""

from __future__ import annotations

import logging
import socket

import httpx
import pytest

from kiebitz.screen.serving import MORE, FewFaults, listen_again, quieten
from tests.screen.conftest import Served


@pytest.mark.parametrize(
    "words", [b"\x16\x03\x01\x02\x00\x01", b"GET\r\n\r\n", b"\x00" * 100, b"GET / HTTP/9.9\r\n\r\n"]
)
def test_what_is_no_http_is_answered_shortly_or_not_at_all(served: Served, words: bytes) -> None:
    with socket.create_connection(("127.0.0.1", served.screen.port), timeout=5) as wild:
        wild.sendall(words)
        wild.shutdown(socket.SHUT_WR)
        assert wild.recv(4096)[:10] in (b"", b"HTTP/1.1 4")


def test_headers_without_end_are_refused(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.screen.port), timeout=5) as wild:
        wild.sendall(b"GET / HTTP/1.1\r\n" + b"X: " + b"a" * 200_000)
        assert wild.recv(4096)[:12] in (b"", b"HTTP/1.1 400", b"HTTP/1.1 431")


def test_a_picture_that_unpacks_to_gigabytes_is_refused(client: httpx.Client) -> None:
    client.post("tables", json={"game": "tink"})
    start_of_frame = b"\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03\x01\x11\x00\x02\x11\x00\x03\x11\x00"
    answer = client.post("frames", content=b"\xff\xd8" + start_of_frame + b"\xff\xd9")
    assert (answer.status_code, "megapixels" in answer.json()["error"]) == (400, True)


def test_nobody_can_fill_the_terminal(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    for words in (b"no HTTP\r\n\r\n", b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n"):
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", served.screen.port), timeout=5) as wild:
                wild.sendall(words)
                wild.recv(4096)
    assert not caplog.records


def test_a_few_faults_are_told_and_then_that_there_are_more(capfd: pytest.CaptureFixture[str]) -> None:
    log, faults = logging.getLogger("uvicorn.error"), FewFaults(most=2)
    said = logging.StreamHandler()
    quieten(faults)
    log.addHandler(said)
    try:
        for _ in range(10):
            log.error("a fault")
            log.warning("what somebody sent")
    finally:
        log.removeHandler(said)
        listen_again(faults)
    assert capfd.readouterr().err.splitlines() == ["a fault", "a fault", MORE]
