"""How fast a table is watched: ``python -m benchmarks.watch``. How well, ``benchmarks.refereeing`` says.

Times the start of the program, a reading of each game's printed board, and a video.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from core.games import find, names
from core.goodwin.options import TinkOptions
from kiebitz.eye.seer import Seer
from kiebitz.eye.viewer import Viewer
from kiebitz.kits import kit_of
from kiebitz.pictures.sources import open_source
from kiebitz.table.state import TableState, Terms
from kiebitz.watching.pretend_table import Moment, moments
from kiebitz.watching.referee import Referee, run
from kiebitz.watching.scripts import script_of
from simulator.table import Table


def main() -> None:
    """Print how long the start, a reading and a frame of video take."""
    command = [sys.executable, "-c", "from kiebitz.cli import main; main()", "--help"]
    starts = []
    for _ in range(7):
        begun = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, env=dict(os.environ))
        starts.append(time.perf_counter() - begun)
    print(f"kiebitz --help            {1000 * sorted(starts)[3]:7.0f} ms (median of 7)")
    for name in names():
        print(f"locate and read {name:14} {_reading_ms(name):7.0f} ms (median of 7, tag frame, 1280×960)")
    table, shown = _table("tink"), list(moments("tink"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.avi"
        count = _film(path, table, shown[:10])
        state = TableState.begun(Terms(find("tink"), TinkOptions()))
        referee = Referee(state, Viewer(Seer(kit_of("tink"), players=2)))
        begun = time.perf_counter()
        moves = 0
        for events in run(referee, open_source(str(path)).frames()):
            moves += sum(event.kind == "move" for event in events)
        seconds = time.perf_counter() - begun
    print(f"watch a video             {count / seconds:7.1f} frames a second ({count} frames 1280×960, {moves} moves)")


def _reading_ms(name: str) -> float:
    """Return the median time in ms of seven looks at the printed board of the game *name*."""
    image = _table(name).picture(list(moments(name))[-1].contents).image
    seer = Seer(kit_of(name, script_of(name).options), players=2)
    readings = []
    for _ in range(8):
        begun = time.perf_counter()
        place = seer.find(image)
        assert place is not None
        seer.look(image, place, {})
        readings.append(time.perf_counter() - begun)
    return 1000 * sorted(readings[1:])[3]


def _table(name: str) -> Table:
    """Return the printed board of the game *name* on the same table as in all earlier figures."""
    rng, kit = np.random.default_rng(3 if name == "ting" else 4), kit_of(name, script_of(name).options)
    colours = {"A": "red", "B": "blue"} if name in ("tink", "tingle", "ting") else None
    return Table.draw(rng, kit=kit, colours=colours)


def _film(path: Path, table: Table, shown: Sequence[Moment], *, fps: float = 25.0, each: int = 40) -> int:
    """Write a video that shows each of *shown* for *each* noisy frames, with a hand moving in between."""
    rng = np.random.default_rng(1)
    noise = rng.normal(0, 2.0, (4, 960, 1280, 3)).astype(np.int16)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (1280, 960))
    count = 0
    for number, moment in enumerate(shown):
        still = table.picture(moment.contents, hand=moment.hand, seed=number).image
        passing = [table.picture(moment.contents, hand=cell, seed=number).image for cell in ("g3", "e4")]
        for step in range(each):
            image = passing[step // 5] if step < 10 else still
            writer.write(np.clip(image + noise[step % 4], 0, 255).astype(np.uint8))
            count += 1
    writer.release()
    return count


if __name__ == "__main__":
    main()
