"""The addresses at which the pages are served, opened: this machine's own, and those of the local network."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Sequence
from dataclasses import dataclass

from kiebitz.failure import Failure
from kiebitz.screen.doors.certificates import Certificate, certificate_for, is_private
from kiebitz.screen.doors.secret_files import screen_folder

_LAST_PORT = 65_535
ALONE = "This computer is on no local network, so no phone can join. Connect it, then try again."
LOOPBACK = "127.0.0.1"
_AIMS = ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1")
"""For these targets the system says which address it would send from; nothing is sent."""


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


def lan_addresses() -> list[str]:
    """Return this machine's addresses on local networks, the likeliest first; none where there is no network."""
    found: list[str] = []
    for aim in _AIMS:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((aim, 9))
            address = str(probe.getsockname()[0])
            if address not in (*found, "0.0.0.0") and not address.startswith("127.") and is_private(address):
                found.append(address)
    return found


def listening(address: str, port: int) -> socket.socket:
    """Return a socket bound to *port* of *address*, to a free one if it is 0. Raises ``Failure``."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # else asyncio lets Nagle delay it
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((address, port))
    except OSError as error:
        made.close()
        remedy = "choose another with --port, or 0 for a free one"
        raise Failure(f"cannot listen on port {port} of {address}: {error.strerror or error}; {remedy}") from None
    return made
