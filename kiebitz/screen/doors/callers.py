"""Who is connected: counted and limited where connections are accepted, before anything is encrypted or said.

Each kind of door has a room of its own, so that nobody on the network can take the places of this machine. Whoever
holds a place without having shown a token gives way to a newcomer where the room is full, the oldest first.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import socket
import ssl
import struct
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from uvicorn.protocols.http.h11_impl import H11Protocol

_HANDSHAKE_S, _FAREWELL_S = 5.0, 1.0
"""Seconds that it may take to agree on encryption, and to end it."""
_RETRY_S = 0.05
_TURNED_AWAY_S = 0.005
_ENTERING, _ALL_ENTERING = (0.1, 4.0), (0.02, 3.0)
_ASKING, _ALL_ASKING = (0.03, 4.0), (0.01, 2.0)
"""Seconds between two connections or requests, and how many seconds ahead of that pace they may come: of one caller,
and of all."""
_MOST_ADDRESSES = 500
_COLLECTED = 100
"""After this many encrypted connections, those that have ended are cleared from memory."""
_USED_UP = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_FILES_BESIDE = 150
"""Files and connections that are open apart from callers' connections."""
_SILENT_S = 10.0
"""Seconds that a connection may take to send a request's head, at first and after each answer."""
_UNTAKEN_S = 5.0
"""Seconds that the last answer may take to be read before the connection is cut."""
CALLER = "caller"
"""Key in the state of a request's scope: its connection."""


class Rank(IntEnum):
    """What a connection has shown: no token yet, one of those for guests, or the table's own."""

    STRANGER = 0
    GUEST = 1
    HOST = 2


@dataclass(slots=True)
class Pace:
    """How quickly something may go on: one *every_s*, and some that were saved up over *ahead_s*.

    >>> pace = Pace(every_s=0.5, ahead_s=1.0)
    >>> [pace.wait_s(10.0) for _ in range(3)], pace.allows(10.0), pace.allows(11.5)
    ([0.0, 0.0, 0.5], False, True)
    """

    every_s: float
    ahead_s: float
    _due_s: float = 0.0

    def wait_s(self, now_s: float) -> float:
        """Return how many seconds another one that comes at *now_s* has to wait."""
        self._due_s = max(self._due_s, now_s) + self.every_s
        return max(0.0, self._due_s - now_s - self.ahead_s)

    def allows(self, now_s: float) -> bool:
        """Return whether another one that comes at *now_s* may go on at once; if not, it does not count."""
        due_s = max(self._due_s, now_s) + self.every_s
        if due_s - now_s > self.ahead_s:
            return False
        self._due_s = due_s
        return True

    def is_rested(self, now_s: float) -> bool:
        return self._due_s <= now_s


class Caller:
    """One connection: from where, and what it has shown."""

    def __init__(self, address: str, room: Room) -> None:
        self.address = address
        self.rank = Rank.STRANGER
        self.cut: Callable[[], object] = lambda: None
        """Ends the connection at once."""
        self._room = room

    def wait_s(self) -> float:
        """Return how many seconds another request has to wait, so that others get their turn."""
        return self._room.wait_s(self)

    def prove(self, rank: Rank) -> None:
        """Note that the connection has shown a token of *rank*."""
        self.rank = max(rank, self.rank)

    def left(self) -> None:
        """Give up the place."""
        self._room.leave(self)


class Room:
    """Places for the connections of one kind of door, limited in all and for each address."""

    def __init__(self, *, most: int, of_one: int, is_paced: bool = False) -> None:
        """Set no pace, or if *is_paced*, let in and ask only as fast as people's devices do."""
        self._most, self._of_one, self._is_paced = most, of_one, is_paced
        self._callers: dict[Caller, None] = {}
        self._entering, self._asking = Pace(*_ALL_ENTERING), Pace(*_ALL_ASKING)
        self._paces: dict[str, tuple[Pace, Pace]] = {}
        """Address → the paces of its connections and of its requests."""

    def __len__(self) -> int:
        return len(self._callers)

    def enter(self, address: str) -> Caller | None:
        """Return a place for a connection from *address*; None where none can be had.

        >>> room = Room(most=2, of_one=2)
        >>> one, other = room.enter("10.0.0.1"), room.enter("10.0.0.2")
        >>> one.prove(Rank.GUEST)
        >>> newcomer = room.enter("10.0.0.3")  # in the place of the second, who had shown nothing
        >>> newcomer.prove(Rank.HOST); one.prove(Rank.HOST)
        >>> room.enter("10.0.0.4") is None
        True
        """
        if self._is_paced and not self._comes_slowly(address):
            return None
        own = [caller for caller in self._callers if caller.address == address]
        if len(own) >= self._of_one and not self._send_off(own):
            return None
        if len(self._callers) >= self._most and not self.make_room():
            return None
        caller = Caller(address, self)
        self._callers[caller] = None
        return caller

    def wait_s(self, caller: Caller) -> float:
        """Return for how long one more request of *caller* has to wait; the table's own page never waits."""
        if not self._is_paced or caller.rank is Rank.HOST:
            return 0.0
        now = time.monotonic()
        one = self._pace_of(caller.address, now)[1].wait_s(now)
        return one if caller.rank is Rank.GUEST else max(one, self._asking.wait_s(now))

    def _comes_slowly(self, address: str) -> bool:
        now = time.monotonic()
        return self._pace_of(address, now)[0].allows(now) and self._entering.allows(now)

    def _pace_of(self, address: str, now: float) -> tuple[Pace, Pace]:
        if len(self._paces) > _MOST_ADDRESSES:
            self._paces = {
                one: paces for one, paces in self._paces.items() if not all(pace.is_rested(now) for pace in paces)
            }
        return self._paces.setdefault(address, (Pace(*_ENTERING), Pace(*_ASKING)))

    def make_room(self) -> bool:
        """End the oldest connection of the lowest rank; return whether there was one that may be ended."""
        return self._send_off(self._callers)

    def leave(self, caller: Caller) -> None:
        self._callers.pop(caller, None)

    def send_all_off(self) -> None:
        """End every connection."""
        for caller in list(self._callers):
            self.leave(caller)
            caller.cut()

    def _send_off(self, among: Iterable[Caller]) -> bool:
        least = min(among, key=lambda caller: caller.rank, default=None)
        if least is None or least.rank is Rank.HOST:
            return False
        self.leave(least)
        least.cut()
        return True


