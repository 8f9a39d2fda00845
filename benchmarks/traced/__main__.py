"""Draw random tables with bought boards: ``python -m benchmarks.traced tink ting --blender PYTHON --out FOLDER``.

Boards, pieces and light are drawn by Blender's path tracer, which shares nothing with the simulator, and their truth
is written beside each picture. ``python -m benchmarks.vision --set renders --shared FOLDER`` reads them. Equal
numbers give equal pictures. A run that was stopped goes on with what is missing.

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
from benchmarks.traced.positions import GAMES


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that can be drawn: the table *number* of a game, and the file it goes to."""

    game: str
    number: int
    path: Path

    @property
    def drawn(self) -> bool:
        """Whether it is there, with its truth."""
        return self.path.exists() and self.path.with_suffix(".json").exists()


Draw = Callable[[Picture, Path], None]
"""Leaves ``picture.npy`` and ``truth.json`` of a picture in a folder."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw the pictures that are asked for and not there yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--blender", default=sys.executable, metavar="PYTHON", help="a Python that has bpy")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="begin with table N of each game (0)")
    parser.add_argument("--pictures", type=int, default=20, metavar="N", help="of each game (20)")
    parser.add_argument("--samples", type=int, default=24, metavar="N", help="of light for each pixel (24)")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, metavar="N", help="of Blender (all cores)")
    parser.add_argument("--out", type=Path, default=Path("build/traced"), metavar="FOLDER")
    chosen = parser.parse_args(arguments)

    def draw(picture: Picture, folder: Path) -> None:
        rest = picture.game, *map(str, (picture.number, chosen.samples, chosen.threads))
        run_in_blender(chosen.blender, "benchmarks.traced.scene", str(folder), *rest)

    draw_all(list(pictures(chosen.games, chosen.first, chosen.pictures, chosen.out)), draw)


FOLDER_OF = {game: folder for folder, game in FOLDERS.items()}


def pictures(games: Sequence[str], first: int, count: int, out: Path) -> Iterator[Picture]:
    """Yield *count* pictures of each game, from number *first* on, one of each game in turn."""
    for number in range(first, first + count):
        for game in games:
            folder = FOLDER_OF[game]
            yield Picture(game, number, out / "renders" / folder / f"{folder}_{number:04d}.jpg")


def draw_all(asked: Sequence[Picture], draw: Draw) -> None:
    """Draw what is missing of *asked*, saying how far it is; Ctrl-C ends it early."""
    done = sum(picture.drawn for picture in asked)
    try:
        for picture in asked:
            if not picture.drawn:
                sys.stderr.write(f"\r{done}/{len(asked)} {picture.path.stem:24}")
                _draw_one(picture, draw)
                done += 1
        sys.stderr.write(f"\r{done}/{len(asked)} {'':24}")
    except KeyboardInterrupt:
        sys.stderr.write(f"\nstopped after {done} of {len(asked)} pictures; run it again to go on")
    finally:
        sys.stderr.write("\n")


def _draw_one(picture: Picture, draw: Draw) -> None:
    """Draw a picture and bring it to its place, the truth first, so that a picture that is there has one."""
    picture.path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=picture.path.parent) as name:
        folder = Path(name)
        draw(picture, folder)
        truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
        named = {"id": picture.path.stem, "game": FOLDER_OF[picture.game], **truth}
        (folder / "truth.json").write_text(json.dumps(named), encoding="utf-8")
        quality = [cv2.IMWRITE_JPEG_QUALITY, truth["isp"]["mjpeg_q"]]
        cv2.imwrite(str(folder / "picture.jpg"), np.load(folder / "picture.npy"), quality)
        (folder / "truth.json").replace(picture.path.with_suffix(".json"))
        (folder / "picture.jpg").replace(picture.path)


if __name__ == "__main__":
    main()
