"""Runs the web application on this machine's addresses until somebody ends it."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import cast

import uvicorn

from core.options import SEATS
from kiebitz.failure import Failure
from kiebitz.pictures.decoding import Decoders
from kiebitz.screen.app import application, tell_phases
from kiebitz.screen.doors.access import Guard, Tokens
from kiebitz.screen.doors.addresses import LOOPBACK, lan_addresses, listening
from kiebitz.screen.doors.callers import Accepting, Caller, Room, Rooms, files_allowed
from kiebitz.screen.doors.certificates import Certificate, certificate_for
from kiebitz.screen.doors.few_faults import FewFaults, listen_again, quieten
from kiebitz.screen.doors.pairing import Pairing
from kiebitz.screen.doors.protocol import Impatient
from kiebitz.screen.doors.secret_files import screen_folder
from kiebitz.screen.doors.taking_in import TakingIn
from kiebitz.screen.live.desk import Desk
from kiebitz.screen.live.feed import Feed

_LAST_PORT = 65_535
_LEAVING_S = 1
"""So long open answers may take when the server ends."""
_PHOTO_NICENESS = 10
"""How far what opens photos over plain http stands back behind the table."""
_NEVER_S = 3600
"""The protocol itself closes connections on which nobody asks for anything."""


@dataclass(frozen=True, slots=True)
class Door:
    """An address at which the pages are served, and with which certificate; None for plain http."""

    socket: socket.socket
    names: Sequence[str]
    certificate: Certificate | None = None

    @property
    def scheme(self) -> str:
        return "https" if self.certificate else "http"

    @property
    def hosts(self) -> list[str]:
        port = self.socket.getsockname()[1]
        return [f"{name}:{port}" for name in self.names]


class Screen:
    """One start of the server: its desk, its tokens and its doors; the first door is this machine's own."""

    def __init__(
        self, desk: Desk, doors: Sequence[Door], *, plain: Sequence[Door] = (), tokens: Tokens | None = None
    ) -> None:
        """Serve everything at *doors*; at the *plain* ones, where anybody may listen, what docs/table.md tells."""
        self.desk = desk
        self.doors = doors
        self.plain = plain
        self.tokens = tokens or Tokens()
        self._pictures = TakingIn(Decoders(most=2))
        self._photos = TakingIn(Decoders(most=1, niceness=_PHOTO_NICENESS), of_one=1)
        self.app = self._guarded(doors)
        guarded, rooms = self._guarded(plain, plain=True), Rooms(files=files_allowed())
        self._servers = [
            *(_Server(self.app, door, rooms.secure if door.certificate else rooms.own, rooms) for door in doors),
            *(_Server(guarded, door, rooms.plain, rooms) for door in plain),
        ]

    @classmethod
    def open(cls, port: int, *, lan: bool = False, desk: Desk | None = None, tokens: Tokens | None = None) -> Screen:
        """Return a server on *port*, on a free one if it is 0: of this machine alone, or with *lan* of its network.

        Raises ``Failure``.
        """
        own = Door(listening(LOOPBACK, port), (LOOPBACK, "localhost"))
        opened = [own]
        try:
            opened += _lan_doors(port) if lan else ()
            plain = _plain_doors(port) if lan else []
        except Failure:
            for door in opened:
                door.socket.close()
            raise
        return cls(desk or Desk(Feed()), opened, plain=plain, tokens=tokens)

    @property
    def port(self) -> int:
        return int(self.doors[0].socket.getsockname()[1])

    def address(self, path: str = "/", token: str = "") -> str:
        """Return the address of a page on this machine, with *token* (the table's if left out) behind the #."""
        return self._address(self.doors[0], path, token)

    def lan_address(self, path: str = "/", token: str = "") -> str:
        """Return the address of a page for other devices; this machine's own where it serves nobody else."""
        return self._address(self.doors[-1] if len(self.doors) == 1 else self.doors[1], path, token)

    def plain_address(self, path: str, token: str = "") -> str:
        """Return the address of a page over plain http, with *token* behind the #; empty where none is served."""
        if not self.plain:
            return ""
        door = self.plain[0]
        return f"{door.scheme}://{door.hosts[0]}{path}{token and f'#{token}'}"

    def pairing(self) -> Pairing:
        """Return what other devices need in order to join."""
        certificate = self.doors[1].certificate if len(self.doors) > 1 else None
        return Pairing(
            phone=self.lan_address("/phone", self.tokens.camera),
            screen=self.lan_address("/"),
            viewer=self.lan_address("/", self.tokens.viewer),
            fingerprint=certificate.fingerprint if certificate else "",
            authority=certificate.authority if certificate else b"",
            authority_fingerprint=certificate.authority_fingerprint if certificate else "",
            photo=self.plain_address("/photo", self.tokens.photo),
            onlooker=self.plain_address("/", self.tokens.onlooker),
            trust=self.plain_address("/trust"),
            seats={seat: self.lan_address("/seat", self.tokens.of_seat(seat)) for seat in SEATS},
        )

    def run(self, ready: Callable[[], None], *, ended: Callable[[], None] = lambda: None) -> None:
        """Serve until Ctrl-C or ``stop``; call *ready* when pages can be fetched. The game is closed in order.

        *ended* is called at once when a signal ends it.
        """

        def stop() -> None:
            ended()
            self.stop()

        faults = FewFaults()
        quieten(faults)
        try:
            with _ended_by_signals(stop):
                asyncio.run(self._serve(ready))
        finally:
            listen_again(faults)
            for pictures in (self._pictures, self._photos):
                pictures.close()
            self.desk.close()
            for door in (*self.doors, *self.plain):
                door.socket.close()

    def stop(self) -> None:
        """Let ``run`` end; may be called from any thread."""
        self.desk.feed.close()
        for server in self._servers:
            server.should_exit = True

    async def _serve(self, ready: Callable[[], None]) -> None:
        self.desk.feed.attach(asyncio.get_running_loop())
        phases = asyncio.create_task(tell_phases(self.desk.feed, self.desk))
        serving = [asyncio.create_task(server.serve([server.door.socket])) for server in self._servers]
        while not all(server.started for server in self._servers) and not any(task.done() for task in serving):
            await asyncio.sleep(0.01)
        ready()
        await asyncio.gather(*serving)
        phases.cancel()

    def _guarded(self, doors: Sequence[Door], *, plain: bool = False) -> Guard:
        hosts = [host for door in doors for host in door.hosts]
        origins = [f"{door.scheme}://{host}" for door in doors for host in door.hosts]
        feed, desk = self.desk.feed, self.desk
        return application(
            feed, desk, self.pairing(), hosts=hosts, origins=origins, tokens=self.tokens, plain=plain,
            pictures=self._photos if plain else self._pictures,
        )  # fmt: skip

    def _address(self, door: Door, path: str, token: str) -> str:
        return f"{door.scheme}://{door.hosts[0]}{path}#{token or self.tokens.table}"


