"""Whether pieces that lie wrong are named: ``python -m benchmarks.misplaced [--pictures N]``.

Each table is seen three times through its true pose: with a piece less, with that piece as it should stand, and with
it lying wrong: across a line, on its side, as one of two in a cell, tilted. What looks changed beside the first view is
looked at as at a watched table. Boards, pieces and light are unlike those of training; bought boards and printed kits
take turns. ``--renders`` counts false alarms in the pictures of a folder, where no piece lies wrong.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.examination import TIERS, draw_in_view, kit_and_name
from benchmarks.renders import renders_in
from calibration.places import Place
from core.reading import Misplaced
from kiebitz.eye.viewer import changed_most
from kiebitz.pictures.steady import compare, look_down
from kits.kit import Kit
from simulator.backdrop import backdrop
from simulator.misplaced import HOWS, with_misplaced
from simulator.render import render
from simulator.scene import Scene
from vision.misplaced import CODES, misplaced
from vision.views import Image

SEED = 55_005
GAMES = ("tink", "ting", "tingle", "tinker_tactics")
TOLD = ("named", "otherwise", "missed")
"""What is said of a piece that lies wrong: how, and on which cell; something else that is wrong; nothing."""


def examined(game: str, number: int) -> Iterator[tuple[str, str]]:
    """Yield, for table *number* of *game*, how a piece lies and what is said of it.

    One that stands as it should is ``right``; of it is said ``false`` or ``quiet``.
    """
    rng = np.random.default_rng([SEED, GAMES.index(game), number])
    kit, named = kit_and_name(rng, game, number)
    scene = replace(_drawn(rng, kit, number), hand=None)
    how = HOWS[number // 2 % len(HOWS)]
    wrong = with_misplaced(rng, scene, 1, (how,))
    if not wrong.misplaced:
        return
    behind = backdrop(scene)
    moved = {piece.cell for piece in scene.pieces} - {piece.cell for piece in wrong.pieces}
    before = replace(scene, pieces=tuple(piece for piece in scene.pieces if piece.cell not in moved))
    pictures = [render(each, behind=behind).image for each in (before, scene, wrong)]
    pose = scene.view if number % 2 == 0 else replace(scene.view, found_by="tags")
    place = Place.of(pose)
    yield "right", "false" if _found(pictures[0], pictures[1], place, named) else "quiet"
    found = _found(pictures[0], pictures[2], place, named)
    cells = wrong.misplaced[0].cells
    fits = any(each.code == CODES[how] and set(each.cells) <= set(cells) for each in found)
    yield how, "named" if fits else "otherwise" if found else "missed"


def _drawn(rng: np.random.Generator, kit: Kit, number: int) -> Scene:
    """Return a table with at least two pieces."""
    while True:
        scene = draw_in_view(rng, TIERS[number % len(TIERS)], kit, printed=number % 2 == 1)
        if len(scene.pieces) > 1:
            return scene


def _found(before: Image, after: Image, place: Place, kit: Kit) -> tuple[Misplaced, ...]:
    changes = compare(look_down(before, place), look_down(after, place), place).cells
    cells = changed_most(changes)
    return misplaced(after, place, kit, cells) if cells else ()


def false_alarms(folder: Path, game: str) -> Iterator[tuple[str, tuple[Misplaced, ...]]]:
    """Yield the name of each picture of *game* in *folder* and what is said to lie wrong on its cells with pieces."""
    for case in renders_in(folder, game):
        cells = [cell for cell, content in case.contents.items() if content is not None and "-" not in cell]
        yield case.name, misplaced(case.image, Place.of(case.registration), case.kit, cells)


def main() -> None:
    """Print a line for each game and for each way to lie."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=24, metavar="N", help="of each game (24)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="begin with table N (0)")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be repeated")
    parser.add_argument("--renders", type=Path, metavar="FOLDER", help="count false alarms in these pictures instead")
    asked = parser.parse_args()
    if asked.renders is not None:
        for game in asked.game or GAMES:
            cases = list(false_alarms(asked.renders, game))
            wrong = [f"{name} {each.code} {'-'.join(each.cells)}" for name, found in cases for each in found]
            print(f"{game:16}{len(cases):4} pictures, {len(wrong)} false: {', '.join(wrong) or '-'}", flush=True)
        return
    every = Counter[tuple[str, str]]()
    for game in asked.game or GAMES:
        counts = Counter(
            each for number in range(asked.first, asked.first + asked.pictures) for each in examined(game, number)
        )
        every += counts
        print(_line(game, counts), flush=True)
    print(_line("all", every))


def _line(name: str, counts: Counter[tuple[str, str]]) -> str:
    lying = [f"{how} " + " ".join(f"{counts[how, told]}" for told in TOLD) for how in HOWS]
    return f"{name:16}{'; '.join(lying)}; right: {counts['right', 'false']} false of {counts.total() // 2}"


if __name__ == "__main__":
    main()
