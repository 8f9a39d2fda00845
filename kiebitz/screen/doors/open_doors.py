"""The addresses at which the pages are served, opened: this machine's own, and those of the local network."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Sequence
from dataclasses import dataclass

from kiebitz.failure import Failure
from kiebitz.screen.doors.addresses import LOOPBACK, lan_addresses, listening
from kiebitz.screen.doors.certificates import Certificate, certificate_for
from kiebitz.screen.doors.secret_files import screen_folder

_LAST_PORT = 65_535
ALONE = "This computer is on no local network, so no phone can join. Connect it, then try again."


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


def doors_at(port: int, *, lan: bool) -> tuple[list[Door], list[Door]]:
    """Return this machine's own door on *port*, a free one if it is 0, and with *lan* those of ``doors_besides``.

    Where there is no network they serve this machine alone. Raises ``Failure``.
    """
    opened = [Door(listening(LOOPBACK, port), (LOOPBACK, "localhost"))]
    try:
        opened += _lan_doors(lan_addresses(), port) if lan else ()
        return opened, _plain_doors(lan_addresses(), port) if lan else []
    except Failure:
        for door in opened:
            door.socket.close()
        raise


def doors_besides(port: int) -> tuple[list[Door], list[Door]]:
    """Return the doors for the local network beside *port* of this machine: with https, and without.

    Raises ``Failure``, also where there is no network.
    """
    addresses = lan_addresses()
    if not addresses:
        raise Failure(ALONE)
    secure = _lan_doors(addresses, port)
    try:
        return secure, _plain_doors(addresses, port)
    except Failure:
        for door in secure:
            door.socket.close()
        raise


def _lan_doors(addresses: Sequence[str], port: int) -> list[Door]:
    """Return a door with https for each of *addresses*, or one for this machine alone if there are none.

    Raises ``Failure``.
    """
    certificate = certificate_for([*addresses, LOOPBACK], screen_folder())
    if not addresses:
        return [Door(listening(LOOPBACK, 0), (LOOPBACK, "localhost"), certificate)]
    return [Door(listening(address, port), (address,), certificate) for address in addresses]


def _plain_doors(addresses: Sequence[str], port: int) -> list[Door]:
    """Return a door without https for each address that ``_lan_doors`` serves, on the next port or a free one."""
    return [Door(_beside(address, port), (address,)) for address in addresses or [LOOPBACK]]


def _beside(address: str, port: int) -> socket.socket:
    if 0 < port < _LAST_PORT:
        with contextlib.suppress(Failure):
            return listening(address, port + 1)
    return listening(address, 0)
