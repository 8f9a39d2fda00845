"""How strong the levels are: ``python -m benchmarks.ladder [GAME…] [--rounds 4] [--seconds 600]``.

Every level, two children and a player at random meet those at most ``--span`` places above and below (a round-robin of
all with ``--span 11``), each pair as often with the one first as with the other.
Ratings are Elo's, the child's (or the first's, without a child) being 0, fitted to all results at once (Bradley and
Terry); the intervals hold 95 % of two hundred fits to games drawn again from those that were played. Levels 2 to 10
search with this many nodes and no clock, so that a faster machine finds the same. Ctrl-C keeps what was played; with
``--keep FILE`` every game is written there as soon as it is played, and the same ladder goes on from there another
time. ``--processes 14`` plays this many games at once, the same ones.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from adviser.kernels import store
from adviser.levels import LEVELS, suggest_at
from adviser.tree_search import Play
from benchmarks.contestants import kernel_of
from benchmarks.spread import add_processes, spread
from core import games
from core.game import Game, HiddenSetup, holder
from core.options import RuleOptions
from core.tabik.options import TabikOptions
from core.tinker.options import TinkerOptions

FULL = 10
CHILD, CAREFUL, RANDOM = "child", "careful", "random"
TRIES = 3
"""How many times the child thinks again."""
DRAWN_ANEW = 200
OPTIONS = {"tabik": TabikOptions(board_size=6), "tinker_tactics": TinkerOptions(quiet_ply_limit=100, ply_limit=300)}
LIMITED = {"ply_limit": 120}

Player = Callable[[Game[Any], Any, int], str]
"""Returns an action, given the game, the position and a seed."""


class Played(NamedTuple):
    """A game: who began, who came second, and what the first one got: 1, ½ or 0."""

    first: str
    second: str
    points: float


def child(game: Game[Any], position: Any, seed: int, *, tries: int = TRIES) -> str:
    """Take a win in one; else draw actions, at most *tries*, until one does not let the next player win at once."""
    play, rng = Play(game), random.Random(f"{seed} {game.format_position(position)}")
    moves = sorted(play.moves(position), key=lambda move: play.text(position, move))
    if wins := play.wins(position):
        return play.text(position, rng.choice(wins))
    for move in rng.choices(moves, k=tries) if tries else rng.sample(moves, len(moves)):
        after = play.apply(position, move)
        if game.outcome(after) or not play.wins(after):
            break
    return play.text(position, move)


def careful(game: Game[Any], position: Any, seed: int) -> str:
    """Play as the child, and never allow a loss in one that can be avoided."""
    return child(game, position, seed, tries=0)


def at_random(game: Game[Any], position: Any, seed: int) -> str:
    return random.Random(f"{seed} {game.format_position(position)}").choice(list(game.actions(position)))


def player(name: str, full_nodes: int) -> Player:
    """Return the player called *name*; level 10 gets *full_nodes* playouts, where it would else take its time."""
    if name in (CHILD, CAREFUL, RANDOM):
        return {CHILD: child, CAREFUL: careful, RANDOM: at_random}[name]
    level = int(name)
    nodes = full_nodes if level == FULL else None

    def play(game: Game[Any], position: Any, seed: int) -> str:
        return suggest_at(game, position, level, expired=lambda: False, max_nodes=nodes, seed=seed).action

    return play


def meet(game: Game[Any], players: tuple[Player, Player], options: RuleOptions, seed: int) -> float:
    """Return what the player at seat A gets of one game."""
    position: Any = game.deal(options, seed) if isinstance(game, HiddenSetup) else game.start(options)
    while not (outcome := game.outcome(position)):
        seat = holder(position, position.to_move)
        position = game.play(position, players["AB".index(seat)](game, position, 2 * seed + "AB".index(seat)))
    if outcome.drawn:
        return 0.5
    return float(holder(position, outcome.winners[0]) == "A")


def ratings(played: Sequence[Played], names: Sequence[str]) -> dict[str, float]:
    """Return the Elo ratings that make *played* likeliest, the child's being 0, or the first's where there is none.

    Half a draw of each with that one is added, so that who has won or lost every game gets a rating too.
    """
    zero = CHILD if CHILD in names else names[0]
    points: dict[tuple[str, str], float] = {}
    for game in [*played, *(Played(name, zero, 0.5) for name in names if name != zero)]:
        points[game.first, game.second] = points.get((game.first, game.second), 0.0) + game.points
        points[game.second, game.first] = points.get((game.second, game.first), 0.0) + 1.0 - game.points
    strength = dict.fromkeys(names, 1.0)
    for _ in range(300):
        for name in names:
            won = sum(points.get((name, other), 0.0) for other in names)
            met = sum(
                (points.get((name, other), 0.0) + points.get((other, name), 0.0)) / (strength[name] + strength[other])
                for other in names
                if other != name
            )
            strength[name] = max(1e-9, won) / met if met else 1.0
    return {name: 400 * math.log10(strength[name] / strength[zero]) for name in names}


def intervals(played: Sequence[Played], names: Sequence[str], rng: random.Random) -> dict[str, tuple[float, float]]:
    """Return between what ratings 95 % of the fits lie to as many games, drawn again from *played*."""
    fits = [ratings(rng.choices(played, k=len(played)), names) for _ in range(DRAWN_ANEW)]
    ordered = {name: sorted(fit[name] for fit in fits) for name in names}
    low, high = round(0.025 * (len(fits) - 1)), round(0.975 * (len(fits) - 1))
    return {name: (values[low], values[high]) for name, values in ordered.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how strong the levels are.")
    parser.add_argument("games", nargs="*", default=["tink", "tabik"], metavar="GAME")
    parser.add_argument("--rounds", type=int, default=2, help="how often each pair meets on either side, at most")
    parser.add_argument("--full", type=int, default=5000, help="playouts of level 10")
    parser.add_argument("--span", type=int, default=3, help="the most places by which the two of a pair lie apart")
    parser.add_argument("--only", default="", help="names of players, separated by commas; all if left out")
    parser.add_argument("--plain", action="store_true", help="search in plain Python, not in compiled code")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep every game there and go on from it")
    add_processes(parser)
    parser.set_defaults(seconds=600.0)
    given = parser.parse_args()
    names = given.only.split(",") if given.only else [RANDOM, CHILD, CAREFUL, *map(str, LEVELS), str(FULL)]
    for name in given.games:
        game = games.find(name)
        if not given.plain and store.family(game):
            kernel_of(game)
        played = _kept(given, name)
        try:
            _round_robin(game, names, given, played)
        except KeyboardInterrupt:
            print("\ninterrupted: this is what was played", file=sys.stderr)
        _print(game, [Played(first, second, points) for (_, first, second), points in played.items()], names)


Meeting = tuple[int, str, str]
"""The round, the player who begins, and the player who comes second."""


def _round_robin(
    game: Game[Any], names: Sequence[str], given: argparse.Namespace, played: dict[Meeting, float]
) -> None:
    options = OPTIONS.get(game.name) or game.options.of(LIMITED)
    pairs = [(a, b) for a, b in combinations(names, 2) if names.index(b) - names.index(a) <= given.span]
    pairs += [(b, a) for a, b in pairs]
    players = {name: player(name, given.full) for name in names}
    meetings = list[Meeting]()
    for turn in range(given.rounds):
        random.Random(turn).shuffle(pairs)
        meetings += [(turn, *pair) for pair in pairs]

    def met(meeting: Meeting) -> float:
        turn, first, second = meeting
        return meet(game, (players[first], players[second]), options, turn)

    left = [meeting for meeting in meetings if meeting not in played]
    for meeting, points in spread(met, left, processes=given.processes, seconds=given.seconds):
        played[meeting] = points
        if given.keep:
            with given.keep.open("a", encoding="utf-8") as file:
                print(
                    json.dumps({"game": game.name, "full": given.full, "meeting": meeting, "points": points}), file=file
                )
        if sys.stderr.isatty():
            done = f"{len(played)} of {len(meetings)}"
            print(
                f"\r\033[K{game.title}: {done}, {meeting[1]} against {meeting[2]}", end="", file=sys.stderr, flush=True
            )


def _kept(given: argparse.Namespace, game: str) -> dict[Meeting, float]:
    """Return the stored games of *game* that were played with level 10 at the strength asked for."""
    if given.keep is None or not given.keep.exists():
        return {}
    rows = [json.loads(line) for line in given.keep.read_text(encoding="utf-8").splitlines()]
    found = [row for row in rows if (row["game"], row["full"]) == (game, given.full)]
    return {(row["meeting"][0], row["meeting"][1], row["meeting"][2]): row["points"] for row in found}


def _print(game: Game[Any], played: Sequence[Played], names: Sequence[str]) -> None:
    if not played:
        return
    rated, between = ratings(played, names), intervals(played, names, random.Random(0))
    print(f"\n{game.title}: {len(played)} games\n{'player':>8}{'Elo':>7}{'95 %':>16}{'points':>10}")
    for name in names:
        got = [g.points if g.first == name else 1 - g.points for g in played if name in (g.first, g.second)]
        low, high = between[name]
        share = f"{sum(got):g}/{len(got)}"
        print(f"{name:>8}{rated[name]:>7.0f}{f'{low:.0f} to {high:.0f}':>16}{share:>10}")


if __name__ == "__main__":
    main()
