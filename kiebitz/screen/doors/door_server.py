"""A server for one door, which keeps the number of its callers in bounds."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from typing import cast

import uvicorn

from kiebitz.screen.doors.access import Guard
from kiebitz.screen.doors.callers import Accepting, Caller, Impatient, Room, Rooms
from kiebitz.screen.doors.open_doors import Door

_LEAVING_S = 1
"""Seconds that open answers may take when the server ends."""
_NEVER_S = 3600
"""Seconds, too many to matter: the protocol itself closes connections that request nothing."""


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
