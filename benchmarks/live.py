"""How soon a move is announced at a live camera: ``python -m benchmarks.live [--fps 15]``.

The demo's moves are shown in real time, a hand moving in before each, by a camera whose frames are taken as `watch`
takes them. Prints the time from the first picture without the hand until the move has been judged.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from unittest import mock

import numpy as np

from core.games import find, names
from kiebitz.api.looking import Wanted
from kiebitz.api.watching import referee_of
from kiebitz.pictures.frame import Frame, Image
from kiebitz.pictures.live import Camera
from kiebitz.watching.pretend_table import PretendTable
from kiebitz.watching.referee import Referee
from kiebitz.watching.scripts import script_of

REACHING_S, STILL_S = 1.2, 2.4
"""How long a hand moves before each move, and how long the table then is still."""
NOISES = 3


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """A move being made: pictures of a hand that moves, then of the table; each kind takes turns."""

    reaching: Sequence[Image]
    still: Sequence[Image]


class Capture:
    """Stands in for OpenCV's: shows stages in real time, at this many frames a second, and then ends."""

    stages: Sequence[Stage] = ()
    fps = 15.0
    begun = 0.0

    def __init__(self, *_: object) -> None:
        self._number = 0

    def read(self) -> tuple[bool, Image | None]:
        self._number += 1
        due_s = self.begun + self._number / self.fps
        time.sleep(max(0.0, due_s - time.monotonic()))
        stage, passed_s = divmod(time.monotonic() - self.begun, REACHING_S + STILL_S)
        if stage >= len(self.stages):
            return False, None
        shown = self.stages[int(stage)]
        pictures = shown.reaching if passed_s < REACHING_S else shown.still
        return True, pictures[self._number % len(pictures)]

    def release(self) -> None:
        """Nothing is held."""


def stages(name: str) -> list[Stage]:
    """Return the start and the legal moves of the demo of *name*."""
    table, script, game = PretendTable(name).table, script_of(name, 2), find(name)
    position = game.parse_position(script.start, script.options) if script.start else game.start(script.options)
    seen = [game.contents(position)]
    for action in script.actions:
        position = game.play(position, action)
        seen.append(game.contents(position))
    cells = [cell for cell in game.cells(position) if "-" not in cell]
    found = []
    for before, after in pairwise([seen[0], *seen]):
        hands = (cells[len(cells) // 3], cells[len(cells) // 2])
        reaching = [table.picture(before, hand=hand, seed=seed).image for seed, hand in enumerate(hands)]
        found.append(Stage(reaching, [table.picture(after, seed=seed).image for seed in range(NOISES)]))
    return found


def delays(referee: Referee[Any], shown: Sequence[Stage], *, fps: float) -> tuple[list[float], float]:
    """Return after how many seconds *referee* announces each move of *shown*, and how many frames it read a second."""
    told, frames = list[float](), 0
    Capture.stages, Capture.fps, Capture.begun = shown, fps, time.monotonic()
    with mock.patch("cv2.VideoCapture", Capture):
        for item in Camera("camera 0", 0, patience_s=0.3).frames():
            frames += isinstance(item, Frame)
            moves = sum(event.kind == "move" for event in referee.take(item))
            stage_s = (time.monotonic() - Capture.begun) % (REACHING_S + STILL_S)
            told += [stage_s - REACHING_S] * moves
    return told, frames / (len(shown) * (REACHING_S + STILL_S))


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=names(), action="append")
    parser.add_argument("--fps", type=float, default=15.0)
    given = parser.parse_args()
    print("| game | moves told | seconds after the hand, median | slowest | frames read a second |")
    print("|---|---|---|---|---|")
    for name in given.game or names():
        shown = stages(name)
        told, fps = delays(referee_of(Wanted(find(name), script_of(name, 2).options)), shown, fps=given.fps)
        figures = f"{np.median(told):.2f} | {max(told):.2f}" if told else "|"
        print(f"| {find(name).title} | {len(told)}/{len(shown) - 1} | {figures} | {fps:.1f} |", flush=True)


if __name__ == "__main__":
    main()
