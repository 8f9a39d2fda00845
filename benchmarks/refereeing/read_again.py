"""Whether a piece that is misread is misread again: ``python -m benchmarks.refereeing.read_again [--game NAME…]``.

Boards of random games on simulated tables are each shown in three pictures that differ in nothing but noise, and each
picture is read afresh, as nobody does who watches a table: what looks the same is not read again.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from benchmarks.refereeing.misreadings import Listening, Read
from benchmarks.refereeing.rendered import RenderedTable
from benchmarks.refereeing.scenarios import SCENARIOS
from benchmarks.refereeing.watching import played
from core.games import names as games
from core.reading import EMPTY

PICTURES = 3
SHOTS = slice(6, None, 5)
"""Which boards of a game are shown."""
LEADS = (0.0, 3.0, 7.5)
"""Bounds of the leads of a reading, in nats."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=games(), help="only this one; may be repeated")
    parser.add_argument("--games", type=int, default=5, metavar="N")
    parser.add_argument("--plies", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    found: list[list[Read]] = []
    for name in chosen.game or games():
        for seed in range(chosen.seed, chosen.seed + chosen.games):
            found += read_again(name, seed, plies=chosen.plies)
    print("\n".join(table_of(found)))


def read_again(name: str, seed: int, *, plies: int) -> Iterator[list[Read]]:
    """Yield the readings of each piece in all pictures of a board, for boards of a game of *name*."""
    sitting = played(name, SCENARIOS["plain"], seed, plies=plies)
    tables = [RenderedTable(sitting.course, seed=seed) for _ in range(PICTURES)]
    for shot in sitting.shots[SHOTS]:
        looks: list[Mapping[str, Read]] = []
        for number, table in enumerate(tables):
            heard = Listening(table)
            image = heard.picture(replace(shot, number=shot.number + 1000 * number))  # its number seeds the noise
            if (place := heard.eye.find(image)) is not None:
                heard.eye.look(image, place, heard.colours)
                looks += ({read.cell: read for read in reads} for reads in heard.reads)
        if len(looks) == PICTURES:
            for cell, first in looks[0].items():
                reads = [first, *(look[cell] for look in looks[1:] if cell in look)]
                if first.truth != EMPTY and len(reads) == PICTURES:
                    yield reads


def table_of(found: Sequence[Sequence[Read]]) -> list[str]:
    """Return the lines of a table of how pieces were read again, by the lead of the first reading."""
    lines = [f"{'lead, nats':12}{'pieces':>8}{'wrong':>8}{'read again':>12}{'as wrong':>10}{'right':>8}"]
    for low, high in zip(LEADS, (*LEADS[1:], float("inf")), strict=True):
        band = [reads for reads in found if low <= max(reads[0].lead, 0.0) < high or reads[0].lead == high]
        wrong = [reads for reads in band if reads[0].is_wrong]
        later = [(reads[0], read) for reads in wrong for read in reads[1:]]
        same, right = sum(one.best == read.best for one, read in later), sum(not read.is_wrong for _, read in later)
        span = f"{low:g} to {high:g}"
        lines.append(f"{span:12}{len(band):>8}{len(wrong):>8}{len(later):>12}{same:>10}{right:>8}")
    return lines


if __name__ == "__main__":
    main()
