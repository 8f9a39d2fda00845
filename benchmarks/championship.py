"""The table of strength: ``python -m benchmarks.championship [--processes 14] [--seconds 540] [--keep FILE]``.

The adviser with 1,000 nodes meets the textbook's UCT (``benchmarks.textbook``) with as many simulations and with four
times as many, in every game for two; with three and four seats all others are the textbook with as many. Nobody has a
clock, so that any machine plays the same games, however much else it does. All matches go on at once, each at the
same pace; whatever ends the command, it says how every match stands, and with ``--keep FILE`` it goes on from there
another time. Tingle for two has Tink's rules.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from benchmarks.contestants import kernel_of
from benchmarks.spread import add_processes, spread
from benchmarks.strength import Match, told
from core import games

MANY, SOME = 200, 100
"""Games in a match."""


def matches(seed: int) -> dict[Match, int]:
    """Return all matches, and how many pairs each has: of several seats, how many rounds of as many games."""
    found = dict[Match, int]()
    for game, count in (("tink", MANY), ("tabik", MANY), ("ting", SOME), ("tinker_tactics", SOME)):
        for simulations in (1000, 4000):
            found[Match(game, "full@1000", f"textbook@{simulations}", seed=seed)] = count // 2
    for game in ("tink", "ting", "tinker_tactics"):
        for seats in (3, 4):
            options = f"players={seats},ply_limit=200"
            found[Match(game, "full@1000", "textbook@1000", options, seed=seed)] = SOME // seats
    return found


def in_turn(pairs: dict[Match, int]) -> list[tuple[Match, int]]:
    """Return every pair of every match by its number, so that after any part all have come equally far."""
    every = [((number + 0.5) / count, match, number) for match, count in pairs.items() for number in range(count)]
    return [(match, number) for _, match, number in sorted(every, key=lambda one: one[0])]


def compile_at_once(names: Iterable[str], processes: int) -> None:
    """Let several *processes* compile the kernels of these games into numba's cache, each a game's."""
    if processes > 1:
        for _ in spread(lambda name: bool(kernel_of(games.find(name))), sorted(names), processes=processes):
            pass


def main() -> None:
    parser = argparse.ArgumentParser(description="Play all matches of the table of strength.")
    parser.add_argument("--seed", type=int, default=51)
    parser.add_argument("--only", default="", help="games, separated by commas; all if left out")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep every pair there and go on from it")
    add_processes(parser)
    given = parser.parse_args()
    wanted = given.only.split(",") if given.only else games.names()
    pairs = {match: count for match, count in matches(given.seed).items() if match.game in wanted}
    shares = {match: match.kept(given.keep) for match in pairs}
    left = [(match, number) for match, number in in_turn(pairs) if number not in shares[match]]
    began = time.monotonic()
    try:
        with ExitStack() as running:
            compile_at_once({match.game for match in pairs}, given.processes)
            ready = {match: match.readied(running) for match in pairs}
            seconds = given.seconds and max(0.0, given.seconds + began - time.monotonic())
            played = spread(lambda one: ready[one[0]](one[1]), left, processes=given.processes, seconds=seconds)
            for (match, number), share in played:
                shares[match][number] = share
                match.keep(given.keep, number, share)
                done = sum(map(len, shares.values()))
                print(f"\r{done} of {sum(pairs.values())} pairs", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        pass
    print(file=sys.stderr)
    for match, found in shares.items():
        seats = games.find(match.game).options.parse(match.options).players
        of = f"{seats * len(found)} of {seats * pairs[match]} games"
        if found:
            print(f"{match.game} for {seats}, {match.one} against {match.other}: {told([*found.values()])}, {of}")


if __name__ == "__main__":
    main()
