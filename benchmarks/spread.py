"""The tasks of a benchmark in several processes: see ``spread``."""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_work: list[Callable[[Any], Any]] = []
"""What a process does with its tasks; it inherits this, with all compiled code, from the process that forked it."""


def spread(
    work: Callable[[T], R], tasks: Sequence[T], *, processes: int = 1, seconds: float | None = None
) -> Iterator[tuple[T, R]]:
    """Yield each of *tasks* with what *work* makes of it, as soon as that is known.

    They are begun in their order. Of several *processes* each begins with all that this one has in memory, so
    kernels are best loaded before. After *seconds* no more is yielded: one process ends the task in hand, several
    leave theirs unfinished.
    """
    until = None if seconds is None else time.monotonic() + seconds
    if processes == 1:
        for task in tasks:
            if until is not None and time.monotonic() >= until:
                return
            yield task, work(task)
        return
    _work[:] = [work]
    with multiprocessing.get_context("fork").Pool(processes, _begin) as pool:
        found = pool.imap_unordered(_done, enumerate(tasks))
        for _ in tasks:
            try:
                number, result = found.next(None if until is None else max(0.0, until - time.monotonic()))
            except multiprocessing.TimeoutError:
                return
            yield tasks[number], result


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _done(task: tuple[int, Any]) -> tuple[int, Any]:
    return task[0], _work[0](task[1])


def add_processes(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``spread``."""
    parser.add_argument("--processes", type=int, default=1, help="how many play at once")
    parser.add_argument("--seconds", type=float, help="end after this many, with what has been played")
