"""Two sources that show one table, as one: pictures of the same moment go together.

Of films and folders both are read in step, by their times; of cameras the newest picture of each counts.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from kiebitz.failure import Failure
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.pictures.sources import Source, as_wanted

_APART_S = 0.5
"""Pictures of live sources that are more than this many seconds apart do not belong to one moment."""
_SILENT_S = 1.0
"""If the first live source has given nothing for this many seconds, the second is looked at by itself."""
_GONE_S = 3.0
"""A live source that has given nothing for this many seconds counts as absent."""
_TICK_S = 0.1


def is_same_source(one: str, other: str) -> bool:
    """Return whether both texts name one camera, address, file or folder."""
    paths = Path(one), Path(other)
    with contextlib.suppress(OSError, ValueError):
        return paths[0].samefile(paths[1])
    return one.strip().casefold() == other.strip().casefold()


@dataclass(frozen=True, slots=True)
class InStep:
    """The films or folders *first* and *second*, which began at the same moment.

    Where one has left out a picture, or has ended, the other goes on by itself.
    """

    first: Source
    second: Source

    @property
    def name(self) -> str:
        return self.first.name

    def frames(self) -> Iterator[Frame | Trouble]:
        others = iter(self.second.frames())
        waiting: list[Frame] = []
        index, t = -1, float("-inf")

        def upto(end: float) -> Iterator[Trouble]:
            """Read the second source up to the time *end*."""
            while not waiting or waiting[-1].t < end:
                item = next(others, None)
                if item is None:
                    return
                if isinstance(item, Frame):
                    waiting.append(item)
                else:
                    yield item

        for item in self.first.frames():
            if isinstance(item, Trouble):
                yield item
                continue
            yield from upto(item.t)
            due = [each for each in waiting if each.t <= item.t]
            del waiting[: len(due)]
            if item.own_moment:
                yield from (replace(each, view=2, index=max(index, 0)) for each in due if t < each.t < item.t)
                due = [each for each in due if each.t == item.t]
            index, t = item.index, item.t
            yield replace(item, beside=replace(due[-1], view=2) if due else None)
        yield from upto(float("inf"))
        yield from (replace(each, view=2) for each in waiting)


@dataclass(frozen=True, slots=True)
class _Came:
    """What a source gave at a time of the monotonic clock; None at its end, which may have been an error."""

    view: int
    s: float
    item: Frame | Trouble | None
    error: BaseException | None = None


class Live:
    """Two live sources: each picture of the *first*, together with the newest one of the *second*.

    While one gives none the other goes on by itself, and what is wrong with it is only noted.
    """

    def __init__(self, first: Source, second: Source) -> None:
        self.name = first.name
        self._sources = {1: first, 2: second}

    def frames(self) -> Iterator[Frame | Trouble]:
        box: queue.Queue[_Came] = queue.Queue()
        wanted = {view: threading.Semaphore(1) for view in self._sources}
        closing = threading.Event()
        for view, source in self._sources.items():
            threading.Thread(target=_pump, args=(view, source, box, wanted[view], closing), daemon=True).start()
        try:
            yield from self._paired(box, wanted)
        finally:
            closing.set()
            for each in wanted.values():
                each.release()

    def _paired(self, box: queue.Queue[_Came], wanted: Mapping[int, threading.Semaphore]) -> Iterator[Frame | Trouble]:
        begun = time.monotonic()
        last_s, index, over = {1: begun, 2: float("-inf")}, 0, set[int]()
        pending: _Came | None = None
        while len(over) < len(wanted):
            came = _next(box)
            now = time.monotonic()
            if came is not None and isinstance(came.item, Frame):
                last_s[came.view] = came.s
                if came.view == 1:
                    fresh = pending is not None and came.s - pending.s < _APART_S
                    index = came.item.index
                    yield replace(came.item, beside=_second(pending, index, came.item.t) if fresh else None)
                    wanted[1].release()
                    if pending is not None:
                        pending = None
                        wanted[2].release()
                else:
                    pending = came
            elif came is not None:
                yield from self._trouble(came, over, is_other_there=now - last_s[3 - came.view] < _GONE_S)
                wanted[came.view].release()
            if pending is not None and (1 in over or now - last_s[1] > _SILENT_S):
                if (alone := _second(pending, index, now - begun)) is not None:
                    yield alone
                pending = None
                wanted[2].release()

    def _trouble(self, came: _Came, over: set[int], *, is_other_there: bool) -> Iterator[Trouble]:
        """Yield what is wrong with a source; if the other one is there, it is only noted. Raises the source's error."""
        if isinstance(came.item, Trouble):
            noted = came.view == 2 or (is_other_there and not came.item.over)
            yield replace(came.item, passing=True) if noted else came.item
            return
        over.add(came.view)
        if came.error is None:
            return
        if (came.view == 1 and not is_other_there) or not isinstance(came.error, Failure):
            raise came.error
        yield Trouble(f"{came.error}; the game goes on with the other view", passing=True)


def _second(came: _Came | None, index: int, t: float) -> Frame | None:
    """Return the second source's picture as part of moment *index*, at the time *t*."""
    if came is None or not isinstance(came.item, Frame):
        return None
    return replace(came.item, view=2, index=index, t=t)


def _next(box: queue.Queue[_Came]) -> _Came | None:
    try:
        return box.get(timeout=_TICK_S)
    except queue.Empty:
        return None


def _pump(
    view: int, source: Source, box: queue.Queue[_Came], wanted: threading.Semaphore, closing: threading.Event
) -> None:
    """Put what *source* gives into *box*, one item at a time and only when it is *wanted*."""
    error: BaseException | None = None
    try:
        for item in as_wanted(source, wanted, closing):
            box.put(_Came(view, time.monotonic(), item))
    except BaseException as fault:
        error = fault
    box.put(_Came(view, time.monotonic(), None, error))
