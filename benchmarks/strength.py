"""Who plays better: ``python -m benchmarks.strength GAME ONE OTHER [--pairs 50]``.

A player is a search, its settings and its bound: ``full@1s`` (the adviser as it is), ``tree@1000`` (playouts),
``tree@0.2s`` (seconds of processor time), ``tree,informed=0,explore=1.0@1000``, ``textbook@1000`` (UCT as in
textbooks: ``benchmarks.textbook``), ``pursuit@0.2s``, ``plain@100``,
``random``;
``spiel@1s`` is OpenSpiel's C++ MCTSBot on our registration, ``"ugi:COMMAND@0.2s"`` an engine that speaks the
Universal Game Interface (its seconds are a wall clock's).
Every opening, of a few random actions, is played twice, once from each seat, so that luck in
the opening falls out; of three and more seats (``--options players=3``) the first player has each in turn and the
other all the rest, so that equals would get a third. What is shared counts in parts. Two strong players share an
opening that is won already for one seat: ``--unsettled 20000`` takes none that our search of this many nodes proves.
The interval is the mean of the pairs ± 1.96 standard errors; where all pairs went alike it is Wilson's.
With ``--clear 0.9`` the match ends as soon as the interval lies wholly above or below that share. Ctrl-C ends the
match and keeps what was played; with ``--keep FILE`` every pair is written there as soon as it is played, and the
same match goes on from there another time. ``--processes 14`` plays this many pairs at once, the same ones; that suits
searches bound by nodes. ``make bench-strength`` plays all matches of the table of strength.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from adviser import suggest
from adviser.tree_search import Play
from benchmarks.contestants import Choose, player
from benchmarks.spread import add_processes, spread
from core import games
from core.game import Game, HiddenSetup
from core.options import RuleOptions
from kiebitz.programs.foreign import PREFIX

FEWEST = 8
"""Least number of pairs before a match may end early."""
TRIED = 100
"""How many random openings are tried to find an unsettled one."""


def opening(game: Game[Any], options: RuleOptions, seed: int, plies: int) -> Any:
    """Return a position in play after *plies* random actions."""
    rng = random.Random(seed)
    first: Any = game.deal(options, seed) if isinstance(game, HiddenSetup) else game.start(options)
    position = first
    while position.ply < plies:
        position = game.play(position, rng.choice(list(game.actions(position))))
        if game.outcome(position):
            position = first
    return position


def unsettled(game: Game[Any], options: RuleOptions, seed: int, plies: int, nodes: int) -> Any:
    """Return an opening that a search of *nodes* positions or playouts proves for nobody."""
    for turn in range(TRIED):
        position = opening(game, options, seed + turn, plies)
        if not nodes or not suggest(game, position, expired=lambda: False, max_nodes=nodes).proved:
            return position
    raise ValueError(
        f"every opening is settled within {nodes} nodes; take fewer with --unsettled, or another --opening"
    )


def played(game: Game[Any], position: Any, sides: Sequence[Choose], person: int, seed: int) -> float:
    """Return what a game is worth to *person*: 1 for a win, its part of what is shared, or 0; *sides* are by person."""
    play = Play(game)
    while not (outcome := game.outcome(position)):
        choose = sides[play.person(position, position.to_move)]
        position = game.play(position, choose(position, seed + position.ply))
    winners = [play.person(position, seat) for seat in outcome.winners]
    return (person in winners) / len(winners)


def interval(pairs: list[float]) -> tuple[float, float]:
    """Return the lower and the upper bound of 95 % for the share that *pairs* are drawn from."""
    mean, count = statistics.fmean(pairs), len(pairs)
    spread = statistics.stdev(pairs) if count > 1 else 0.5
    if spread:
        error = 1.96 * spread / math.sqrt(count)
        return max(0.0, mean - error), min(1.0, mean + error)
    square = 1.96**2
    middle, half = (mean + square / 2 / count), 1.96 * math.sqrt(mean * (1 - mean) / count + square / 4 / count**2)
    return (middle - half) / (1 + square / count), (middle + half) / (1 + square / count)


def told(pairs: list[float]) -> str:
    """Return the mean of *pairs* in percent with its 95 % interval."""
    low, high = interval(pairs)
    return f"{100 * statistics.fmean(pairs):.1f} % ({100 * low:.1f} to {100 * high:.1f})"


@dataclass(frozen=True)
class Match:
    """Two players, as ``contestants`` writes them, and from which openings they meet."""

    game: str
    one: str
    other: str
    options: str = "ply_limit=200"
    opening: int = 3
    unsettled: int = 0
    seed: int = 1

    def readied(self, running: ExitStack) -> Callable[[int], float]:
        """Return what plays the pair of a number; engines are closed with *running*. Raises ``ValueError``."""
        game = games.find(self.game)
        options = game.options.parse(self.options)
        players = player(game, self.one, options, running), player(game, self.other, options, running)

        def play(number: int) -> float:
            seed = 1000 * (self.seed + number)
            return pair(game, players, unsettled(game, options, seed, self.opening, self.unsettled), seed)

        return play

    def kept(self, path: Path | None) -> dict[int, float]:
        """Return the first player's share of each pair that the file *path* holds, by its number."""
        if path is None or not path.exists():
            return {}
        found = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
        match, pairs = asdict(self), dict[int, float]()
        for row in found:
            if match.items() <= {"unsettled": 0, **row}.items():
                pairs[row.get("pair", len(pairs))] = row["share"]
        return pairs

    def keep(self, path: Path | None, number: int, share: float) -> None:
        """Add a pair to the file *path*, if there is one."""
        if path:
            with path.open("a", encoding="utf-8") as file:
                print(json.dumps({**asdict(self), "pair": number, "share": share}), file=file)

    def told(self, pairs: list[float]) -> str:
        """Return how the match stands after *pairs*."""
        players = games.find(self.game).options.parse(self.options).players
        return f"{self.game}: {self.one} against {self.other}: {told(pairs)}, {players * len(pairs)} games"


