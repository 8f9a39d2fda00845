"""Mixes what a source shows with the commands that people give meanwhile, in the order in which they come.

The source is read in a thread, one frame at a time and only on demand, so a command is heard while a camera or a
folder gives nothing, and no frame grows old in a queue.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.pictures.sources import Source, as_wanted
from kiebitz.table.controls import MOST_CHARACTERS, TOO_LONG, Command, parse
from kiebitz.table.inputs import Misheard

_TICK_S = 0.5
"""Seconds within which Ctrl-C is noticed on systems where it does not interrupt waiting."""
_MOST_WAITING = 64
_SILENT = "Standard input has ended; watching goes on without commands."


@dataclass(frozen=True, slots=True)
class _Over:
    """Says that the source or the commands have ended, perhaps with an error."""

    of_source: bool
    error: BaseException | None = None


Heard = Command | Misheard
Read = Callable[[], bytes]
"""Waits for the next bytes of the commands and returns them; empty at their end."""


def attended(
    source: Source, read: Read, *, linger_s: float = 3.0, closing_s: float = 3.0
) -> Generator[Frame | Trouble | Heard]:
    """Yield the frames of *source* and the commands that *read* gives.

    Commands are still taken at the end of the source, until they end or none has come for *linger_s*. A frame that is
    being made at the end is waited for, *closing_s* at most: Python must not exit while a thread is inside OpenCV.
    """
    box: queue.Queue[Frame | Trouble | Heard | _Over] = queue.Queue(_MOST_WAITING)
    wanted, closing = threading.Semaphore(1), threading.Event()
    threading.Thread(target=_hear, args=(read, box), daemon=True).start()
    showing = threading.Thread(target=_show, args=(source, box, wanted, closing), daemon=True)
    showing.start()
    shows, speaks = True, True
    try:
        while shows or speaks or not box.empty():
            item = _next(box, None if shows else linger_s)
            match item:
                case None:
                    return
                case _Over(of_source=True, error=error):
                    if error is not None:
                        raise error
                    shows = False
                case _Over():
                    speaks = False
                    if shows:
                        yield Trouble(_SILENT, passing=True)
                case Frame() | Trouble():
                    yield item
                    wanted.release()
                case _:
                    yield item
    finally:
        closing.set()
        wanted.release()
        showing.join(closing_s)


def commands_in(read: Read) -> Iterator[Heard]:
    """Yield the command of each line, or why it is none; a line that is too long is not kept in memory."""
    rest, skipping = b"", False
    while chunk := read():
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            if not skipping:
                yield from _heard(line)
            skipping = False
        if len(rest) > MOST_CHARACTERS:
            if not skipping:
                yield Misheard(TOO_LONG)
            rest, skipping = b"", True
        elif skipping:
            rest = b""
    if not skipping:
        yield from _heard(rest)


def _heard(line: bytes) -> Iterator[Heard]:
    if not line.strip():
        return
    try:
        yield parse(line)
    except ValueError as error:
        yield Misheard(str(error))


def _hear(read: Read, box: queue.Queue[Frame | Trouble | Heard | _Over]) -> None:
    with contextlib.suppress(OSError):  # closed: that is an end
        for heard in commands_in(read):
            box.put(heard)
    box.put(_Over(of_source=False))


def _show(
    source: Source,
    box: queue.Queue[Frame | Trouble | Heard | _Over],
    wanted: threading.Semaphore,
    closing: threading.Event,
) -> None:
    try:
        for item in as_wanted(source, wanted, closing):
            box.put(item)
    except BaseException as error:
        box.put(_Over(of_source=True, error=error))
    else:
        box.put(_Over(of_source=True))


def _next(
    box: queue.Queue[Frame | Trouble | Heard | _Over], timeout_s: float | None
) -> Frame | Trouble | Heard | _Over | None:
    """Return the next item; None if it takes longer than *timeout_s*."""
    waited_s = 0.0
    while timeout_s is None or waited_s < timeout_s:
        with contextlib.suppress(queue.Empty):
            return box.get(timeout=_TICK_S)
        waited_s += _TICK_S
    return None
