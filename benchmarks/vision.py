"""How well boards are found and read: ``python -m benchmarks.vision [--pictures N]``, ``make bench-vision``.

One table by game and tier over the simulator's fixed test set (``simulator.unseen``: boards,
pieces and light that training never draws), the renders of another program and photographs.
With ``--set printed`` kits as ``kiebitz print`` makes them.
A run that was stopped goes on where it was; the marks of each are in ``build/bench-vision``, and
``--against`` says what has changed since one of them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import cv2

from benchmarks.examination import GAMES, PRINTED_SEED, SETS, Task, tasks
from benchmarks.marks import Mark, examined, rows_of
from benchmarks.vision_table import change, reliability, table


def revision() -> str:
    """Return the short name of the revision, with a mark of what differs from it in the working tree."""
    name = _git("rev-parse", "--short", "HEAD").strip() or "unknown"
    work = _git("diff", "HEAD")
    return f"{name}-{hashlib.sha256(work.encode()).hexdigest()[:6]}" if work else name


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], capture_output=True, text=True, check=False, cwd=Path(__file__).parent)
    return done.stdout


class Progress:
    """The marks of a run in a file, a line each, so that nothing done is done again."""

    def __init__(self, path: Path, *, fresh: bool) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        if fresh:
            path.unlink(missing_ok=True)
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
        if lines and not lines[-1].endswith("\n"):
            path.write_text("".join(lines[:-1]), encoding="utf-8")
            lines.pop()
        marks = (Mark(**json.loads(line)) for line in lines)
        self.marks = {mark.key: mark for mark in marks}

    def add(self, mark: Mark) -> None:
        self.marks[mark.key] = mark
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(mark.as_json()) + "\n")


@dataclass(frozen=True, slots=True)
class Asked:
    """Which pictures are looked at, and how. Workers are told so, for tasks themselves cannot be sent to them."""

    sets: tuple[str, ...]
    games: tuple[str, ...]
    pictures: int
    shared: Path
    known: str
    posed: bool
    first: int
    seed: int = PRINTED_SEED

    def tasks(self) -> list[Task]:
        return list(
            tasks(
                self.sets,
                self.games,
                pictures=self.pictures,
                shared=self.shared,
                first=self.first,
                seed=self.seed,
            )
        )


_worker: tuple[Asked, dict[str, Task]] | None = None


def _begin(asked: Asked) -> None:
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)
    _worker = asked, {task.key: task for task in asked.tasks()}


def _mark(key: str) -> Mark:
    assert _worker is not None
    asked, known = _worker
    return examined(known[key], known=asked.known, posed=asked.posed)


def _marks(asked: Asked, chosen: Sequence[Task], workers: int) -> Iterator[Mark]:
    """Yield the marks of the *chosen* tasks of *asked*, in order, using this many processes."""
    if workers == 1:
        yield from (examined(task, known=asked.known, posed=asked.posed) for task in chosen)
        return
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin, (asked,))
    try:
        yield from pool.map(_mark, [task.key for task in chosen])
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _worked_through(asked: Asked, chosen: Sequence[Task], progress: Progress, *, workers: int) -> list[Mark]:
    """Return the marks of *chosen*, reusing those of an earlier run; Ctrl-C ends it early."""
    left = [task for task in chosen if task.key not in progress.marks]
    done = len(chosen) - len(left)
    try:
        for mark in _marks(asked, left, workers):
            progress.add(mark)
            done += 1
            sys.stderr.write(f"\r{done}/{len(chosen)} {mark.key:48}")
        sys.stderr.write("\r" + " " * 70 + "\r")
    except KeyboardInterrupt:
        sys.stderr.write(f"\nstopped after {done} of {len(chosen)} pictures; run it again to go on\n")
    return [progress.marks[task.key] for task in chosen if task.key in progress.marks]


def _say_faults(mark: Mark) -> None:
    if mark.faults or not mark.found:
        print(f"{mark.key} {mark.tier} {'' if mark.found else 'BOARD '}{'; '.join(mark.faults)}")


def main() -> None:
    """Work through the pictures and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=200, metavar="N", help="at most N of each set and game (200)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="begin with simulated picture N (0)")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be repeated")
    parser.add_argument("--set", action="append", choices=SETS, help="only this set; may be repeated (all but printed)")
    parser.add_argument("--shared", type=Path, default=Path("../shared"), help="the folder with renders/ and photos/")
    parser.add_argument("--known", choices=["nothing", "players", "colours"], default="nothing")
    parser.add_argument("--posed", action="store_true", help="take the true pose instead of looking for the board")
    parser.add_argument("--seed", type=int, default=PRINTED_SEED, help="other printed kits (30097)")
    parser.add_argument("--verbose", action="store_true", help="name every wrong or unsure cell, every board missed")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (all cores)")
    parser.add_argument("--fresh", action="store_true", help="start over, whatever has been done")
    parser.add_argument("--against", type=Path, metavar="FILE", help="marks in build/bench-vision to compare with")
    options = parser.parse_args()
    if options.against and not options.against.is_file():
        parser.error(f"there is no file {options.against}; every run leaves one in build/bench-vision")
    now = revision()
    name = "-".join((now, options.known, *(["posed"] if options.posed else [])))
    progress = Progress(Path("build/bench-vision") / f"{name}.jsonl", fresh=options.fresh)
    asked = Asked(
        tuple(options.set or SETS[:-1]),
        tuple(options.game or GAMES),
        options.pictures,
        options.shared,
        options.known,
        options.posed,
        options.first,
        options.seed,
    )
    chosen = asked.tasks()
    marks = _worked_through(asked, chosen, progress, workers=options.workers)
    for mark in marks if options.verbose else ():
        _say_faults(mark)
    rows = rows_of(marks)
    date, done = f"{datetime.now(UTC):%Y-%m-%dT%H:%M}", f"{len(marks)} of {len(chosen)} pictures"
    print(f"{date}, revision {now}, {done}, told: {options.known}\n")
    print(table(rows), reliability(rows), sep="\n\n")
    if options.against:
        before = Progress(options.against, fresh=False).marks
        print(f"\nsince {options.against}:\n{change(rows_of(before.values()), rows)}")


if __name__ == "__main__":
    main()
