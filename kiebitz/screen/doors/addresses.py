"""This machine's addresses on the local network, and sockets that listen there."""

from __future__ import annotations

import contextlib
import socket

from kiebitz.failure import Failure
from kiebitz.screen.doors.certificates import is_private

LOOPBACK = "127.0.0.1"
_AIMS = ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1")
"""For these targets the system says which address it would send from; nothing is sent."""


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
