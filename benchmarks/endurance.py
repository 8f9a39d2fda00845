"""Hours at a table, with time made fast: ``python -m benchmarks.endurance [--hours 8] [--trim]``.

Needs ``/proc`` (Linux). The demo's game is filmed over and over, the board cleared after each; the camera goes away
now and then. All of `kiebitz watch` runs: the real eye, clocks, advice, journals. Memory, threads and open files are
counted about every half hour of the film (``--every`` in seconds), always before a game, since more is held in the
middle of one. Exit status 1 if memory grows, threads or files are left behind, or a later game
is refereed otherwise than the first.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import gc
import json
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from kiebitz.output import write_json
from kiebitz.pictures.frame import Frame, Image, Trouble
from kiebitz.watching.kept_table import Table
from kiebitz.watching.referee import Referee
from kiebitz.watching.terminal import watch

FPS = 5.0
SHOWN_S, HAND_S = 30.0, 2.0
"""How long a position is shown, and a hand."""
AWAY_EVERY_S = 1500.0
COUNTED_EVERY_S = 1800.0
NOISES = 3
"""How many pictures there are of each scene, differing only in their noise."""
SETTLED_S = 3600.0
"""From this time on memory must stay flat."""
MOST_MB = 8.0
"""How much memory may still grow from then on."""
PASSING = ("lost", "found", "state", "clock", "end", "advice")
"""Events that do not depend on the game, which is the same each time."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What the camera sees for some seconds; its pictures take turns."""

    pictures: Sequence[Image]
    seconds: float


@dataclass(frozen=True, slots=True)
class Count:
    """What the process holds at a moment of the film, and how long it took over a frame since the last count."""

    s: float
    memory_mb: float
    threads: int
    files: int
    median_ms: float
    slowest_ms: float

    @classmethod
    def now(cls, s: float, took_ms: Sequence[float], *, trims: bool = False) -> Count:
        gc.collect()
        if trims:
            ctypes.CDLL(None).malloc_trim(0)
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        files = sum(1 for _ in Path("/proc/self/fd").iterdir())
        median, slowest = (float(np.median(took_ms)), max(took_ms)) if took_ms else (0.0, 0.0)
        memory_mb = pages * os.sysconf("SC_PAGE_SIZE") / 2**20
        return cls(s, memory_mb, threading.active_count(), files, median, slowest)


@dataclass(slots=True)
class Film:
    """Scenes shown again and again for this many *seconds*, by a camera that is sometimes away."""

    scenes: Sequence[Scene]
    seconds: float
    counted_every_s: float = COUNTED_EVERY_S
    counts: list[Count] = field(default_factory=list)
    name: str = "film"
    trims: bool = False
    """Whether free heap is given back before each count, so that only memory in use counts (glibc)."""

    def frames(self) -> Iterator[Frame | Trouble]:
        took_ms: list[float] = []
        away_s, next_count_s = AWAY_EVERY_S, self.counted_every_s
        for index, image in enumerate(self._pictures()):
            s = index / FPS
            if s >= next_count_s and index % self._length == 0:
                next_count_s += self.counted_every_s
                self.counts.append(Count.now(s, took_ms, trims=self.trims))
                took_ms.clear()
            if s > away_s:
                away_s += AWAY_EVERY_S
                yield Trouble("The camera gives no picture any more.")
                yield Trouble("The camera gives pictures again.", over=True)
            begun = time.perf_counter()
            yield Frame(image, index, s)
            took_ms.append(1000 * (time.perf_counter() - begun))

    @property
    def _length(self) -> int:
        """The number of frames in one game."""
        return sum(round(scene.seconds * FPS) for scene in self.scenes)

    def _pictures(self) -> Iterator[Image]:
        left = round(self.seconds * FPS)
        while left > 0:
            for scene in self.scenes:
                for number in range(min(left, round(scene.seconds * FPS))):
                    yield scene.pictures[number % len(scene.pictures)]
                    left -= 1


@dataclass(slots=True)
class Told:
    """Reads what is announced, and counts the events of each game."""

    games: list[Counter[str]] = field(default_factory=list)
    _rest: str = ""

    def write(self, text: str) -> int:
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            kind = json.loads(line)["event"]
            if kind == "journal":
                self.games.append(Counter())
            self.games[-1][kind] += kind not in PASSING
        return len(text)

    def flush(self) -> None:
        """Everything has been read."""


def endured(referee: Referee[Any], film: Film) -> Told:
    """Return what is said of *film*; the games are kept in a folder that is deleted then."""
    told = Told()
    with tempfile.TemporaryDirectory() as home, mock.patch.dict(os.environ, KIEBITZ_HOME=home):
        table = Table(referee, film.name, tell=write_json)
        with contextlib.redirect_stdout(told):
            watch(table, film)
    return told


def faults(counts: Sequence[Count], games: Sequence[Counter[str]], *, settled_s: float = SETTLED_S) -> list[str]:
    """Return in words what got worse. The last of *games* may be unfinished."""
    found = []
    first, last = next((count for count in counts if count.s >= settled_s), counts[0]), counts[-1]
    if last.memory_mb - first.memory_mb > MOST_MB:
        found.append(f"memory grew by {last.memory_mb - first.memory_mb:.1f} MB")
    if last.threads > first.threads or last.files > first.files:
        found.append("threads or files were left behind")
    if any(game != games[0] for game in games[1:-1]):
        found.append("not every game was refereed alike")
    return found


def demo(name: str, seconds: float) -> tuple[Referee[Any], Film]:
    """Return the demo of the game *name* as a long film, and who referees it, with clocks."""
    from core.games import find
    from kiebitz.api.looking import Wanted
    from kiebitz.api.watching import clock_of, referee_of
    from kiebitz.watching.pretend_table import Moment, PretendTable, moments
    from kiebitz.watching.scripts import script_of

    table, script, scenes = PretendTable(name).table, script_of(name, 2), []
    for moment in [*moments(name), Moment({})]:
        pictures = [table.picture(moment.contents, hand=moment.hand, seed=seed).image for seed in range(NOISES)]
        scenes.append(Scene(pictures, HAND_S if moment.hand else SHOWN_S))
    wanted = Wanted(find(name), script.options)
    return referee_of(wanted, clock=clock_of("600+5", 2)), Film(scenes, seconds)


def main(say: Callable[[str], object] = print) -> int:
    """Print what was counted, and what got worse."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="tink")
    parser.add_argument("--hours", type=float, default=8.0)
    parser.add_argument("--every", type=float, default=COUNTED_EVERY_S, help="seconds of film from count to count")
    parser.add_argument("--trim", action="store_true", help="count without the holes in the heap (glibc)")
    given = parser.parse_args()
    referee, film = demo(given.game, 3600 * given.hours)
    film.trims, film.counted_every_s = given.trim, given.every
    begun = time.monotonic()
    told = endured(referee, film)
    say("| hours | memory, MB | threads | open files | ms a frame, median | slowest |")
    say("|---|---|---|---|---|---|")
    for count in film.counts:
        figures = f"{count.memory_mb:.1f} | {count.threads} | {count.files} | {count.median_ms:.1f}"
        say(f"| {count.s / 3600:.1f} | {figures} | {count.slowest_ms:.0f} |")
    say(f"{len(told.games)} games in {time.monotonic() - begun:.0f} s; events of the first: {dict(told.games[0])}")
    worse = faults(film.counts, told.games)
    say("; ".join(worse) or "nothing got worse")
    return len(worse) > 0


if __name__ == "__main__":
    sys.exit(main())
