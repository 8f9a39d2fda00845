"""Runs the web application on this machine's addresses until somebody ends it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import cast

import uvicorn

from core.options import SEATS
from kiebitz.pictures.decoding import Decoders
from kiebitz.screen.app import application, tell_phases
from kiebitz.screen.doors.access import Guard, Tokens
from kiebitz.screen.doors.callers import Accepting, Caller, Impatient, Room, Rooms, files_allowed
from kiebitz.screen.doors.open_doors import LOOPBACK, Door, doors_at, doors_besides
from kiebitz.screen.doors.pairing import Pairing
from kiebitz.screen.doors.taking_in import TakingIn
from kiebitz.screen.live.desk import Desk
from kiebitz.screen.live.feed import Feed
from kiebitz.watching.dialling import address_of

_PHOTO_NICENESS = 10
"""Niceness of the processes that open photos sent over plain http, so that the table goes first."""
_LIBRARIES = ("uvicorn.error", "asyncio")
_MOST = 3
MORE = "kiebitz: more faults follow, which are not shown"
_LEAVING_S = 1
"""Seconds that open answers may take when the server ends."""
_NEVER_S = 3600
"""Seconds, too many to matter: the protocol itself closes connections that request nothing."""


class Screen:
    """One start of the server: its desk, its tokens and its doors; the first door is this machine's own.

    The others, for the local network, can be opened and closed while it runs.
    """

    def __init__(
        self, desk: Desk, doors: Sequence[Door], *, plain: Sequence[Door] = (), tokens: Tokens | None = None
    ) -> None:
        """Serve everything at *doors*; at the *plain* ones, where anybody may listen, what docs/table.md tells."""
        self.desk = desk
        self.doors = list(doors)
        self.plain = list(plain)
        self.tokens = tokens or Tokens()
        self._pictures = TakingIn(Decoders(most=2))
        self._photos = TakingIn(Decoders(most=1, niceness=_PHOTO_NICENESS), of_one=1)
        self._rooms = Rooms(files=files_allowed())
        self.app, self._plain_app = self._guarded(), self._guarded(plain=True)
        self._name_doors()
        self._servers = self._servers_of([*self.doors, *self.plain])
        self._serving: list[asyncio.Task[None]] = []
        self._switching = asyncio.Lock()

    @classmethod
    def open(cls, port: int, *, lan: bool = False, desk: Desk | None = None, tokens: Tokens | None = None) -> Screen:
        """Return a server on *port*, on a free one if it is 0: of this machine alone, or with *lan* of its network.

        Raises ``Failure``.
        """
        opened, plain = doors_at(port, lan=lan)
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

    def twin_address(self) -> str:
        """Return the address at which another table joins the game, with its token behind the #."""
        door = self.doors[-1] if len(self.doors) == 1 else self.doors[1]
        pin = door.certificate.fingerprint if door.certificate else ""
        return address_of(f"{door.scheme}://{door.hosts[0]}", self.tokens.twin, pin)

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
            twin=self.twin_address(),
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

    async def let_others_in(self, wanted: bool) -> None:
        """Open the doors for the local network, or close them and end every connection that came through them.

        They are what ``open`` makes with *lan*, behind the same tokens. Raises ``Failure``; then nothing changes.
        """
        async with self._switching:
            if wanted and not self._is_open_to_others():
                lan, plain = await asyncio.to_thread(doors_besides, self.port)
                self._close_to_others()  # to those, where there was no network, that serve this machine alone
                self.doors += lan
                self.plain += plain
                added = self._servers_of([*lan, *plain])
                self._servers += added
                self._name_doors()
                if not self._servers[0].should_exit:
                    await self._start(added)
            elif not wanted:
                self._close_to_others()

    def _is_open_to_others(self) -> bool:
        return any(LOOPBACK not in door.names for door in self.doors)

    def _close_to_others(self) -> None:
        for server in self._servers[1:]:
            server.turn_away()
        self._rooms.send_network_off()
        del self._servers[1:], self.doors[1:], self.plain[:]
        self._name_doors()

    async def _serve(self, ready: Callable[[], None]) -> None:
        self.desk.feed.attach(asyncio.get_running_loop())
        phases = asyncio.create_task(tell_phases(self.desk.feed, self.desk))
        await self._start(self._servers)
        ready()
        await self._serving[0]
        await asyncio.gather(*self._serving)
        phases.cancel()

    async def _start(self, servers: Sequence[DoorServer]) -> None:
        """Return once *servers* answer."""
        begun = [asyncio.create_task(server.serve([server.door.socket])) for server in servers]
        self._serving += begun
        while not all(server.started for server in servers) and not any(task.done() for task in begun):
            await asyncio.sleep(0.01)
        for task in begun:
            if task.done():
                await task

    def _servers_of(self, doors: Sequence[Door]) -> list[DoorServer]:
        return [
            DoorServer(self._plain_app, door, self._rooms.plain, self._rooms)
            if door in self.plain
            else DoorServer(self.app, door, self._rooms.secure if door.certificate else self._rooms.own, self._rooms)
            for door in doors
        ]

    def _guarded(self, *, plain: bool = False) -> Guard:
        pictures = self._photos if plain else self._pictures
        return application(
            self.desk.feed, self.desk, self.pairing, self.let_others_in, tokens=self.tokens, plain=plain,
            pictures=pictures,
        )  # fmt: skip

    def _name_doors(self) -> None:
        """Tell the guards the names of the open doors, which they answer to."""
        for guard, doors in ((self.app, self.doors), (self._plain_app, self.plain)):
            hosts = [(door.scheme, host) for door in doors for host in door.hosts]
            guard.answer_as([host for _, host in hosts], [f"{scheme}://{host}" for scheme, host in hosts])

    def _address(self, door: Door, path: str, token: str) -> str:
        return f"{door.scheme}://{door.hosts[0]}{path}#{token or self.tokens.table}"


@contextlib.contextmanager
def _ended_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Call *stop* on a signal that ends programs; only the main thread hears signals."""
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


class FewFaults(logging.Filter):
    """Lets the first faults through, then says once that there are more."""

    def __init__(self, *, most: int = _MOST) -> None:
        super().__init__()
        self._left = most

    def filter(self, record: logging.LogRecord) -> bool:
        ended = record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError)
        if record.levelno < logging.ERROR or ended or record.getMessage().startswith("Cancel "):
            return False
        self._left -= 1
        if self._left == -1:
            record.msg, record.args, record.exc_info = MORE, None, None
        return self._left >= -1


def quieten(faults: FewFaults) -> None:
    """Let only *faults* be printed; warnings are about what callers send."""
    for name in _LIBRARIES:
        logging.getLogger(name).addFilter(faults)


def listen_again(faults: FewFaults) -> None:
    """Undo ``quieten``."""
    for name in _LIBRARIES:
        logging.getLogger(name).removeFilter(faults)


class DoorServer(uvicorn.Server):
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

    def turn_away(self) -> None:
        """Accept nobody from now on, and end before long."""
        self.should_exit = True
        for accepting in self.servers if self.started else ():
            accepting.close()
        self.door.socket.close()

    def _protocol(self, caller: Caller) -> Impatient:
        protocol = Impatient(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        protocol.comes_from(caller)
        return protocol

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
