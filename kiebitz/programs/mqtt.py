"""Tells an MQTT broker the latest of each topic, over sockets alone. It hears nothing but the broker's receipts.

What MQTT 3.1.1 says of a client that only publishes: https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/.
"""

from __future__ import annotations

import contextlib
import re
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle
from urllib.parse import unquote, urlsplit

FORM = "one is written mqtt://broker.local or mqtts://USER:PASSWORD@broker.local:8883/kiebitz"
ONLINE, OFFLINE = b"online", b"offline"
_PORTS = {"mqtt": 1883, "mqtts": 8883}
_KEEP_ALIVE_S = 60
_ANSWER_S, _AGAIN_S = 5.0, 5.0
_PREFIX = re.compile(r"[A-Za-z0-9_-]{1,40}")
_CONNECT, _CONNACK, _PUBLISH, _PUBACK, _PING, _PONG, _DISCONNECT = 0x10, 0x20, 0x30, 0x40, 0xC0, 0xD0, 0xE0
_REFUSED = {4: "wrong user or password", 5: "this user may not connect"}


class BrokenError(Exception):
    """The broker cannot be reached, does not answer as one, or does not let this client in; the message says why."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a broker listens, who is asked in, and the first level of all topics."""

    host: str
    port: int
    prefix: str = "kiebitz"
    user: str = ""
    password: str = ""
    tls: bool = False

    @classmethod
    def parse(cls, text: str) -> Address:
        """Return the address written as *text*. Raises ``ValueError`` saying what is wrong.

        >>> Address.parse("mqtts://ada:x%40y@broker.local/den")
        Address(host='broker.local', port=8883, prefix='den', user='ada', password='x@y', tls=True)
        """
        try:
            parts = urlsplit(text.strip())
            host, port = parts.hostname, parts.port
        except ValueError:
            raise ValueError(f"this is no address of an MQTT broker; {FORM}") from None
        prefix = parts.path.strip("/") or "kiebitz"
        if parts.scheme not in _PORTS or not host or parts.query or parts.fragment:
            raise ValueError(f"this is no address of an MQTT broker; {FORM}")
        if not _PREFIX.fullmatch(prefix):
            raise ValueError("what stands behind the broker's address is one word of letters, digits, - and _")
        user, password = (unquote(each or "") for each in (parts.username, parts.password))
        return cls(host, port or _PORTS[parts.scheme], prefix, user, password, parts.scheme == "mqtts")

    @property
    def told(self) -> str:
        """The broker's name without secrets."""
        return f"{self.host}:{self.port}"


class Broker:
    """One connection to a broker. What it publishes is kept there, and has arrived when ``publish`` returns."""

    def __init__(self, address: Address) -> None:
        """Connect. Raises ``BrokenError``."""
        self._topic = f"{address.prefix}/available"
        self._numbers = cycle(range(1, 1 << 16))
        with _breaking():
            self._socket = socket.create_connection((address.host, address.port), _ANSWER_S)
        try:
            with _breaking():
                if address.tls:
                    context = ssl.create_default_context()
                    self._socket = context.wrap_socket(self._socket, server_hostname=address.host)
                self._socket.settimeout(_ANSWER_S)
                self._send(_CONNECT, _introduction(address, self._topic))
                if code := self._answer(_CONNACK)[1]:
                    raise BrokenError(_REFUSED.get(code, f"it refuses with code {code}"))
            self.publish(self._topic, ONLINE)
        except BrokenError:
            self._socket.close()
            raise

    def publish(self, topic: str, payload: bytes) -> None:
        """Publish *payload*, to be kept, and wait for the receipt. Raises ``BrokenError``."""
        number = next(self._numbers).to_bytes(2, "big")
        with _breaking():
            self._send(_PUBLISH | 0x03, _text(topic.encode()) + number + payload)  # at least once, kept
            if self._answer(_PUBACK) != number:
                raise BrokenError("the broker's receipt is for something else")

    def ping(self) -> None:
        """Say that somebody is still there. Raises ``BrokenError``."""
        with _breaking():
            self._send(_PING, b"")
            self._answer(_PONG)

    def close(self) -> None:
        """Say that nobody is there any more, and leave."""
        with contextlib.suppress(BrokenError, OSError):
            self.publish(self._topic, OFFLINE)
            self._send(_DISCONNECT, b"")
        self._socket.close()

    def _send(self, kind: int, body: bytes) -> None:
        self._socket.sendall(bytes([kind]) + _length(len(body)) + body)

    def _answer(self, kind: int) -> bytes:
        """Return the body of the next packet. Raises ``BrokenError`` if it is not of this *kind*."""
        found, length = self._bytes(2)
        if found & 0xF0 != kind or length != (0 if kind == _PONG else 2):
            raise BrokenError("what answers there is no MQTT broker")
        return self._bytes(length)

    def _bytes(self, count: int) -> bytes:
        found = b""
        while len(found) < count:
            if not (more := self._socket.recv(count - len(found))):
                raise BrokenError("the connection has ended")
            found += more
        return found


