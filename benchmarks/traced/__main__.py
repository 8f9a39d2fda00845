"""Draw random tables with bought boards: ``python -m benchmarks.traced tink ting --blender PYTHON --out FOLDER``.

Boards, pieces and light are drawn by Blender's path tracer, which shares nothing with the simulator, and their truth
is written beside each picture. ``python -m benchmarks.vision --set renders --shared FOLDER`` reads them. Equal
numbers give equal pictures. A run that was stopped goes on with what is missing.

With ``--games`` whole games are drawn, a picture after each move and some with a hand before it; in every third
somebody breaks a rule, in every third somebody turns the board. ``python -m benchmarks.refereeing
FOLDER/sequences/* --scenario recorded`` referees them.

Blender's Python module needs an older numpy than OpenCV does, so it lives in an environment of its own::

    python3.11 -m venv build/blender
    build/blender/bin/pip install bpy
    python -m benchmarks.traced tink --blender build/blender/bin/python --out build/traced
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from benchmarks.blender import run_in_blender
from benchmarks.renders import FOLDERS
from benchmarks.traced.games import draw_game
from benchmarks.traced.positions import GAMES
from benchmarks.traced.view import HEIGHT, WIDTH


@dataclass(frozen=True, slots=True)
class Table:
    """A table that can be drawn: *number* of a game, as a picture in the file ``path``, or as a game in that folder."""

    game: str
    number: int
    path: Path
    plays: bool = False

    @property
    def drawn(self) -> bool:
        """Whether it is there, with its truth."""
        return self.path.exists() and (self.plays or self.path.with_suffix(".json").exists())


Draw = Callable[[Table, Path], None]
"""Leaves the pictures (``000.npy``) and truths (``000.json``) of a table in a folder."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw the pictures that are asked for and not there yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--blender", default=sys.executable, metavar="PYTHON", help="a Python that has bpy")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="begin with table N of each game (0)")
    parser.add_argument("--pictures", type=int, default=20, metavar="N", help="of each game (20)")
    parser.add_argument("--games", action="store_true", dest="plays", help="draw so many games, not pictures")
    parser.add_argument("--samples", type=int, default=24, metavar="N", help="of light for each pixel (24)")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, metavar="N", help="of Blender (all cores)")
    parser.add_argument("--out", type=Path, default=Path("build/traced"), metavar="FOLDER")
    chosen = parser.parse_args(arguments)

    def draw(table: Table, folder: Path) -> None:
        if table.plays:
            draw_game(table.game, table.number).write(folder / "game.json")
        rest = table.game, *map(str, (table.number, chosen.samples, chosen.threads))
        run_in_blender(chosen.blender, "benchmarks.traced.scene", str(folder), *rest)

    draw_all(list(tables(chosen.games, chosen.first, chosen.pictures, chosen.out, plays=chosen.plays)), draw)


FOLDER_OF = {game: folder for folder, game in FOLDERS.items()}


def tables(games: Sequence[str], first: int, count: int, out: Path, *, plays: bool = False) -> Iterator[Table]:
    """Yield *count* tables of each game, from number *first* on, one of each game in turn."""
    for number in range(first, first + count):
        for game in games:
            folder = FOLDER_OF[game]
            if plays:
                yield Table(game, number, out / "sequences" / f"{folder}_{number:04d}", plays=True)
            else:
                yield Table(game, number, out / "renders" / folder / f"{folder}_{number:04d}.jpg")


def draw_all(asked: Sequence[Table], draw: Draw) -> None:
    """Draw what is missing of *asked*, saying how far it is; Ctrl-C ends it early."""
    done = sum(table.drawn for table in asked)
    try:
        for table in asked:
            if not table.drawn:
                sys.stderr.write(f"\r{done}/{len(asked)} {table.path.stem:24}")
                _draw_one(table, draw)
                done += 1
        sys.stderr.write(f"\r{done}/{len(asked)} {'':24}")
    except KeyboardInterrupt:
        sys.stderr.write(f"\nstopped after {done} of {len(asked)}; run it again to go on")
    finally:
        sys.stderr.write("\n")


def _draw_one(table: Table, draw: Draw) -> None:
    """Draw a table and bring it to its place whole; the truth first, so that a picture that is there has one."""
    table.path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=table.path.parent) as name:
        folder = Path(name)
        draw(table, folder)
        done = folder / "done"
        done.mkdir()
        for truth in sorted(folder.glob("[0-9]*.json")):
            _develop(table, truth, done / f"frame_{truth.stem}.jpg" if table.plays else done / table.path.name)
        if table.plays:
            done.replace(table.path)
        else:
            (done / table.path.name).with_suffix(".json").replace(table.path.with_suffix(".json"))
            (done / table.path.name).replace(table.path)


def _develop(table: Table, file: Path, picture: Path) -> None:
    """Write *picture* and its truth from what was drawn beside the truth in *file*."""
    truth = json.loads(file.read_text(encoding="utf-8"))
    image = {"file": picture.name, "width": WIDTH, "height": HEIGHT}
    named = {"id": picture.stem, "game": FOLDER_OF[table.game], "image": image, **truth}
    picture.with_suffix(".json").write_text(json.dumps(named), encoding="utf-8")
    quality = [cv2.IMWRITE_JPEG_QUALITY, truth["isp"]["mjpeg_q"]]
    cv2.imwrite(str(picture), np.load(file.with_suffix(".npy")), quality)


if __name__ == "__main__":
    main()
