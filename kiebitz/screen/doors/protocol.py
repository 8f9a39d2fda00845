"""Closes connections that send nothing, or never finish a request."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

from kiebitz.screen.doors.callers import Caller

_SILENT_S = 10.0
"""Seconds that a connection may take to send a request's head, at first and after each answer."""
_FAREWELL_S = 5.0
CALLER = "caller"
"""Key in the state of a request's scope: its connection."""


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
            self.loop.call_later(_FAREWELL_S, self.transport.abort)  # where what was answered is not taken
