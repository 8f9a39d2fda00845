"""How well boards are found: ``python -m benchmarks.locate [GAME=]FOLDER…``.

The board of Tink is looked for, or that of the GAME named before a folder. A folder with
``boards.json`` holds photographs with the corners of an 8 × 8 board; one with a JSON file
beside each picture holds renders, whose tiers are counted apart, and the pictures of any
other folder (given after ``--none``) show no board and must be told so. ``--simulated N``
looks at this many pretend tables of each game, none of them with tags.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.locate import locate
from core.options import RuleOptions
from core.tabik.options import TabikOptions
from core.tinker.options import TinkerOptions
from kiebitz.kits import kit_of
from kits.kit import Kit
from simulator.draw import Tier, draw_scene
from simulator.furnish import draw_style
from simulator.grid_looks import draw_grid_style
from simulator.render import render

Array = npt.NDArray[np.float64]


FOUND = 0.01
"""How far a corner may lie off, in parts of the board's side."""
SIMULATED = ("tink", "ting", "tingle", "tabik", "tinker_tactics")


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A picture and the truth: corners (4, 2) px in any cyclic order, None where there is no board."""

    picture: Path
    kit: Kit
    corners_px: Array | None
    tolerance_px: float = 0.0
    tier: str = ""
    image: npt.NDArray[np.uint8] | None = None
    """What *picture* shows, where it is no file."""

    def allows(self, off_px: float, part: float) -> bool:
        """Return whether a worst corner that is *off_px*, and *part* of the board's side, off is right."""
        return part <= FOUND or off_px <= self.tolerance_px


def cases_in(folder: Path, game: str) -> Iterator[Case]:
    """Yield the pictures of *folder* that have a truth, with the equipment of *game* in the size that each shows."""
    index = folder / "boards.json"
    if index.exists():
        for record in json.loads(index.read_text(encoding="utf-8")):
            corners = np.array(record["corners"], dtype=np.float64)
            yield Case(folder / record["file"], kit_of(game), corners, record["corner_tolerance_px"])
        return
    for record_file in sorted(folder.rglob("*.json")):
        record = json.loads(record_file.read_text(encoding="utf-8"))
        picture = record_file.with_suffix(".jpg")
        if picture.exists() and "corners_px" in record:
            corners = np.array(record["corners_px"], dtype=np.float64)
            yield Case(picture, kit_of(game, _options(game, record)), corners, tier=record.get("tier", ""))


def _options(game: str, record: dict[str, Any]) -> RuleOptions | None:
    """Return the options that the board of a render's *record* needs: its size, and how many sit at it."""
    board = record.get("board") or {}
    columns, rows = board.get("cols", 8), board.get("rows", 8)
    if game == "tabik":
        return TabikOptions(board_size=columns)
    return TinkerOptions(players=4 if columns == rows == 7 else 2) if game == "tinker_tactics" else None


def simulated(game: str, number: int, seed: int) -> Iterator[Case]:
    """Yield pretend tables without tags, of all tiers and sizes; equal numbers and seeds give equal ones."""
    tiers: tuple[Tier, ...] = ("easy", "normal", "hard")
    for index in range(number):
        rng = np.random.default_rng([seed, SIMULATED.index(game), index])
        options: RuleOptions | None = None
        if game == "tabik":
            options = TabikOptions(board_size=int(rng.integers(4, 13)))
        elif game == "tinker_tactics":
            options = TinkerOptions(players=(2, 2, 4)[int(rng.integers(3))])
        kit, style = kit_of(game, options), "kit"
        while style == "kit":
            style = draw_style(rng) if kit.ground.chequered else draw_grid_style(rng, kit)
        shown = render(draw_scene(rng, tier=tiers[index % 3], kit=kit, style=style))
        corners = shown.truth.registration.corners_px
        yield Case(Path(f"{game} {index} {style}"), kit, corners, tier=tiers[index % 3], image=shown.image)


def negatives_in(folder: Path, game: str) -> Iterator[Case]:
    """Yield the pictures of *folder*, which show no board of *game*."""
    for picture in sorted(folder.rglob("*")):
        if picture.suffix.lower() in (".jpg", ".jpeg", ".png"):
            yield Case(picture, kit_of(game), None)


def error_of(found: Array, truth: Array) -> tuple[float, float]:
    """Return the worst corner's distance under the best cyclic match in px, and in parts of the mean side."""
    side = float(np.linalg.norm(truth - np.roll(truth, 1, axis=0), axis=1).mean())
    turns = (np.roll(way, k, axis=0) for way in (truth, truth[::-1]) for k in range(4))
    worst = min(float(np.linalg.norm(found - turn, axis=1).max()) for turn in turns)
    return worst, worst / side


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folders", nargs="*", default=[], metavar="[GAME=]FOLDER")
    parser.add_argument(
        "--none", nargs="*", default=[], metavar="[GAME=]FOLDER", help="folders of pictures without a board of GAME"
    )
    parser.add_argument("--simulated", type=int, default=0, metavar="N", help="look at N pretend tables of each game")
    parser.add_argument("--game", action="append", choices=SIMULATED, help="only this game's pretend tables")
    parser.add_argument("--seed", type=int, default=72)
    arguments = parser.parse_args()
    for game in (arguments.game or SIMULATED) if arguments.simulated else ():
        print(f"\npretend tables as {game}")
        tables = list(simulated(game, arguments.simulated, arguments.seed))
        for tier in dict.fromkeys(case.tier for case in tables):
            _report([case for case in tables if case.tier == tier], tier)
    for of, chosen in ((cases_in, arguments.folders), (negatives_in, arguments.none)):
        for text in chosen:
            game, _, folder = text.rpartition("=")
            cases = list(of(Path(folder), game or "tink"))
            print(f"\n{folder} as {game or 'tink'}")
            for tier in sorted({case.tier for case in cases}):
                _report([case for case in cases if case.tier == tier], tier)


def _report(cases: list[Case], tier: str) -> None:
    right, times, parts = 0, [], []
    for case in cases:
        image = cv2.imread(str(case.picture)) if case.image is None else case.image
        if image is None:
            print(f"{case.picture.name:24} cannot be read")
            continue
        start = time.process_time()
        found = locate(np.asarray(image, dtype=np.uint8), case.kit)
        times.append(1e3 * (time.process_time() - start))
        says = f"{case.picture.name:24} {found.method if found else 'none':8} {times[-1]:6.0f} ms"
        if case.corners_px is None or found is None:
            good = case.corners_px is None and found is None
        else:
            off_px, part = error_of(found.corners_px, case.corners_px)
            parts.append(part)
            good = case.allows(off_px, part)
            says += f"  {100 * part:5.2f} %  rms {found.error_px:.2f} px"
        right += good
        print(says if good else f"{says}  WRONG")
    if times:
        mean = f", median error {100 * float(np.median(parts)):.2f} %" if parts else ""
        print(
            f"{tier} {right} of {len(times)} right{mean}, median {float(np.median(times)):.0f} ms, "
            f"slowest {max(times):.0f} ms"
        )


if __name__ == "__main__":
    main()
