"""Pictures drawn by processes of their own, from which a network learns as they come."""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from training.corners import corner_examples
from training.data import Examples, Samples, make_chunk
from training.dice_crops import DICE_LESSONS, DiceChunk, dice_chunk
from training.outline import outline_examples
from training.subjects import SUBJECTS

PER_CHUNK = 4
_APART = 1000
_MEEK = 5
"""How far these processes lower their priority in favour of the one that learns (``os.nice``)."""
BOARDS: Mapping[str, Callable[..., Examples]] = {"outline": outline_examples, "corners": corner_examples}
"""Network that finds boards → the function that makes its examples."""
_ALL = [*SUBJECTS, *DICE_LESSONS, *BOARDS]
HELD, TAUGHT = "held", "taught"
"""The folders of the chunks held back and of those learned from."""


def order_of(lessons: Sequence[str], seed: int) -> Iterator[str]:
    """Yield the lessons whose chunks are drawn one after another, each as often as its share says, for ever."""
    shares = np.array([SUBJECTS[name].share if name in SUBJECTS else 1.0 for name in lessons])
    rng = np.random.default_rng([seed, 77])
    while True:
        yield lessons[int(rng.choice(len(lessons), p=shares / shares.sum()))]


def chunk_of(name: str, seed: int, number: int, printed: float) -> Samples | DiceChunk | Examples:
    """Return chunk *number* of the lesson *name*: the same for the same *seed*, unlike those of other lessons.

    A share of the pictures, *printed*, shows the printed kit and nothing else.
    """
    own = seed + _APART * _ALL.index(name)
    if name in BOARDS:
        return BOARDS[name](own, number, PER_CHUNK, printed=printed)
    if name in DICE_LESSONS:
        return dice_chunk(name, own, number, PER_CHUNK, printed=printed)
    return make_chunk(SUBJECTS[name], own, number, PER_CHUNK, printed=printed)


def main() -> None:
    """Draw every this many-th chunk until told otherwise: a file ``stop`` in the folder, or no such folder any more."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("lessons", nargs="+", choices=_ALL)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--held", type=int, required=True, help="chunks of each lesson to hold back")
    parser.add_argument("--printed", type=float, required=True, help="the share of pictures of the printed kit")
    parser.add_argument("--part", type=int, required=True)
    parser.add_argument("--parts", type=int, required=True)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    os.nice(_MEEK)
    back = [(HELD, name, number) for number in range(asked.held) for name in asked.lessons]
    counts = dict.fromkeys(asked.lessons, -1)

    def taught() -> Iterator[tuple[str, str, int]]:
        for name in order_of(asked.lessons, asked.seed):
            counts[name] += 1
            yield TAUGHT, name, counts[name]

    for folder, name, number in itertools.islice(itertools.chain(back, taught()), asked.part, None, asked.parts):
        if not asked.folder.is_dir() or (asked.folder / "stop").exists() or os.getppid() == 1:
            return
        path = asked.folder / folder / f"{name}-{number:05d}.npz"
        if not path.exists():
            chunk_of(name, asked.seed + (folder == HELD), number, asked.printed).save(path)


class Painters:
    """How many processes that draw chunks of *lessons* into *folder*, as long as this is open."""

    def __init__(
        self, folder: Path, lessons: Sequence[str], *, seed: int, held: int, processes: int, printed: float
    ) -> None:
        for name in (HELD, TAUGHT):
            (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / "stop").unlink(missing_ok=True)
        self.folder, self.lessons, self.held = folder, lessons, held
        told = {"seed": seed, "held": held, "printed": printed, "parts": processes}
        words = [str(folder), *lessons, *(word for name, value in told.items() for word in (f"--{name}", str(value)))]
        self._running = [
            subprocess.Popen([sys.executable, "-m", "training.drawing", *words, "--part", str(part)])
            for part in range(processes)
        ]

    def __enter__(self) -> Painters:
        return self

    def __exit__(self, *_: object) -> None:
        (self.folder / "stop").touch()
        for one in self._running:
            one.terminate()
        for one in self._running:
            one.wait()

    def held_back(self) -> dict[str, list[Path]]:
        """Return the files of what is held back of each lesson, once all of it is drawn."""
        found = {}
        for name in self.lessons:
            found[name] = [self.folder / HELD / f"{name}-{number:05d}.npz" for number in range(self.held)]
            while not all(path.exists() for path in found[name]):
                self._check()
                time.sleep(0.2)
        return found

    def new(self, seen: set[Path]) -> Iterator[tuple[str, Path]]:
        """Yield the lesson and the file of each chunk to learn from that is not among *seen*, to which it is added."""
        self._check()
        for path in sorted((self.folder / TAUGHT).glob("*.npz")):
            if path not in seen:
                seen.add(path)
                yield path.name.rpartition("-")[0], path

    def _check(self) -> None:
        if any(one.poll() for one in self._running):
            raise RuntimeError("a process that draws pictures has ended with a mistake")


if __name__ == "__main__":
    main()
