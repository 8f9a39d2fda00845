"""What ``kiebitz doctor`` finds: ``python -m benchmarks.doctor [--scenes N]``.

Each pretend table of Tink is photographed once as it is and once with each fault of ``benchmarks.faults``, at a
strength drawn at random. A fault made reading worse where the board is not found any more, or two cells or more are
wrong or unsure that were not. Doctor ought to find something in all of these, and nothing in a clean picture that
is read right.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np

from benchmarks.faults import FAULTS
from benchmarks.renders import Render
from calibration.locate import locate
from calibration.places import Place
from core.reading import EMPTY
from kiebitz.pictures.examining import examined
from kiebitz.pictures.files import Picture
from kits import tink
from simulator.draw import draw_scene
from simulator.render import render
from simulator.scene import Scene
from vision.reader import read_board

WORSE_CELLS = 2
HIDDEN = 0.3
"""Cells with this share hidden do not count."""
NAMES = {"focus": "blurred", "motion": "shaken", "noise": "noisy", "coarse": "blurred"}
"""What doctor calls a fault, where that is another word."""


@dataclass(slots=True)
class Tally:
    """Counts of one fault."""

    planted: int = 0
    worse: int = 0
    found: int = 0
    named: int = 0
    alarms: int = 0
    codes: dict[str, int] = field(default_factory=lambda: defaultdict(int))


def bad_cells(case: Render) -> int | None:
    """Return how many of the cells that can be seen are wrong or unsure; None where the board is not found."""
    place = locate(case.image, case.kit)
    if place is None:
        return None
    case = case.moved_to(place.boards[0])
    reading = read_board(case.image, Place.of(case.registration), case.kit)
    bad = 0
    for cell, truth in case.contents.items():
        if case.hidden[cell] < HIDDEN and cell in reading.reading.cells:
            content = reading.reading.best(cell)
            seen = None if content == EMPTY else (reading.colours.get(content[0]), content[1:])
            bad += seen != truth or cell in reading.unsure
        elif case.hidden[cell] < HIDDEN:
            bad += 1
    return bad


def look(scene: Scene, name: str) -> tuple[int | None, tuple[str, ...]]:
    """Return how many cells of the picture are badly read, and what doctor says of it."""
    picture = render(scene)
    truth = picture.truth
    hidden = dict(truth.covered)
    for piece in truth.pieces:
        hidden[piece.placed.cell] = max(hidden[piece.placed.cell], 1 - piece.visible)
    printed = bool(scene.kit.markers)
    seats = len(truth.seats)
    case = Render(name, tink.KIT, "", picture.image, truth.registration, truth.contents, hidden, seats, printed)
    seen = examined(Picture(case.image, 1.0, name), "tink")
    return bad_cells(case), tuple(finding.code for finding in seen.findings)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=20)
    parser.add_argument("--seed", type=int, default=70_000)
    parser.add_argument("--verbose", action="store_true", help="name every picture")
    options = parser.parse_args()
    tallies: dict[str, Tally] = defaultdict(Tally)
    for index in range(options.scenes):
        rng = np.random.default_rng([options.seed, index])
        scene = draw_scene(rng, tier="easy", kit=tink.KIT, hand=False)
        before, codes = look(scene, "clean")
        _count_clean(tallies["clean"], before, codes)
        for number, (name, fault) in enumerate(FAULTS.items()):
            chance = np.random.default_rng([options.seed, index, number])
            strength = float(chance.uniform())
            after, codes = look(fault(scene, strength, chance), name)
            tally = tallies[name]
            tally.planted += 1
            worse = after is None or (before is not None and after >= before + WORSE_CELLS)
            tally.worse += worse
            tally.found += worse and bool(codes)
            tally.named += worse and NAMES.get(name, name) in codes
            tally.alarms += bool(codes) and not worse
            if options.verbose:
                print(f"{index} {name} {strength:.2f}: {before} to {after} bad cells; {', '.join(codes)}", flush=True)
        print(f"{index + 1} of {options.scenes} tables", file=sys.stderr, flush=True)
    _show(tallies)


def _count_clean(tally: Tally, bad: int | None, codes: tuple[str, ...]) -> None:
    tally.planted += 1
    tally.worse += bad is None or bad > 0
    tally.alarms += bad == 0 and bool(codes)
    for code in codes:
        tally.codes[code] += 1


def _show(tallies: dict[str, Tally]) -> None:
    print(f"{'fault':8} {'planted':>8} {'read worse':>11} {'of these found':>15} {'by its name':>12} {'harmless':>11}")
    for name in FAULTS:
        t = tallies[name]
        print(f"{name:8} {t.planted:8} {t.worse:11} {t.found:15} {t.named:12} {t.alarms:11}/{t.planted - t.worse}")
    worse, found = (sum(getattr(tallies[name], what) for name in FAULTS) for what in ("worse", "found"))
    clean = tallies["clean"]
    print(f"found {found} of {worse} that made reading worse ({100 * found / max(worse, 1):.1f} %)")
    right = clean.planted - clean.worse
    print(f"clean pictures read right: {right} of {clean.planted}; false alarms among them: {clean.alarms}")
    if clean.codes:
        print("told of clean pictures:", dict(clean.codes))


if __name__ == "__main__":
    main()
