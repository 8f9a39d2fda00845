"""Runs the web application on this machine's addresses until somebody ends it."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from kiebitz.failure import Failure
from kiebitz.screen.access import Tokens
from kiebitz.screen.app import application
from kiebitz.screen.desk import Desk
from kiebitz.screen.feed import Feed

LOOPBACK = "127.0.0.1"
_NAMES = (LOOPBACK, "localhost")
_LEAVING_S = 1
"""So long open answers may take when the server ends."""


class Screen:
    """One start of the server: its desk, its tokens and the socket that it listens on."""

    def __init__(self, desk: Desk, listening: socket.socket, *, tokens: Tokens | None = None) -> None:
        self.desk = desk
        self.tokens = tokens or Tokens()
        self._listening = listening
        hosts = [f"{name}:{self.port}" for name in _NAMES]
        origins = [f"http://{host}" for host in hosts]
        app = application(desk.feed, desk, hosts=hosts, origins=origins, tokens=self.tokens)
        config = uvicorn.Config(
            app, log_config=None, access_log=False, server_header=False, date_header=False, ws="none", loop="asyncio",
            http="h11", timeout_graceful_shutdown=_LEAVING_S, timeout_keep_alive=10,
        )  # fmt: skip
        self._server = _Server(config, desk.feed)

    @classmethod
    def open(cls, port: int, *, desk: Desk | None = None) -> Screen:
        """Return a server on *port* of this machine alone, on a free one if it is 0. Raises ``Failure``."""
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((LOOPBACK, port))
        except OSError as error:
            listening.close()
            remedy = "choose another with --port, or 0 for a free one"
            raise Failure(f"cannot listen on port {port}: {error.strerror or error}; {remedy}") from None
        return cls(desk or Desk(Feed()), listening)

    @property
    def port(self) -> int:
        return int(self._listening.getsockname()[1])

    def address(self, path: str = "/", token: str = "") -> str:
        """Return the address of a page on this machine, with *token* (the table's if left out) behind the #."""
        return f"http://{LOOPBACK}:{self.port}{path}#{token or self.tokens.table}"

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until Ctrl-C or ``stop``; call *ready* when pages can be fetched. The game is closed in order."""
        self._server.ready = ready
        try:
            with contextlib.suppress(KeyboardInterrupt):
                self._server.run(sockets=[self._listening])
        finally:
            self.desk.close()
            self._listening.close()

    def stop(self) -> None:
        """Let ``run`` end; may be called from any thread."""
        self._server.stop()


class _Server(uvicorn.Server):
    """A server that lets its event streams end as soon as it is told to stop."""

    def __init__(self, config: uvicorn.Config, feed: Feed) -> None:
        super().__init__(config)
        self.ready: Callable[[], None] = _nothing
        self._feed = feed

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._feed.close()
        super().handle_exit(sig, frame)

    def stop(self) -> None:
        self._feed.close()
        self.should_exit = True


def _nothing() -> None:
    """Do nothing."""