@contextlib.contextmanager
def _breaking() -> Iterator[None]:
    """Raise what goes wrong with a connection as ``BrokenError``."""
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        raise BrokenError(f"its certificate is not trusted: {error.verify_message}") from None
    except OSError as error:
        raise BrokenError(str(error)) from None


def _introduction(address: Address, will: str) -> bytes:
    flags = 0x02 | 0x04 | 0x20 | (0x80 if address.user else 0) | (0x40 if address.user and address.password else 0)
    body = _text(b"MQTT") + bytes([4, flags]) + _KEEP_ALIVE_S.to_bytes(2, "big")
    body += _text(f"kiebitz-{address.prefix}"[:23].encode()) + _text(will.encode()) + _text(OFFLINE)
    if address.user:
        body += _text(address.user.encode())
        body += _text(address.password.encode()) if address.password else b""
    return body


def _text(data: bytes) -> bytes:
    return len(data).to_bytes(2, "big") + data


def _length(count: int) -> bytes:
    """Return *count* in MQTT's form for the length of the rest of a packet.

    >>> _length(127), _length(321)
    (b'\\x7f', b'\\xc1\\x02')
    """
    written = bytearray()
    while True:
        count, part = divmod(count, 0x80)
        written.append(part | (0x80 if count else 0))
        if not count:
            return bytes(written)


class Latest:
    """Keeps the latest of each topic at a broker, in a thread of its own; after a break it tells them all again."""

    def __init__(self, address: Address, *, report: Callable[[str], None], again_s: float = _AGAIN_S) -> None:
        """Connect once, to hear of mistakes. Raises ``BrokenError``.

        *report* hears, in English, of a line that breaks and is whole again.
        """
        self._address, self._report, self._again_s = address, report, again_s
        self._known: dict[str, bytes] = {}
        self._due: dict[str, bytes] = {}
        self._changed = threading.Condition()
        self._is_closing = False
        self._broker: Broker | None = Broker(address)
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)
        self._thread.start()

    def tell(self, latest: Mapping[str, bytes]) -> None:
        """Have the broker know the *latest* of these topics; return at once."""
        with self._changed:
            news = {topic: payload for topic, payload in latest.items() if self._known.get(topic) != payload}
            self._known |= news
            self._due |= news
            self._changed.notify()

    def close(self, *, patience_s: float = 2.0) -> None:
        """Tell what is due, and leave."""
        with self._changed:
            self._is_closing = True
            self._changed.notify()
        self._thread.join(patience_s)

    def _run(self) -> None:
        while not (self._is_closing and (self._broker is None or not self._due)):
            try:
                self._step()
            except BrokenError as error:
                self._broken(error)
        if self._broker is not None:
            self._broker.close()

    def _step(self) -> None:
        if self._broker is None:
            with self._changed:
                self._changed.wait_for(lambda: self._is_closing, self._again_s)
                if self._is_closing:
                    return
            self._broker = Broker(self._address)
            with self._changed:
                self._due = dict(self._known)
            self._report(f"the MQTT broker {self._address.told} is there again")
        with self._changed:
            self._changed.wait_for(lambda: self._due or self._is_closing, _KEEP_ALIVE_S / 2)
            due = dict(self._due)
        if not due:
            self._broker.ping()
        for topic, payload in due.items():
            self._broker.publish(topic, payload)
            with self._changed:
                if self._due.get(topic) == payload:
                    del self._due[topic]

    def _broken(self, error: BrokenError) -> None:
        if self._broker is not None:
            self._broker.close()
            self._broker = None
        if not self._is_closing:
            self._report(f"the MQTT broker {self._address.told} is lost ({error}); the game goes on, and tries again")
