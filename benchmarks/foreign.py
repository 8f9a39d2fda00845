"""What is made of small things on a board that are no pieces: ``python -m benchmarks.foreign [--pictures N]``.

One to three of them lie on empty cells of boards that training never draws, bought ones and printed ones by turns, in
the easy, normal and hard tier; the pose is given. Keys, rings, toys, cups, paper and bricks are kept for this; with
``--things learned`` coins, caps, blocks, erasers, stubs and notes, which training draws, lie there instead, with
``household`` mugs, cards, coins and keys, and with ``chessmen`` three to nine chessmen of one set stand there.
Of pieces it is counted whose they are called: what seat each is whose, as most of its pieces are called.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import linear_sum_assignment

from benchmarks.examination import GAMES, TIERS, draw_in_view, kit_and_name
from calibration.places import Place
from kits.kit import Kit
from simulator.chessmen import CHESSMEN, with_chessmen
from simulator.foreign import HOUSEHOLD, LEARNED, UNSEEN, with_foreign
from simulator.render import render
from simulator.scene import Truth
from vision.reader import read_board
from vision.views import Image

SEED = 32_002
MOST = 3
MOST_MEN = 9
TOLD = ("piece", "asked", "empty")
"""What a cell with such a thing is called: a piece for certain, in doubt or hidden, empty for certain."""
PIECES = ("right", "kind", "other seat", "no piece", "doubt")
"""What a cell with a piece is called: of these only the last is not for certain."""
ROWS: Mapping[str, tuple[str, ...]] = {
    "things": TOLD,
    "pieces": PIECES,
    "bare": ("right", "wrong", "doubt"),
    "pictures": ("whole", "merged"),
}
"""What is counted of each game."""
THINGS: Mapping[str, tuple[str, ...]] = {
    "unseen": tuple(UNSEEN),
    "learned": tuple(LEARNED),
    "household": tuple(HOUSEHOLD),
    "chessmen": CHESSMEN,
    "none": (),
}
"""What may lie there."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """Picture ``number`` of a game with things on its board: what the reader knows of it, and the truth."""

    image: Image
    place: Place
    kit: Kit
    truth: Truth


def case_of(game: str, number: int, things: str) -> Case:
    """Return picture *number* of *game* with *things* of THINGS on its board."""
    rng = np.random.default_rng([SEED, GAMES.index(game), number])
    kit, named = kit_and_name(rng, game, number)
    printed = number % 2 == 1
    scene = draw_in_view(rng, TIERS[number % len(TIERS)], kit, printed=printed)
    match things:
        case "chessmen":
            scene = with_chessmen(rng, scene, MOST_MEN)
        case "household":
            scene = with_foreign(rng, scene, HOUSEHOLD, MOST)
        case "unseen" | "learned":
            scene = with_foreign(rng, scene, UNSEEN if things == "unseen" else LEARNED, MOST)
    picture = render(scene)
    pose = replace(picture.truth.registration, found_by="tags") if printed else picture.truth.registration
    return Case(picture.image, Place.of(pose), named, picture.truth)


def examined(case: Case, *, told: bool) -> Iterator[tuple[str, str]]:
    """Yield, for *case*, what takes up a cell and what it is called, one of ``TOLD``.

    Cells with pieces are called one of ``PIECES``, and bare ones ``bare``, ``doubt`` or ``wrong``. Whether all pieces
    that the reader is certain of were given to their seats is ``whole`` or ``merged``. Where it is *told*, the reader
    knows how many play, and their colours.
    """
    truth = case.truth
    colours = [*truth.seats.values()] if told else []
    read = read_board(case.image, case.place, case.kit, colours=colours, players=len(colours) or None)
    seen = {cell: read.contents.get(cell, "covered") for cell in truth.contents}
    asked = {cell for cell, content in seen.items() if content == "covered" or cell in read.unsure}
    plain = {cell: truth.position[cell] for cell in seen if truth.covered[cell] < 0.1 and cell not in truth.taken}
    seats = _seats({cell: (content, seen[cell]) for cell, content in plain.items() if cell not in asked}, told=told)
    called = {cell: _called(content, seen[cell], seats) for cell, content in plain.items()}
    for cell, thing in truth.taken.items():
        yield thing, "asked" if cell in asked else "empty" if seen[cell] == "." else "piece"
    for cell, what in called.items():
        yield "bare" if plain[cell] == "." else "pieces", "doubt" if cell in asked else what
    merged = any(called[cell] == "other seat" for cell in called if cell not in asked)
    yield "pictures", "merged" if merged else "whole"


def _seats(certain: Mapping[str, tuple[str, str]], *, told: bool) -> Mapping[str, str]:
    """Return seat → what it is called, by what most of its pieces are called; no two are called the same."""
    letters = "ABCDEF"
    if told:
        return dict(zip(letters, letters, strict=True))
    counts = Counter((content[0], seen[0]) for content, seen in certain.values())
    shared = np.array([[counts[true, called] for called in letters] for true in letters])
    return {letters[true]: letters[called] for true, called in zip(*linear_sum_assignment(-shared), strict=True)}


def _called(content: str, seen: str, seats: Mapping[str, str]) -> str:
    """Return what the true *content* of a cell is called if *seen* is read there."""
    if content == ".":
        return "right" if seen == "." else "wrong"
    if seen in (".", "covered"):
        return "no piece"
    if content[0] in seats and seen[0] != seats[content[0]]:
        return "other seat"
    return "right" if _kind(content) == _kind(seen) else "kind"


def _kind(content: str) -> str:
    """Return *content* without its seat."""
    return content[1:] if content[0].isupper() else content


def main() -> None:
    """Print a line for each game and for each kind of thing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=30, metavar="N", help="of each game (30)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="begin with picture N (0)")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be repeated")
    parser.add_argument("--things", choices=THINGS, default="unseen", help="what lies there (unseen)")
    parser.add_argument("--told", action="store_true", help="tell the reader the players and their colours")
    asked = parser.parse_args()
    kinds = THINGS[asked.things]
    by_game, by_kind = Counter[tuple[str, str, str]](), Counter[tuple[str, str]]()
    for game in asked.game or GAMES:
        for number in range(asked.first, asked.first + asked.pictures):
            for thing, called in examined(case_of(game, number, asked.things), told=asked.told):
                by_game[game, "things" if thing in kinds else thing, called] += 1
                by_kind[thing, called] += thing in kinds
        for what, names in ROWS.items():
            print(_line(f"{game} {what}", {name: by_game[game, what, name] for name in names}), flush=True)
    for thing in kinds:
        print(_line(thing, {name: by_kind[thing, name] for name in TOLD}))
    for what, names in ROWS.items():
        print(_line(f"all {what}", {name: sum(by_game[game, what, name] for game in GAMES) for name in names}))


def _line(name: str, counts: Mapping[str, int]) -> str:
    return f"{name:24}" + "  ".join(f"{what} {count:4}" for what, count in counts.items())


if __name__ == "__main__":
    main()
