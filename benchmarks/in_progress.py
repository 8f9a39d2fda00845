"""Are the sizes of pyramids read rightly in games in progress? ``python -m benchmarks.in_progress [--first N]``.

Games between two seats are played on bought boards of the simulator, and pictures of some of their boards are read
one by one, with the true pose and nothing else told. Most pieces of a young game are smalls, so that nothing but
their sizes beside the cells tells them from mediums on a larger board.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from benchmarks.refereeing.rendered import RenderedTable
from benchmarks.refereeing.scenarios import SCENARIOS
from benchmarks.refereeing.watching import played
from calibration.places import Place
from core.reading import EMPTY
from vision.reader import read_board

GAMES = ("tink", "tingle")
PLIES = (3, 6, 9, 12)
"""After this many plies a picture is taken."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=6700, metavar="SEED", help="of the first table")
    parser.add_argument("--tables", type=int, default=30, metavar="N", help="for each game; printed ones do not count")
    chosen = parser.parse_args(arguments)
    print(f"{'game':8}{'pictures':>10}{'a size wrong':>14}{'most wrong':>12}{'in doubt':>10}")
    for name in GAMES:
        pictures = wrong = mostly = doubtful = 0
        for seed in range(chosen.first, chosen.first + chosen.tables):
            for pieces, missed, doubts in _read(name, seed):
                pictures += 1
                wrong += missed > 0
                mostly += 2 * missed > pieces
                doubtful += doubts > 0
        print(f"{name:8}{pictures:10}{wrong:14}{mostly:12}{doubtful:10}", flush=True)


def _read(name: str, seed: int) -> list[tuple[int, int, int]]:
    """Return the pieces that are seen in each picture, how many have a wrong size, and how many are in doubt."""
    sitting = played(name, SCENARIOS["plain"], seed, plies=max(PLIES))
    table = RenderedTable(sitting.course, seed=seed)
    if table.is_printed:
        return []
    found = []
    for ply in PLIES:
        if ply >= len(sitting.shots):
            break
        shot = sitting.shots[ply]
        board = read_board(table.picture(shot), Place.of(table.view), sitting.course.kit)
        seen = [cell for cell, what in shot.contents.items() if EMPTY not in (what, board.contents.get(cell, EMPTY))]
        missed = sum(shot.contents[cell][1] != board.contents[cell][1] for cell in seen)
        found.append((len(seen), missed, len(set(seen) & set(board.unsure))))
    return found


if __name__ == "__main__":
    main()