class Rooms:
    """The rooms of this machine's own door, of those with https, and of those with plain http."""

    def __init__(self, *, files: int = 1024) -> None:
        """Keep places for a process that may open *files*."""
        share = min(1.0, max(files - _FILES_BESIDE, 50) / 450)
        self.own = Room(most=round(150 * share), of_one=round(150 * share))
        self.secure = Room(most=round(200 * share), of_one=round(40 * share), is_paced=True)
        self.plain = Room(most=round(100 * share), of_one=round(20 * share), is_paced=True)

    def send_network_off(self) -> None:
        """End every connection that did not come through this machine's own door."""
        self.secure.send_all_off()
        self.plain.send_all_off()


def files_allowed(*, wanted: int = 1024) -> int:
    """Return how many files this process may open, after asking the system for *wanted*."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == resource.RLIM_INFINITY else soft


class Accepting:
    """Accepts the connections of a listening socket into a room; closes like a server of asyncio."""

    def __init__(
        self, listener: socket.socket, room: Room, protocol: Callable[[Caller], asyncio.Protocol], *,
        encryption: ssl.SSLContext | None, others: Sequence[Room] = (),
    ) -> None:  # fmt: skip
        """Give each connection a *protocol*; where no file can be opened, *others* give way, too."""
        self._listener, self._room, self._rooms = listener, room, (*others, room)
        self._protocol, self._encryption = protocol, encryption
        self._greeting: set[asyncio.Task[None]] = set()
        self._greeted_so_far = 0
        listener.setblocking(False)
        listener.listen(100)
        self._accepting = asyncio.get_running_loop().create_task(self._accept())

    def close(self) -> None:
        self._accepting.cancel()
        for task in self._greeting:
            task.cancel()

    async def wait_closed(self) -> None:
        await asyncio.gather(self._accepting, *self._greeting, return_exceptions=True)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connected, address = await loop.sock_accept(self._listener)
            except OSError as error:
                if error.errno in _USED_UP:
                    next((True for room in self._rooms if room.make_room()), False)
                await asyncio.sleep(_RETRY_S)
                continue
            caller = self._room.enter(str(address[0]))
            if caller is None:
                _hang_up(connected)
            else:
                self._greet(connected, caller)
                self._forget_old_ones()
            # others have their turn between two of many newcomers, above all between those who are turned away
            await asyncio.sleep(_TURNED_AWAY_S if caller is None else 0)

    def _forget_old_ones(self) -> None:
        """Free, now and then, what asyncio keeps of ended encrypted connections: a quarter of a MB each."""
        self._greeted_so_far += 1
        if self._encryption is not None and self._greeted_so_far % _COLLECTED == 0:
            gc.collect()

    def _greet(self, connected: socket.socket, caller: Caller) -> None:
        task = asyncio.get_running_loop().create_task(self._greeted(connected, caller))
        caller.cut = task.cancel
        self._greeting.add(task)

        def ended(task: asyncio.Task[None]) -> None:
            self._greeting.discard(task)
            if task.cancelled() or task.exception() is not None:
                caller.left()
                connected.close()

        task.add_done_callback(ended)

    async def _greeted(self, connected: socket.socket, caller: Caller) -> None:
        encrypted = self._encryption is not None
        await asyncio.get_running_loop().connect_accepted_socket(
            lambda: self._protocol(caller), connected, ssl=self._encryption,
            ssl_handshake_timeout=_HANDSHAKE_S if encrypted else None,
            ssl_shutdown_timeout=_FAREWELL_S if encrypted else None,
        )  # fmt: skip


def _hang_up(connected: socket.socket) -> None:
    """Close a connection at once, without a farewell that the system would have to wait for."""
    with contextlib.suppress(OSError):
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connected.close()


class Impatient(H11Protocol):
    """An HTTP connection on which each request has to send a whole head before long."""

    _timer: asyncio.TimerHandle | None = None
    _caller: Caller | None = None

    def comes_from(self, caller: Caller) -> None:
        """Note who holds the connection; its requests carry this, too."""
        self._caller = caller
        self.app_state = {**self.app_state, CALLER: caller}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        if self._caller is not None:
            self._caller.cut = transport.abort
        super().connection_made(transport)
        self._time_the_head()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._caller is not None:
            self._caller.left()
        self._stop_timing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._time_the_head()

    def on_response_complete(self) -> None:
        self._stop_timing()
        super().on_response_complete()
        self._time_the_head()

    def _time_the_head(self) -> None:
        """Start the timer for the next request's head, unless a request is being answered."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_timing()
        elif self._timer is None and not self.transport.is_closing():
            self._timer = self.loop.call_later(_SILENT_S, self._give_up)

    def _stop_timing(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
            self.loop.call_later(_UNTAKEN_S, self.transport.abort)
