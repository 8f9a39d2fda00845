"""Makes a book of openings: ``python -m training.openings GAME [--positions N] [--nodes N] [--out FILE]``.

From the start of the game for two, by the default options, breadth first: the book plays one side with the best move
that a search of this many nodes finds; the other side plays each of the likeliest moves, the best ones of a search of
its own. Both sides take their turn at being the book's. What is the same in a mirror or after a turn is searched
once. What is proved of a later position is then said of those before it. The same numbers give the same book, however
fast the machine is.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from adviser.findings import Findings
from adviser.kernels import store
from adviser.openings import Book, turned, view
from adviser.suggestion import search
from adviser.tree_search import Play
from core.game import Game
from core.games import find

KEPT = 10
"""The most alternatives that an entry keeps."""
LONGEST_LINE = 8
"""The most plies of a line that an entry keeps, unless its end is proved."""


@dataclass(frozen=True)
class Budget:
    """How many *positions* to search, each with this many *nodes*, and how many *replies* of the other side to meet."""

    positions: int
    nodes: int
    replies: int
    seed: int = 0


def entries(game: Game[Any], budget: Budget, told: Callable[[str], None] = lambda _: None) -> dict[str, Findings]:
    """Return what searches find in the first positions, in the form that ``Book`` has it."""
    known, positions = dict[str, Findings](), dict[str, Any]()
    start = game.start(game.options())
    waiting, met = deque((start, seat) for seat in start.seats), set[tuple[str, str]]()
    while waiting:
        position, own = waiting.popleft()
        seen = view(game, position)
        if (seen.key, own) in met:
            continue
        met.add((seen.key, own))
        if seen.key not in known:
            if len(known) == budget.positions:
                continue
            found = search(game, position, lambda: False, budget.nodes, None, budget.seed)
            known[seen.key], positions[seen.key] = turned(game, _short(found), seen.there), position
            told(f"{len(known)}: {game.format_position(position)}  {found.value:+.2f} {found.line[0]}")
        found = turned(game, known[seen.key], seen.back)
        most = 1 if position.to_move == own else budget.replies
        waiting += [(after, own) for after in _after(game, position, found, most)]
    for key, position in reversed(positions.items()):
        seen = view(game, position)
        known[key] = turned(game, _won(game, position, turned(game, known[key], seen.back), known), seen.there)
    return known


def _won(game: Game[Any], position: Any, found: Findings, known: Mapping[str, Findings]) -> Findings:
    """Return *found*; if some moves lead to positions *known* to be lost, with the quickest win first."""
    play, lost = Play(game), dict[str, Findings]()
    for other in found.alternatives:
        after = game.play(position, other.action)
        if game.outcome(after) or play.person(after, after.to_move) == play.person(position, position.to_move):
            continue
        seen = view(game, after)
        if (reply := known.get(seen.key)) and reply.proved and reply.value == -1.0:
            lost[other.action] = turned(game, reply, seen.back)
    if found.proved or not lost:
        return found
    best = min(lost, key=lambda action: lost[action].plies or math.inf)
    others = [replace(one, value=1.0) if one.action in lost else one for one in found.alternatives]
    others.sort(key=lambda one: (one.action != best, one.action not in lost))
    reply = lost[best]
    plies = reply.plies and reply.plies + 1
    return replace(found, value=1.0, line=(best, *reply.line), proved=True, plies=plies, alternatives=tuple(others))


def _short(found: Findings) -> Findings:
    line = found.line if found.proved else found.line[:LONGEST_LINE]
    return replace(found, line=line, alternatives=found.alternatives[:KEPT])


def _after(game: Game[Any], position: Any, found: Findings, most: int) -> Iterator[Any]:
    """Yield the positions in play after the *most* best moves of *found*, up to symmetries."""
    met = set[str]()
    for other in found.alternatives:
        after = game.play(position, other.action)
        key = view(game, after).key
        if key not in met and not game.outcome(after):
            met.add(key)
            yield after
        if len(met) == most:
            return


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the book of openings of a game.")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--positions", type=int, default=80, metavar="N", help="search this many positions")
    parser.add_argument("--nodes", type=int, default=20_000_000, metavar="N", help="each with this many nodes")
    parser.add_argument("--replies", type=int, default=4, metavar="N", help="meet this many moves of the other side")
    parser.add_argument("--seconds", type=float, default=3.0, help="answer searches of up to so long from the book")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write it there, such as tink-openings.txt")
    given = parser.parse_args()
    game = find(given.game)
    if family := store.family(game):
        store.load(family)
    began = time.process_time()
    budget = Budget(given.positions, given.nodes, given.replies, given.seed)
    found = entries(game, budget, lambda line: print(line, flush=True))
    proved = sum(one.proved for one in found.values())
    spent = time.process_time() - began
    print(f"{len(found)} positions, {proved} of them proved; {spent:.0f} s of processor time")
    if given.out:
        how = f"--positions {given.positions} --nodes {given.nodes} --replies {given.replies} --seed {given.seed}"
        heading = (
            f"# {game.title}: the most seconds of a search that this book answers; then for each position the value,\n"
            "# what was looked at, the plies to a proved end, the line, and the alternatives with values and visits.\n"
            f"# python -m training.openings {given.game} {how} --seconds {given.seconds:g} --out FILE\n"
        )
        given.out.write_text(heading + Book(given.seconds, found).text(), encoding="utf-8")


if __name__ == "__main__":
    main()
