"""Tinker Tactics with dice that stand in: ``python -m benchmarks.stand_ins d6:4 [--games N] [--scenario NAME…]``.

Each player has one die of each kind declared instead of one of the kind that it stands in for. The tables are those of
``benchmarks.refereeing --pictures``, drawn and really read, with bought dice. ``--set-ups`` reads set-ups alone, each
as a picture by itself, and counts dice.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from benchmarks.refereeing.remembering import KEPT, Memory, RememberingSeer
from benchmarks.refereeing.rendered import RenderedTable
from benchmarks.refereeing.report import HEADER, codes, row
from benchmarks.refereeing.scenarios import SCENARIOS, Scenario
from benchmarks.refereeing.score import Score
from benchmarks.refereeing.sitting import Shot, Sitting
from benchmarks.refereeing.trace import trace
from benchmarks.refereeing.watching import Watched, shown
from core.games import find
from core.options import RuleOptions
from core.reading import EMPTY
from core.tinker.stand_ins import StandIn, stand_ins
from kiebitz.kits import kit_of
from kiebitz.pictures.frame import Image
from kits.pieces import Die
from simulator.materials import draw_materials
from simulator.table import Table
from tablebench.course import Contents, Course
from vision.reader import read_board

_GAME = "tinker_tactics"
_EDGES = {4: 21.0, 6: 16.0, 8: 18.0, 10: 15.0}
_LETTERS = "xyz"
"""What the kinds of the dice that stand in are called where they are drawn."""


@dataclass(frozen=True, slots=True)
class Played:
    """A random set-up, and which of its cells hold which of the dice that stand in."""

    course: Course
    drawn_as: Mapping[str, str]

    @classmethod
    def draw(cls, declared: str, rng: random.Random) -> Played:
        """Return one for two. Of dice that look alike, the one that shows least stands in, as the referee counts."""
        game = find(_GAME)
        options = game.options.parse(f"stand_in_dice={declared}")
        while (drawn := cls._drawn(options, rng)) is None:
            pass
        return drawn

    @classmethod
    def _drawn(cls, options: RuleOptions, rng: random.Random) -> Played | None:
        """Return a set-up; None where two that look alike show the same, so that nobody could tell which stands in."""
        game = find(_GAME)
        start: Any = game.deal(options, rng.randrange(1 << 30))  # type: ignore[attr-defined]
        contents, drawn = dict(game.contents(start)), dict[str, str]()
        for letter, die in zip(_LETTERS, dice_of(options), strict=False):
            for seat in start.seats:
                own = [cell for cell, what in contents.items() if what.startswith(f"{seat}{die.limit}=")]
                cell = rng.choice([cell for cell in own if cell not in drawn])
                if (alike := f"{seat}{die.faces}=") and die.faces != die.limit:
                    others = [each for each, what in contents.items() if what.startswith(alike)]
                    values = sorted(int(contents[each][3:]) for each in (cell, *others))
                    if values[:1] == values[1:2]:
                        return None
                    least = min([cell, *others], key=lambda each: int(contents[each][3:]))
                    here, there = contents[cell], contents[least]
                    contents[cell], contents[least] = f"{here[:3]}{there[3:]}", f"{there[:3]}{here[3:]}"
                drawn[cell] = letter
        start = game.parse_position(game.format_contents(contents, options), options)
        return cls(Course(game, kit_of(_GAME, options), options, start), drawn)

    def shapes(self, shot: Shot) -> Contents:
        """Return the contents of *shot* with the kinds as they are drawn."""
        where = dict(self.drawn_as)
        boards = [self.course.game.contents(position) for position in shot.history]
        for before, after in zip(boards, [*boards[1:], shot.contents], strict=True):
            where = _followed(where, before, after)
        return {c: f"{w[0]}{where[c]}{w[2:]}" if c in where and w != EMPTY else w for c, w in shot.contents.items()}


def _followed(where: Mapping[str, str], before: Contents, after: Contents) -> dict[str, str]:
    """Return where the dice are that stood in *before* as *where* says."""
    found = {}
    for cell, letter in where.items():
        if after[cell][:2] == before[cell][:2]:
            found[cell] = letter
            continue
        come = [c for c in after if after[c][:2] == before[cell][:2] != before[c][:2]]
        if come:
            found[come[0]] = letter
    return found


def dice_of(options: RuleOptions) -> tuple[StandIn, ...]:
    """Return the dice that stand in by *options*."""
    return stand_ins(find(_GAME).options.own(options).stand_in_dice)  # type: ignore[attr-defined]


class StandInTable(RenderedTable):
    """A table on which some dice are others; all are bought."""

    def __init__(self, played: Played, *, seed: int) -> None:
        super().__init__(played.course, seed=seed)
        course, self._played, table = played.course, played, self._table
        dice = dice_of(course.options)
        pieces = {
            letter: Die(letter, die.faces, _EDGES[die.faces], tens=die.tens)  # type: ignore[arg-type]
            for letter, die in zip(_LETTERS, dice, strict=False)
        }
        scene = replace(table.scene, kit=replace(table.scene.kit, pieces={**table.scene.kit.pieces, **pieces}))
        rng = np.random.default_rng([seed, 779])
        self._table = Table.of(scene, draw_materials(rng, scene.kit, scene.seats, paper=None))
        self.name += "-" + "-".join(f"{die.die}{die.limit}" for die in dice)
        self._memory = Memory.at(KEPT / "stand_ins" / f"{self.name}.pickle")
        self.eye = RememberingSeer(course.kit, players=2, near=None, memory=Memory(self._memory.file))

    def picture(self, shot: Shot) -> Image:
        return super().picture(replace(shot, contents=self._played.shapes(shot)))

    def close(self) -> None:
        """Keep nothing but the pictures."""


def watched(declared: str, scenario: Scenario, seed: int, *, plies: int) -> Watched:
    """Return how a random game is watched."""
    rng = random.Random(f"{declared}/{seed}")
    played = Played.draw(declared, rng)
    sitting = Sitting(played.course, rng, plies)
    scenario.plays(sitting)
    return shown(sitting, scenario, StandInTable(played, seed=seed))


def set_up_counts(declared: str, seed: int) -> Counter[str]:
    """Return how many dice of a set-up, those that stand in and others, were read right, wrong, or asked about."""
    played = Played.draw(declared, random.Random(f"{declared}/{seed}"))
    sitting = Sitting(played.course, random.Random(seed), 1)
    sitting.show("start")
    table, found = StandInTable(played, seed=seed), Counter[str]()
    image = table.picture(sitting.shots[0])
    place = table.eye.find(image)
    if place is None or not place.way_round_is_known:
        from calibration.places import Place

        place = Place.of(table.view)
    board = read_board(image, place, played.course.kit, players=2, colours=list(table.colours.values()))
    for cell, content in sitting.contents.items():
        if content == EMPTY:
            found["empty, misread"] += board.contents.get(cell, EMPTY) != EMPTY
            continue
        what = "stands in" if cell in played.drawn_as else "other"
        got = board.contents.get(cell)
        told = "asked" if cell in (*board.unsure, *board.covered) else "right" if got == content else "wrong"
        found[f"{what}, {told}"] += 1
        found[f"{what}, owner right"] += got is not None and got[0] == content[0]
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("declared", help="the dice that stand in, as the option stand_in_dice has them")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--plies", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", action="append", choices=SCENARIOS)
    parser.add_argument("--set-ups", action="store_true", help="read set-ups only")
    parser.add_argument("--trace", action="store_true", help="tell each game look by look")
    chosen = parser.parse_args(arguments)
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    if chosen.set_ups:
        counts = sum((set_up_counts(chosen.declared, seed) for seed in seeds), Counter[str]())
        print(", ".join(f"{what} {number}" for what, number in sorted(counts.items())))
        return
    print(HEADER)
    for scenario in chosen.scenario or ["plain"]:
        total = Score()
        for seed in seeds:
            seen = watched(chosen.declared, SCENARIOS[scenario], seed, plies=chosen.plies)
            if chosen.trace:
                trace(seen)
            total += seen.score
        print(row(scenario, chosen.declared, total.as_json()))
        print(codes(total.as_json()))


if __name__ == "__main__":
    main()
