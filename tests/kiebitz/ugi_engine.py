"""A conversation with the engine whose answers are waited for."""

from __future__ import annotations

import queue

from core import games
from kiebitz.programs.ugi import Conversation

PATIENCE_S = 60.0


class Engine:
    """A conversation whose answers are waited for."""

    def __init__(self, game: str = "tink") -> None:
        self._said: queue.Queue[str] = queue.Queue()
        self._talk = Conversation(games.find(game), self._said.put)

    def tell(self, *lines: str) -> None:
        for line in lines:
            assert self._talk.hear(line)

    def hear(self, line: str) -> bool:
        return self._talk.hear(line)

    def until(self, start: str) -> list[str]:
        """Return the lines said up to the first that starts with *start*."""
        lines = [self._said.get(timeout=PATIENCE_S)]
        while not lines[-1].startswith(start):
            lines.append(self._said.get(timeout=PATIENCE_S))
        return lines

    def ask(self, line: str, start: str) -> str:
        """Return what the answer to *line* says after *start*."""
        self.tell(line)
        return self.until(start)[-1].removeprefix(start).strip()

    def query(self, what: str) -> str:
        return self.ask(f"query {what}", "response")

    def nothing_more(self) -> bool:
        return self._said.empty()

    def close(self) -> None:
        self._talk.abandon()
