"""The line to another table (I7): who is there may be slow, somebody else, or nobody; and live pictures of it."""

from __future__ import annotations

import contextlib
import hashlib
import io
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from kiebitz.failure import Failure
from kiebitz.pictures.of_others import MOST_BYTES
from kiebitz.screen.doors.certificates import certificate_for
from kiebitz.watching import dialling
from kiebitz.watching.dialling import Address, BrokenError, TurnedAwayError
from kiebitz.watching.exchanging import Exchange, exchanged
from tests.kiebitz.houses import House, exchange, two, written

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


def dripping(caller: socket.socket, head: bytes = b"Content-Length: 100000") -> None:
    called(caller)
    caller.sendall(b"HTTP/1.1 200 OK\r\n" + head + b"\r\n\r\n{")
    while True:
        time.sleep(0.02)
        caller.sendall(b" ")


def without_end(caller: socket.socket) -> None:
    dripping(caller, b"Connection: close")


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
    monkeypatch.setattr(dialling, "_ANSWER_S", 0.1 if host in (silent, dripping, without_end) else 2.0)
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


# -- live pictures of the other board

GREY = np.full((300, 400, 3), 90, np.uint8)


def jpeg(width: int = 400, height: int = 300, **more: Any) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (width, height), (200, 40, 40)).save(data, "JPEG", **more)
    return data.getvalue()


Tables = tuple[House, House, Exchange, Exchange]


@pytest.fixture
def tables() -> Iterator[Tables]:
    """Yield a host and a guest who have met, and what each shows."""
    host, guest = two("tink")
    there, here = (Exchange(house.twin, lambda: GREY) for house in (host, guest))
    yield host, guest, there, here
    there.close()
    here.close()


def send(guest: House, there: Exchange, here: Exchange) -> None:
    """Let *guest* send its picture and get that of its host, as the route answers."""

    def answered(data: bytes) -> bytes:
        given = there.given(guest.name)
        there.take(guest.name, data)
        return given or b""

    exchanged(here, answered)


def both_agree(host: House, guest: House, there: Exchange, here: Exchange) -> None:
    there.show(True)
    here.show(True)
    exchange(guest, host)


def test_i7_boards_are_shown_live_only_while_both_tables_agree(tables: Tables) -> None:
    host, guest, there, here = tables
    for host_agrees, guest_agrees in ((False, False), (True, False), (False, True)):
        there.show(host_agrees)
        here.show(guest_agrees)
        exchange(guest, host)
        with pytest.raises(ValueError, match="once both tables"):
            there.given(guest.name)
        send(guest, there, here)
        assert there.seen(1) is here.seen(1) is None
    assert there.as_json() == {"shows": False, "tables": [{"seats": ["B"], "shows": True, "live": False}]}
    both_agree(host, guest, there, here)
    send(guest, there, here)
    assert there.seen(1) is not None
    assert here.as_json() == {"shows": True, "tables": [{"seats": ["A"], "shows": True, "live": True}]}
    here.show(False)
    assert here.seen(1) is None
    exchange(guest, host)
    assert there.seen(1) is None
    there.as_json()
    both_agree(host, guest, there, here)
    assert there.seen(1) is None, "what was forgotten does not come back"


def test_i7_a_live_picture_gets_old_and_a_board_that_must_not_be_seen_is_not_sent(tables: Tables) -> None:
    host, guest, there, here = tables
    both_agree(host, guest, there, here)
    send(guest, there, here)
    host.seconds += 6.0
    assert there.seen(1) is None
    hidden = Exchange(guest.twin, lambda: None)
    assert hidden.given("") is None
    hidden.close()
    # Who agreed in one game has not agreed in the next.
    for game in ("1", "2"):
        host.twin.hear({"event": "journal", "file": "x.jsonl", "game": game})
    assert there.as_json() == {"shows": False, "tables": []}


def test_i7_nothing_but_a_bounded_picture_made_once_more_comes_through(tables: Tables) -> None:
    host, guest, there, here = tables
    both_agree(host, guest, there, here)
    data = jpeg(1000, 800, comment=b"<script>alert(1)</script>") + b"<html>"
    there.take(guest.name, data)
    seen = there.seen(1)
    assert seen is not None
    assert b"script" not in seen
    assert b"html" not in seen
    assert Image.open(io.BytesIO(seen)).size == (640, 512)
    for wrong in (b"GIF89a", b"\xff\xd8 nonsense", jpeg(4000, 3000), b"\xff\xd8" + bytes(MOST_BYTES), data[:400]):
        with pytest.raises(Failure):
            there.take(guest.name, wrong)
    assert there.seen(1) == seen
    there.take("a-stranger", jpeg())
    with pytest.raises(ValueError, match="once both tables"):
        there.given("a-stranger")
    assert [there.seen(number) for number in (0, 2, -1)] == [None] * 3
