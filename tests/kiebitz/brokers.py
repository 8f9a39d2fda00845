"""A small MQTT 3.1.1 broker on loopback: it takes in what one client publishes, and reads every byte strictly."""

from __future__ import annotations

import queue
import socket
import threading
from dataclasses import dataclass, field


@dataclass
class Introduced:
    """What a client said of itself."""

    client: str
    user: str | None
    password: str | None
    will: tuple[str, bytes]
    will_is_kept: bool
    keep_alive_s: int


@dataclass
class SmallBroker:
    """Answers with *code* to whoever connects; ``kept`` is what it would tell those who subscribe."""

    code: int = 0
    kept: dict[str, bytes] = field(default_factory=dict)
    introduced: list[Introduced] = field(default_factory=list)
    told: queue.Queue[tuple[str, bytes]] = field(default_factory=queue.Queue)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        self._caller: socket.socket | None = None
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def url(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Break the line, without a word."""
        if self._caller is not None:
            self._caller.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._server.close()

    def wait_for(self, topic: str, part: str) -> bytes:
        """Return the next message of *topic* that holds *part*."""
        while True:
            name, payload = self.told.get(timeout=20)
            if name == topic and part in payload.decode():
                return payload

    def _serve(self) -> None:
        while True:
            try:
                self._caller, _ = self._server.accept()
            except OSError:
                return
            try:
                self._answer(self._caller)
            except (EOFError, OSError):
                self._lost()
            except (ValueError, AssertionError, IndexError) as error:
                self.faults.append(repr(error))
            self._caller.close()

    def _lost(self) -> None:
        """Tell the will of a client that went without a word."""
        if self.introduced and not self.code:
            self._keep(*self.introduced[-1].will)

    def _keep(self, topic: str, payload: bytes) -> None:
        self.kept[topic] = payload
        self.told.put((topic, payload))

    def _answer(self, caller: socket.socket) -> None:
        kind, body = _packet(caller)
        assert kind == 0x10, "the first packet connects"
        self.introduced.append(_introduced(body))
        caller.sendall(bytes([0x20, 2, 0, self.code]))
        while True:
            kind, body = _packet(caller)
            if kind == 0xC0:
                caller.sendall(b"\xd0\x00")
            elif kind == 0xE0:
                assert not body
                return
            else:
                assert kind in (0x33, 0x3B), "published at least once, and kept"
                topic, rest = _text(body)
                number, payload = rest[:2], rest[2:]
                assert number != b"\0\0"
                self._keep(topic.decode(), payload)
                caller.sendall(b"\x40\x02" + number)


def _packet(caller: socket.socket) -> tuple[int, bytes]:
    kind, length, shift = _exactly(caller, 1)[0], 0, 0
    while True:
        byte = _exactly(caller, 1)[0]
        length |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return kind, _exactly(caller, length)


def _exactly(caller: socket.socket, count: int) -> bytes:
    found = b""
    while len(found) < count:
        if not (more := caller.recv(count - len(found))):
            raise EOFError
        found += more
    return found


def _text(data: bytes) -> tuple[bytes, bytes]:
    length = int.from_bytes(data[:2], "big")
    assert len(data) >= 2 + length
    return data[2 : 2 + length], data[2 + length :]


def _introduced(body: bytes) -> Introduced:
    protocol, rest = _text(body)
    assert (protocol, rest[0]) == (b"MQTT", 4)
    flags, keep_alive_s, rest = rest[1], int.from_bytes(rest[2:4], "big"), rest[4:]
    assert flags & 0x01 == 0
    assert flags & 0x04, "it has a will"
    client, rest = _text(rest)
    topic, rest = _text(rest)
    will, rest = _text(rest)
    user = password = None
    if flags & 0x80:
        user, rest = _text(rest)
    if flags & 0x40:
        password, rest = _text(rest)
    assert not rest
    said = [None if each is None else each.decode() for each in (user, password)]
    return Introduced(client.decode(), said[0], said[1], (topic.decode(), will), bool(flags & 0x20), keep_alive_s)
