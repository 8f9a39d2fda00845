"""Plays the games of a playtest on all cores, and writes them down as they finish.

A run's file is JSON Lines: the plan, then one line for each game, in the order of finishing. A last line
cut short by a crash is dropped when the run resumes.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path

from kiebitz.added import find_added
from kiebitz.disk import MIB, kind_of, read_file, shown, why
from kiebitz.failure import Failure
from kiebitz.programs import warming
from playtest.plan import Job, Plan, Player
from playtest.play import Played, play

FILE = "games.jsonl"
FORMAT = 1
LARGEST_BYTES = 1024 * MIB
_FORECAST_GAMES = 2
"""Random games that show how long a game is."""
_NO_OPENING_PLIES = 6
"""After this many random plies the search answers, no longer a book of openings."""
_AHEAD = 3
"""Games queued for each worker: enough that none waits, few enough to stop soon."""


class Run:
    """A playtest with what has been played of it, on disk before anything is counted."""

    def __init__(self, plan: Plan, folder: Path, played: Sequence[Played] = ()) -> None:
        self.plan = plan
        self.folder = folder
        self.played = list(played)

    @classmethod
    def begin(cls, plan: Plan, folder: Path) -> Run:
        """Return a new run, which is to be in *folder* once it is played. Raises ``Failure`` where there is one."""
        if kind_of(folder / FILE):
            raise Failure(f"{folder} holds a playtest; add --resume to continue it, or name another --folder")
        return cls(plan, folder)

    @classmethod
    def resume(cls, plan: Plan, folder: Path) -> Run:
        """Return the run in *folder*, to be played on. Raises ``Failure`` unless it is of *plan* but for its games."""
        path = folder / FILE
        remedy = "leave --resume out to start over"
        data = read_file(path, "a playtest", most_bytes=LARGEST_BYTES, remedy=remedy)
        whole = data[: data.rfind(b"\n") + 1]
        try:
            if whole != data:
                os.truncate(path, len(whole))
        except OSError as error:
            raise Failure(f"cannot write {shown(path)}: {why(error)}; {remedy}") from None
        lines = whole.splitlines()
        try:
            begun = Plan.from_json(json.loads(lines[0]))
            played = [Played.from_json(json.loads(line)) for line in lines[1:]]
        except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
            raise Failure(f"{path} is not a playtest folder: {' '.join(str(error).split())}") from None
        if replace(begun, games=plan.games) != plan:
            raise Failure(f"{path} was begun with other settings: {_difference(begun, plan)}; name another --folder")
        return cls(plan, folder, played)

    def open_jobs(self, jobs: Iterable[Job]) -> list[Job]:
        """Return those of *jobs* that are still to be played."""
        done = {game.job for game in self.played}
        return [job for job in jobs if job not in done]

    def play_on(
        self, jobs: Sequence[Job], executor: Executor | None, workers: int, tell: Callable[[Played], None]
    ) -> None:
        """Play *jobs*, on *executor* of *workers* processes or here, and *tell* of each game once it is on disk.

        Stopped by ``KeyboardInterrupt``, it leaves what is done. Raises ``Failure`` where a game or the
        file fails.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with (self.folder / FILE).open("a", encoding="utf-8", newline="\n") as file:
                if not file.tell():
                    file.write(json.dumps({"playtest": FORMAT, **self.plan.as_json()}, ensure_ascii=False) + "\n")
                for game in _games(self.plan, jobs, executor, workers):
                    file.write(json.dumps(game.as_json(), ensure_ascii=False) + "\n")
                    file.flush()
                    self.played.append(game)
                    tell(game)
        except OSError as error:
            remedy = "make room and --resume, or name another --folder"
            raise Failure(f"cannot write {shown(self.folder / FILE)}: {why(error)}; {remedy}") from error


def _difference(begun: Plan, plan: Plan) -> str:
    old, new = begun.as_json(), plan.as_json()
    changed = [name for name in old if name != "games" and old[name] != new[name]]
    return ", ".join(f"{name} was {old[name]}, not {new[name]}" for name in changed)


def _games(plan: Plan, jobs: Sequence[Job], executor: Executor | None, workers: int) -> Iterator[Played]:
    """Yield each game of *jobs* when it ends."""
    if executor is None:
        yield from (play(plan, job) for job in jobs)
        return
    left = iter(jobs)
    running: set[Future[Played]] = {executor.submit(play, plan, job) for job in islice(left, _AHEAD * workers)}
    try:
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {executor.submit(play, plan, job) for job in islice(left, len(done))}
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise Failure("a worker died in the middle of a game; go on with --resume and fewer --workers") from None


@contextmanager
def local_workers(count: int, family: str | None = None) -> Iterator[Executor | None]:
    """Give an executor of *count* processes, none for a single one.

    Each process begins by loading the compiled kernels of *family*, which this machine holds, if one is named.

    On an interrupt the processes are ended, whatever they are at, before the pool lets go of what they share. Their
    games are not cancelled first: the pool of Python 3.11 stumbles over those when it finds its processes gone.
    """
    if count == 1:
        yield None
        return
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(count, mp_context=context, initializer=_begin, initargs=(family,))
    try:
        _start(executor, count)
        yield executor
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        executor.shutdown(wait=False)
        raise
    executor.shutdown()


def _start(executor: Executor, count: int) -> None:
    """Start the *count* processes of *executor*, which inherit that Ctrl-C is ignored.

    The pool starts a process for each task that finds none idle.
    """
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(count):
            executor.submit(os.getpid)
    finally:
        signal.signal(signal.SIGINT, before)


def _begin(family: str | None) -> None:
    """Ignore Ctrl-C, which is for the process that hands out the games; find added games, and load the kernels."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    find_added()
    if family:
        warming.ready(family)


def forecast_s(plan: Plan) -> float:
    """Return about how many seconds of one process a game of *plan* takes, from its first move and games by chance."""
    by_chance, began = replace(plan, player=Player(), compiled=False), time.monotonic()
    played = [play(by_chance, Job(0, number)) for number in range(1, _FORECAST_GAMES + 1)]
    chance_s = (time.monotonic() - began) / len(played)
    if not plan.player.level:
        return chance_s
    first, before = plan.variants[0], max(plan.player.random_plies, _NO_OPENING_PLIES)
    short = replace(first, options=replace(first.options, ply_limit=before + 1))
    player = replace(plan.player, random_plies=before)
    began = time.monotonic()
    play(replace(plan, variants=(short,), player=player, compiled=False), Job(0, 1))
    thoughtful = max(0.0, sum(each.plies for each in played) / len(played) - plan.player.random_plies)
    return chance_s + (time.monotonic() - began) * thoughtful


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
