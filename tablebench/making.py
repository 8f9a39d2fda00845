"""Drawing tables with Blender: what is asked for and not there yet."""

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

from tablebench.blender import run_in_blender
from tablebench.games import draw_game
from tablebench.positions import FOLDERS, GAMES
from tablebench.printed import PRINTED, print_table


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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Tell *parser* what may be asked for."""
    parser.add_argument("games", nargs="+", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--blender", default=sys.executable, metavar="PYTHON", help="a Python that has bpy")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="begin with table N of each game (0)")
    parser.add_argument("--tables", type=int, default=20, metavar="N", help="of each game (20)")
    parser.add_argument("--plays", action="store_true", help="draw whole games, not stills")
    parser.add_argument("--printed", action="store_true", help=f"draw Kiebitz's printed kits ({', '.join(PRINTED)})")
    parser.add_argument("--width", type=int, default=1280, metavar="PX", help="of a picture; 3/4 of it is the height")
    parser.add_argument("--samples", type=int, default=24, metavar="N", help="of light for each pixel (24)")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, metavar="N", help="of Blender (all cores)")
    parser.add_argument("--out", type=Path, default=Path("build/tablebench"), metavar="FOLDER")


def make(chosen: argparse.Namespace) -> None:
    """Draw the tables that *chosen* asks for. Raises ``SystemExit`` with a line where that cannot be."""
    if chosen.printed and (others := [game for game in chosen.games if game not in PRINTED]):
        raise SystemExit(f"the printed kit of {others[0]} cannot be drawn; that of {', '.join(PRINTED)} can")

    def draw(table: Table, folder: Path) -> None:
        if chosen.printed:
            print_table(table.game, table.number, folder, plays=table.plays)
        elif table.plays:
            draw_game(table.game, table.number).write(folder / "game.json")
        rest = table.game, *map(str, (table.number, chosen.samples, chosen.threads, chosen.width))
        run_in_blender(chosen.blender, "tablebench.scene", str(folder), *rest)

    asked = tables(chosen.games, chosen.first, chosen.tables, chosen.out, plays=chosen.plays, printed=chosen.printed)
    draw_all(list(asked), draw)


FOLDER_OF = {game: folder for folder, game in FOLDERS.items()}


def tables(
    games: Sequence[str], first: int, count: int, out: Path, *, plays: bool = False, printed: bool = False
) -> Iterator[Table]:
    """Yield *count* tables of each game, from number *first* on, one of each game in turn."""
    kind = "_printed" if printed else ""
    for number in range(first, first + count):
        for game in games:
            folder = FOLDER_OF[game]
            if plays:
                yield Table(game, number, out / "sequences" / f"{folder}{kind}_{number:04d}", plays=True)
            else:
                yield Table(game, number, out / "renders" / folder / f"{folder}{kind}_{number:04d}.jpg")


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
    """Draw a table and move it whole to its place, the truth first: then each picture there has its truth."""
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
    """Write *picture* and its truth, from what was drawn next to the truth in *file*."""
    truth = json.loads(file.read_text(encoding="utf-8"))
    pixels = np.load(file.with_suffix(".npy"))
    image = {"file": picture.name, "width": pixels.shape[1], "height": pixels.shape[0]}
    named = {"id": picture.stem, "game": FOLDER_OF[table.game], "image": image, **truth}
    picture.with_suffix(".json").write_text(json.dumps(named), encoding="utf-8")
    quality = [cv2.IMWRITE_JPEG_QUALITY, truth["isp"]["mjpeg_q"]]
    cv2.imwrite(str(picture), pixels, quality)
