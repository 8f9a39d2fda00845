"""The line to another table (I7): who is reached there may be slow, somebody else, or nobody."""

from __future__ import annotations

import contextlib
import hashlib
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kiebitz.screen.doors.certificates import certificate_for
from kiebitz.watching import dialling
from kiebitz.watching.dialling import Address, BrokenError, TurnedAwayError
from tests.kiebitz.houses import two, written

TOKEN = "a" * 22
LOOPBACK = "127.0.0.1"


@contextlib.contextmanager
def listening(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    """Let *answer* deal with whoever calls at the port that this yields."""
    with socket.create_server((LOOPBACK, 0)) as server:

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    caller, _ = server.accept()
                    with caller, contextlib.suppress(OSError):
                        answer(caller)

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)


def address(port: int, pin: str = "") -> Address:
    scheme = "https" if pin else "http"
    return Address.parse(f"{scheme}://{LOOPBACK}:{port}/twin#{TOKEN}.{pin}.{LOOPBACK}:{port}")


def called(caller: socket.socket) -> None:
    """Hear what *caller* asks to the end: who hangs up on words unheard loses what he answered."""
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += caller.recv(4096)
    head, _, body = heard.partition(b"\r\n\r\n")
    (length,) = re.findall(rb"Content-Length: (\d+)", head) or [b"0"]
    while len(body) < int(length):
        body += caller.recv(4096)


def silent(caller: socket.socket) -> None:
    while caller.recv(4096):
        pass


def dripping(caller: socket.socket) -> None:
    called(caller)
    caller.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n{")
    while True:
        time.sleep(0.02)
        caller.sendall(b" ")


def without_end(caller: socket.socket) -> None:
    called(caller)
    caller.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{")
    while True:
        time.sleep(0.02)
        caller.sendall(b" ")


def gone(caller: socket.socket) -> None:
    called(caller)


def flooding(caller: socket.socket) -> None:
    called(caller)
    caller.sendall(b"HTTP/1.1 200 OK\r\n\r\n" + b"[" * (5 << 20))


def rubbish(caller: socket.socket) -> None:
    called(caller)
    caller.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{"twin": 1}')


@pytest.mark.parametrize(
    ("host", "error", "why"),
    [
        (silent, BrokenError, "does not answer"),
        (dripping, BrokenError, "does not answer"),
        (without_end, TurnedAwayError, "cannot be read"),
        (gone, BrokenError, "does not answer"),
        (flooding, TurnedAwayError, "too long"),
        (rubbish, TurnedAwayError, "is not what a table tells"),
    ],
)
def test_i7_a_host_that_stalls_floods_or_answers_rubbish_is_given_up_before_long(
    monkeypatch: pytest.MonkeyPatch, host: Callable[[socket.socket], None], error: type[Exception], why: str
) -> None:
    monkeypatch.setattr(dialling, "_ANSWER_S", 0.3)
    _, guest = two("tink")
    begun = time.monotonic()
    with listening(host) as port, pytest.raises(error, match=why):
        address(port).told(written(guest))
    assert time.monotonic() - begun < 3


def test_i7_another_certificate_is_turned_away_before_the_token_is_said(tmp_path: Path) -> None:
    """Let a table with a certificate of its own answer in place of the one that was meant."""
    certificate = certificate_for([LOOPBACK], tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.chain, certificate.key)
    heard: list[bytes] = []

    def listen(caller: socket.socket) -> None:
        with context.wrap_socket(caller, server_side=True) as secure:
            heard.append(secure.recv(4096))
            if TOKEN.encode() in heard[-1]:
                secure.sendall(b"HTTP/1.1 503 Busy\r\nContent-Length: 18\r\n\r\n" + b'{"error": "later"}')

    with listening(listen) as port:
        with pytest.raises(TurnedAwayError, match="certificate is another"):
            address(port, hashlib.sha256(b"another").hexdigest()).told(None)
        with pytest.raises(BrokenError, match="later"):
            address(port, certificate.fingerprint.replace(":", "").lower()).told(None)
    assert [TOKEN.encode() in each for each in heard] == [False, True]
    assert heard[0] == b""


@pytest.mark.parametrize("seats", ["b", "AB", "A,A", "A,", "Z", "\n"])
def test_i7_seats_that_are_none_are_refused_before_anybody_is_called(seats: str) -> None:
    url = f"http://{LOOPBACK}:9/twin#{TOKEN}..{LOOPBACK}:9"
    with pytest.raises(ValueError, match="are no seats"):
        dialling.guest_of(url, None, seats=seats)
