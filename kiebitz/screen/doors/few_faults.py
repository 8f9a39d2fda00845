"""What the server's libraries print in the terminal: a few faults of Kiebitz, and nothing that callers cause."""

from __future__ import annotations

import asyncio
import logging

_LIBRARIES = ("uvicorn.error", "asyncio")
_MOST = 3
MORE = "kiebitz: more faults follow, which are not shown"


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