def _lan_doors(port: int) -> list[Door]:
    """Return a door with https for each address on the local network; for this machine's own where there is none.

    Raises ``Failure``.
    """
    addresses = lan_addresses()
    certificate = certificate_for([*addresses, LOOPBACK], screen_folder())
    if not addresses:
        return [Door(listening(LOOPBACK, 0), (LOOPBACK, "localhost"), certificate)]
    return [Door(listening(address, port), (address,), certificate) for address in addresses]


def _plain_doors(port: int) -> list[Door]:
    """Return a door without https for each address that ``_lan_doors`` serves, on the next port or a free one."""
    return [Door(_beside(address, port), (address,)) for address in lan_addresses() or [LOOPBACK]]


def _beside(address: str, port: int) -> socket.socket:
    if 0 < port < _LAST_PORT:
        with contextlib.suppress(Failure):
            return listening(address, port + 1)
    return listening(address, 0)


class _Server(uvicorn.Server):
    """A server for one door that leaves signals alone, and lets callers into a room of limited size."""

    def __init__(self, app: Guard, door: Door, room: Room, rooms: Rooms) -> None:
        certificate = door.certificate
        super().__init__(
            uvicorn.Config(
                app, log_config=None, access_log=False, server_header=False, date_header=False, ws="none",
                http=Impatient, lifespan="off", timeout_graceful_shutdown=_LEAVING_S,
                timeout_keep_alive=_NEVER_S,
                ssl_certfile=certificate.chain if certificate else None,
                ssl_keyfile=certificate.key if certificate else None,
            )
        )  # fmt: skip
        self.door = door
        self._room = room
        self._others = (rooms.plain, rooms.secure)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:  # noqa: ARG002
        """Accept callers at the door: uvicorn's own servers would count them only once they are encrypted."""
        accepting = Accepting(
            self.door.socket, self._room, self._protocol, encryption=self.config.ssl, others=self._others
        )
        self.servers = [cast(asyncio.Server, accepting)]
        self.started = True

    def _protocol(self, caller: Caller) -> Impatient:
        protocol = Impatient(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        protocol.comes_from(caller)
        return protocol

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.contextmanager
def _ended_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Let the signals that end a program call *stop*, in the main thread, which alone hears them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ended(_: int, __: FrameType | None) -> None:
        stop()

    before = {number: signal.signal(number, ended) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