def main() -> None:
    parser = argparse.ArgumentParser(description="Let two searches play a match.")
    parser.add_argument("game")
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--opening", type=int, default=Match.opening, metavar="PLIES")
    parser.add_argument(
        "--unsettled", type=int, default=0, metavar="NODES", help="only openings that are not proved so"
    )
    parser.add_argument("--options", default=Match.options)
    parser.add_argument("--seed", type=int, default=Match.seed)
    parser.add_argument("--clear", type=float, help="end when it is clear on which side of this share the result lies")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep every pair there and go on from it")
    add_processes(parser)
    given = parser.parse_args()
    if given.processes > 1 and PREFIX in (given.one[: len(PREFIX)], given.other[: len(PREFIX)]):
        parser.error("another program's engine plays in one process only")
    match = Match(**{field.name: getattr(given, field.name) for field in fields(Match)})
    pairs = {number: share for number, share in match.kept(given.keep).items() if number < given.pairs}
    left = [number for number in range(given.pairs) if number not in pairs]
    try:
        with ExitStack() as running:
            play = match.readied(running)
            for number, share in spread(play, left, processes=given.processes, seconds=given.seconds):
                pairs[number] = share
                match.keep(given.keep, number, share)
                print(f"\r{len(pairs)} pairs: {told([*pairs.values()])}", end="", file=sys.stderr, flush=True)
                low, high = interval([*pairs.values()])
                if given.clear and len(pairs) >= FEWEST and not low <= given.clear <= high:
                    break
    except KeyboardInterrupt:
        pass
    except ValueError as error:
        print(f"\n{error}", file=sys.stderr)
        sys.exit(2)
    print(file=sys.stderr)
    if pairs:
        print(match.told([*pairs.values()]))


def pair(game: Game[Any], players: tuple[Choose, Choose], start: Any, seed: int) -> float:
    """Return the first player's mean share of the games from *start*: one from each seat, the other on the rest."""
    one, other = players
    persons = range(len(start.seats))
    return statistics.fmean(
        played(game, start, [one if person == mine else other for person in persons], mine, seed) for mine in persons
    )


if __name__ == "__main__":
    main()
