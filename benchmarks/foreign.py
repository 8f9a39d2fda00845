"""What is made of small things on a board that are no pieces: ``python -m benchmarks.foreign [--pictures N]``.

One to three of them lie on empty cells of boards that training never draws, bought ones and printed ones by turns, in
the easy, normal and hard tier; the pose is told. Keys, rings, toys, cups, paper and bricks are kept for this; with
``--learned`` coins, caps, blocks, erasers, stubs and notes, which training draws, lie there instead.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from benchmarks.examination import GAMES, TIERS, draw_in_view, kit_and_name
from calibration.places import Place
from simulator.foreign import LEARNED, UNSEEN, Kind, with_foreign
from simulator.render import render
from vision.reader import read_board

SEED = 32_002
MOST = 3
TOLD = ("piece", "asked", "empty")
"""What a cell with such a thing is called: a piece for certain, in doubt or hidden, empty for certain."""


def examined(game: str, number: int, kinds: Mapping[str, Kind]) -> Iterator[tuple[str, str]]:
    """Yield, for picture *number* of *game*, what takes up a cell and what it is called, one of ``TOLD``.

    Of all other cells what is wrong is called ``wrong``, what is in doubt ``doubt``, and what is right ``right``.
    """
    rng = np.random.default_rng([SEED, GAMES.index(game), number])
    kit, named = kit_and_name(rng, game, number)
    printed = number % 2 == 1
    scene = draw_in_view(rng, TIERS[number % len(TIERS)], kit, printed=printed)
    picture = render(with_foreign(rng, scene, kinds, MOST))
    truth = picture.truth
    pose = replace(truth.registration, found_by="tags") if printed else truth.registration
    read = read_board(picture.image, Place.of(pose), named)
    for cell in truth.contents:
        content = read.contents.get(cell, "covered")
        asked = content == "covered" or cell in read.unsure
        if cell in truth.taken:
            yield truth.taken[cell], "asked" if asked else "empty" if content == "." else "piece"
        elif truth.covered[cell] < 0.1:
            right = _kind(content) == _kind(truth.position[cell])
            yield "other cells", "doubt" if asked else "right" if right else "wrong"


def _kind(content: str) -> str:
    """Return *content* without its seat."""
    return content[1:] if content[0].isupper() else content


def main() -> None:
    """Print a line for each game and for each kind of thing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=30, metavar="N", help="of each game (30)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="begin with picture N (0)")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be repeated")
    parser.add_argument("--learned", action="store_true", help="things as training draws them")
    asked = parser.parse_args()
    kinds = LEARNED if asked.learned else UNSEEN
    by_game, by_kind = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for game in asked.game or GAMES:
        for number in range(asked.first, asked.first + asked.pictures):
            for thing, told in examined(game, number, kinds):
                by_game[game, told] += 1
                by_kind[thing, told] += thing in kinds
        print(_line(game, by_game, (*TOLD, "right", "wrong", "doubt")), flush=True)
    for thing in kinds:
        print(_line(thing, by_kind, TOLD))
    print(_line("all", Counter({("all", told): sum(by_game[g, told] for g in GAMES) for told in TOLD}), TOLD))


def _line(name: str, counts: Counter[tuple[str, str]], told: tuple[str, ...]) -> str:
    return f"{name:16}" + "  ".join(f"{what} {counts[name, what]:4}" for what in told)


if __name__ == "__main__":
    main()
