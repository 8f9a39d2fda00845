"""How often a reader is wrong, and how surely: ``python -m benchmarks.refereeing.misreadings [--pictures]``.

The same games are played as by ``python -m benchmarks.refereeing``, and each look at them is compared with what lay
there. The figures of the pretended reader should be those of the real one (``--pictures``).
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from benchmarks.refereeing.noise import BANDS, LEADS, NOISE, kind_of
from benchmarks.refereeing.scenarios import SCENARIOS
from benchmarks.refereeing.sitting import Shot
from benchmarks.refereeing.tables import Table
from benchmarks.refereeing.watching import PICTURES, played, shown, table_for, true_names
from calibration.places import Place
from core.games import names as games
from core.reading import EMPTY
from kiebitz.eye.protocol import Eye, Look
from kiebitz.pictures.frame import Image

SURE = 0.99
"""A cell is read with certainty if the reader gives its content at least this probability."""


@dataclass(frozen=True, slots=True)
class Read:
    """How a cell was read once."""

    cell: str
    truth: str
    best: str
    certainty: float

    @property
    def kind(self) -> str:
        return kind_of(self.truth, self.cell)

    @property
    def lead(self) -> float:
        """By how many nats the likeliest content leads over all others together."""
        return math.inf if self.certainty >= 1.0 else math.log(self.certainty / (1.0 - self.certainty))

    @property
    def is_wrong(self) -> bool:
        return self.best != self.truth


class Listening:
    """A table whose looks are kept: for each shot what was read of the cells in sight."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.colours, self.players = table.colours, table.players
        self.middles = table.middles
        self.eye: Eye = _Listener(table.eye, self)
        self.reads: list[list[Read]] = []
        self._shot: Shot | None = None

    def picture(self, shot: Shot) -> Image:
        self._shot = shot
        return self._table.picture(shot)

    def close(self) -> None:
        self._table.close()

    def heard(self, look: Look, place: Place) -> None:
        """Keep *look*, if nothing is in its way and the board lies as at the start."""
        shot = self._shot
        if shot is None or shot.arm is not None or shot.lie.away or shot.lie.quarters:
            return
        names = {} if self.middles is None else true_names(place, self.middles)
        reads = []
        for cell in look.reading.cells.keys() - look.reading.covered:
            real, best = names.get(cell, cell), look.reading.best(cell)
            if real in shot.contents:
                reads.append(Read(real, shot.contents[real], best, look.reading.certainty(cell)))
        self.reads.append(reads)


class _Listener:
    """An eye that passes what it saw on to a listener."""

    def __init__(self, eye: Eye, told: Listening) -> None:
        self._eye = eye
        self._told = told
        self.find = eye.find
        self.follow = eye.follow
        self.learn, self.expect = eye.learn, eye.expect
        self.other, self.misplaced = eye.other, eye.misplaced

    def look(self, image: Image, place: Place, colours: Mapping[str, str]) -> Look:
        look = self._eye.look(image, place, colours)
        self._told.heard(look, place)
        return look


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=games(), help="only this one; may be repeated")
    parser.add_argument("--scenario", action="append", choices=SCENARIOS, help="by default slips; may be repeated")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="of each game in each scenario")
    parser.add_argument("--plies", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--noise", choices=NOISE, default="normal")
    parser.add_argument("--pictures", action="store_true", help="render the tables, and really read them")
    parser.add_argument("--list", action="store_true", help="name each cell that was read wrong with certainty")
    chosen = parser.parse_args(arguments)
    looks: list[list[Read]] = []
    for scenario in chosen.scenario or ["slips"]:
        for name in chosen.game or games():
            for seed in range(chosen.seed, chosen.seed + chosen.games):
                sitting = played(name, SCENARIOS[scenario], seed, plies=chosen.plies)
                noise = PICTURES if chosen.pictures else chosen.noise
                table = Listening(table_for(sitting, noise, seed, SCENARIOS[scenario]))
                shown(sitting, SCENARIOS[scenario], table)
                looks += table.reads
                for number, reads in enumerate(table.reads if chosen.list else []):
                    for read in reads:
                        if read.is_wrong and read.certainty > SURE:
                            words = f"{read.cell}: {read.truth} read as {read.best} {read.certainty:.4f}"
                            print(f"{name} {seed} {scenario}, look {number}: {words}")
    print("\n".join(leads_of(looks)))


def leads_of(looks: Sequence[Sequence[Read]]) -> list[str]:
    """Return the lines of a table of the reads of *looks* by their lead: how many, and how many of them are wrong.

    A wrong one is something else that lies there, or nothing where something lies: "12 + 3" are 12 and 3 of them.
    """
    bands = list(pairwise((*BANDS[:-1], math.inf)))
    lines = [f"{'lead, nats':10}" + "".join(f"{f'{low:g} to {high:g}':>18}" for low, high in bands)]
    for kind in LEADS:
        reads = [read for look in looks for read in look if read.kind == kind]
        if reads:
            cells = (
                [read for read in reads if low <= max(read.lead, 0.0) < high or read.lead == high]
                for low, high in bands
            )
            lines.append(f"{kind:10}" + "".join(f"{_counted(band):>18}" for band in cells))
    return lines


def _counted(reads: Sequence[Read]) -> str:
    unseen = sum(read.is_wrong and read.best == EMPTY for read in reads)
    return f"{len(reads)}: {sum(read.is_wrong for read in reads) - unseen} + {unseen}"


if __name__ == "__main__":
    main()
