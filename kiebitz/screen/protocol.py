"""Connections that say nothing, or never end what they say, are closed; nobody may hold very many."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

_SILENT_S = 10.0
"""So long a connection may take to say what it wants."""
MOST_CONNECTIONS = 400
MOST_OF_ONE = 200
"""So many connections are open at once, in all and from one address; others are closed at once."""

_open: Counter[str] = Counter()


class Impatient(H11Protocol):
    """A connection of HTTP that must begin with a whole request before long."""

    _timer: asyncio.TimerHandle | None = None
    _from = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._from = str((transport.get_extra_info("peername") or ("",))[0])
        _open[self._from] += 1
        if _open[self._from] > MOST_OF_ONE or _open.total() > MOST_CONNECTIONS:
            cast(Any, transport).abort()
        self._timer = self.loop.call_later(_SILENT_S, self._give_up)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        _open[self._from] -= 1
        if not _open[self._from]:
            del _open[self._from]
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def _give_up(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()
